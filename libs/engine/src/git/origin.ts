/**
 * Where a repository comes from: the URL of its remote `origin`, in a form that all its spellings share. Pure
 * except for `originOf` and `repositoryFolder`.
 */
import { join } from "node:path";
import { parseGitConfig } from "../ignore/git/config.ts";
import { findRepository, readGitFile } from "../ignore/git/locations.ts";
import { relativeTo } from "../model/paths.ts";

/** A folder of a repository. */
export interface RepositoryFolder {
  /** Normalized URL of the repository; null if it has none. */
  readonly origin: string | null;
  /** Path in the repository, with `/`; empty for the top level. */
  readonly inside: string;
  /** Git folder that the work trees of the repository share. */
  readonly commonDir: string;
}

/** Null outside a repository. */
export function repositoryFolder(root: string): RepositoryFolder | null {
  const { topLevel, commonDir } = findRepository(root);
  if (topLevel === null || commonDir === null) return null;
  return { origin: originOf(commonDir), inside: relativeTo(topLevel, root) ?? "", commonDir };
}

/**
 * Normalized origin of a repository; null if it has none.
 *
 * @param commonDir folder of its configuration; see `findRepository`
 */
export function originOf(commonDir: string): string | null {
  const entries = parseGitConfig(readGitFile(join(commonDir, "config")) ?? "");
  // Git fetches from the first URL; pushes may go to all.
  const url = entries.find(({ name }) => name === "remote.origin.url")?.value ?? null;
  return url === null ? null : normalizeOrigin(url);
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
