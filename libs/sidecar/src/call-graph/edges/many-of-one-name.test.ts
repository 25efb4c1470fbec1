/**
 * Calls of a name that very many functions have: the work per call does not grow with the number of
 * functions.
 */
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { factsProject } from "../facts-project.ts";
import type { FileId } from "../project.ts";
import { Evaluator } from "../evaluator.ts";
import type { ScopeRef } from "../values.ts";
import type { Traversal } from "./graph.ts";
import { type TraversalOptions, traverse } from "./traverse.ts";

/** Counts file lookups, which are proportional to the work: each step reads a fact of a file. */
class CountedResolution extends Evaluator {
  looks = 0;
  override index(file: FileId): FileIndex | null {
    this.looks++;
    return super.index(file);
  }
}

interface Asked {
  readonly path: string;
  readonly text: string;
  readonly direction: "callers" | "callees";
  /** Called for each step of the resolution and before each site. */
  readonly step?: () => void;
  /** Number of targets that earlier calls have led to. */
  readonly targetsBefore?: number;
}

const OPTIONS = { depth: 1, limit: 20, isAsked: () => true } as const satisfies Partial<TraversalOptions>;

/** Follows calls from or to all functions named f. */
async function follow({
  path,
  text,
  direction,
  step = () => undefined,
  targetsBefore = 0,
}: Asked): Promise<{ readonly resolution: CountedResolution; readonly found: Traversal }> {
  const facts = await analyze(path, text);
  const resolution = new CountedResolution(factsProject([{ path, text, facts }]), step);
  resolution.countTargets(targetsBefore);
  const named = (facts.flow?.scopes ?? [])
    .map(({ name }, scope) => (name === "f" ? scope : NONE))
    .filter((scope) => scope !== NONE);
  const pause = (): undefined => void step();
  const roots = named.map((scope): ScopeRef => ({ file: 0, scope }));
  const found = await traverse(resolution, roots, {
    ...OPTIONS,
    direction,
    pause,
    isEnd: (error) => error instanceof RangeError,
  });
  return { resolution, found };
}

/** More functions than are evaluated for one name. */
const SIZES = [100, 200, 400];
/** The minimum is one lookup for each value of the name, of which there are 50. */
const LOOKS_PER_CALL = 300;

const SELF_CALLING = (size: number): string => "function f(){ f(); }\n".repeat(size);

test.each([
  ["a.js", "callers", SELF_CALLING],
  ["a.js", "callees", SELF_CALLING],
  [
    "a.js",
    "callers",
    (size: number) => "function f(){}\n".repeat(size) + "function g(){ f(); }\n".repeat(size),
  ],
  ["a.py", "callers", (size: number) => "def f():\n  f()\n".repeat(size)],
  ["a.rb", "callers", (size: number) => "def f\n  f()\nend\n".repeat(size)],
] as const)(
  "%s: %s of very many functions of one name that call it cost little for each (%#)",
  async (path, direction, textOf) => {
    const looks: number[] = [];
    for (const size of SIZES)
      looks.push((await follow({ path, direction, text: textOf(size) })).resolution.looks);
    const perCall = SIZES.slice(1).map(
      (size, at) => ((looks[at + 1] ?? 0) - (looks[at] ?? 0)) / (size - (SIZES[at] ?? 0)),
    );
    expect(Math.max(...perCall)).toBeLessThan(LOOKS_PER_CALL);
  },
);

test.each(["callers", "callees"] as const)(
  "%s: what was found by the time that was up, while definitions of the name were compared, is the answer",
  async (direction) => {
    let left = 400;
    const step = (): void => {
      if (--left < 0) throw new RangeError("The time is up");
    };
    const { found } = await follow({ path: "a.js", direction, text: SELF_CALLING(400), step });
    expect([found.isEnded, found.edges.length > 0]).toEqual([true, true]);
  },
);

test("callers: where the time is up before any call was looked at, the files with calls of the name are told", async () => {
  const step = (): never => {
    throw new RangeError("The time is up");
  };
  // Importers of a default export are searched before the time runs out.
  const { found } = await follow({
    path: "a.js",
    direction: "callers",
    text: "function f(){}\nfunction g(){ f(); }\nexport default f;\n",
    step,
  });
  expect([found.isEnded, found.edges.length, found.remainingFiles]).toEqual([true, 0, [0]]);
});

test("of more calls than are looked for, the file of the rest is told", async () => {
  const text = (calls: number): string => `function f(){}\nfunction g(){ ${"f();".repeat(calls)} }\n`;
  const [all, cut] = await Promise.all(
    [5_000, 5_001].map((calls) => follow({ path: "a.js", direction: "callers", text: text(calls) })),
  );
  expect([all?.found.edges.length, all?.found.remainingFiles]).toEqual([5_000, []]);
  expect([cut?.found.edges.length, cut?.found.remainingFiles]).toEqual([5_000, [0]]);
});

test("a question whose calls lead to as many functions as are followed resolves no more, and says so", async () => {
  const text = "function f(){}\nfunction g(){ f(); }\n";
  const whole = await follow({ path: "a.js", direction: "callers", text, targetsBefore: 999_999 });
  expect([whole.found.edges.length, whole.resolution.isExhausted]).toEqual([1, false]);
  const cut = await follow({ path: "a.js", direction: "callers", text, targetsBefore: 1_000_000 });
  expect([cut.found.edges.length, cut.found.unresolved.length, cut.resolution.isExhausted]).toEqual([
    0,
    1,
    true,
  ]);
});
