/**
 * Finds files of a repository on which git would hang or that it would read endlessly: pipes and devices in
 * place of its own files, and configuration that includes such files. A repository from an archive contains
 * whatever its author put there. Git has no options against these files, so we check for them before calling
 * it. Git's limits on time and memory cover what this check misses.
 */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseGitConfig } from "../ignore/git/config.ts";
import { type Repository, readGitFile } from "../ignore/git/locations.ts";
import { MAX_CONTROL_FILE_BYTES } from "../ignore/limits.ts";

/** Read at once or line by line; small in every regular repository. */
const SMALL_FILES = [
  "HEAD",
  "config",
  "config.worktree",
  "commondir",
  "shallow",
  "info/attributes",
  "info/grafts",
  "info/exclude",
  "info/sparse-checkout",
  "objects/info/alternates",
  "objects/info/commit-graphs/commit-graph-chain",
];
/** Mapped into memory; any size is allowed. */
const LARGE_FILES = [
  "index",
  "packed-refs",
  "objects/info/commit-graph",
  "objects/pack/multi-pack-index",
  "reftable/tables.list",
];
/**
 * Most files of all includes of a configuration, or of nested alternates. Git itself follows 10 and 5 levels.
 */
const MAX_FOLLOWED = 100;

/** The path of such a file; null if none is found. Never throws. */
export function stallingFile({ gitDir, commonDir }: Pick<Repository, "gitDir" | "commonDir">): string | null {
  if (gitDir === null || commonDir === null) return null;
  const folders = [...new Set([gitDir, commonDir])];
  const own = folders
    .flatMap((folder) => [
      ...SMALL_FILES.map((name) => problemOf(join(folder, name), MAX_CONTROL_FILE_BYTES)),
      ...LARGE_FILES.map((name) => problemOf(join(folder, name), Number.POSITIVE_INFINITY)),
    ])
    .find((problem) => problem !== null);
  return own ?? stallingReference(gitDir, commonDir) ?? stallingInclude(folders) ?? stallingPack(commonDir);
}

/** The path, if it leads to something other than a regular file, or to a larger one. */
function problemOf(path: string, maxBytes: number): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined || (stats.isFile() && stats.size <= maxBytes) ? null : path;
  } catch {
    // Git cannot open it either.
    return null;
  }
}

function stallingReference(gitDir: string, commonDir: string): string | null {
  const reference = /^ref: (refs\/\S+)$/.exec((readGitFile(join(gitDir, "HEAD")) ?? "").trim())?.[1];
  return reference === undefined || isFolder(join(commonDir, reference))
    ? null
    : problemOf(join(commonDir, reference), MAX_CONTROL_FILE_BYTES);
}

/** Follows all includes, whatever their conditions. */
function stallingInclude(folders: readonly string[]): string | null {
  return firstFollowed(
    folders.flatMap((folder) => [join(folder, "config"), join(folder, "config.worktree")]),
    MAX_CONTROL_FILE_BYTES,
    (file, text) =>
      parseGitConfig(text).flatMap(({ name, value }) =>
        value !== null && /^include(?:if\..*)?\.path$/s.test(name)
          ? [resolve(dirname(file), value.replace(/^~(?=\/)/, homedir()))]
          : [],
      ),
  );
}

function stallingPack(commonDir: string): string | null {
  const objects = [join(commonDir, "objects")];
  const problem = firstFollowed(
    [join(commonDir, "objects", "info", "alternates")],
    MAX_CONTROL_FILE_BYTES,
    (file, text) => {
      const others = text
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => resolve(dirname(dirname(file)), line));
      objects.push(...others.slice(0, MAX_FOLLOWED));
      return others.map((folder) => join(folder, "info", "alternates"));
    },
  );
  return (
    problem ??
    objects.map((folder) => stallingEntry(join(folder, "pack"))).find((path) => path !== null) ??
    null
  );
}

function stallingEntry(folder: string): string | null {
  const odd = entriesOf(folder).filter((entry) => !entry.isFile() && !entry.isDirectory());
  return (
    odd
      .map(({ name }) => problemOf(join(folder, name), Number.POSITIVE_INFINITY))
      .find((path) => path !== null) ?? null
  );
}

/**
 * Follows references from file to file, each once. Returns the first file on which git would hang, or the
 * last one if there are too many.
 */
function firstFollowed(
  first: readonly string[],
  maxBytes: number,
  next: (file: string, text: string) => readonly string[],
): string | null {
  const files = new Set(first);
  for (const file of files) {
    const problem = files.size > MAX_FOLLOWED ? file : problemOf(file, maxBytes);
    if (problem !== null) return problem;
    for (const other of next(file, readGitFile(file) ?? "").slice(0, MAX_FOLLOWED)) files.add(other);
  }
  return null;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
