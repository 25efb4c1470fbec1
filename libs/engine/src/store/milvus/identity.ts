/**
 * Identifies a codebase across checkouts: by its repository's origin and the path within the repository, or
 * otherwise by the folder on this machine. Pure except for `readIdentity` and `originOf`.
 */
import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

export interface CheckoutIdentity {
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** For people: a few letters of the repository's or the folder's name. */
  readonly label: string;
  /** Identifies this checkout alone: 12 hexadecimal digits. */
  readonly checkout: string;
}

/**
 * Identity of the codebase in a folder.
 *
 * @param home home that holds the index; the same folder in two homes counts as two checkouts
 * @param host name of this machine when the index was first created; laptops take names from networks, and
 * each container has its own
 */
export function readIdentity(root: string, home: string, host: string): CheckoutIdentity {
  const origin = originOf(root);
  const name = origin === null ? `${host}:${root}` : origin;
  return {
    id: digest(name).slice(0, 16),
    label: labelOf(origin ?? basename(root)),
    checkout: digest(`${host}:${resolve(home)}:${root}`).slice(0, 12),
  };
}

/** Normalized origin with the path within the repository; null if there is no repository with an origin. */
export function originOf(root: string): string | null {
  const repository = repositoryOf(root);
  if (!repository) return null;
  const url = originUrl(readText(join(repository.commonDir, "config")));
  const normalized = url === null ? null : normalizeOrigin(url);
  if (normalized === null) return null;
  const inside = relative(repository.top, root).split(sep).join("/");
  return inside === "" ? normalized : `${normalized}//${inside}`;
}

interface Repository {
  readonly top: string;
  /** Folder of the configuration, which is that of the main work tree. */
  readonly commonDir: string;
}

/** Finds the repository without git, which may not be installed and takes longer than reading two files. */
function repositoryOf(folder: string): Repository | null {
  for (let top = folder; ; top = dirname(top)) {
    const dotGit = join(top, ".git");
    const kind = statSync(dotGit, { throwIfNoEntry: false });
    if (kind?.isDirectory()) return { top, commonDir: dotGit };
    // In a linked work tree or submodule, `.git` is a file that contains the location.
    const gitDir = kind?.isFile() ? /^gitdir: (.+)$/m.exec(readText(dotGit))?.[1] : undefined;
    if (gitDir !== undefined) {
      const folderOfGit = resolve(top, gitDir.trim());
      const common = readText(join(folderOfGit, "commondir")).trim();
      return { top, commonDir: common === "" ? folderOfGit : resolve(folderOfGit, common) };
    }
    if (dirname(top) === top) return null;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(realpathSync(path), "utf8");
  } catch {
    return "";
  }
}

/** URL of the remote `origin` in git's configuration; null if there is none. */
export function originUrl(config: string): string | null {
  const section =
    /^[ \t]*\[remote[ \t]+"origin"\][^\n]*\n((?:(?![ \t]*\[).*(?:\n|$))*)/m.exec(config)?.[1] ?? "";
  return /^[ \t]*url[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$/m.exec(section)?.[1] ?? null;
}

/**
 * Normalizes a URL: `git@github.com:Owner/Name.git`, `https://user@github.com/Owner/Name` and
 * `ssh://git@github.com:22/Owner/Name/` all become `github.com/Owner/Name`. Null for a path on this machine,
 * which means nothing to others.
 */
export function normalizeOrigin(url: string): string | null {
  const text = url.trim();
  const scheme = /^(?:[a-z][a-z0-9+.-]*):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(text);
  const scp = scheme ? null : /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)(.+)$/.exec(text);
  const [, host, path] = scheme ?? scp ?? [];
  if (host === undefined || path === undefined || /^file:/i.test(text)) return null;
  const clean = path
    .split("/")
    .filter((part) => part !== "")
    .join("/")
    .replace(/\.git$/, "");
  return clean === "" ? null : `${host.toLowerCase()}/${clean}`;
}

/** Collection names allow only letters, digits and underscores. */
function labelOf(name: string): string {
  const words = name
    .split("/")
    .filter((part) => part !== "")
    .slice(-2)
    .join("_")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return words.replaceAll(/^_+|_+$/g, "").slice(-40) || "codebase";
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
