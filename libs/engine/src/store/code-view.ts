/** What questions about code read of a codebase: a snapshot, or one in which some files have other versions. */
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
