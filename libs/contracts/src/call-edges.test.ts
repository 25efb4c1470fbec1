import { describe, expect, it } from "vitest";
import { type FullEdge, callEdges, withoutCommonFields } from "./call-edges.ts";
import type { CallGraphNode } from "./tools/call-graph.ts";

const caller: CallGraphNode = {
  file: "a.ts",
  symbolId: "1",
  symbolLabel: "run",
  kind: "function",
  span: { startLine: 1, endLine: 9 },
};
const call: FullEdge = {
  from: "1",
  to: "2",
  kind: "call",
  confidence: "resolved",
  via: "scope",
  site: { file: "a.ts", line: 3, text: "go();" },
};

describe("an edge of an answer", () => {
  it("of a resolved call has its ends, its confidence and its line", () => {
    expect(withoutCommonFields(call, { caller, debug: false })).toEqual({
      from: "1",
      to: "2",
      confidence: "resolved",
      site: { line: 3, text: "go();" },
    });
  });

  it.each<[string, Partial<FullEdge>, object]>([
    ["of a use says so", { kind: "use" }, { kind: "use" }],
    ["that is possible names its rule", { confidence: "possible", via: "route" }, { via: "route" }],
    [
      "in another file names it",
      { site: { ...call.site, file: "b.ts" } },
      { site: { ...call.site, file: "b.ts" } },
    ],
  ])("%s", (_name, changes, kept) => {
    expect(withoutCommonFields({ ...call, ...changes }, { caller, debug: false })).toMatchObject(kept);
  });

  it("names its rule with debug", () => {
    expect(withoutCommonFields(call, { caller, debug: true })).toMatchObject({ via: "scope" });
  });

  it("is complete again for a reader", () => {
    const other: FullEdge = { ...call, kind: "use", site: { ...call.site, file: "b.ts" } };
    const edges = [call, other].map((edge) => withoutCommonFields(edge, { caller, debug: true }));
    expect(callEdges({ nodes: [caller], edges })).toEqual([call, other]);
  });
});
