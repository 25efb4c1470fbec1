import { expect, it } from "vitest";
import type { FileTable } from "../store/store.ts";
import { keepGraph, keptGraph } from "./recent-graphs.ts";
import type { PlacedRequest } from "./question.ts";
import type { GraphAnswerInput } from "./response/graph-answer.ts";

// Only what the key is made of, and whether the graph is complete.
const files = (): FileTable => ({}) as FileTable;
const request = (of: FileTable, depth: number, folder = ""): PlacedRequest =>
  ({ snapshot: { files: of }, echo: { symbol: "f", depth }, folder }) as unknown as PlacedRequest;
const graph = (isEnded = false): GraphAnswerInput => ({ isEnded }) as GraphAnswerInput;

it("is known for the same request about the same state of the index, and for nothing else", () => {
  const [state, told] = [files(), graph()];
  keepGraph(request(state, 1), told);
  expect(keptGraph(request(state, 1))).toBe(told);
  expect(keptGraph(request(state, 2))).toBeUndefined();
  expect(keptGraph(request(state, 1, "src"))).toBeUndefined();
  expect(keptGraph(request(files(), 1))).toBeUndefined();
});

it("is not kept if the time ran out before it was complete", () => {
  const state = files();
  keepGraph(request(state, 1), graph(true));
  expect(keptGraph(request(state, 1))).toBeUndefined();
});

it("is dropped after sixteen others", () => {
  const state = files();
  for (let depth = 0; depth <= 16; depth++) keepGraph(request(state, depth), graph());
  expect(keptGraph(request(state, 0))).toBeUndefined();
  expect(keptGraph(request(state, 1))).toBeDefined();
});
