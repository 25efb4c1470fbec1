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
  ["a?: Map<A, B>\n  <T>(): T", "a?: Map<A, B>\n ;<T>(): T"],
  ["a: (b: A) => void\n  <T>(): T", "a: (b: A) => void\n ;<T>(): T"],
  ["a(b?: A): { c: C }\n  <T>(): T", "a(b?: A): { c: C }\n ;<T>(): T"],
  ["a(b: A)\n  <T>(): T", "a(b: A)\n ;<T>(): T"],
  ["a: {\n  b: B\n }[]\n  <T>(): T", "a: {\n  b: B\n }[]\n ;<T>(): T"],
  ["a:\n  | A\n  | B\n  <T>(): T", "a:\n  | A\n  | B\n ;<T>(): T"],
  ["a: A\n  <T extends { b: B; c: C }>(): T", "a: A\n ;<T extends { b: B; c: C }>(): T"],
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
  "bar\n  <T>(b: T): void {}",
  "static\n  <T>(b: T): void {}",
  "const make = async\n  <T>(b: T) => b",
  "make: async\n  <T>(b: T) => b",
  "const y = list.map(f)\n  <T;",
  "const y: A = list.map(f)\n  <T>(b)",
  "y: list\n  < other,",
  "y ? list(a) : b\n  <T>(c)",
  "if (a)\n  <T>(b)",
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

test("type parameters on a line of their own stay with their function", async () => {
  const { symbols, diagnostics } = await analyze(
    "src/own.ts",
    "class A {\n  bar\n  <T>(x: T): void {}\n}\nexport const f = async\n  <T>(x: T) => {\n    go(x)\n  }\n" +
      "const y = list.map(f)\n  <T;\n",
  );
  expect(diagnostics).toEqual([]);
  expect(symbols.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    "class A",
    "method A.bar",
    "function f",
    "variable y",
  ]);
});

test("long texts take linear time", { timeout: 30_000 }, () => {
  for (const piece of [
    "\n  (",
    "\n  <T",
    "*/\n  <T",
    "): a\n (",
    "\n  <T{}>",
    "\n  <T{",
    `${" ".repeat(99)}\n  <T`,
  ])
    expect(endSignatures(piece.repeat(Math.ceil(1_000_000 / piece.length)))).not.toBe("");
});
