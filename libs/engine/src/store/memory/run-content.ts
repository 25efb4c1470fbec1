import type { SkipCause } from "@satori/contracts";
import type { FolderManifest } from "../../model/manifest.ts";
import { compareText } from "../../model/paths.ts";
import type { StorableFile } from "../store.ts";

/** Everything that a run has written. */
export interface RunContent {
  readonly files: ReadonlyMap<string, StorableFile>;
  readonly skipped: ReadonlyMap<string, SkipCause>;
  readonly folders: ReadonlyMap<string, FolderManifest>;
  readonly inDegrees: ReadonlyMap<string, number>;
  readonly history: KeptHistory | null;
}
export interface KeptHistory {
  readonly head: string;
  readonly commits: Uint8Array;
}
export const NOTHING: RunContent = {
  files: new Map(),
  skipped: new Map(),
  folders: new Map(),
  inDegrees: new Map(),
  history: null,
};

/** Entries in the order of the paths. */
export function byPath<Value>(values: ReadonlyMap<string, Value>): [string, Value][] {
  return [...values].sort(([left], [right]) => compareText(left, right));
}
