/** A graph depends only on the files' contents, not on how the index came to contain them. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { analyze } from "@satori/sidecar";
import type { CallGraphOutput } from "@satori/contracts";
import { expect, it, onTestFinished } from "vitest";
import { type TestEngine, TestPlace } from "../testing/engine.ts";

/** Parts of files that refer to one another, so that an edit of one changes where calls in another lead. */
const FILES = ["a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "m.ts", "n.ts"] as const;
const PYTHON = [
  "from a import f\n",
  "from b import *\n",
  "from pkg import f as g\n",
  "from .c import f\n",
  "def f(): return g()\n",
  "def g(): return f\n",
  "class A:\n    def f(self): return self.g()\n    def g(self): pass\n",
  "class B(A):\n    def g(self): f()\n",
  "B().f()\n",
  "f()()\n",
  "h = f\nh()\n",
];
const TYPESCRIPT = [
  "import { f } from './n';\n",
  "import g from './m';\n",
  "export * from './n';\n",
  "export function f(): void { g(); }\n",
  "export default function h(): A { return new A(); }\n",
  "export class A { f(): void { this.g(); } g(): void { f(); } }\n",
  "g().f();\n",
  "class B extends A { g(): void {} }\n",
];

const textOf = (file: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...(file.endsWith(".py") ? PYTHON : TYPESCRIPT)), { maxLength: 6 })
    .map((parts) => parts.join(""));
const edit = fc
  .constantFrom(...FILES)
  .chain((file) => fc.record({ file: fc.constant(file), text: fc.option(textOf(file), { freq: 5 }) }));
const SYMBOLS = ["f", "g", "h", "A", "A.g"];

async function answers(engine: TestEngine): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const symbol of SYMBOLS) {
    const ask = async (): Promise<unknown> => {
      const answer: CallGraphOutput = await engine.call("call_graph", { symbol, depth: 3, limit: 50 });
      return { ...answer, path: null, effectiveRoot: null, hints: null, meta: null };
    };
    const answer = await ask();
    // The second time it is known already.
    expect(await ask()).toEqual(answer);
    all.push(answer);
  }
  return all;
}

it("after any edits it is that of an index made from scratch", async () => {
  // Loads the grammars before any time limit applies.
  await analyze("a.ts", "");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      async (rounds) => {
        await using place = new TestPlace({
          "a.py": "def f(): pass\n",
          "m.ts": "export function f(): void {}\n",
        });
        const edited = place.engine({ config: { freshnessMs: 0 } });
        await edited.index();
        for (const edits of rounds) {
          for (const { file, text } of edits) {
            if (text === null) place.tree.remove(file);
            else place.tree.write(file, text);
          }
          place.tree.wait();
          await edited.call("manage_index", { action: "sync" });
        }
        await using other = new TestPlace();
        for (const path of [...FILES].filter((file) => existsSync(place.tree.at(file))))
          other.tree.write(path, readFileSync(place.tree.at(path)));
        const fresh = other.engine();
        await fresh.index();
        expect(await answers(edited)).toEqual(await answers(fresh));
      },
    ),
    { numRuns: Number(process.env["SATORI_TEST_RUNS"] ?? 25) },
  );
});

it("an edit reads that file alone again", async () => {
  const place = new TestPlace({
    "a.py": "def f(): pass\n",
    "b.py": "from a import f\nf()\n",
    "c.py": "from b import f\nf()\n",
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine({ config: { freshnessMs: 0 } });
  await engine.index();
  place.tree.write("a.py", "def f(): pass\n\ndef more(): f()\n");
  expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
    stats: { added: 0, removed: 0, modified: 1 },
  });
  const answer = await engine.call("call_graph", { symbol: "f", direction: "callers" });
  expect(
    answer.status === "ok" && answer.nodes.map(({ file, symbolLabel }) => `${file} ${symbolLabel}`),
  ).toEqual(["a.py f", "a.py more", "b.py b.py", "c.py c.py"]);
});
