import { describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";
import { codeOnly } from "./lexical/code-only.ts";
import { languageById } from "./languages/detect-language.ts";
import { visibilityRuleOf } from "./languages/visibility-rules.ts";
import { localSymbols, passedOnNames, publicSymbols } from "./visibility.ts";

interface Sample {
  readonly path: string;
  readonly text: string;
  readonly companions?: Readonly<Record<string, string>>;
}

/** Labels of the public symbols, without local ones, and names that are passed on. */
async function offered({ path, text, companions = {} }: Sample): Promise<string> {
  const facts = await analyze(path, text, "outline");
  const rule = visibilityRuleOf(facts.language);
  if (rule === null) return "no rule";
  const lexis = languageById(facts.language)?.lexicalRules;
  const file = {
    ...facts,
    path,
    text,
    code: lexis === undefined ? text : codeOnly(text, lexis),
    companions: new Map(Object.entries(companions)),
  };
  const visible = publicSymbols(rule, file);
  const names = facts.symbols.filter((_, at) => visible[at]).map(({ label }) => label);
  const passed = passedOnNames(rule, file).map(({ name }) => `>${name}`);
  return [...names, ...passed].join(" ");
}

describe("what other modules can use", () => {
  it.each<[string, string, string, string]>([
    [
      "exports",
      "a.ts",
      `export function f() { function inner() {} }
       function g() {}
       export class K { private p = 1; #q = 2; r = 3; constructor(private a: number, readonly b: number) {} }
       class H { m() {} }
       const listed = 1, other = 2;
       export { listed as shown };
       export default g;
       // export { other }
       const text = "export { other }";
       export { y, z as w } from "./y";
       export * from "./all";
       export namespace N { export const inN = 1; const notN = 2; }`,
      "f g K K.r K.constructor K.b listed N N.inN >y >w >* from ./all",
    ],
    [
      "CommonJS",
      "a.js",
      `function f() {}\nfunction g() {}\nfunction h() {}\nmodule.exports = { f, x: g };\nexports.z = function () {};`,
      "f g z",
    ],
    ["a script", "a.js", "function f() {}\nvar v = 1;", "f v"],
    ["a module that imports only", "a.mjs", 'import { x } from "./x";\nfunction f() {}', ""],
    [
      "declarations",
      "a.d.ts",
      "declare function f(): void;\ninterface I { a: string }\nexport {};",
      "f I I.a",
    ],
    [
      "names without an underscore",
      "a.py",
      "def f(): pass\ndef _g(): pass\nclass K:\n    def __init__(self): pass\n    def _m(self): pass\n    def n(self):\n        def inner(): pass\n",
      "f K K.__init__ K.n",
    ],
    [
      "a list of names",
      "a.py",
      '__all__ = ["_f"]\n__all__ += ["h"]\ndef _f(): pass\ndef g(): pass\ndef h(): pass\n',
      "_f h",
    ],
    [
      "a list that is not known",
      "a.py",
      '__all__ = ["f"] + other.__all__\ndef f(): pass\ndef g(): pass\n',
      "f g",
    ],
    [
      "what a package imports",
      "p/__init__.py",
      "from .a import f, _g, h as i\nfrom ._b import *\nimport os\nfrom typing import Any\n",
      ">f >i >* from ._b",
    ],
    [
      "capitals",
      "a.go",
      "package a\ntype S struct { A int; b int }\ntype t struct { A int }\nfunc F() {}\nfunc g() {}\nfunc (s *S) M() {}\nfunc (s *t) M() {}",
      "S S.A F S.M",
    ],
    ["nothing of an internal package", "internal/a.go", "package a\nfunc F() {}", ""],
    [
      "pub",
      "a.rs",
      "pub struct S { pub a: i32, b: i32 }\nstruct H;\nimpl S { pub fn n() {} fn h() {} pub(crate) fn c() {} }\nimpl H { pub fn n() {} }\nimpl T for S { fn t() {} }\npub trait T { fn t(); }\npub enum E { A }\npub use crate::x::Y;\n#[macro_export]\nmacro_rules! mm { () => {} }\nmod m { pub fn f() {} }",
      "S S.a S S.n S S.t T T.t E E.A mm >Y",
    ],
    [
      "modifiers",
      "A.java",
      "public class A { int pkg; private int p; protected void m() {} public A() {} public interface I { void im(); } enum E { P } }\nclass B { public void m() {} }",
      "A A.m A.A A.I A.I.im",
    ],
    [
      "modifiers",
      "a.cs",
      "namespace N { public class A { int d; public int P { get; set; } internal void I() {} public interface J { void M(); } } class B { public void M() {} } public record R(int X); }",
      "N N.A N.A.P N.A.J N.A.J.M N.R N.R.X",
    ],
    [
      "all but private and internal",
      "a.kt",
      "class A(val x: Int, private val y: Int) { fun m() {} private fun p() {} }\ninternal fun i() {}",
      "A A.x A.m",
    ],
    [
      "public and open",
      "a.swift",
      "public class A { public func m() {} func i() {} }\npublic protocol P { func pm() }\nextension A { public func e() {}\n func h() {} }",
      "A A.m P P.pm A A.e",
    ],
    [
      "headers",
      "a.h",
      "int f(int a);\nclass Foo { int x; public: int m(); class In { int z; }; int after; private: int p; };\nstruct S { int a; };",
      "f Foo Foo.m Foo.In Foo.after S S.a",
    ],
    ["nothing of a source file", "a.c", "int f(int a) { return a; }\nstatic int g(void) { return 1; }", ""],
    [
      "sections",
      "a.rb",
      "class A\n  def m; end\n  private\n  def p; end\n  def self.s; end\n  public\n  def r; end\n  private def t; end\n  def u; end\n  private :u\nend\nclass B\n  def m; end\nend\n",
      "A A.m A.s A.r B B.m",
    ],
    [
      "all but private",
      "a.php",
      "<?php class K { public function m() {} private $x; protected function p() {} function d() {} }",
      "K K.m K.p K.d",
    ],
    ["no underscore", "a.dart", "class A { int x = 1; int _y = 2; }\nvoid f() {}\nvoid _g() {}", "A A.x f"],
    ["def, not defp", "a.ex", "defmodule A do\n  def f(x), do: x\n  defp g(x), do: x\nend\n", "A A.f"],
    ["pub", "a.zig", "pub fn f() void {}\nfn g() void {}\npub const S = struct { a: i32 };", "f S S.a"],
    [
      "an export list",
      "A.hs",
      "module A (f, T(..)) where\nf :: Int\nf = 1\ng :: Int\ng = 2\ndata T = T1\n",
      "f T T.T1",
    ],
    ["no rule", "a.sh", "f() { :; }\n", "no rule"],
  ])("are %s: %s", async (_, path, text, expected) => expect(await offered({ path, text })).toBe(expected));

  it("are names of a private module that a package around it passes on", async () => {
    const text = "class Client:\n    def get(self): pass\nclass Other: pass\ndef _hidden(): pass\n";
    const inPackage = (init: string): Promise<string> =>
      offered({ path: "p/_client.py", text, companions: { "p/__init__.py": init } });
    expect(await inPackage("from ._client import Client\n")).toBe("Client Client.get");
    expect(await inPackage("from ._client import *\n")).toBe("Client Client.get Other");
    expect(await inPackage("")).toBe("");
    const rule = visibilityRuleOf("python");
    expect(rule?.companions?.("src/p/_a/b.py")).toEqual(["src/__init__.py", "src/p/__init__.py"]);
    expect(rule?.companions?.("src/p/b.py")).toEqual([]);
  });

  it("are no local symbols, but members that a constructor's parameters declare", async () => {
    const { symbols } = await analyze(
      "a.ts",
      "function f() { class K { m() {} } }\nclass C { constructor(readonly a: number) { const b = () => 1; } }",
    );
    const local = localSymbols(symbols);
    expect(symbols.filter((_, at) => local[at]).map(({ label }) => label)).toEqual([
      "f.K",
      "f.K.m",
      "C.constructor.b",
    ]);
  });
});
