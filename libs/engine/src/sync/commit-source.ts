/**
 * A commit as the indexing pipeline reads it: a scan of its tree instead of the disk, and its contents read
 * from git's objects. Nothing is checked out.
 */
import type { SkipCause } from "@satori/contracts";
import { maxBytesOf } from "../contents/file-text.ts";
import { type Blob, readBlobs } from "../git/read-blobs.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import type { FileOutcome } from "../model/indexed-file.ts";
import { type EntryKind, FILE_KIND, HASH_BYTES, STATS_PER_ENTRY, kindCode } from "../model/manifest.ts";
import { compareText, nameOf, parentOf } from "../model/paths.ts";
import { outcomesInOrder, type TaskOrOutcome } from "../prepare/outcomes-in-order.ts";
import type { FilePreparer } from "../prepare/preparer.ts";
import type { IndexTask } from "../prepare/work-task.ts";
import {
  type CommitFileCause,
  type CommitRequest,
  type FilesOfCommit,
  filesOfCommit,
} from "../scan/files-of-commit.ts";
import type { ScannedFile, TreeSource } from "./tree-source.ts";

/** @param preparer prepares contents, for example in workers */
export function commitSource(request: CommitRequest, preparer: FilePreparer): TreeSource {
  /** Id of each file's content, by path. */
  let ids: ReadonlyMap<string, string> = new Map();
  return {
    walk: async ({ signal, check }) => {
      const listed = await filesOfCommit({ ...request, signal, check });
      ids = new Map(listed.files.map(({ path, id }) => [path, id]));
      return { folders: foldersOf(listed), unreadable: [] };
    },
    prepare: (files, signal) =>
      prepareBlobs({ ...request, signal }, { preparer, files, idOf: (path) => ids.get(path) ?? "" }),
  };
}

/** Kinds of entries for files that are left out; those of ignored files are not listed. */
const KINDS: { readonly [Cause in Exclude<CommitFileCause, "ignored">]: EntryKind } = {
  link: "link",
  submodule: "submodule",
  too_large: "too_large",
  invalid_name: "invalid_name",
  unreadable: "unreadable",
};

/** Folders of a commit in depth-first order of names, as a scan of the disk would return them. Pure. */
export function foldersOf({ files, leftOut }: FilesOfCommit): FolderScan[] {
  const folders = new Map<string, Map<string, { readonly kind: number; readonly sizeBytes: number }>>([
    ["", new Map()],
  ]);
  const add = (path: string, kind: number, sizeBytes: number): void => {
    const parent = parentOf(path);
    if (!folders.has(parent)) {
      folders.set(parent, new Map());
      add(parent, kindCode("folder"), 0);
    }
    folders.get(parent)?.set(nameOf(path), { kind, sizeBytes });
  };
  for (const { path, sizeBytes } of files) add(path, FILE_KIND, sizeBytes);
  for (const { path, cause } of leftOut) if (cause !== "ignored") add(path, kindCode(KINDS[cause]), 0);
  return [...folders]
    .sort(([left], [right]) => compareText(left.replaceAll("/", "\0"), right.replaceAll("/", "\0")))
    .map(([path, entries]) => {
      const names = [...entries.keys()].sort(compareText);
      const stats = new Float64Array(names.length * STATS_PER_ENTRY);
      for (const [at, name] of names.entries())
        stats[at * STATS_PER_ENTRY] = entries.get(name)?.sizeBytes ?? 0;
      const manifest = {
        path,
        names,
        kinds: Uint8Array.from(names, (name) => entries.get(name)?.kind ?? 0),
        stats,
        hashes: new Uint8Array(names.length * HASH_BYTES),
      };
      return { manifest, diskPath: path, isUnchanged: false };
    });
}

interface BlobFiles {
  readonly preparer: FilePreparer;
  readonly files: readonly ScannedFile[];
  readonly idOf: (path: string) => string;
}

/** Reads contents and prepares them, some megabytes at a time; one outcome per file, in their order. */
async function* prepareBlobs(
  { root, maxFileBytes, signal }: CommitRequest,
  { preparer, files, idOf }: BlobFiles,
): AsyncGenerator<FileOutcome> {
  const largest = files.reduce((most, { path }) => Math.max(most, maxBytesOf(path, maxFileBytes)), 0);
  const blobs = readBlobs(
    root,
    files.map(({ path }) => idOf(path)),
    { maxBytes: largest, signal },
  );
  const prepare = (tasks: readonly IndexTask[]): AsyncIterable<FileOutcome> =>
    preparer.prepare(tasks, signal);
  let waiting: TaskOrOutcome<IndexTask, FileOutcome>[] = [];
  let bytes = 0;
  let next = 0;
  for await (const blob of blobs) {
    waiting.push(taskFor(files[next++] as ScannedFile, blob, maxFileBytes));
    bytes += blob.kind === "content" ? blob.bytes.length : 0;
    if (bytes < ENGINE_LIMITS.writeBytes && waiting.length < ENGINE_LIMITS.writeFiles) continue;
    yield* outcomesInOrder(waiting, prepare);
    [waiting, bytes] = [[], 0];
  }
  yield* outcomesInOrder(waiting, prepare);
}

/** The task for a file and its content, or its outcome if there is nothing to prepare. */
function taskFor(
  { diskPath: _diskPath, ...file }: ScannedFile,
  blob: Blob,
  maxFileBytes: number,
): TaskOrOutcome<IndexTask, FileOutcome> {
  const { path } = file;
  const skipped = (cause: SkipCause): FileOutcome => ({ kind: "skipped", path, cause, hash: "" });
  if (blob.kind !== "content") return { outcome: skipped(blob.kind) };
  const { bytes } = blob;
  if (bytes.length > maxBytesOf(path, maxFileBytes)) return { outcome: skipped("too_large") };
  return { task: { ...file, kind: "index", source: { kind: "bytes", bytes } } };
}
