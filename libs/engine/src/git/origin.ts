/**
 * Where a repository comes from: the URL of its remote `origin`, in a form that all its spellings share. Pure
 * except for `originOf`.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

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
