/** The repository that a file or folder of a codebase belongs to, and the versions that a range names. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { EngineError } from "../errors.ts";
import type { LogRange } from "../git/file-log.ts";
import { prefixInRepository } from "../git/list-tree.ts";
import { OBJECT_ID, requireRepository } from "../git/objects.ts";
import { resolveRef } from "../git/resolve-ref.ts";
import { readGitFile } from "../ignore/git/locations.ts";

export interface HistoryRepository {
  /** Folder in which git is run: that of the file, so that the repository is the innermost one around it. */
  readonly folder: string;
  /** Commits whose parents a shallow clone does not have. */
  readonly shallow: ReadonlySet<string>;
  /** The file's path from the top level of the work tree. */
  readonly inRepository: (file: string) => string;
  /** A path from the top level as the answer names it: relative to the codebase's root, maybe with `../`. */
  readonly inCodebase: (path: string) => string;
}

/**
 * Opens the repository around a file of a codebase. Throws `NOT_A_REPOSITORY` and `GIT_FAILED`.
 *
 * @param file relative to the root; empty for the root itself
 */
export async function openRepository(
  root: string,
  file: string,
  signal?: AbortSignal,
): Promise<HistoryRepository> {
  const folder = existingFolder(root, file);
  const { commonDir } = requireRepository(folder);
  const prefix = await prefixInRepository(folder, signal);
  const below = relativeParts(root, folder);
  // The path of the codebase's root from the top level; or, in a nested repository, of the top level from the
  // codebase's root.
  const rootParts = partsOf(prefix);
  const own = [...below];
  while (own.length > 0 && rootParts.length > 0) {
    own.pop();
    rootParts.pop();
  }
  return {
    folder,
    shallow: new Set(
      (readGitFile(join(commonDir, "shallow")) ?? "").split("\n").filter((id) => OBJECT_ID.test(id)),
    ),
    inRepository: (path) => [...rootParts, ...partsOf(path).slice(own.length)].join("/"),
    inCodebase: (path) => relativeName(rootParts, [...partsOf(path)], own),
  };
}

/** The nearest folder above a file that exists, at most up to the root. */
function existingFolder(root: string, file: string): string {
  for (let at = dirname(file); at !== "." && at !== ""; at = dirname(at)) {
    const folder = join(root, at);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  }
  return root;
}

function relativeParts(root: string, folder: string): string[] {
  return partsOf(folder.slice(root.length).replaceAll("\\", "/"));
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function relativeName(root: readonly string[], path: readonly string[], nested: readonly string[]): string {
  let common = 0;
  while (common < root.length && root[common] === path[common]) common++;
  return [...nested, ...root.slice(common).map(() => ".."), ...path.slice(common)].join("/");
}

/** The ends of a range, as the caller wrote them. */
export interface WrittenRange {
  readonly good: string | null;
  readonly bad: string;
}

/**
 * Parses `GOOD..BAD`; either end may be missing, and a single name is the newer end. Throws
 * `INVALID_ARGUMENTS`. Pure.
 */
export function parseRange(range: string | undefined): WrittenRange {
  if (range === undefined) return { good: null, bad: "HEAD" };
  const parts = range.split("..");
  const [first = "", second = ""] = parts;
  const problem =
    range.trim() === "" || range === ".."
      ? "names no commit"
      : range.includes("...")
        ? "has three dots: pass GOOD..BAD with two"
        : parts.length > 2
          ? "has more than two ends: pass GOOD..BAD"
          : null;
  if (problem !== null) {
    const message = `is ${JSON.stringify(range)}, which ${problem}`;
    throw new EngineError("INVALID_ARGUMENTS", `range ${message}`, { details: [{ path: "range", message }] });
  }
  if (parts.length === 1) return { good: null, bad: first };
  return { good: first === "" ? null : first, bad: second === "" ? "HEAD" : second };
}

/** The commits that a range names. Throws `REF_NOT_FOUND`, `REF_AMBIGUOUS`, `INVALID_ARGUMENTS`. */
export async function resolveRange(
  root: string,
  { good, bad }: WrittenRange,
  signal?: AbortSignal,
): Promise<LogRange> {
  const commitOf = (ref: string): Promise<string> => resolveRef({ root, ref, argument: "range" }, signal);
  return { tip: await commitOf(bad), exclude: good === null ? null : await commitOf(good) };
}
