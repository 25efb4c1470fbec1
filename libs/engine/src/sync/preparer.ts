/** Turns lists of changed files into prepared ones, in this thread or in workers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode, throwIfAborted } from "../errors.ts";
import type { FileOutcome } from "../model/indexed-file.ts";
import { prepareFile } from "./prepare-file.ts";

/** A file to read. */
export interface FileTask {
  /** As the index names it. */
  readonly path: string;
  /** As the disk names it, relative to the root; differs from `path` where names are not NFC. */
  readonly diskPath: string;
  readonly sizeBytes: number;
}

export interface FilePreparer extends AsyncDisposable {
  /**
   * One outcome for each task, in the order of the tasks. A file that cannot be read, or that breaks its parser, is an
   * outcome like any other. Throws `CANCELLED`.
   */
  prepare(root: string, tasks: readonly FileTask[], signal?: AbortSignal): AsyncIterable<FileOutcome>;
}

/** Reads and prepares one file. What the file system refuses is an outcome; only a defect throws. */
export async function prepareTask(root: string, task: FileTask, maxFileBytes: number, mode: "parsed" | "plain"): Promise<FileOutcome> {
  try {
    const bytes = readFileSync(join(root, task.diskPath));
    // It may have grown since the scan.
    if (bytes.length > maxFileBytes) return { kind: "skipped", path: task.path, cause: "too_large", hash: "" };
    return await prepareFile(task.path, bytes, mode);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return { kind: "skipped", path: task.path, cause: code === "ENAMETOOLONG" ? "invalid_name" : "unreadable", hash: "" };
  }
}

/** Without workers: for tests, and where none can be started. */
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
