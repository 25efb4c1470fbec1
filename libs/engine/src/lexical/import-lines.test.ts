import type { SymbolFact } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import { importLines, importShare } from "./import-lines.ts";

const symbol = (name: string, startLine: number, kind: SymbolFact["kind"] = "function"): SymbolFact =>
  ({ name, startLine, kind }) as SymbolFact;

/** @param text with `>` before import lines */
function check(text: string, symbols: readonly SymbolFact[] = []): void {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.trim());
  const plain = lines.map((line) => line.replace(/^> ?/, "")).join("\n");
  expect([...importLines(plain, symbols)]).toEqual(
    lines.flatMap((line, at) => (line.startsWith(">") ? [at + 1] : [])),
  );
}

describe("lines that import", () => {
  it.each([
    [
      "of TypeScript",
      '> import a from "a"\n> import {\n> b,\n> } from "b"\n\n> export * from "c"\n> export type { D } ' +
        'from "d"\nrun()',
    ],
    [
      "of CommonJS and Lua",
      '"use strict"\n> const { join } = require("path")\n> local x = require "x"\nmodule.exports = join',
    ],
    [
      "of Python, with what it exports",
      '"""About."""\n> from a import (\n> b,\n> )\n> import c\n\n> __all__ = (\n> "D",\n> )\nlog = c.log()',
    ],
    ["of Go", '// A license\n> package http\n\n> import (\n> "context"\n> )\nvar x = 1'],
    ["of Rust", "> extern crate a;\n> use std::{\n> fmt,\n> };\n> pub(crate) use b::C;\nuse_it();"],
    [
      "of Java and C#",
      "> package com.a.b;\n> import static a.B.c;\n> using System.Text;\n> using Z = A.B;\nusing var x " +
        "= y();",
    ],
    ["of C and C++", "> #include <a.h>\n#define X 1\n> using namespace std;"],
    ["of PHP and Ruby", "<?php\n> namespace App\\Http;\n> use App\\A;\n> require_once 'x';"],
    ["of Haskell and Elixir", "> import Data.Map (Map)\n> alias A.B"],
  ])("%s", (_, text) => check(text));

  it("are told in no time from lines that only begin so", () =>
    check(`package a${" ".repeat(400_000)}x\nusing a${" ".repeat(400_000)}x`));

  it("stand in front of the first symbol, modules and lists of exports aside", () => {
    check("> import a\n> __all__ = ['f']\n> import b\ndef f(): ...\nimport c", [
      symbol("m", 1, "module"),
      symbol("__all__", 2, "constant"),
      symbol("f", 4),
    ]);
  });
});

it("are so much of a chunk, blank lines aside", () => {
  const imports = new Set([11, 12]);
  expect(importShare("import a\nimport b\n\nx\ny\n", 11, imports)).toBe(0.5);
  expect([
    importShare("x\n", 13, imports),
    importShare("\n", 11, imports),
    importShare("x\n", 1, new Set()),
  ]).toEqual([0, 0, 0]);
});
