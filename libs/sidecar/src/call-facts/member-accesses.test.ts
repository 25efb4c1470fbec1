import { expect, test } from "vitest";
import { analyze } from "../analyze.ts";
import { accessSites } from "./member-accesses.ts";
import { printExpr } from "./print.ts";

/** Accesses as `read box.size at 3`, by position. */
async function accesses(path: string, text: string): Promise<string[]> {
  const { flow } = await analyze(path, text);
  if (!flow) throw new Error("no flow facts");
  const sites = [...accessSites(flow, "read"), ...accessSites(flow, "write")].sort(
    (left, right) => left.start - right.start,
  );
  return sites.map(({ access, expr, line }) => `${access} ${printExpr(flow, expr)} at ${line}`);
}

test("callees are none, nor are fields that the class around declares, or stores into without a class above", async () => {
  const python =
    "class A:\n  kind = 1\n  def __init__(self, b):\n    self.raw = b.raw\n    self.raw.run()\n  def " +
    "f(me):\n    return me.raw, me.kind, me.other, me.f()\n";
  expect(await accesses("a.py", python)).toEqual(["read b.raw at 4", "read me.other at 7"]);
  const derived = "class A(B):\n  kind = 1\n  def f(self):\n    self.raw = self.raw, self.kind\n";
  expect(await accesses("a.py", derived)).toEqual(["write self.raw at 4", "read self.raw at 4"]);
  const typescript =
    "class A {\n  raw = 1;\n  get own() { return this.raw; }\n  f() { return this.raw + this.own + " +
    "this.other + this.f().g; }\n}\n";
  expect(await accesses("a.ts", typescript)).toEqual([
    "read this.own at 4",
    "read this.other at 4",
    "read this.f().g at 4",
  ]);
});

test("plain names are none where they are variables, and are none of the class's fields", async () => {
  const csharp =
    "class A : B {\n  int raw;\n  void F(int p) {\n    int local = p + raw;\n    Other = local + " +
    "Base.Name;\n  }\n}\n";
  expect(await accesses("a.cs", csharp)).toEqual([
    "write this.Other at 5",
    "read Base at 5",
    "read Base.Name at 5",
  ]);
  const kotlin =
    "class A(val raw: Int) : B() {\n  fun f(p: Int) {\n    val local = p + raw\n    other = local\n    " +
    "p.name = name\n  }\n}\n";
  expect(await accesses("a.kt", kotlin)).toEqual([
    "write this.other at 4",
    "write p.name at 5",
    "read name at 5",
  ]);
});

test("paths in texts and comments are none, in those of formatted texts they are", async () => {
  expect(
    await accesses(
      "b.py",
      "def f(a):\n  try:\n    a.run()\n  except (a.model.Gone, Wrong) as error:\n    pass\n",
    ),
  ).toEqual(["read a.model at 4", "read a.model.Gone at 4"]);
  const text =
    "def f(a, b):\n  if not a.one and b.two == 'a.three' or \"b.four\" != a.five:  # a.six\n    return " +
    "a.one + (\n      b.two) + 1.5\n  return f'{a.seven} a.eight'\n";
  expect(await accesses("a.py", text)).toEqual([
    "read a.one at 2",
    "read b.two at 2",
    "read a.five at 2",
    "read a.one at 3",
    "read b.two at 4",
    "read a.seven at 5",
  ]);
});
