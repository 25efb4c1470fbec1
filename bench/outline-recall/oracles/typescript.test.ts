import { describe, expect, it } from "vitest";
import { declarationsIn } from "./typescript.ts";

/** Declarations as `line kind name`; optional ones end with a question mark. */
function declared(text: string, file = "a.ts"): string[] | undefined {
  return declarationsIn(file, text)?.map(
    ({ name, kind, line, optional }) => `${line} ${kind} ${name}${optional ? "?" : ""}`,
  );
}

describe("declarations of TypeScript", () => {
  it.each([
    [
      "class A<T> { #x = 1; static run() {} get size() { return 1; } }",
      "type A",
      "field #x",
      "method run",
      "method size",
    ],
    ["class A { constructor(private a?: B, c = 1) {} }", "type A", "method constructor", "field a"],
    [
      "interface A { b: { c: number }; d(): void; [key: string]: unknown; (): void }",
      "type A",
      "field b",
      "field c",
      "method d",
    ],
    ["type A = { b: 1 } | { c: 2 };", "type A", "field b", "field c"],
    ["function f(a: { b: 1 }): void;", "function f", "field b?"],
    ["enum A { B, 'c-d' = 2 }", "type A", "enum member B", "enum member c-d"],
    ["namespace A { const b = 1; }", "module A", "variable b"],
    ["declare module 'x' { export function f(): void; }", "module x", "function f"],
    ["declare global { interface Window {} }", "module global?", "type Window"],
    ["export default function () {}", "function default"],
    ["export default () => 1;", "function default"],
    ["export default class {}", "type default"],
    [
      "const { a, b: { c }, ...d } = e; let [f = 1, [g]] = h;",
      "variable a",
      "variable c",
      "variable d",
      "variable f",
      "variable g",
    ],
    [
      "function f() { const a = 1; const b = () => 2; class C { d() {} } }",
      "function f",
      "function b",
      "type C",
      "method d",
    ],
    ["if (a) { const b = 1; } for (const c of d) {} try {} catch (e) {}"],
    [
      "const a = { b() {}, c: () => 1, d: 1, e: { get f() { return 1; } } };",
      "variable a",
      "method b",
      "method c",
      "method f",
    ],
    ["function f() { return { a() {} }; }", "function f", "method a?"],
    [
      "exports.a = 1; module.exports.b = () => 1; A.prototype.c = function d() {};",
      "variable a",
      "function b",
      "method c",
      "function d?",
    ],
    ["import a = require('a'); import b from 'b'; export { b as c }; export = d;"],
    ["label: for (;;) {}"],
    [
      "const { a } = require('a'); const { b } = await import('b'); const c = require('c');",
      "variable a?",
      "variable b?",
      "variable c",
    ],
    ["export default { a() {} };", "variable default?", "method a"],
    ["if (a) { var b = 1; }", "variable b?"],
    ["A.B = class {}; exports['c'] = 1;", "type B?", "variable c?"],
  ])("%s", (text, ...expected) => {
    expect(declared(text)).toEqual(expected.map((each) => `1 ${each}`));
  });

  it("says on which line a name is written", () => {
    expect(declared("@decorator\nexport\n  class\n  A {}")).toEqual(["4 type A"]);
  });

  it("has no answer for a text with syntax errors", () => {
    expect(declared("class {")).toBeUndefined();
  });
});
