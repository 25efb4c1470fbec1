import type { FullEdge } from "@satori/contracts";
import { expect, test } from "vitest";
import { fitEdges } from "../answer-calls.ts";

const edge = (from: string, to: string, line: number): FullEdge => ({
  from,
  to,
  kind: "call",
  confidence: "resolved",
  via: "scope",
  site: { file: "a.ts", line, text: "x".repeat(200) },
});

test("all edges stay where there is room", () => {
  const edges = [edge("a", "b", 1), edge("b", "c", 2)];
  expect(fitEdges(edges, ["a"])).toEqual({ kept: edges, left: [] });
});

test("else those of what was asked for do, in their order", () => {
  const edges = Array.from({ length: 400 }, (_, at) =>
    at % 2 === 0 ? edge("b", "c", at) : edge("a", "root", at),
  );
  const { kept, left } = fitEdges(edges, ["root"]);
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(60_000);
  expect(left.length).toBeGreaterThan(200);
  expect(kept.every(({ to }) => to === "root")).toBe(true);
  expect(kept.map(({ site }) => site.line)).toEqual(kept.map((_, at) => 2 * at + 1));
});
