import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "../analyze.ts";
import { compress, decompress } from "../compress.ts";
import { decodeCallFacts, encodeCallFacts } from "./codec.ts";
import { callName } from "./call-name.ts";
import { ACCESS_NUMBERS, type CallFacts, NONE } from "./facts.ts";
import { lengthOf } from "./operands.ts";
import { printCallFacts } from "./print.ts";

const SAMPLES: Readonly<Record<string, string>> = {
  "a.py":
    "import os\nfrom .b import *\n\nclass A(Base):\n    x: int = 1\n    def f(self, a, *rest, " +
    "k=g()):\n        self.y = a\n        return {'k': a}['k'](b, c=d)\n\nA().f(lambda v: v)\n",
  "b.ts":
    "import { a as b } from './a';\nexport * from './c';\nexport class C<T> extends b.D implements E { " +
    "private x: Map<string, T> = new Map(); m(cb: () => Promise<T>) { return cb?.().then((v) => [v, " +
    "...this.x.values()]); } }\nexport default new C();\n",
  "c.go":
    'package p\n\nimport "fmt"\n\ntype S struct{ n int }\n\nfunc (s *S) Do(f func() error) (int, ' +
    'error) { defer f(); return 0, fmt.Errorf("x") }\n',
};

/**
 * What the codec keeps: no mentions, other texts after those of the expressions, and only the order of sites.
 */
const stored = (flow: CallFacts): object => ({
  ...flow,
  mentions: [],
  strings: expect.arrayContaining([...flow.strings]),
  sites: flow.sites.map((site, at) => ({ ...site, start: 2 * at + 1 })),
  reads: between(flow, flow.reads),
  writes: between(flow, flow.writes),
});

/** Of each offset, only the number of call sites before it is kept. */
const between = ({ sites }: CallFacts, accesses: Int32Array): Int32Array =>
  accesses.map((number, at) =>
    at % ACCESS_NUMBERS === ACCESS_NUMBERS - 1
      ? 2 * sites.filter(({ start }) => start < number).length
      : number,
  );

describe("flow facts", () => {
  it.each(Object.entries(SAMPLES))(
    "of %s come back from their bytes, but for the mentions",
    async (path, text) => {
      const { flow } = await analyze(path, text);
      if (!flow) throw new Error("no flow facts");
      const decoded = decodeCallFacts(encodeCallFacts(flow));
      expect(decoded).toEqual(stored(flow));
      expect(printCallFacts(decoded)).toBe(printCallFacts(flow));
    },
  );

  it("of any text come back too", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            "def f(a):",
            "\n",
            "  ",
            "f(",
            ")",
            "x",
            "=",
            "class A(B):",
            "return",
            "[",
            "]",
            ",",
            "'k'",
            "lambda: ",
            "@d",
            "await ",
            "*",
          ),
        ),
        async (tokens) => {
          const { flow } = await analyze("a.py", tokens.join(""));
          if (flow) expect(decodeCallFacts(encodeCallFacts(flow))).toEqual(stored(flow));
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each(Object.entries(SAMPLES))(
    "of %s that are not as they were written are refused, or lead nobody round in circles",
    async (path, text) => {
      const { flow } = await analyze(path, text);
      if (!flow) throw new Error("no flow facts");
      const inside = decompress(encodeCallFacts(flow));
      const damage = fc.array(fc.tuple(fc.nat(inside.length - 1), fc.nat(255)), {
        minLength: 1,
        maxLength: 5,
      });
      fc.assert(
        fc.property(damage, fc.nat(inside.length), (changes, end) => {
          // With a valid checksum.
          for (const written of [changed(inside, changes), inside.subarray(0, end)]) {
            const decoded = decodedOrNull(compress(written));
            for (const { expr } of decoded?.sites ?? [])
              if (decoded) callName(decoded.code, decoded.strings, expr);
            expect(decoded?.scopes.every(({ parent }, at) => parent < at)).not.toBe(false);
            expect(decoded ? valuesThatAreNone(decoded) : []).toEqual([]);
          }
        }),
        { numRuns: 2_000 },
      );
    },
  );
});

/** Expressions that a fact refers to, but that start nowhere in the code. */
function valuesThatAreNone({ code, scopes, sites, reads, writes, exports }: CallFacts): number[] {
  const starts = new Set<number>([NONE]);
  for (let at = 0; at < code.length; at += lengthOf(code, at)) starts.add(at);
  const accessed = [...reads, ...writes].filter((_, at) => at % ACCESS_NUMBERS === 0);
  const ofScopes = scopes.flatMap(({ returnType, owner, params, bindings, stores, returns, bases }) => [
    returnType,
    owner,
    ...returns,
    ...bases,
    ...bindings.map(({ value }) => value),
    ...params.flatMap((param) => [param.type, param.default]),
    ...stores.flatMap(({ target, value }) => [target, value]),
  ]);
  const all = [
    ...ofScopes,
    ...accessed,
    ...sites.map(({ expr }) => expr),
    ...exports.map(({ value }) => value),
  ];
  return all.filter((value) => !starts.has(value));
}

type Change = readonly [at: number, byte: number];

function changed(bytes: Uint8Array, changes: readonly Change[]): Uint8Array {
  const other = Uint8Array.from(bytes);
  for (const [at, byte] of changes) other[at] = byte;
  return other;
}

function decodedOrNull(bytes: Uint8Array): CallFacts | null {
  try {
    return decodeCallFacts(bytes);
  } catch {
    return null;
  }
}
