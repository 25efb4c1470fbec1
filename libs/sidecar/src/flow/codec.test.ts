import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import { decodeFlow, encodeFlow } from "./codec.ts";
import type { FlowFacts } from "./facts.ts";
import { printFlow } from "./print.ts";

const SAMPLES: Readonly<Record<string, string>> = {
  "a.py": "import os\nfrom .b import *\n\nclass A(Base):\n    x: int = 1\n    def f(self, a, *rest, k=g()):\n        self.y = a\n        return {'k': a}['k'](b, c=d)\n\nA().f(lambda v: v)\n",
  "b.ts": "import { a as b } from './a';\nexport * from './c';\nexport class C<T> extends b.D implements E { private x: Map<string, T> = new Map(); m(cb: () => Promise<T>) { return cb?.().then((v) => [v, ...this.x.values()]); } }\nexport default new C();\n",
  "c.go": "package p\n\nimport \"fmt\"\n\ntype S struct{ n int }\n\nfunc (s *S) Do(f func() error) (int, error) { defer f(); return 0, fmt.Errorf(\"x\") }\n",
};

/** What is kept: no mentions, other texts behind those of the expressions, and places of sites only in their order. */
const stored = (flow: FlowFacts): object => ({
  ...flow, mentions: [], strings: expect.arrayContaining([...flow.strings]), sites: flow.sites.map((site, at) => ({ ...site, start: at })),
});

describe("flow facts", () => {
  it.each(Object.entries(SAMPLES))("of %s come back from their bytes, but for the mentions", async (path, text) => {
    const { flow } = await analyze(path, text);
    if (!flow) throw new Error("no flow facts");
    const decoded = decodeFlow(encodeFlow(flow));
    expect(decoded).toEqual(stored(flow));
    expect(printFlow(decoded)).toBe(printFlow(flow));
  });

  it("of any text come back too", async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.constantFrom("def f(a):", "\n", "  ", "f(", ")", "x", "=", "class A(B):", "return", "[", "]", ",", "'k'", "lambda: ", "@d", "await ", "*")), async (tokens) => {
      const { flow } = await analyze("a.py", tokens.join(""));
      if (flow) expect(decodeFlow(encodeFlow(flow))).toEqual(stored(flow));
    }), { numRuns: 100 });
  });
});
