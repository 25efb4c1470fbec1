/** Prepares lists of changed files, in this thread or in workers. */
import { closeSync, fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isOpenedIn, openAsItIs } from "../disk/opened-path.ts";
import { maxBytesOf } from "../contents/file-text.ts";
import type { SkipCause } from "@satori/contracts";
import { isGone, systemCode, throwIfAborted } from "../errors.ts";
import type { FileOutcome } from "../model/indexed-file.ts";
import type { DeclaredOutcome } from "../model/declared-file.ts";
import { type FileVersion, declareFile } from "./declare-file.ts";
import { contentHash, prepareFile, prepareVersion } from "./prepare-file.ts";

/** A file to read. */
export interface FileTask {
  /** Path in the index. */
  readonly path: string;
  /** The disk's spelling of the path, relative to the root; differs from `path` if names are not in NFC. */
  readonly diskPath: string;
  readonly sizeBytes: number;
  /**
   * Hash of its known content; null or absent if unknown. A file that still has this content is not prepared.
   */
  readonly known?: { readonly hash: string } | null;
  /** Its content; absent to read it from the disk. */
  readonly content?: Uint8Array;
  /** Hashes of other contents that the store has versions of. They are not prepared either. */
  readonly stored?: readonly string[];
  /**
   * A version of the file from git: it is analyzed instead of the file on disk. The outcome has only what the
   * history of a symbol needs: text, symbols and comments.
   */
  readonly version?: Uint8Array;
}

export interface FilePreparer extends AsyncDisposable {
  /**
   * Yields one outcome per task, in the order of the tasks. A file that cannot be read, or that breaks its
   * parser, is an outcome like any other. Throws `CANCELLED`.
   */
  prepare(root: string, tasks: readonly FileTask[], signal?: AbortSignal): AsyncIterable<FileOutcome>;
}

/** Reads what versions of files declare. */
export interface FileDeclarer {
  /**
   * Yields one outcome per version, in the order of the versions. A file that breaks its parser is an outcome
   * like any other. Throws `CANCELLED`.
   */
  declare(versions: readonly FileVersion[], signal?: AbortSignal): AsyncIterable<DeclaredOutcome>;
}

/** Reads and prepares one file. Errors of the file system become outcomes; only a bug throws. */
export async function prepareTask(
  root: string,
  task: FileTask,
  maxFileBytes: number,
  mode: "parsed" | "plain",
): Promise<FileOutcome> {
  const skipped = (cause: SkipCause): FileOutcome => ({ kind: "skipped", path: task.path, cause, hash: "" });
  try {
    if (task.version) return await prepareVersion(task.path, Buffer.from(task.version), mode);
    const bytes = task.content
      ? Buffer.from(task.content.buffer, task.content.byteOffset, task.content.byteLength)
      : readRegularFile(root, task.diskPath, maxFileBytes);
    if (bytes === "elsewhere") return { kind: "vanished", path: task.path };
    if (!Buffer.isBuffer(bytes)) return skipped(bytes);
    const { path, known, stored = [] } = task;
    if (known || stored.length > 0) {
      const hash = contentHash(bytes);
      if (known?.hash === hash) return { kind: "same", path };
      if (stored.includes(hash)) return { kind: "stored", path, hash };
    }
    const outcome = await prepareFile(task.path, bytes, mode);
    // A notebook may be larger than its text, but not the text.
    return outcome.kind === "indexed" && outcome.sizeBytes > maxFileBytes
      ? { kind: "skipped", path: task.path, cause: "too_large", hash: outcome.hash }
      : outcome;
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    if (isGone(error)) return { kind: "vanished", path: task.path };
    return skipped(code === "ENAMETOOLONG" ? "invalid_name" : "unreadable");
  }
}

/** Hash of a file's content, as in an outcome; null if the file cannot be read or is not to be indexed. */
export function hashFile(root: string, diskPath: string, maxFileBytes: number): string | null {
  try {
    const bytes = readRegularFile(root, diskPath, maxFileBytes);
    return Buffer.isBuffer(bytes) ? contentHash(bytes) : null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/**
 * Reads a file with checks: since the scan, a small file may have become a huge one, a pipe without a writer,
 * or a link, and its folder may have become a link.
 */
function readRegularFile(
  root: string,
  diskPath: string,
  maxTextBytes: number,
): Buffer | "special" | "too_large" | "elsewhere" {
  const maxFileBytes = maxBytesOf(diskPath, maxTextBytes);
  const descriptor = openAsItIs(join(root, diskPath));
  try {
    if (!isOpenedIn(root, diskPath, descriptor)) return "elsewhere";
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return "special";
    if (stats.size > maxFileBytes) return "too_large";
    const bytes = readFileSync(descriptor);
    return bytes.length > maxFileBytes ? "too_large" : bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads declarations without workers: for tests. */
export const INLINE_DECLARER: FileDeclarer = {
  async *declare(versions, signal) {
    for (const version of versions) {
      throwIfAborted(signal);
      yield await declareFile(version, "parsed");
    }
  },
};

/** A preparer without workers: for tests, and for when none can be started. */
export function createInlinePreparer(maxFileBytes: number): FilePreparer {
  return {
    async *prepare(root, tasks, signal) {
      for (const task of tasks) {
        throwIfAborted(signal);
        yield await prepareTask(root, task, maxFileBytes, "parsed");
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
