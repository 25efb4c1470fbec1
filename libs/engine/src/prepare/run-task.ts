/** Runs one task, in a worker or in this thread. */
import { readTreeFile } from "../contents/tree-file.ts";
import { isGone, systemCode } from "../errors.ts";
import type { FileOutcome } from "../model/indexed-file.ts";
import { analyzeFile } from "./analyze-file.ts";
import { declareFile } from "./declare-file.ts";
import { contentHash, prepareFile } from "./prepare-file.ts";
import type { IndexTask, ParseMode, WorkOutcome, WorkTask } from "./work-task.ts";

/** The outcome is of the task's kind. Errors of the file system become outcomes; only a bug throws. */
export function runTask(task: WorkTask, maxFileBytes: number, mode: ParseMode): Promise<WorkOutcome> {
  switch (task.kind) {
    case "index":
      return indexFile(task, maxFileBytes, mode);
    case "analyze":
      return analyzeFile(task, mode);
    case "declare":
      return declareFile(task, mode);
  }
}

/** Reads a file and, unless its content is known or stored, prepares it. */
export async function indexFile(
  { path, source, known, stored = [], wantsDetails = false }: IndexTask,
  maxFileBytes: number,
  mode: ParseMode,
): Promise<FileOutcome> {
  try {
    const bytes =
      source.kind === "bytes" ? source.bytes : readTreeFile(source.root, source.diskPath, maxFileBytes);
    if (bytes === "elsewhere") return { kind: "vanished", path };
    if (typeof bytes === "string") return { kind: "skipped", path, cause: bytes, hash: "" };
    if (known || stored.length > 0) {
      const hash = contentHash(bytes);
      if (known?.hash === hash) return { kind: "same", path };
      if (stored.includes(hash)) return { kind: "stored", path, hash };
    }
    const outcome = await prepareFile(path, bytes, { mode, wantsDetails });
    // A notebook may be larger than its text, but not the text.
    return outcome.kind === "indexed" && outcome.sizeBytes > maxFileBytes
      ? { kind: "skipped", path, cause: "too_large", hash: outcome.hash }
      : outcome;
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    if (isGone(error)) return { kind: "vanished", path };
    return {
      kind: "skipped",
      path,
      cause: code === "ENAMETOOLONG" ? "invalid_name" : "unreadable",
      hash: "",
    };
  }
}

/** Hash of a file's content, as in an outcome; null if the file cannot be read or is not to be indexed. */
export function hashFile(root: string, diskPath: string, maxFileBytes: number): string | null {
  try {
    const bytes = readTreeFile(root, diskPath, maxFileBytes);
    return typeof bytes === "string" ? null : contentHash(bytes);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
