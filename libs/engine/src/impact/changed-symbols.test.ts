import { describe, expect, it } from "vitest";
import { changedSymbols } from "./changed-symbols.ts";
import { type Files, changesIn, readPairs } from "./testing/version-pairs.ts";

/** Versions of one file. */
async function check(path: string, base: string, head: string, expected: readonly string[]): Promise<void> {
  const plain = (await changesIn({ [path]: base }, { [path]: head })).map((line) =>
    line.replaceAll(`${path}:`, ""),
  );
  expect(plain).toEqual(expected);
}

const LONG = "const total = items.reduce((sum, item) => sum + item.price * item.count, 0);\n  return total;";

describe("a symbol of one file", () => {
  it.each<[string, string, string, string[]]>([
    ["added", "function f() {}", "function f() {}\nfunction g() {}", ["added g"]],
    ["removed", "function f() {}\nfunction g() {}", "function f() {}", ["removed g"]],
    ["body", "function f() { return 1; }", "function f() { return 2; }", ["body_changed f"]],
    ["parameters", "function f(a) { return 1; }", "function f(a, b) { return 1; }", ["signature_changed f"]],
    [
      "parameters and body",
      "function f(a) { return 1; }",
      "function f(a, b) { return b; }",
      ["signature_changed f +body"],
    ],
    ["comment inside", "function f() { return 1; }", "function f() { // one\n return 1; }", ["cosmetic f"]],
    ["comment above", "function f() {}", "// What f is.\nfunction f() {}", ["cosmetic f"]],
    [
      "layout",
      "function f() { return g(1, 2); }",
      "function f() {\n  return g(\n    1,\n    2,\n  );\n}",
      ["cosmetic f"],
    ],
    ["quotes", "const a = f('some');", 'const a = f("some");', ["cosmetic a"]],
    ["nothing", "function f() {}\nconst a = 1;", "function f() {}\nconst a = 1;", []],
    ["text in a string", 'const a = "x y";', 'const a = "x  y";', ["body_changed a"]],
    ["text in a template", "const a = `x y`;", "const a = `x  y`;", ["body_changed a"]],
    [
      "nested function",
      "function f() { function g() { return 1; } }",
      "function f() { function g() { return 2; } }",
      ["body_changed f"],
    ],
    [
      "method",
      "class A { f() { return 1; } g() {} }",
      "class A { f() { return 2; } g() {} }",
      ["body_changed A.f"],
    ],
    ["new method", "class A { f() {} }", "class A { f() {} g() {} }", ["added A.g"]],
    ["base class", "class A { f() {} }", "class A extends B { f() {} }", ["signature_changed A"]],
    ["decorator", "@x()\nclass A { f() {} }", "@y()\nclass A { f() {} }", ["signature_changed A"]],
    [
      "decorator of a method",
      "class A { @x() f() {} }",
      "class A { @y({ z: (1) }) f() {} }",
      ["body_changed A.f"],
    ],
    ["field", "class A { x = 1; f() {} }", "class A { x = 2; f() {} }", ["body_changed A.x"]],
    ["enum member", "enum E { P, Q }", "enum E { P, Q, R }", ["added E.R"]],
    [
      "moved within",
      "function f() {}\nfunction g() {}",
      "function g() {}\nfunction f() {}",
      ["cosmetic a.ts"],
    ],
    ["export", "function f() { return 1; }", "export function f() { return 1; }", ["signature_changed f"]],
    ["export of a constant", "export const a = 1;", "const a = 2;", ["signature_changed a +body"]],
    ["default export", "export default () => 3;", "export default () => 4;", ["body_changed default"]],
    ["top level", "f(1);\nfunction f(a) {}", "f(2);\nfunction f(a) {}", ["body_changed a.ts"]],
    ["comment of the file", "// One.\n\nf();", "// Two.\n\nf();", ["cosmetic a.ts"]],
    [
      "overload",
      "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) {}",
      "function f(a: string): void;\nfunction f(a: any) {}",
      ["removed f"],
    ],
    [
      "renamed",
      `function f(items) {\n  ${LONG}\n}`,
      `function sumOf(items) {\n  ${LONG}\n}`,
      ["renamed f -> sumOf"],
    ],
    [
      "renamed and changed",
      `function f(items) {\n  ${LONG}\n}`,
      `function sumOf(items, by) {\n  ${LONG}\n}`,
      ["renamed f -> sumOf +sig"],
    ],
    [
      "renamed class",
      `class A {\n  f(items) {\n  ${LONG}\n}\n g() {} }`,
      `class B {\n  f(items) {\n  ${LONG}\n}\n g() { return 1; } }`,
      ["renamed A -> B", "body_changed A.g -> B.g"],
    ],
    [
      "moved into a class",
      `function f(items) {\n  ${LONG}\n}\nclass A {}`,
      `class A {\n  f(items) {\n  ${LONG}\n}\n}`,
      ["signature_changed f -> A.f"],
    ],
  ])("%s", async (_, base, head, expected) => {
    await check("a.ts", base, head, expected);
  });
});

describe("imports and modules", () => {
  it.each<[string, string, string, string[]]>([
    [
      "another target",
      'import { x } from "./a";\nfunction f() { x(); }\nfunction g() {}',
      'import { x } from "./b";\nfunction f() { x(); }\nfunction g() {}',
      ["body_changed f"],
    ],
    [
      "another target at the top level",
      'import { x } from "./a";\nx();\nfunction f() { x(); }',
      'import { x } from "./b";\nx();\nfunction f() { x(); }',
      ["body_changed a.ts", "body_changed f"],
    ],
    [
      "another order",
      'import { x, y } from "./a";\nx(y);',
      'import { y, x } from "./a";\nx(y);',
      ["cosmetic a.ts"],
    ],
    [
      "for its effects",
      'import "./a";\nfunction f() {}',
      'import "./b";\nfunction f() {}',
      ["body_changed a.ts"],
    ],
    ["passed on", 'export { x } from "./a";', 'export { x } from "./b";', ["body_changed a.ts"]],
    ["not used", 'import { x } from "./a";\nfunction f() {}', "function f() {}", []],
    [
      "for changed code",
      "function f() {}",
      'import { x } from "./a";\nfunction f() { x(); }',
      ["body_changed f"],
    ],
  ])("%s", async (_, base, head, expected) => {
    await check("a.ts", base, head, expected);
  });
});

describe("a language", () => {
  it.each<[string, string, string, string, string[]]>([
    ["a.py", "decorator", "@x\ndef f(): pass", "@y\ndef f(): pass", ["body_changed f"]],
    [
      "a.py",
      "docstring",
      'def f():\n    """one"""\n    pass',
      'def f():\n    """two"""\n    pass',
      ["cosmetic f"],
    ],
    [
      "a.py",
      "indentation",
      "def f(x):\n  for a in x:\n    g()\n    h()",
      "def f(x):\n  for a in x:\n    g()\n  h()",
      ["body_changed f"],
    ],
    [
      "a.py",
      "re-indented",
      "def f(x):\n  for a in x:\n    g()",
      "def f(x):\n    for a in x:\n        g()",
      ["cosmetic f"],
    ],
    ["a.py", "tuple", "def f(x):\n    return (x)", "def f(x):\n    return (x,)", ["body_changed f"]],
    ["a.py", "default", "def f(a=1): pass", "def f(a=2): pass", ["signature_changed f"]],
    ["a.py", "module", "import a\nX = 1\nprint(X)", "import a\nX = 1\nprint(X, X)", ["body_changed a.py"]],
    ["a.py", "import", "import a\ndef f(): a.x()", "import b as a\ndef f(): a.x()", ["body_changed f"]],
    [
      "a.py",
      "local",
      "def f():\n    def g():\n        return 1",
      "def f():\n    def g():\n        return 2",
      ["body_changed f"],
    ],
    [
      "a.go",
      "receiver",
      "package a\nfunc (s *S) M() {}\nfunc (t *T) M() {}",
      "package a\nfunc (s *S) M() {}\nfunc (t *T) M() { f() }",
      ["body_changed T.M"],
    ],
    [
      "a.go",
      "import",
      'package a\nimport "fmt"\nfunc f() { fmt.Print() }',
      'package a\nimport "log"\nfunc f() { log.Print() }',
      ["body_changed f"],
    ],
    [
      "a.go",
      "result",
      "package a\nfunc f() int { return 1 }",
      "package a\nfunc f() int64 { return 1 }",
      ["signature_changed f"],
    ],
    [
      "A.java",
      "annotation",
      "class A { @X void f() {} }",
      "class A { @Y void f() {} }",
      ["body_changed A.f"],
    ],
    [
      "A.java",
      "overload",
      "class A { void f(int a) {} void f(long a) {} }",
      "class A { void f(int a) {} void f(long a) { g(); } }",
      ["body_changed A.f"],
    ],
    [
      "A.java",
      "import",
      "import a.X;\nclass A { X f() { return null; } void g() {} }",
      "import b.X;\nclass A { X f() { return null; } void g() {} }",
      ["body_changed A.f"],
    ],
    ["a.rs", "attribute", "#[inline] fn f() {}", "#[cold] fn f() {}", ["body_changed f"]],
    [
      "a.rs",
      "impl",
      "impl A for S { fn t(&self) {} }\nimpl B for S { fn t(&self) {} }",
      "impl A for S { fn t(&self) {} }\nimpl B for S { fn t(&self) { f() } }",
      ["body_changed S.t"],
    ],
    [
      "a.cpp",
      "definition",
      "class A { int m(int a); };\nint A::m(int a) { return a; }",
      "class A { int m(int a); };\nint A::m(int a) { return -a; }",
      ["body_changed A.m"],
    ],
    ["a.h", "declaration", "int f(int a);\nint g();", "int f(long a);\nint g();", ["signature_changed f"]],
    ["a.cs", "attribute", "class A { [X] void F() {} }", "class A { [Y] void F() {} }", ["body_changed A.F"]],
    [
      "a.rb",
      "method",
      "class A\n  def f\n    1\n  end\nend",
      "class A\n  def f\n    2\n  end\nend",
      ["body_changed A.f"],
    ],
    [
      "a.php",
      "method",
      "<?php\nclass A { function f($a) { return 1; } }",
      "<?php\nclass A { function f($a, $b) { return 1; } }",
      ["signature_changed A.f"],
    ],
    ["a.kt", "body", "class A { fun f() = 1 }", "class A { fun f() = 2 }", ["body_changed A.f"]],
    [
      "a.swift",
      "attribute",
      "class A { @x func f() {} }",
      "class A { @y func f() {} }",
      ["body_changed A.f"],
    ],
    [
      "a.ex",
      "clause",
      "defmodule A do\n  def f(1), do: 1\n  def f(2), do: 2\nend",
      "defmodule A do\n  def f(1), do: 1\n  def f(2), do: 3\nend",
      ["body_changed A.f"],
    ],
  ])("%s: %s", async (path, _, base, head, expected) => {
    await check(path, base, head, expected);
  });
});

describe("several files", () => {
  const body = `{\n  ${LONG}\n}\n`;

  it.each<[string, Files, Files, Files, string[]]>([
    [
      "a renamed file",
      { "a.ts": `function f(items) ${body}class A { m() {} }\n` },
      { "b.ts": `function f(items) ${body}class A { m() {} }\n` },
      { "b.ts": "a.ts" },
      ["moved a.ts:f -> b.ts:f", "moved a.ts:A -> b.ts:A"],
    ],
    [
      "a moved function, imported from its new place",
      {
        "a.ts": `export function f(items) ${body}`,
        "b.ts": "export const b = 1;\n",
        "c.ts": 'import { f } from "./a";\nfunction g() { f(); }\n',
      },
      {
        "a.ts": "export {};\n",
        "b.ts": `export const b = 1;\nexport function f(items) ${body}`,
        "c.ts": 'import { f } from "./b";\nfunction g() { f(); }\n',
      },
      {},
      ["moved a.ts:f -> b.ts:f", "body_changed a.ts:a.ts"],
    ],
    [
      "a moved function, used in its old place",
      { "a.ts": `function f(items) ${body}function g() { f([]); }\n`, "b.ts": "export {};\n" },
      {
        "a.ts": 'import { f } from "./b";\nfunction g() { f([]); }\n',
        "b.ts": `export {};\nexport function f(items) ${body}`,
      },
      {},
      ["signature_changed a.ts:f -> b.ts:f"],
    ],
    [
      "a removed and an added file",
      { "a.ts": "function f() {}\nrun();\n" },
      { "b.py": "def g(): pass\n" },
      {},
      ["removed a.ts:a.ts", "removed a.ts:f", "added b.py:g"],
    ],
    [
      "short functions of one name",
      { "a.ts": "class A { get() { return 1; } }\n", "b.ts": "class B {}\n" },
      { "a.ts": "class A {}\n", "b.ts": "class B { get() { return 1; } }\n" },
      {},
      ["removed a.ts:A.get", "added b.ts:B.get"],
    ],
    ["files without declarations", { "a.md": "# A\n" }, { "a.md": "# B\n" }, {}, []],
  ])("%s", async (_, base, head, renames, expected) => {
    expect(await changesIn(base, head, renames)).toEqual(expected);
  });
});

it("mirrors a change that is taken back", async () => {
  const base = {
    "a.ts":
      "import { x } from './x';\nclass A { f() { x(); } g() { return 1; } }\nfunction gone() {}\nrun();\n",
    "b.py": "def f(a):\n    return a\n",
    "c.go": "package c\nfunc F() int { return 1 }\n",
  };
  const head = {
    "a.ts": "import { x } from './y';\nclass A { f() { x(); } g(a) { return 1; } h() {} }\nrun(1);\n",
    "b.py": "def f(a):\n    # Same.\n    return a\n",
    "d.go": "package c\nfunc F() int { return 1 }\n",
  };
  const opposite: Readonly<Record<string, string>> = { added: "removed", removed: "added" };
  const mirrored = (lines: readonly string[]): string[] =>
    lines
      .map((line) => {
        const [change = "", names = ""] = line.split(/ (.*)/s);
        const sides = names.split(" -> ");
        return `${opposite[change] ?? change} ${sides.reverse().join(" -> ")}`;
      })
      .sort();
  const forward = await changesIn(base, head);
  expect(forward).toHaveLength(7);
  expect(mirrored(await changesIn(head, base))).toEqual([...forward].sort());
});

it("takes time in proportion to the symbols of a large change", async () => {
  const file = (name: string, value: string): string =>
    Array.from({ length: 2_000 }, (_, at) => `function ${name}${at}(a) { return a + ${value}; }\n`).join("");
  const { pairs } = await readPairs({ "a.ts": file("f", "1") }, { "a.ts": file("g", "2") });
  let steps = 0;
  const { changes } = changedSymbols(pairs, () => void steps++);
  expect(changes.length).toBeGreaterThanOrEqual(2_000);
  expect(steps).toBeLessThan(2_000_000);
});
