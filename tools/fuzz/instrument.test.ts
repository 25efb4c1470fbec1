import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { COUNTERS } from "./counters.ts";
import { instrument } from "./instrument.ts";

/** Calls a function of an instrumented source; returns its result and the counters. */
function traced(
  source: string,
  ...values: unknown[]
): { readonly result: unknown; readonly counts: readonly number[] } {
  const { code, counters } = instrument(source, 0);
  const array = new Uint32Array(counters);
  Reflect.set(globalThis, COUNTERS, array);
  const made = new Function(`${transformSync(code, { loader: "ts" }).code}; return f;`)() as (
    ...values: unknown[]
  ) => unknown;
  array.fill(0);
  return { result: made(...values), counts: [...array] };
}

describe("an instrumented source", () => {
  it.each<[string, string, readonly unknown[], unknown]>([
    ["if without else", "function f(a: number) { if (a > 1) return 1; return 2; }", [2], 1],
    [
      "else if",
      "function f(a: number) { if (a > 1) return 1; else if (a === 1) return 3; else return 2; }",
      [1],
      3,
    ],
    [
      "if in if, with one else",
      "function f(a: number) { if (a) if (a > 1) return 1; else return 2; return 3; }",
      [1],
      2,
    ],
    [
      "loops",
      "function f(a: number) { let sum = 0; for (let i = 0; i < a; i++) sum += i; while (sum > 5) " +
        "sum--; do sum++; while (sum < 3); for (const x of [1, 2]) sum += x; return sum; }",
      [4],
      9,
    ],
    [
      "switch",
      "function f(a: string) { switch (a) { case 'x': return 1; case 'y': case 'z': return 2; default: " +
        "return 3; } }",
      ["y"],
      2,
    ],
    [
      "conditions and lazy operators",
      "const f = (a: number | null, b?: { c: number }) => a ? b?.c ?? 7 : a === null && (b || 5);",
      [1, undefined],
      7,
    ],
    [
      "arrows that give objects",
      "const f = (a: number) => [a].map((x) => ({ x })).map(({ x }) => x as number)[0];",
      [4],
      4,
    ],
    [
      "classes with parameter properties",
      "class A { constructor(private readonly a: number) {} get b() { return this.a; } static c<T>(x: " +
        "T): T { return x; } }\nclass B extends A { constructor() { super(3); } }\nfunction f() { return " +
        "A.c(new B().b); }",
      [],
      3,
    ],
    [
      "try and catch",
      "function f() { try { throw new Error('x'); } catch { return 1; } finally { } }",
      [],
      1,
    ],
    [
      "generators and async functions",
      "function f() { function* g() { yield 1; if (true) yield 2; } return [...g()].length; }",
      [],
      2,
    ],
    ["names of functions", "const f = () => { const g = () => 1; return g.name; };", [], "g"],
  ])("does what it did: %s", (_, source, values, expected) => {
    expect(traced(source, ...values).result).toBe(expected);
  });

  it("counts other branches for other inputs, and each run of a loop", () => {
    const source =
      "function f(a) { let n = 0; for (let i = 0; i < a; i++) n += i > 1 ? 1 : 0; return n || -1; }";
    const [none, some] = [traced(source, 0).counts, traced(source, 5).counts];
    expect(none).not.toEqual(some);
    expect(Math.max(...some)).toBe(5);
  });

  it("keeps its lines, so that stacks name them", () => {
    const source = "if (a)\n  b();\nelse\n  c();\n\nconst d = (x) =>\n  x;\n";
    expect(instrument(source, 0).code.split("\n")).toHaveLength(source.split("\n").length);
  });

  it("tells what it compares with, but not the names of modules", () => {
    const { words } = instrument(
      'import { a } from "./a.ts";\nif (x === "needle" || /^ref: (\\w+)$/.test(x)) y(`hay`);',
      0,
    );
    expect(words).toEqual(expect.arrayContaining(["needle", "ref", "hay"]));
    expect(words).not.toContain("./a.ts");
  });
});
