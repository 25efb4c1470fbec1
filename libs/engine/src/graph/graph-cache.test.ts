import { expect, it } from "vitest";
import type { FileTable } from "../store/store.ts";
import { cacheGraph, cachedGraph } from "./graph-cache.ts";
import type { SnapshotRequest } from "./question.ts";
import type { GraphAnswerInput } from "./response/graph-answer.ts";

// Only what the key is made of, and whether the graph is complete.
const files = (): FileTable => ({}) as FileTable;
const request = (of: FileTable, depth: number, folder = ""): SnapshotRequest =>
  ({ snapshot: { files: of }, echo: { symbol: "f", depth }, folder }) as unknown as SnapshotRequest;
const graph = (isEnded = false): GraphAnswerInput => ({ isEnded }) as GraphAnswerInput;

it("is known for the same request about the same state of the index, and for nothing else", () => {
  const [state, told] = [files(), graph()];
  cacheGraph(request(state, 1), told);
  expect(cachedGraph(request(state, 1))).toBe(told);
  expect(cachedGraph(request(state, 2))).toBeUndefined();
  expect(cachedGraph(request(state, 1, "src"))).toBeUndefined();
  expect(cachedGraph(request(files(), 1))).toBeUndefined();
});

it("is not kept if the time ran out before it was complete", () => {
  const state = files();
  cacheGraph(request(state, 1), graph(true));
  expect(cachedGraph(request(state, 1))).toBeUndefined();
});

it("is dropped after sixteen others that were asked for later", () => {
  const state = files();
  for (let depth = 0; depth < 16; depth++) cacheGraph(request(state, depth), graph());
  expect(cachedGraph(request(state, 0))).toBeDefined();
  cacheGraph(request(state, 16), graph());
  expect(cachedGraph(request(state, 0))).toBeDefined();
  expect(cachedGraph(request(state, 1))).toBeUndefined();
});
