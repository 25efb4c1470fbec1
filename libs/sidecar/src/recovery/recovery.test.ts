/** What stands behind a mistake is found, in all languages with a grammar. */
import { describe, expect, test } from "vitest";
import { analyze } from "../analyze.ts";

/** Lines of a file; the mistake is made after the second function. */
interface Sample {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Names declared after the mistake. */
  readonly names: string;
}

const SAMPLES: readonly Sample[] = [
  {
    path: "a.c",
    before: "int one(void)\n{\n  return 1;\n}\n\nint two(void)\n{\n  int x = one();\n",
    after: "  return x;\n}\n\nint three(void)\n{\n  return two();\n}\n\nstruct four {\n  int five;\n};\n",
    names: "three four five",
  },
  {
    path: "a.cc",
    before: "namespace a {\n\nint One() {\n  return 1;\n}\n\nint Two() {\n  int x = One();\n",
    after: "  return x;\n}\n\nclass Three {\n public:\n  int Four() { return 1; }\n};\n\n}  // namespace a\n",
    names: "Three Four",
  },
  {
    path: "A.java",
    before:
      "class A {\n    int one() {\n        return 1;\n    }\n\n    int two() {\n        int x = one();\n",
    after:
      "        return x;\n    }\n\n    int three() {\n        return 3;\n    }\n}\n\nclass Four {\n    int five;\n}\n",
    names: "three Four five",
  },
  {
    path: "a.kt",
    before:
      "class A {\n    fun one(): Int {\n        return 1\n    }\n\n    fun two(): Int {\n        val x = one()\n",
    after: "        return x\n    }\n\n    fun three() = 3\n}\n\nobject Four {\n    val five = 5\n}\n",
    names: "three Four five",
  },
  {
    path: "a.rs",
    before:
      "impl A {\n    fn one(&self) -> u8 {\n        1\n    }\n\n    fn two(&self) -> u8 {\n        let x = self.one();\n",
    after: "        x\n    }\n\n    fn three(&self) {}\n}\n\nstruct Four {\n    five: u8,\n}\n",
    names: "three Four five",
  },
  {
    path: "a.go",
    before: "package a\n\nfunc one() int {\n\treturn 1\n}\n\nfunc two() int {\n\tx := one()\n",
    after: "\treturn x\n}\n\nfunc three() int {\n\treturn 3\n}\n\ntype Four struct {\n\tfive int\n}\n",
    names: "three Four five",
  },
  {
    path: "a.py",
    before: "class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        x = self.one()\n",
    after: "        return x\n\n    def three(self):\n        return 3\n\n\ndef four():\n    return 4\n",
    names: "three four",
  },
  {
    path: "a.js",
    before: "class A {\n  one() {\n    return 1;\n  }\n\n  two() {\n    const x = this.one();\n",
    after: "    return x;\n  }\n\n  three() {\n    return 3;\n  }\n}\n\nfunction four() {\n  return 4;\n}\n",
    names: "three four",
  },
  {
    path: "a.ts",
    before:
      "export class A {\n  one(): number {\n    return 1;\n  }\n\n  two(): number {\n    const x = this.one();\n",
    after:
      "    return x;\n  }\n\n  three(): number {\n    return 3;\n  }\n}\n\nexport interface Four {\n  five: number;\n}\n",
    names: "three Four five",
  },
  {
    path: "a.rb",
    before: "class A\n  def one\n    1\n  end\n\n  def two\n    x = one\n",
    after: "    x\n  end\n\n  def three\n    3\n  end\nend\n\nmodule Four\n  def five; end\nend\n",
    names: "three Four five",
  },
  {
    path: "a.php",
    before:
      "<?php\n\nclass A\n{\n    function one()\n    {\n        return 1;\n    }\n\n    function two()\n    {\n        $x = $this->one();\n",
    after:
      "        return $x;\n    }\n\n    function three()\n    {\n        return 3;\n    }\n}\n\nfunction four()\n{\n}\n",
    names: "three four",
  },
  {
    path: "a.cs",
    before:
      "class A\n{\n    int One()\n    {\n        return 1;\n    }\n\n    int Two()\n    {\n        var x = One();\n",
    after:
      "        return x;\n    }\n\n    int Three()\n    {\n        return 3;\n    }\n}\n\nclass Four\n{\n    int Five;\n}\n",
    names: "Three Four Five",
  },
  {
    path: "a.swift",
    before:
      "class A {\n    func one() -> Int {\n        return 1\n    }\n\n    func two() -> Int {\n        let x = one()\n",
    after:
      "        return x\n    }\n\n    func three() -> Int {\n        return 3\n    }\n}\n\nstruct Four {\n    var five: Int\n}\n",
    names: "three Four five",
  },
  {
    path: "a.scala",
    before: "class A {\n  def one: Int = {\n    1\n  }\n\n  def two: Int = {\n    val x = one\n",
    after: "    x\n  }\n\n  def three: Int = 3\n}\n\nobject Four {\n  val five = 5\n}\n",
    names: "three Four five",
  },
  {
    path: "a.dart",
    before: "class A {\n  int one() {\n    return 1;\n  }\n\n  int two() {\n    var x = one();\n",
    after:
      "    return x;\n  }\n\n  int three() {\n    return 3;\n  }\n}\n\nclass Four {\n  int five = 5;\n}\n",
    names: "three Four five",
  },
  {
    path: "a.lua",
    before: "local function one()\n  return 1\nend\n\nlocal function two()\n  local x = one()\n",
    after: "  return x\nend\n\nlocal function three()\n  return 3\nend\n\nfunction four()\n  return 4\nend\n",
    names: "three four",
  },
  {
    path: "a.ex",
    before: "defmodule A do\n  def one do\n    1\n  end\n\n  def two do\n    x = one()\n",
    after: "    x\n  end\n\n  def three do\n    3\n  end\nend\n\ndefmodule Four do\n  def five, do: 5\nend\n",
    names: "three Four five",
  },
  {
    path: "a.zig",
    before: "fn one() u8 {\n    return 1;\n}\n\nfn two() u8 {\n    const x = one();\n",
    after: "    return x;\n}\n\nfn three() u8 {\n    return 3;\n}\n\nfn four() u8 {\n    return 4;\n}\n",
    names: "three four",
  },
];

/** Mistakes on a line of their own, indented like the code around them. */
const MISTAKES: Readonly<Record<string, string>> = {
  "an open parenthesis": "foo(bar, (",
  "an open brace": "if (a) {",
  "signs that make no sense": "@@@ ??? <<< $$$",
  "an open string": 'x = "abc',
  "a head without an end": "function broken(a, (b",
};

describe.each(SAMPLES)("$path", ({ path, before, after, names }) => {
  test.each(Object.entries(MISTAKES))("%s", async (_, mistake) => {
    const indent = /[ \t]*(?=\S.*\n$)/.exec(before)?.[0] ?? "";
    const text = `${before}${indent}${mistake}\n${after}`;
    const { symbols, chunks, lineCount } = await analyze(path, text);
    expect(symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(names.split(" ")));
    // Every line is still in a chunk.
    const covered = new Set(
      chunks.flatMap(({ startLine, endLine }) =>
        Array.from({ length: endLine - startLine + 1 }, (__, at) => startLine + at),
      ),
    );
    for (let line = 1; line <= lineCount; line++)
      if (text.split("\n")[line - 1]?.trim() !== "") expect(covered).toContain(line);
  });
});

test("without a mistake, no symbol is marked", async () => {
  for (const { path, before, after } of SAMPLES)
    expect((await analyze(path, before + after)).symbols.filter((symbol) => symbol.isRecovered)).toEqual([]);
});

test("the symbols of a version do not depend on versions before it", async () => {
  const seen = new Set<string>();
  for (const { path, before, after } of SAMPLES) {
    const mistakes = Object.values(MISTAKES);
    const texts = [...mistakes, ...mistakes].flatMap((mistake) => [
      `${before}${mistake}\n${after}`,
      `${before}${after}${before}${mistake}\n${after}`,
    ]);
    for (const text of texts) {
      const { symbols } = await analyze(path, text);
      expect((await analyze(path, text, "symbols")).symbols).toEqual(symbols);
      if (symbols.some(({ isRecovered }) => isRecovered)) seen.add(path);
    }
  }
  expect(seen.size).toBeGreaterThan(3);
});

test("symbols that a repair finds are marked, others are not", async () => {
  const text =
    "class A {\n  fun one() = 1\n\n  fun two() {\n    x = @@@ ???\n  }\n\n  fun three() = 3\n}\n\nfun four() = 4\n";
  const { symbols, diagnostics } = await analyze("a.kt", text);
  expect(diagnostics.map(({ kind }) => kind)).toEqual(["syntax_error"]);
  expect(symbols.map(({ label, isRecovered }) => `${label}${isRecovered ? " recovered" : ""}`)).toEqual([
    "A recovered",
    "A.one",
    "A.two recovered",
    "A.three recovered",
    "four recovered",
  ]);
});

test("both sides of a conflict are read", async () => {
  const text =
    "class A {\n<<<<<<< HEAD\n  one() {}\n=======\n  two() {}\n>>>>>>> other\n  three() {}\n}\nfunction four() {}\n";
  const { symbols } = await analyze("a.js", text);
  expect(symbols.map(({ label }) => label)).toEqual(["A", "A.one", "A.two", "A.three", "four"]);
});

test.each(["fun f( {\n", "{\n", '  x = "\n', "class A {\n  (\n", "}\n", "\t", "  fun f() {\n    (\n  }\n"])(
  "mistakes that go on and on (%j) hold nothing up",
  async (line) => {
    // Quadratic time on this many would be minutes.
    const { lineCount } = await analyze("a.kt", `fun g() = 1\n${line.repeat(700)}fun h() {\n`);
    expect(lineCount).toBeGreaterThan(0);
  },
);
