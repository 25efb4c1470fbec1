/** A call of an object calls the call method of its class, whatever variable holds the object. */
import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { filesOf } from "../testing/check-edges.ts";
import { type Callers, callersOf } from "./callers.ts";

/** Lines that call a method of `Adder`. */
async function callersIn(
  text: string,
  method: string,
): Promise<{ readonly lines: readonly string[]; readonly left: Callers["skippedNames"] }> {
  const files = await Promise.all(
    filesOf(text).map(async (file) => ({ ...file, facts: await analyze(file.path, file.text) })),
  );
  const project = factsProject(files);
  const refs = project.paths.flatMap((_, file) =>
    (project.flow(file)?.scopes ?? []).flatMap(({ name }, scope) =>
      name === method ? [{ file, scope }] : [],
    ),
  );
  const { callers, skippedNames } = await callersOf(new Evaluator(project), refs, {
    enough: 100,
    isAsked: () => true,
    pause: () => undefined,
  });
  return {
    lines: callers.map(({ file, site }) => `${project.paths[file]}:${site.line}`),
    left: skippedNames,
  };
}

const LANGUAGES: Readonly<
  Record<string, { readonly method: string; readonly text: string; readonly lines: readonly string[] }>
> = {
  Python: {
    method: "__call__",
    text:
      "//- a.py\nclass Adder:\n    def __call__(self, x): return x\nadder = Adder()\ndef make(): return " +
      "Adder()\nclass Holder:\n    def __init__(self): self.add = Adder()\n//- b.py\nfrom a import " +
      "adder\ndef one(): adder(1)\n//- c.py\nfrom a import make\ndef two():\n    it = make()\n    " +
      "it(2)\n    make()(3)\n//- d.py\nfrom a import Holder\ndef three(): Holder().add(4)\n//- " +
      "e.py\nadder = str\nadder(1)\n",
    lines: ["b.py:2", "c.py:4", "c.py:5", "d.py:2"],
  },
  PHP: {
    method: "__invoke",
    text:
      "//- a.php\n<?php\nnamespace App;\nclass Adder { public function __invoke($x) { return $x; } " +
      "}\nclass Maker { public static function make(): Adder { return new Adder(); } }\n//- " +
      "b.php\n<?php\nnamespace App;\nfunction one() { $it = Maker::make();\n$it(1); }\n",
    lines: ["b.php:4"],
  },
  Kotlin: {
    method: "invoke",
    text:
      "//- a.kt\npackage app\nclass Adder {\n  operator fun invoke(x: Int): Int { return x }\n}\nval " +
      "adder = Adder()\nfun make(): Adder = Adder()\nclass Holder { val add = Adder() }\n//- " +
      "b.kt\npackage app\nfun one() { adder(1) }\n//- c.kt\npackage app\nfun two() { val it = make(); " +
      "it(2) }\n//- d.kt\npackage app\nfun three(h: Holder) { h.add(3) }\n",
    lines: ["b.kt:2", "c.kt:2", "d.kt:2"],
  },
  Scala: {
    method: "apply",
    text:
      "//- a.scala\npackage app\nclass Adder { def apply(x: Int): Int = x }\nobject Things { val adder = " +
      "new Adder; def make(): Adder = new Adder }\n//- b.scala\npackage app\nobject B {\n  def one() = " +
      "Things.adder(1)\n  def two() = { val it = Things.make(); it(2) }\n}\n",
    lines: ["b.scala:3", "b.scala:4"],
  },
  "C++": {
    method: "operator()",
    text:
      "//- a.hpp\nstruct Adder { int operator()(int x) { return x; } };\nAdder make();\nstruct Holder { " +
      'Adder add; };\n//- b.cpp\n#include "a.hpp"\nvoid one() { auto it = make(); it(1); }\n//- ' +
      'c.cpp\n#include "a.hpp"\nvoid two(Holder h) { h.add(2); }\n',
    lines: ["b.cpp:2", "c.cpp:2"],
  },
};

test.each(Object.entries(LANGUAGES))("%s", async (_, { method, text, lines }) => {
  expect(await callersIn(text, method)).toEqual({ lines, left: [] });
});

test("where too many files use the type, that is told", async () => {
  const others = Array.from(
    { length: 81 },
    (_, at) => `//- o${at}.py\nfrom a import Adder\nAdder(${at})\n`,
  ).join("");
  const { left } = await callersIn(
    `//- a.py\nclass Adder:\n    def __call__(self): pass\n${others}`,
    "__call__",
  );
  expect(left).toContainEqual({ name: "Adder", use: "mention", files: 81 });
});
