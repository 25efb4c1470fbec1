import { createRequire } from "node:module";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type * as TreeSitter from "web-tree-sitter";
import { moveSlotsIntoLocals } from "./frame-slots.ts";
import { publishedGrammar } from "./grammars.ts";

// A separate instance of the runtime: tests share imported modules, and the imported runtime is started once,
// by the sidecar.
const { Language, Parser } = createRequire(import.meta.url)("web-tree-sitter") as typeof TreeSitter;

/** Grammars whose lexers have frames in memory, with the pieces of their test texts. */
const GRAMMARS: Readonly<Record<string, readonly string[]>> = {
  bash: [
    "if true; then",
    "fi",
    "$(",
    ")",
    "<<EOF",
    "EOF",
    "a=1",
    '"$b"',
    "[[",
    "]]",
    "|",
    "for i in 1 2; do",
    "done",
  ],
  c: ["int", "f(", ")", "{", "}", "0x1Fu", "'\\n'", '"s"', "/*", "*/", "//", "#define A", "->", ";", "é"],
  cpp: [
    "class A",
    "{",
    "}",
    "template <",
    ">",
    "::",
    'R"(',
    ')"',
    "operator",
    "&&",
    "co_await",
    ";",
    "1'000",
  ],
  csharp: [
    "class A",
    "{",
    "}",
    '$"{',
    '}"',
    '@"',
    "#if X",
    "#endif",
    "=>",
    "?.",
    "async",
    "await",
    ";",
    "1_000L",
  ],
  css: ["a", "{", "}", ":hover", "#fff", "1px", ";", "@media", "url(", ")", '"', "/*", "*/", "--x:"],
  elixir: ["def", "do", "end", ":a", "~r/", "/", '"#{', '}"', "|>", "@doc", "%{", "}", "fn", "->"],
  kotlin: ["class A", "{", "}", "fun", "(", ")", '"$', "${", '"""', "?.", "!!", "`a b`", "val", "=", "when"],
  powershell: [
    "function",
    "Get-A",
    "{",
    "}",
    "$x",
    "-EQ",
    '"$(',
    ')"',
    "@'",
    "'@",
    "[int]",
    "if",
    "(",
    ")",
    "#",
  ],
  ruby: ["def", "end", "do", "|x|", ":a", "%w[", "]", '"#{', '}"', "<<~A", "A", "/re/", "?", "@x", "=>"],
  swift: [
    "func",
    "(",
    ")",
    "{",
    "}",
    "->",
    '"\\(',
    ')"',
    "#if",
    "#endif",
    "?.",
    "!",
    "`a`",
    "1.0e3",
    "é",
    "==",
  ],
};

beforeAll(async () => Parser.init());

function parserOf(wasm: Uint8Array): TreeSitter.Parser {
  return new Parser().setLanguage(Language.loadSync(new WebAssembly.Module(wasm)));
}

describe.each(Object.entries(GRAMMARS))("%s", (name, pieces) => {
  test("is smaller without frames, and reads any text as before", () => {
    const published = publishedGrammar(name);
    const moved = moveSlotsIntoLocals(published);
    expect(moved.length).toBeLessThan(published.length);
    const parsers = [published, moved].map(parserOf);
    const separator = fc.constantFrom("", " ", "\n", "\t");
    const text = fc
      .array(
        fc.tuple(
          fc.oneof(
            { weight: 6, arbitrary: fc.constantFrom(...pieces) },
            { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }) },
          ),
          separator,
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.flat().join(""));
    fc.assert(
      fc.property(text, (source) => {
        const [before, after] = parsers.map((parser) => {
          const tree = parser.parse(source);
          const root = tree?.rootNode;
          const read = [root?.toString(), root?.descendantCount, root?.endIndex];
          tree?.delete();
          return read;
        });
        expect(after).toEqual(before);
      }),
      { numRuns: 150 },
    );
    for (const parser of parsers) parser.delete();
  });
});

test("what has no frames stays as it is", () => {
  const python = publishedGrammar("python");
  expect(moveSlotsIntoLocals(python)).toBe(python);
});

describe("a function with a frame", () => {
  /**
   * A function (param i32) (result i32) that reserves 16 bytes of the stack, runs `code` with their address
   * in local 1, and releases them.
   */
  const withFrame = (...code: number[]): Uint8Array =>
    withBody(
      1,
      1,
      0x7f,
      0x23,
      0,
      0x41,
      16,
      0x6b,
      0x22,
      1,
      0x24,
      0,
      ...code,
      0x20,
      1,
      0x41,
      16,
      0x6a,
      0x24,
      0,
      0x0b,
    );
  const withBody = (...body: number[]): Uint8Array => {
    return Uint8Array.of(
      0,
      0x61,
      0x73,
      0x6d,
      1,
      0,
      0,
      0,
      1,
      6,
      1,
      0x60,
      1,
      0x7f,
      1,
      0x7f,
      3,
      2,
      1,
      0,
      5,
      3,
      1,
      0,
      1,
      6,
      7,
      1,
      0x7f,
      1,
      0x41,
      0x80,
      0x08,
      0x0b,
      7,
      5,
      1,
      1,
      0x66,
      0,
      0,
      10,
      body.length + 2,
      1,
      body.length,
      ...body,
    );
  };
  const run = (wasm: Uint8Array, argument: number): unknown =>
    (new WebAssembly.Instance(new WebAssembly.Module(wasm), {}).exports["f"] as (argument: number) => number)(
      argument,
    );
  const base = [0x20, 1];
  const argument = [0x20, 0];

  test.each([
    ["32 bits", [...base, ...argument, 0x36, 2, 4, ...base, 0x28, 2, 4]],
    ["8 bits", [...base, ...argument, 0x3a, 0, 3, ...base, 0x2d, 0, 3]],
    ["8 bits with a sign", [...base, ...argument, 0x3a, 0, 3, ...base, 0x2c, 0, 3]],
    ["16 bits", [...base, ...argument, 0x3b, 1, 2, ...base, 0x2f, 1, 2]],
    ["16 bits with a sign", [...base, ...argument, 0x3b, 1, 2, ...base, 0x2e, 1, 2]],
    [
      "a store whose value is another slot's",
      [...base, ...argument, 0x3a, 0, 0, ...base, ...base, 0x2d, 0, 0, 0x36, 2, 4, ...base, 0x28, 2, 4],
    ],
    [
      "one store of two",
      [
        ...base,
        ...argument,
        0x36,
        2,
        4,
        ...argument,
        0x04,
        0x40,
        ...base,
        0x41,
        7,
        0x36,
        2,
        4,
        0x0b,
        ...base,
        0x28,
        2,
        4,
      ],
    ],
  ])("loses it: %s", (_, code) => {
    const wasm = withFrame(...code);
    const moved = moveSlotsIntoLocals(wasm, 1);
    expect(moved).not.toBe(wasm);
    for (const value of [0, 1, 127, 128, 255, 256, 32_768, 65_535, 65_536, -1, 2 ** 31 - 1, -(2 ** 31)])
      expect(run(moved, value)).toBe(run(wasm, value));
  });

  test.each([
    ["whose address is a value", [...base, ...base, 0x36, 2, 4, ...base, 0x28, 2, 4]],
    ["whose address is reckoned with", [...base, 0x41, 4, 0x6a, 0x28, 2, 0]],
    ["of slots that overlap", [...base, ...argument, 0x36, 2, 4, ...base, 0x2d, 0, 5]],
    ["of which one slot is read in two widths", [...base, ...argument, 0x36, 2, 4, ...base, 0x2d, 0, 4]],
    ["whose address is set anew", [...argument, 0x21, 1, ...base, 0x28, 2, 4]],
    ["of whose address there is another way to ask", [...base, ...argument, 0x36, 2, 4, 0x23, 0, 0x28, 2, 4]],
    ["out of which a slot reaches", [...base, ...argument, 0x36, 2, 14, ...base, 0x28, 2, 14]],
    [
      "the address of whose end is a value",
      [...base, ...argument, 0x36, 2, 4, ...base, 0x41, 16, 0x6a, 0x41, 12, 0x6b, 0x28, 2, 0],
    ],
    ["with an instruction that is not known", [0xfc, 0x3f, 0, ...base, 0x28, 2, 4]],
  ])("keeps one %s", (_, code) => {
    const wasm = withFrame(...code);
    expect(moveSlotsIntoLocals(wasm, 1)).toBe(wasm);
  });

  test("of which code that is never run takes no address from before", () => {
    // base · block · br 0 · (load, drop) · end · argument · store: the load pops none of the values from
    // before the block.
    const wasm = withFrame(
      ...base,
      0x02,
      0x40,
      0x0c,
      0,
      0x28,
      2,
      4,
      0x1a,
      0x0b,
      ...argument,
      0x36,
      2,
      4,
      ...base,
      0x28,
      2,
      4,
    );
    expect(run(moveSlotsIntoLocals(wasm, 1), 7)).toBe(run(wasm, 7));
  });

  test("keeps one whose address is used before it is kept, as functions that call no others have it", () => {
    // tee base · argument · store · base · load
    const wasm = withBody(
      1,
      1,
      0x7f,
      0x23,
      0,
      0x41,
      16,
      0x6b,
      0x22,
      1,
      ...argument,
      0x36,
      2,
      4,
      ...base,
      0x28,
      2,
      4,
      0x0b,
    );
    expect(run(moveSlotsIntoLocals(wasm, 1), 7)).toBe(run(wasm, 7));
  });
});
