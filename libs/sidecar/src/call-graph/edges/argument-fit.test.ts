/** Which calls pass what a function does not take. */
import { describe, expect, it } from "vitest";
import { analyze } from "../../analyze.ts";
import { Evaluator } from "../evaluator.ts";
import { factsProject } from "../facts-project.ts";
import { argumentMisfit } from "./argument-fit.ts";
import { resolveSite } from "./call-sites.ts";

/** The calls of the last lines of a file, each with how it does not fit the function `f`. */
async function misfits(path: string, text: string): Promise<string[]> {
  const facts = await analyze(path, text);
  const resolution = new Evaluator(factsProject([{ path, text, facts }]));
  const symbol = facts.symbols.findIndex(({ name }) => name === "f");
  const sites = (facts.flow?.sites ?? []).filter(({ name }) => name === "f");
  return sites.map((site) => {
    const [target] = resolveSite(resolution, 0, site).targets;
    if (!target || facts.flow?.scopes[target.scope]?.symbol !== symbol) return `${site.line}: not resolved`;
    const call = { file: 0, site, passesReceiver: target.via === "class" };
    const misfit = argumentMisfit(resolution, target, call, facts.symbols[symbol]?.signature ?? null);
    return `${site.line}: ${misfit ?? "fits"}`;
  });
}

describe("the arguments of a call", () => {
  it.each([
    [
      "a.ts",
      "function f(a: string, b?: number, c = 1) {}\nf();\nf('');\nf('', 1, 2);\nf('', 1, 2, 3);\nf(...x);\n",
      ["2: too_few_arguments", "3: fits", "4: fits", "5: too_many_arguments", "6: fits"],
    ],
    [
      "b.ts",
      "function f(a: string, ...rest: number[]) {}\nf('');\nf('', 1, 2);\nf();\n",
      ["2: fits", "3: fits", "4: too_few_arguments"],
    ],
    ["a.js", "function f(a, b) {}\nf();\nf(1, 2, 3);\n", ["2: fits", "3: fits"]],
    [
      "a.py",
      "def f(a, b, *, c=1): pass\nf(1, 2)\nf(1, b=2, c=3)\nf(1)\nf(1, 2, d=3)\nf(*x)\nf(**x)\n",
      ["2: fits", "3: fits", "4: too_few_arguments", "5: unknown_argument", "6: fits", "7: fits"],
    ],
    [
      "c.py",
      "def f(a, *, b, c: list[int] = [1, 2]): pass\nf(1, 2)\nf(1, b=2)\nf(1)\nf(1, b=2, c=[])\nf(1, 2, b=3)\n",
      ["2: too_many_arguments", "3: fits", "4: too_few_arguments", "5: fits", "6: too_many_arguments"],
    ],
    [
      "d.py",
      "def f(a=', *', *rest: int, b, **more): pass\nf(1, 2, b=3)\nf(1, 2)\nf(b=1)\nf(b=1, c=2)\n",
      ["2: fits", "3: too_few_arguments", "4: fits", "5: fits"],
    ],
    [
      "b.py",
      "class A:\n  def f(self, x): pass\n  def g(self):\n    self.f(1)\n    self.f()\n    A.f(self, 1)\n",
      ["4: fits", "5: too_few_arguments", "6: fits"],
    ],
    [
      "a.go",
      'package a\n\nfunc f(a, b int, c ...string) {}\nfunc g() {\n\tf(1, 2)\n\tf(1, 2, "", "")\n\tf(1)\n}\n',
      ["5: fits", "6: fits", "7: too_few_arguments"],
    ],
    [
      "A.java",
      'class A {\n  void f(int a, String... b) {}\n  void g() {\n    f(1);\n    this.f(1, "", "");\n    f();\n  }\n}\n',
      ["4: fits", "5: fits", "6: too_few_arguments"],
    ],
    [
      "a.rs",
      "fn f(a: u8, b: u8) {}\nfn g() {\n    f(1, 2);\n    f(1);\n    f(1, 2, 3);\n}\n",
      ["3: fits", "4: too_few_arguments", "5: too_many_arguments"],
    ],
    [
      "a.kt",
      "fun f(a: Int, b: Int = 1) {}\nfun g() {\n    f(1)\n    f(b = 1, a = 2)\n    f(1, c = 2)\n    f()\n}\n",
      ["3: fits", "4: fits", "5: unknown_argument", "6: too_few_arguments"],
    ],
    [
      "a.php",
      "<?php\nfunction f($a, $b = 1) {}\nf(1);\nf(1, 2, 3);\nf();\n",
      ["3: fits", "4: fits", "5: too_few_arguments"],
    ],
    [
      "a.rb",
      "def f(a, b = 1)\nend\ndef g\n  f(1)\n  f(1, 2, 3)\n  f(1, c: 2)\n  f(1) { |x| x }\nend\n",
      ["4: fits", "5: too_many_arguments", "6: fits", "7: fits"],
    ],
    [
      "a.c",
      "void f(int a, int b) {}\nvoid g(void) {\n  f(1, 2);\n  f(1);\n}\n",
      ["3: fits", "4: too_few_arguments"],
    ],
    [
      "a.cs",
      "class A {\n  void f(int a, int b = 1) {}\n  void g() {\n    f(1);\n    f(a: 1, b: 2);\n    f(1, 2, 3);\n  }\n}\n",
      ["4: fits", "5: fits", "6: too_many_arguments"],
    ],
  ])("of %s", async (path, text, expected) => {
    expect(await misfits(path, text)).toEqual(expected);
  });
});
