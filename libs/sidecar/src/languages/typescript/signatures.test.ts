import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { endSignatures } from "./signatures.ts";

/** Lines that end a signature, and the same text with a semicolon in place of the last blank. */
test.each([
  ["(a: string): void\n  <T>(b: T): T", "(a: string): void\n ;<T>(b: T): T"],
  ["(a: string): Some<T[]>\n  (b: number): void", "(a: string): Some<T[]>\n ;(b: number): void"],
  ["): A | B\r\n\t(b: number): void", "): A | B\r\n;(b: number): void"],
  ["name: string\n  // about (it)\n\n  <\n T>(): T", "name: string\n  // about (it)\n\n ;<\n T>(): T"],
  ["name: string // (a)\n  <T>(): T", "name: string // (a)\n ;<T>(): T"],
  ["name: string\n  /**\n   * A =\n   */\n  <T>(): T", "name: string\n  /**\n   * A =\n   */\n ;<T>(): T"],
])("a signature ends before the next: %j", (text, expected) => {
  expect(endSignatures(text)).toBe(expected);
});

test.each([
  "(a: string): void;\n  <T>(b: T): T",
  "interface A {\n  <T>(b: T): T",
  "type A =\n  <T>(b: T) => T",
  "const make = () =>\n  <T>(b: T) => b",
  "type A = keyof\n  <T>(b: T) => T",
  "call(\n  <any>value)",
  "call(a)\n  (b)",
  "value\n  < other",
  "name: string\n<T>(b: T): T",
])("nothing else does: %j", (text) => {
  expect(endSignatures(text)).toBe(text);
});

test("declarations after such signatures are found", async () => {
  const { symbols, diagnostics } = await analyze(
    "src/find.ts",
    "export interface Find {\n  (name: string): Promise<void>\n  <T>(names: T[]): Promise<T[]>\n" +
      "  // all\n  (): void\n  cache: number\n}\ntype Next = {\n  (): A\n  (a: B): A\n}\n",
  );
  expect(diagnostics).toEqual([]);
  expect(symbols.map(({ label, endLine }) => `${label} ${endLine}`)).toEqual([
    "Find 7",
    "Find.cache 6",
    "Next 11",
  ]);
});

test("long texts take linear time", { timeout: 30_000 }, () => {
  for (const piece of ["\n  (", "\n  <T", "*/\n  <T", "): a\n (", `${" ".repeat(99)}\n  <T`])
    expect(endSignatures(piece.repeat(Math.ceil(1_000_000 / piece.length)))).not.toBe("");
});
