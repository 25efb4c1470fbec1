/**
 * A tree of files as the indexing pipeline reads it: first a scan, then the contents of the files that
 * changed. This is the tree on disk; `commit-source.ts` is a commit's.
 */
import type { FileOutcome } from "../model/indexed-file.ts";
import type { FilePreparer } from "../prepare/preparer.ts";
import type { IndexTask } from "../prepare/work-task.ts";
import type { TreeWalker } from "../scan/walk.ts";

/** A file that a scan found. */
export interface ScannedFile extends Pick<IndexTask, "path" | "sizeBytes" | "known" | "stored"> {
  /** The disk's spelling of the path. */
  readonly diskPath: string;
}

export interface TreeSource {
  readonly walk: TreeWalker;
  /** Prepares files of the last scan. Yields one outcome per file, in their order. Throws `CANCELLED`. */
  readonly prepare: (files: readonly ScannedFile[], signal?: AbortSignal) => AsyncIterable<FileOutcome>;
}

/** The files below a root. */
export function diskSource(
  root: string,
  { walk, preparer }: { readonly walk: TreeWalker; readonly preparer: FilePreparer },
): TreeSource {
  const taskOf = ({ diskPath, ...file }: ScannedFile): IndexTask => ({
    ...file,
    kind: "index",
    source: { kind: "disk", root, diskPath },
  });
  return { walk, prepare: (files, signal) => preparer.prepare(files.map(taskOf), signal) };
}
