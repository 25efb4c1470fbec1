/** How a version of a codebase differs from the files on disk. */
import { ENGINE_LIMITS } from "../limits.ts";
import type { FilesOfCommit } from "../scan/files-of-commit.ts";
import type { DifferentFiles, FileContent, FileInBoth } from "./change-set.ts";
import type { ReadContents } from "./read-contents.ts";

export interface VersionDifference {
  readonly files: DifferentFiles;
  /** See `ChangeSet`. */
  readonly isComplete: boolean;
}

interface DifferenceRequest {
  readonly version: FilesOfCommit;
  readonly contents: ReadContents;
  /** The changed files, and which of their versions this is. */
  readonly files: readonly FileInBoth[];
  readonly side: "base" | "head";
}

/**
 * Files of a version among some that differ on disk, with their contents. Throws the errors of `readBlobs`.
 *
 * @param paths index paths of the files that differ; ascending. Null if they are unknown
 */
export async function differentFiles(
  paths: readonly string[] | null,
  { version, contents, files, side }: DifferenceRequest,
): Promise<VersionDifference> {
  if (paths === null || paths.length > ENGINE_LIMITS.differentFiles)
    return { files: changedFiles(files, side), isComplete: false };
  const byPath = new Map(version.files.map((file) => [file.path, file]));
  const present = paths.flatMap((path) => byPath.get(path) ?? []);
  await contents.read(present);
  const different = new Map<string, FileContent | null>();
  let isComplete = true;
  for (const path of paths) {
    const file = byPath.get(path);
    const bytes = file && contents.of(file);
    if (typeof bytes === "string") isComplete = false;
    different.set(path, bytes === undefined || typeof bytes === "string" ? null : { path, bytes });
  }
  return { files: different, isComplete };
}

/** The changed files of one version; null for those that only the other version has. */
function changedFiles(files: readonly FileInBoth[], side: "base" | "head"): DifferentFiles {
  const different = new Map<string, FileContent | null>();
  const other = side === "base" ? "head" : "base";
  for (const file of files) {
    const lone = file[other];
    if (lone !== null && !different.has(lone.path)) different.set(lone.path, null);
  }
  for (const file of files) {
    const own = file[side];
    if (own !== null) different.set(own.path, own);
  }
  return different;
}
