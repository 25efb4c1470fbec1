/**
 * Caches the last complete call graphs of each index state. Following a function with thousands of call sites
 * takes seconds, and agents ask again. Freshness, coverage and warnings are computed for each answer.
 */
import { keepLatest } from "../keep-latest.ts";
import type { FileTable } from "../store/store.ts";
import type { SnapshotRequest } from "./question.ts";
import type { GraphAnswerInput } from "./response/graph-answer.ts";

/** A graph has some dozens of nodes and edges. */
const MAX_GRAPHS = 16;

const graphs = new WeakMap<FileTable, Map<string, GraphAnswerInput>>();

/** The graph of an equal request about the same index state; undefined if it is not cached. */
export function cachedGraph(request: SnapshotRequest): GraphAnswerInput | undefined {
  const ofState = graphs.get(request.snapshot.files);
  const key = keyOf(request);
  const known = ofState?.get(key);
  if (ofState && known) keepLatest(ofState, key, known, MAX_GRAPHS);
  return known;
}

/** Caches a graph, unless the time ran out before it was complete. */
export function cacheGraph(request: SnapshotRequest, graph: GraphAnswerInput): void {
  if (graph.isEnded) return;
  const ofState = graphs.get(request.snapshot.files) ?? new Map<string, GraphAnswerInput>();
  graphs.set(request.snapshot.files, ofState);
  keepLatest(ofState, keyOf(request), graph, MAX_GRAPHS);
}

/** `echo` has the arguments with their defaults, and the folder as the answer repeats it. */
function keyOf({ echo, folder }: SnapshotRequest): string {
  return JSON.stringify([echo, folder]);
}
