/** What impact reads of a codebase: a snapshot, or a snapshot in which some files have other versions. */
import type { Snapshot } from "../store/store.ts";

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
