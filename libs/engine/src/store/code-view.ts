/** What questions about code read: a snapshot of a codebase, or one with other versions of some files. */
import type { Snapshot } from "./store.ts";

export type CodeView = Pick<
  Snapshot,
  | "files"
  | "fileAt"
  | "skipped"
  | "skippedFiles"
  | "lexical"
  | "filesDefining"
  | "symbolNames"
  | "namesInAnyCase"
  | "calls"
  | "contents"
>;
