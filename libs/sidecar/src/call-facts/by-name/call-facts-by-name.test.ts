import { expect, it } from "vitest";
import { resolvesCalls } from "../../languages/call-languages.ts";
import { analyze } from "../../analyze.ts";
import { languageIds } from "../../languages/detect-language.ts";
import { printCallFacts } from "../print.ts";

async function print(path: string, text: string): Promise<string> {
  const { flow } = await analyze(path, text, "outline");
  return flow ? printCallFacts(flow) : "no flow facts";
}

it("functions and types are scopes, and calls name what they call", async () => {
  expect(
    await print(
      "a.swift",
      "class File: Base {\n  func save() { write(); self.log(); other.a.run() }\n}\nfunc helper() { " +
        "File().save() }\n",
    ),
  ).toBe(
    [
      "file#0",
      "  File = #1",
      "  helper = #3",
      "  partial class File#1 < Base",
      "    save = #2",
      "    function save#2()",
      "      <labels> = []",
      "      call write at 2: write()",
      "      call log at 2: this.log()",
      "      call run at 2: other.a.run()",
      "  function helper#3()",
      "    <labels> = []",
      "    call File at 4: File()",
      "    call save at 4: File().save()",
    ].join("\n"),
  );
});

it.each([
  ["bash", "a.sh", "build() { test_it; }\n"],
  ["lua", "a.lua", "local function f() g() end\n"],
  ["elixir", "a.ex", "defmodule A do\n  def f, do: g()\nend\n"],
  ["scala", "a.scala", "object A { def f() = g() }\n"],
  ["haskell", "a.hs", "f x = g x\n"],
])("%s has call sites inside its functions", async (_, path, text) => {
  const { flow, symbols } = await analyze(path, text, "outline");
  const [site] = flow?.sites ?? [];
  const scope = flow?.scopes[site?.scope ?? 0];
  expect(symbols[scope?.symbol ?? -1]?.kind).toMatch(/function|method/);
});

it("calls are resolved in every language in which there are any", () => {
  const without = languageIds().filter((id) => !resolvesCalls(id));
  expect(without).not.toEqual(
    expect.arrayContaining([
      "swift",
      "dart",
      "lua",
      "elixir",
      "bash",
      "scala",
      "zig",
      "haskell",
      "powershell",
      "solidity",
    ]),
  );
});

it.each([
  ["blanks in a type", "a.swift", `let x: A<B${" ".repeat(150_000)}C> = y()\n`],
  ["signs in front of a value", "a.swift", `func f() { if let a = ${"!".repeat(150_000)}x { a.b() } }\n`],
  ["parameters that are types", "a.swift", `func f<${"A, ".repeat(50_000)}B>() {}\n`],
  ["blanks in a mapping", "a.sol", `contract A { mapping(address =>${" ".repeat(150_000)} B) x; }\n`],
  ["closures in a call", "a.swift", `func f() { g(${"{ $0.a() }, ".repeat(8_000)}1) }\n`],
  ["closures behind a call", "a.swift", `func f() { g() ${"{ $0.a() } b: ".repeat(8_000)}{ 1 } }\n`],
  ["keys in front of a call", "a.swift", `func f() { a${"[0]".repeat(20_000)}.b() }\n`],
  [
    "comments in front of a package",
    "a.scala",
    `${"// ".repeat(20_000)}\n${"/**/".repeat(20_000)} class A\n`,
  ],
  ["blanks in a type of Scala", "a.scala", `class A { val x: B${" ".repeat(100_000)}= y() }\n`],
  ["imports", "a.scala", `${"import a.B; class C\n".repeat(5_000)}`],
  ["blanks in C#", "a.cs", `class A { int[] x = ${" ".repeat(150_000)}[]; }\n`],
  ["blanks in a name", "a.swift", `func f() {}\n// func \`${" ".repeat(150_000)}\n`],
])("many %s are gone through once", { timeout: 60_000 }, async (_, path, text) => {
  expect((await analyze(path, text)).flow).not.toBeNull();
});
