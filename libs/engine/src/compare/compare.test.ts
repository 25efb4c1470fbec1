/** Which changes are found between two versions of some files, without a repository. */
import { describe, expect, it } from "vitest";
import { declareFile } from "../prepare/declare-file.ts";
import type { DeclaredFile } from "../model/declared-file.ts";
import { firstChanges, listChanges, publicChanges } from "./list-changes.ts";
import { matchDeclarations } from "./match-declarations.ts";
import type { DeclaredPair } from "./read-declarations.ts";

type Files = Readonly<Record<string, string>>;

async function declared(path: string, text: string | undefined): Promise<DeclaredFile | null> {
  if (text === undefined) return null;
  const outcome = await declareFile(
    { kind: "declare", path, sizeBytes: text.length, bytes: Buffer.from(text), companions: [] },
    "parsed",
  );
  if (outcome.kind !== "declared") throw new Error(`${path} is ${outcome.cause}`);
  return outcome;
}

/** @param renames old path by new path */
async function pairsOf(base: Files, head: Files, renames: Files = {}): Promise<DeclaredPair[]> {
  const paths = new Set([...Object.keys(base), ...Object.keys(head)]);
  for (const from of Object.values(renames)) paths.delete(from);
  const pairs: DeclaredPair[] = [];
  for (const path of [...paths].sort()) {
    const from = renames[path] ?? path;
    pairs.push({ base: await declared(from, base[from]), head: await declared(path, head[path]) });
  }
  return pairs;
}

async function modulesOf(base: Files, head: Files, renames: Files = {}) {
  const pairs = await pairsOf(base, head, renames);
  return {
    pairs,
    modules: listChanges(
      matchDeclarations(pairs, () => undefined),
      pairs,
      () => undefined,
    ),
  };
}

/** One line for each change: `signature_changed function f (a.ts) was …`; internal ones end with `-`. */
async function changes(base: Files, head: Files, renames: Files = {}): Promise<string[]> {
  const { modules } = await modulesOf(base, head, renames);
  return modules.flatMap(({ module, movedFrom, changes: listed }) => [
    ...(movedFrom === undefined ? [] : [`${module} was ${movedFrom}`]),
    ...listed.map(({ change, kind, symbol, file, before, ...more }) => {
      const { line: _line, ...was } = before ?? {};
      const about = Object.entries(was).map(([name, value]) => `${name}=${String(value)}`);
      return [
        `${change} ${kind} ${symbol}`,
        ...(file === module ? [] : [`in ${file}`]),
        ...(about.length === 0 ? [] : [`was ${about.join(" ")}`]),
        ...(more.public ? [] : ["-"]),
      ].join(" ");
    }),
  ]);
}

const inFile = (path: string, base: string, head: string): Promise<string[]> =>
  changes({ [path]: base }, { [path]: head });
const LONG = "{ const sum = one + two + three; return sum * factor / divisor; }";

describe("between two versions of a file", () => {
  it.each<[string, string, string, string, readonly string[]]>([
    ["nothing", "a.ts", `export function f(a: number) ${LONG}`, `export function f(a: number) ${LONG}`, []],
    [
      "a body",
      "a.ts",
      "export function f(a: number) { return 1; }",
      "export function f(a: number) { return 2; }",
      [],
    ],
    [
      "spacing, comments, trailing commas and quotes",
      "a.ts",
      'export function f(a: number, b: "x"): string { return ""; }',
      "/** New. */\nexport function f(\n  a: number, // first\n  b: 'x',\n): string {\n  return '';\n}",
      [],
    ],
    [
      "the name of a parameter",
      "a.ts",
      "export function f(a: number, { x, y }: P) {}",
      "export function f(b: number, rest: P) {}",
      [],
    ],
    [
      "the name of a parameter",
      "a.go",
      "package a\nfunc F(a, b int) {}\nfunc (s *S) M(x int) {}",
      "package a\nfunc F(c int, d int) {}\nfunc (t *S) M(y int) {}",
      [],
    ],
    [
      "the name of a parameter, where callers can use it",
      "a.py",
      "def f(a): pass",
      "def f(b): pass",
      ["signature_changed function f was signature=def f(a)"],
    ],
    ["the value of a variable", "a.py", "X = 1\nY: int = 2\n", "X = 2\nY: int = 3\n", []],
    [
      "the type of a variable",
      "a.py",
      "Y: int = 2\n",
      "Y: str = ''\n",
      ["signature_changed variable Y was signature=Y: int"],
    ],
    [
      "a parameter",
      "a.ts",
      "export function f(a: number) {}",
      "export function f(a: number, b: number) {}",
      ["signature_changed function f was signature=function f(a: number)"],
    ],
    [
      "the default of a parameter",
      "a.ts",
      "export function f(a: number = 1) {}",
      "export function f(a: number) {}",
      ["signature_changed function f was signature=function f(a: number = 1)"],
    ],
    [
      "a type",
      "a.ts",
      "export type T = { a: string } | null;",
      "export type T = { a: string };",
      ["signature_changed type T was signature=type T = { a: string } | null"],
    ],
    [
      "the end of a long signature",
      "a.py",
      `def f(${"long_parameter_name, ".repeat(15)}a): pass`,
      `def f(${"long_parameter_name, ".repeat(15)}b): pass`,
      [
        expect.stringMatching(
          /^signature_changed function f was signature=def f\(.*, a\)$/,
        ) as unknown as string,
      ],
    ],
    [
      "an export",
      "a.ts",
      "export function f() {}\nexport function g() {}",
      "function f() {}\nexport function g() {}",
      ["signature_changed function f was public=true"],
    ],
    [
      "the kind",
      "a.ts",
      "export class T { a = 1 }",
      "export interface T { a: number }",
      [
        "signature_changed interface T was kind=class signature=class T",
        "signature_changed property T.a was kind=field signature=",
      ],
    ],
    [
      "a function that goes, and one that comes",
      "a.ts",
      "export function f() { return one; }",
      "export function g() { return two; }",
      ["removed function f", "added function g"],
    ],
    [
      "what is not exported",
      "a.ts",
      "function f() {}\nexport const x = 1;",
      "export const x = 1;",
      ["removed function f -"],
    ],
    [
      "a class, with its members",
      "a.ts",
      "export const x = 1;",
      "export class K { a = 1; m() {} }\nexport const x = 1;",
      ["added class K"],
    ],
    [
      "a member",
      "a.ts",
      "export class K { a = 1; }",
      "export class K { a = 1; m() {} #p = 2; }",
      ["added method K.m", "added field K.#p -"],
    ],
    [
      "a local function",
      "a.ts",
      "export function f() { function g() {} }",
      "export function f() { function h() {} const k = () => 1; }",
      [],
    ],
    [
      "a name",
      "a.ts",
      `export function f(a: number) ${LONG}`,
      `export function g(a: number) ${LONG}`,
      ["renamed function g was symbol=f"],
    ],
    [
      "a name that is used inside",
      "a.py",
      "def walk(tree, depth):\n    return [walk(child, depth + 1) for child in tree]\n",
      "def visit(tree, depth):\n    return [visit(child, depth + 1) for child in tree]\n",
      ["renamed function visit was symbol=walk"],
    ],
    [
      "a short function, which is none that was renamed",
      "a.ts",
      "export const f = () => 1;",
      "export const g = () => 1;",
      ["removed function f", "added function g"],
    ],
    [
      "two equal functions, of which none is certain",
      "a.ts",
      `export function f() ${LONG}\nexport function g() ${LONG}`,
      `export function h() ${LONG}`,
      ["removed function f", "removed function g", "added function h"],
    ],
    [
      "the name of a class, not its members",
      "a.java",
      `public class A { public A(int a) {} public void m() ${LONG} public void n() {} }`,
      `public class B { public B(int a) {} public void m() ${LONG} public void n() {} public void o() {} }`,
      ["renamed class B in a.java was symbol=A", "added method B.o in a.java"],
    ],
    [
      "an overload that is added",
      "a.ts",
      "export class K { m(a: string): void; m(a: any): void {} }",
      "export class K { m(a: string): void; m(a: number): void; m(a: any): void {} }",
      ["added method K.m"],
    ],
    [
      "one of several overloads",
      "A.java",
      "public class A { public void m(int a) {} public void m(String a) {} }",
      "public class A { public void m(int a) {} public void m(long a) {} }",
      ["signature_changed method A.m in A.java was signature=public void m(String a)"],
    ],
    [
      "the order of overloads",
      "A.java",
      "public class A { public void m(int a) {} public void m(String a) {} }",
      "public class A { public void m(String a) {} public void m(int a) {} }",
      [],
    ],
    [
      "names that are passed on",
      "a.ts",
      'export { a, b } from "./x";\nexport * from "./y";',
      'export { a, c as d } from "./z";',
      ["removed reexport * from ./y", "removed reexport b", "added reexport d"],
    ],
    [
      "a name that is defined in each branch",
      "a.py",
      "import sys\n",
      "import sys\nif sys:\n    X = 1\nelse:\n    X = 2\n",
      ["added variable X"],
    ],
    [
      "members of a namespace",
      "a.cs",
      "namespace N { public class A { public void M() {} } }",
      "namespace N { public class A { public void M() {} } public class B {} }",
      ["added class N.B in a.cs"],
    ],
    [
      "methods of an impl",
      "a.rs",
      "pub struct S;\nimpl S { pub fn a(&self) {} }",
      "pub struct S;\nimpl S { pub fn a(&self) {} pub fn b(&self) {} }",
      ["added method S.b"],
    ],
    [
      "a language without a rule",
      "a.sh",
      "f() { :; }\n",
      "g() { :; }\n",
      ["removed function f", "added function g"],
    ],
  ])("%s: %s", async (_, path, base, head, expected) =>
    expect(await inFile(path, base, head)).toEqual(expected),
  );

  it("nothing of a test, an example or a vendored file is public", async () => {
    for (const path of ["tests/test_a.py", "src/a.test.ts", "examples/a.py", "vendor/a.go"])
      expect(
        (await changes({}, { [path]: "def F(): pass\nfunction F() {}\nfunc F() {}" })).filter(
          (line) => !line.endsWith("-"),
        ),
      ).toEqual([]);
  });
});

it("does not say that a name is gone that may be passed on with all others of its module", async () => {
  expect(await inFile("a.ts", 'export { a } from "./x";', 'export * from "./x";')).toEqual([
    "added reexport * from ./x",
  ]);
  expect(await inFile("a.ts", 'export * from "./x";', 'export { a } from "./x";')).toEqual([
    "removed reexport * from ./x",
  ]);
  expect(
    await inFile(
      "p/__init__.py",
      'from ._a import f, g\n__all__ = ["f", "g"]\n',
      'from ._a import *\n__all__ = ["f", "h"]\n',
    ),
  ).toEqual(["removed reexport g", "added reexport h"]);
});

it("knows other spellings of a type of Python", async () =>
  expect(
    await inFile(
      "a.py",
      'def f(a: typing.Optional[str] = None, b: Union["URL", List[int]] = 1) -> Optional[Dict[str, int]]: pass',
      "def f(a: str | None = None, b: URL | list[int] = 1) -> dict[str, int] | None: pass",
    ),
  ).toEqual([]));

describe("between files", () => {
  it("a file that was renamed says so once, and its declarations are compared", async () =>
    expect(
      await changes(
        { "a.ts": "export function f() {}\nexport function g() {}" },
        { "b.ts": "export function f(a: number) {}\nexport function g() {}" },
        { "b.ts": "a.ts" },
      ),
    ).toEqual(["b.ts was a.ts", "signature_changed function f was signature=function f()"]));

  it("a function that was moved, with or without changes in it", async () => {
    const other = (more = ""): string => `export function rest() {}\n${more}`;
    const moved = "export function load(path: string, options: Options)";
    expect(
      await changes(
        { "a.ts": other(`${moved} ${LONG}`), "b.ts": "" },
        { "a.ts": other(), "b.ts": `${moved} ${LONG}` },
      ),
    ).toEqual(["moved function load was file=a.ts"]);
    expect(
      await changes(
        { "a.ts": other(`${moved} ${LONG}`), "b.ts": "" },
        { "a.ts": other(), "b.ts": `${moved} {}` },
      ),
    ).toEqual(["moved function load was file=a.ts"]);
  });

  it("overloads that were moved together", async () => {
    const overloads = "export function load(a: string): void;\nexport function load(a: number): void;\n";
    expect(
      await changes(
        { "a.ts": overloads, "b.ts": "" },
        { "a.ts": "", "b.ts": overloads.replace("number", "boolean") },
      ),
    ).toEqual(["removed function load", "moved function load was file=a.ts", "added function load"]);
  });

  it("a class that was moved takes its members along", async () => {
    const before = `export class K { load() ${LONG} save() {} old() {} }`;
    const after = `export class K { load() ${LONG} save(a: number) {} old() {} fresh() {} }`;
    expect(await changes({ "a.ts": before, "b.ts": "" }, { "a.ts": "", "b.ts": after })).toEqual([
      "signature_changed method K.save was signature=save()",
      "moved class K was file=a.ts",
      "added method K.fresh",
    ]);
  });

  it("a function that became a method", async () =>
    expect(
      await changes(
        { "a.py": "def load(path):\n    return parse(read(path), strict=True)\n" },
        { "a.py": "class K:\n    def load(path):\n        return parse(read(path), strict=True)\n" },
      ),
    ).toEqual(["signature_changed method K.load was kind=function symbol=load", "added class K"]));

  it("files of a folder are one module in Go", async () => {
    const f = `func F(a int) ${LONG}`;
    expect(
      await changes(
        { "p/a.go": `package p\n${f}`, "p/b.go": "package p" },
        { "p/a.go": "package p", "p/b.go": `package p\n${f}` },
      ),
    ).toEqual([]);
    expect(
      await changes(
        { "p/a.go": `package p\n${f}`, "q/b.go": "package q" },
        { "p/a.go": "package p", "q/b.go": `package q\n${f}` },
      ),
    ).toEqual(["moved function F in q/b.go was file=p/a.go"]);
  });

  it("several functions of one name in several files are not taken for moved ones", async () =>
    expect(
      await changes(
        {
          "a.ts": "export function main(argv: string[]) { one(); }",
          "b.ts": "export function main(argv: string[]) { two(); }",
        },
        {
          "c.ts": "export function main(argv: string[]) { three(); }",
          "d.ts": "export function main(argv: string[]) { four(); }",
        },
      ),
    ).toEqual([
      "removed function main",
      "removed function main",
      "added function main",
      "added function main",
    ]));
});

describe("the list of changes", () => {
  const base = {
    "z.ts": "export function gone() {}",
    "a.ts": "function inner() {}\nexport const kept = 1;",
    "m.ts": "export class K { b() {}; a() {} }",
  };
  const head = {
    "a.ts": "export const kept = 1;",
    "m.ts": "export class K { private c() {}; d() {}; a(x: number) {} }",
  };

  it("has modules with public changes first, and public and breaking changes first in each", async () => {
    const { modules } = await modulesOf(base, head);
    expect(modules.map(({ module, only }) => [module, only])).toEqual([
      ["m.ts", undefined],
      ["z.ts", "removed"],
      ["a.ts", undefined],
    ]);
    expect(modules[0]?.changes.map(({ change, symbol }) => `${change} ${symbol}`)).toEqual([
      "removed K.b",
      "signature_changed K.a",
      "added K.d",
      "added K.c",
    ]);
  });

  it("can have public changes only, among them moved modules that offer something", async () => {
    const { modules, pairs } = await modulesOf(
      { ...base, "old.ts": "export const x = 1;", "old-inner.ts": "import a from 'a';\nconst x = 1;" },
      { ...head, "new.ts": "export const x = 1;", "new-inner.ts": "import a from 'a';\nconst x = 1;" },
      { "new.ts": "old.ts", "new-inner.ts": "old-inner.ts" },
    );
    const only = publicChanges(modules, pairs);
    expect(only.map(({ module }) => module)).toEqual(["m.ts", "z.ts", "new.ts"]);
    expect(only.flatMap(({ changes: listed }) => listed).every((change) => change.public)).toBe(true);
  });

  it("is cut at a number of changes and at a size, and says so", async () => {
    const { modules } = await modulesOf(base, head);
    const count = (limits: { limit: number; maxBytes: number }): [number, boolean] => {
      const first = firstChanges(modules, limits);
      return [first.modules.flatMap(({ changes: listed }) => listed).length, first.isCut];
    };
    expect(count({ limit: 6, maxBytes: 1e6 })).toEqual([6, false]);
    expect(count({ limit: 5, maxBytes: 1e6 })).toEqual([5, true]);
    expect(count({ limit: 1, maxBytes: 1e6 })).toEqual([1, true]);
    expect(count({ limit: 6, maxBytes: 400 })[1]).toBe(true);
    expect(count({ limit: 6, maxBytes: 0 })).toEqual([0, true]);
  });

  it("grows with the number of declarations, and no faster", async () => {
    const many = (count: number, name: string): string =>
      Array.from(
        { length: count },
        (_, at) => `export function ${name}${at}(a${at}: number) { return step(${at}); }`,
      ).join("\n");
    const stepsOf = async (count: number): Promise<number> => {
      const pairs = await pairsOf({ "a.ts": many(count, "f") }, { "a.ts": many(count, "g") });
      let steps = 0;
      matchDeclarations(pairs, () => void steps++);
      return steps;
    };
    const [small, large] = [await stepsOf(100), await stepsOf(400)];
    expect(large).toBeLessThan(5 * small);
  });
});
