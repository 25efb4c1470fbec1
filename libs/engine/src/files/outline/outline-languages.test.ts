/**
 * Every language with outlines, through the tool: a nested symbol, and everything that an outline says about
 * it.
 */
import type { OutlineSymbol } from "@satori/contracts";
import { languageById, languageIds } from "@satori/sidecar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";

interface Case {
  readonly file: string;
  readonly source: string;
  /**
   * `kind label first-last`, indented below the parent; then ` | signature` and ` // doc` if there are any.
   */
  readonly outline: string;
}

const CASES: Readonly<Record<string, Case>> = {
  astro: {
    file: "a.astro",
    source: "---\n/** Opens it. */\nfunction open(door: string): void {\n  step();\n}\n---\n<p/>",
    outline: "function open 3-5 | function open(door: string): void // Opens it.",
  },
  bash: {
    file: "a.sh",
    source: "# Opens it.\nopen() {\n  step\n}\n",
    outline: "function open 2-4 | open() // Opens it.",
  },
  c: {
    file: "a.c",
    source:
      "/* A door. */\nstruct Door {\n  int width;\n};\n/* Opens it. */\nint open(struct Door *door) " +
      "{\n  return 1;\n}\n",
    outline:
      "struct Door 2-4 | struct Door // A door.\n  field Door.width 3-3 | int width\nfunction open 6-8 " +
      "| int open(struct Door *door) // Opens it.",
  },
  cpp: {
    file: "a.cpp",
    source: "// A door.\nclass Door {\n  // Opens it.\n  int open(int width) { return width; }\n};\n",
    outline:
      "class Door 2-5 | class Door // A door.\n  method Door.open 4-4 | int open(int width) // Opens it.",
  },
  csharp: {
    file: "A.cs",
    source:
      "/// <summary>A door.</summary>\nclass Door {\n  /// <summary>Opens it.</summary>\n  public int " +
      "Open(int width) { return width; }\n}\n",
    outline:
      "class Door 2-5 | class Door // A door.\n  method Door.Open 4-4 | public int Open(int width) // " +
      "Opens it.",
  },
  css: {
    file: "a.css",
    source: "/* A door. */\n.door {\n  color: red;\n}\n",
    outline: "class .door 2-4 // A door.",
  },
  dart: {
    file: "a.dart",
    source:
      "/// A door.\nclass Door {\n  /// Opens it.\n  int open(int width) {\n    return width;\n  }\n}\n",
    outline:
      "class Door 2-7 | class Door // A door.\n  method Door.open 4-6 | int open(int width) // Opens it.",
  },
  elixir: {
    file: "a.ex",
    source: 'defmodule Door do\n  @doc "Opens it."\n  def open(width) do\n    width\n  end\nend\n',
    outline: "module Door 1-6 | defmodule Door\n  function Door.open 2-5 | def open(width) // Opens it.",
  },
  go: {
    file: "a.go",
    source:
      "package a\n\n// Door is a door.\ntype Door struct{ Width int }\n\n// Open opens it.\nfunc (d " +
      "*Door) Open(width int) int {\n\treturn width\n}\n",
    outline:
      "struct Door 4-4 | type Door struct // Door is a door.\n  field Door.Width 4-4 | Width " +
      "int\nmethod Door.Open 7-9 | func (d *Door) Open(width int) int // Open opens it.",
  },
  haskell: {
    file: "A.hs",
    source: "module A where\n\n-- | Opens it.\nopen :: Int -> Int\nopen width = width\n",
    outline: "function open 4-5 | open :: Int -> Int // Opens it.",
  },
  java: {
    file: "Door.java",
    source:
      "/** A door. */\nclass Door {\n  /** Opens it. */\n  int open(int width) {\n    return width;\n  " +
      "}\n}\n",
    outline:
      "class Door 2-7 | class Door // A door.\n  method Door.open 4-6 | int open(int width) // Opens it.",
  },
  javascript: {
    file: "a.js",
    source: "/** A door. */\nclass Door {\n  /** Opens it. */\n  open(width) {\n    return width;\n  }\n}\n",
    outline: "class Door 2-7 | class Door // A door.\n  method Door.open 4-6 | open(width) // Opens it.",
  },
  kotlin: {
    file: "a.kt",
    source:
      "/** A door. */\nclass Door {\n  /** Opens it. */\n  fun open(width: Int): Int {\n    return " +
      "width\n  }\n}\n",
    outline:
      "class Door 2-7 | class Door // A door.\n  method Door.open 4-6 | fun open(width: Int): Int // " +
      "Opens it.",
  },
  lua: {
    file: "a.lua",
    source: "local Door = {}\n-- Opens it.\nfunction Door.open(width)\n  return width\nend\n",
    outline:
      "variable Door 1-1 | local Door = {}\nmethod Door.open 3-5 | function Door.open(width) // Opens it.",
  },
  php: {
    file: "a.php",
    source:
      "<?php\n/** A door. */\nclass Door {\n  /** Opens it. */\n  function open(int $width): int {\n   " +
      " return $width;\n  }\n}\n",
    outline:
      "class Door 3-8 | class Door // A door.\n  method Door.open 5-7 | function open(int $width): int " +
      "// Opens it.",
  },
  powershell: {
    file: "a.ps1",
    source:
      "# A door.\nclass Door {\n  # Opens it.\n  [int] Open([int] $width) {\n    return $width\n  }\n}\n",
    outline:
      "class Door 2-7 | class Door // A door.\n  method Door.Open 4-6 | [int] Open([int] $width) // " +
      "Opens it.",
  },
  python: {
    file: "a.py",
    source:
      'class Door:\n    """A door."""\n\n    def open(self, width):\n        """Opens it."""\n        ' +
      "return width\n",
    outline:
      "class Door 1-6 | class Door // A door.\n  method Door.open 4-6 | def open(self, width) // Opens it.",
  },
  ruby: {
    file: "a.rb",
    source: "# A door.\nclass Door\n  # Opens it.\n  def open(width)\n    width\n  end\nend\n",
    outline: "class Door 2-7 | class Door // A door.\n  method Door.open 4-6 | def open(width) // Opens it.",
  },
  rust: {
    file: "a.rs",
    source:
      "/// A door.\nstruct Door;\nimpl Door {\n    /// Opens it.\n    fn open(&self, width: u8) -> u8 " +
      "{\n        width\n    }\n}\n",
    outline:
      "struct Door 2-2 | struct Door // A door.\nimpl Door 3-8 | impl Door\n  method Door.open 5-7 | " +
      "fn open(&self, width: u8) -> u8 // Opens it.",
  },
  scala: {
    file: "a.scala",
    source:
      "/** A door. */\nclass Door {\n  /** Opens it. */\n  def open(width: Int): Int = {\n    width\n  " +
      "}\n}\n",
    outline:
      "class Door 2-7 | class Door // A door.\n  method Door.open 4-6 | def open(width: Int): Int // " +
      "Opens it.",
  },
  solidity: {
    file: "a.sol",
    source:
      "/// A door.\ncontract Door {\n  /// Opens it.\n  function open(uint width) public returns " +
      "(uint) {\n    return width;\n  }\n}\n",
    outline:
      "class Door 2-7 | contract Door // A door.\n  method Door.open 4-6 | function open(uint width) " +
      "public returns (uint) // Opens it.",
  },
  svelte: {
    file: "a.svelte",
    source:
      '<script lang="ts">\n/** Opens it. */\nfunction open(door: string): void {\n  ' +
      "step();\n}\n</script>\n<p/>\n",
    outline: "function open 3-5 | function open(door: string): void // Opens it.",
  },
  swift: {
    file: "a.swift",
    source:
      "/// A door.\nclass Door {\n  /// Opens it.\n  func open(width: Int) -> Int {\n    return " +
      "width\n  }\n}\n",
    outline:
      "class Door 2-7 | class Door // A door.\n  method Door.open 4-6 | func open(width: Int) -> Int " +
      "// Opens it.",
  },
  tsx: {
    file: "a.tsx",
    source:
      "/** A door. */\nexport function Door({ width }: { width: number }) {\n  return <p>{width}</p>;\n}\n",
    outline:
      "function Door 2-4 | function Door({ width }: { width: number }) // A door.\n  property " +
      "Door.width 2-2 | width: number",
  },
  typescript: {
    file: "a.ts",
    source:
      "/** A door. */\nexport class Door {\n  /** Opens it. */\n  open(width: number): number {\n    " +
      "return width;\n  }\n}\n",
    outline:
      "class Door 2-7 | class Door // A door.\n  method Door.open 4-6 | open(width: number): number // " +
      "Opens it.",
  },
  vue: {
    file: "a.vue",
    source:
      '<script setup lang="ts">\n/** Opens it. */\nfunction open(door: string): void {\n  ' +
      "step();\n}\n</script>\n<template><p/></template>\n",
    outline: "function open 3-5 | function open(door: string): void // Opens it.",
  },
  zig: {
    file: "a.zig",
    source:
      "/// A door.\nconst Door = struct {\n    /// Opens it.\n    fn open(width: u8) u8 {\n        " +
      "return width;\n    }\n};\n",
    outline:
      "struct Door 2-7 | const Door = struct // A door.\n  method Door.open 4-6 | fn open(width: u8) " +
      "u8 // Opens it.",
  },
  markdown: {
    file: "a.md",
    source: "# Doors\n\nText.\n\n## Opening\n\nMore.\n",
    outline: "section Doors 1-7\n  section Doors.Opening 5-7",
  },
};

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(
    `\n${Object.values(CASES)
      .map(({ file, source }) => `//- ${file}\n${source}`)
      .join("\n")}`,
  );
});
afterAll(() => codebase[Symbol.asyncDispose]());

function linesOf(symbols: readonly OutlineSymbol[]): string[] {
  const depths = new Map<string, number>();
  return symbols.map(({ symbolId, parent, kind, symbolLabel, span, signature, doc }) => {
    const depth = parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1;
    depths.set(symbolId, depth);
    return (
      `${"  ".repeat(depth)}${kind} ${symbolLabel} ` +
      `${span.startLine}-${span.endLine}${signature === undefined ? "" : ` | ${signature}`}${doc === undefined ? "" : ` // ${doc}`}`
    );
  });
}

describe("the outline of a file", () => {
  it("is there for every language that has a grammar", () => {
    const withGrammar = languageIds().filter((id) => languageById(id)?.grammar);
    expect(withGrammar.filter((id) => !(id in CASES))).toEqual([]);
  });

  it.each(Object.entries(CASES))("in %s", async (language, { file, outline }) => {
    const answer = await codebase.call("file_outline", { file });
    expect(answer).toMatchObject({ status: "ok", hasMore: false });
    expect(linesOf(answer.status === "ok" ? answer.outline.symbols : []).join("\n"), language).toBe(outline);
  });
});
