/**
 * Code for which quadratic, cubic or exponential work would take minutes, or years: each path is followed
 * once.
 */
import { describe } from "vitest";
import { checkEdges } from "./testing/check-edges.ts";

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("\n");

describe("takes no longer than its size", () => {
  checkEdges({
    "classes that are derived from one another in a billion ways": {
      files:
        "//- a.py\nclass A0:\n  def leaf(self): pass\nclass B0: " +
        `pass\n${times(40, (at) => `class A${at + 1}(A${at}, B${at}): pass\nclass B${at + 1}(A${at}, B${at}): pass`)}\ndef ` +
        "main():\n  A40().leaf()\n",
      edges: "main → A40\nmain → A0.leaf",
    },
    "interfaces that are": {
      files:
        "//- a.ts\ninterface A0 { leaf(): void }\ninterface B0 " +
        `{}\n${times(40, (at) => `interface A${at + 1} extends A${at}, B${at} {}\ninterface B${at + 1} extends A${at}, B${at} {}`)}\nfunction ` +
        "main(a: A40) { a.leaf(); }\n",
      edges: "main → A0.leaf",
    },
    "a class in many parts": {
      files: `//- a.cs\n${times(14, (at) => `partial class P { void M${at}() { ${at === 0 ? "M13();" : ""} } }`)}\n`,
      edges: "P.M0 → P.M13",
    },
    "overloads of which none is the one": {
      files:
        "//- A.java\nclass A " +
        `{\n${times(60, () => `  void f(${Array.from({ length: 60 }, (_, position) => `int p${position}`).join(", ")}) {}`)}\n ` +
        ` void g() { f(${Array.from({ length: 60 }, () => "1").join(", ")}); }\n}\n`,
      edges: `A.g → ${Array.from({ length: 60 }, (_, at) => `A.f@${at + 2} possible`).join(", ")}`,
    },
    "a function that calls a parameter of its own name": {
      files:
        "//- a.kt\npackage app\nfun transform(transform: (Int) -> Unit) { transform(1) }\nfun main() { " +
        "transform { done() } }\nfun done() {}\n",
      edges: "transform → main.<3>\nmain → transform\nmain.<3> → done",
    },
    "conditions that test many types": {
      files:
        "//- a.ts\nclass A { ping() {} }\nfunction main(u, v) " +
        `{\n${times(40, () => "if (u instanceof A) {")}\nif (${times(3_000, () => "u instanceof A &&")} ` +
        `v) u.ping();\n${times(40, () => "}")}\n${times(3_000, () => "if (!(v instanceof A)) return;")}\nv.ping();\n}\n`,
      edges: "main → A.ping\nmain → A.ping",
    },
    "names that a function declares and calls often": {
      files:
        "//- a.swift\nclass A {\nfunc go() {}\nfunc " +
        `run(${times(2_000, (at) => `p${at}: (Int) -> Void,`)} go: Int) ` +
        `{\n${times(5_000, () => "let go = { 1 }; go()")}\n}\nfunc end() { ` +
        `${times(5_000, () => "x = (a, b); ")} go() }\n}\n`,
      edges: "A.end → A.go",
    },
    "a namespace that is opened often": {
      files:
        `//- a.cpp\n${times(2_000, (at) => `namespace a { void f${at}() {} }`)}\nvoid main() { ` +
        "a::f1999(); }\n",
      edges: "main → a.f1999",
    },
    "alternatives and variables, any of which may be unknown": {
      files:
        "//- a.js\nclass Link { openIt() {} }\nfunction main(a, b) " +
        `{\n(${times(5_000, (at) => `a.b${at} ||`)} '').openIt();\nconst v0 = ` +
        `'';\n${times(5_000, (at) => `const v${at + 1} = v${at} || '';`)}\nv5000.openIt();\n}\n`,
      edges: "main → Link.openIt name_match\nmain → Link.openIt name_match",
    },
    "classes that a file exports under other names": {
      files:
        `//- a.ts\n${times(5_000, (at) => `class A${at} { run() {} }\nexport { A${at} as B${at} };`)}\nfunction ` +
        `main(${times(5_000, (at) => `a${at}: A${at},`)}) ` +
        `{\n${times(5_000, (at) => `a${at}.run();`)}\n}\n`,
      edges: times(5_000, (at) => `main → A${at}.run`),
    },
  });
});
