/**
 * The last complete graphs about each state of an index. A function with thousands of call sites takes
 * seconds, and agents ask about it again: in another session, or to debug. The envelope is built anew each
 * time, because freshness and coverage may have changed.
 */
import { keepLatest } from "../keep-latest.ts";
import type { FileTable } from "../store/store.ts";
import type { PlacedRequest } from "./question.ts";
import type { GraphAnswerInput } from "./response/graph-answer.ts";

/** A graph has some dozens of nodes and edges. */
const MAX_KEPT = 16;

const kept = new WeakMap<FileTable, Map<string, GraphAnswerInput>>();

/** What was told about the same request and the same state of the index; undefined if that is not known. */
export function keptGraph(request: PlacedRequest): GraphAnswerInput | undefined {
  return kept.get(request.snapshot.files)?.get(keyOf(request));
}

/** Keeps a graph, unless the time ran out before it was complete. */
export function keepGraph(request: PlacedRequest, told: GraphAnswerInput): void {
  if (told.isEnded) return;
  const graphs = kept.get(request.snapshot.files) ?? new Map<string, GraphAnswerInput>();
  kept.set(request.snapshot.files, graphs);
  keepLatest(graphs, keyOf(request), told, MAX_KEPT);
}

/** `echo` has the arguments with their defaults, and the folder as the answer repeats it. */
function keyOf({ echo, folder }: PlacedRequest): string {
  return JSON.stringify([echo, folder]);
}
