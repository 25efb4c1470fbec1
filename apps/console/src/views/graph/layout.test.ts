import { describe, expect, it } from "vitest";
import type { CallGraphEdge, CallGraphNode } from "@satori/contracts";
import { layOut } from "./layout.ts";

const node = (name: string): CallGraphNode => ({
  file: `src/${name}.ts`,
  symbolId: name,
  symbolLabel: name,
  kind: "function",
  span: { startLine: 1, endLine: 2 },
});
/** `a>b` is a call, `a~b` a call matched only by name. */
const edge = (text: string, line: number): CallGraphEdge => ({
  from: text[0] as string,
  to: text[2] as string,
  kind: "call",
  confidence: text[1] === ">" ? "resolved" : "name_match",
  via: "scope",
  site: { file: "src/x.ts", line, text: "x()" },
});
const drawn = (names: string, edges: string) => ({
  roots: [names[0] as string],
  nodes: [...names].map(node),
  edges: edges.split(" ").filter(Boolean).map(edge),
});

describe("a drawing", () => {
  it("has callers to the left of what they call, and no box upon another", () => {
    const { boxes, width, height } = layOut(drawn("abcd", "b>a c>a a>d"));
    const [a, b, c, d] = boxes as [
      (typeof boxes)[0],
      (typeof boxes)[0],
      (typeof boxes)[0],
      (typeof boxes)[0],
    ];
    expect([b.left + b.width < a.left, c.left + c.width < a.left, a.left + a.width < d.left]).toEqual([
      true,
      true,
      true,
    ]);
    expect(b.top + b.height <= c.top || c.top + c.height <= b.top).toBe(true);
    for (const box of boxes)
      expect([
        box.left >= 0,
        box.top >= 0,
        box.left + box.width <= width,
        box.top + box.height <= height,
      ]).toEqual([true, true, true, true]);
  });

  it("has one line for all calls of one definition by another, as sure as the surest", () => {
    const { lines } = layOut(drawn("ab", "a~b a>b a~b"));
    expect(lines).toMatchObject([
      {
        from: "a",
        to: "b",
        confidence: "resolved",
        sites: ["src/x.ts:0  x()", "src/x.ts:1  x()", "src/x.ts:2  x()"],
      },
    ]);
    expect(lines[0]?.path).toMatch(/^M[\d.]+ [\d.]+(Q.*)?L[\d.]+ [\d.]+$/);
  });

  it("bears circles, calls of itself, and calls of what it does not show", () => {
    const { boxes, lines } = layOut(drawn("ab", "a>b b>a a>a a>z"));
    expect([boxes.length, lines.length]).toEqual([2, 3]);
  });

  it("is the same each time", () => {
    const graph = drawn("abcde", "a>b a>c b>d c>d d>e e>a");
    expect(layOut(graph)).toEqual(layOut(graph));
  });

  it("of a definition alone is its box", () =>
    expect(layOut(drawn("a", "")).boxes).toMatchObject([
      { id: "a", isRoot: true, label: "a", place: "a.ts:1" },
    ]));

  it("keeps the end of a long name", () => {
    const long = { ...node("a"), symbolLabel: `${"Outer.".repeat(20)}inner` };
    expect(layOut({ roots: [], nodes: [long], edges: [] }).boxes[0]?.label).toMatch(/^….*Outer\.inner$/);
  });
});
