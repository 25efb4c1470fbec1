import { expect, test } from "vitest";
import type { SyntaxNode } from "../tree/syntax-tree.ts";
import { type Way, withoutContained } from "./captures.ts";

function way(...ids: number[]): Way {
  // Only the id of a node is read.
  return ids.map((id) => ({ name: "a", node: { id } as SyntaxNode }));
}

test("a way that another one holds is left out, and all but one of equals", () => {
  expect(withoutContained([way(1), way(1, 2), way(3), way(3)])).toEqual([way(1, 2), way(3)]);
});

test("ways may be more than arguments of a call", () => {
  expect(withoutContained(Array.from({ length: 300_000 }, (_, at) => way(at)))).toHaveLength(300_000);
});
