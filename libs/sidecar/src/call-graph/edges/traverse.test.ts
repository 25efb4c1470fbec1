import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { NONE } from "../../call-facts/facts.ts";
import { factsProject } from "../facts-project.ts";
import { Evaluator } from "../evaluator.ts";
import { traverse } from "./traverse.ts";

/**
 * Edges to and from the definition of a name, with outline names for their ends; the file for top-level code.
 */
async function edgesOf(path: string, text: string, name: string): Promise<string[]> {
  const facts = await analyze(path, text);
  const resolution = new Evaluator(factsProject([{ path, text, facts }]));
  const labelOf = (scope: number): string =>
    facts.symbols[facts.flow?.scopes[scope]?.symbol ?? NONE]?.name ?? path;
  const scope = facts.flow?.scopes.findIndex((_, at) => labelOf(at) === name) ?? NONE;
  const { edges } = await traverse(resolution, [{ file: 0, scope }], {
    direction: "both",
    depth: 1,
    limit: 50,
    isAsked: () => true,
    pause: () => Promise.resolve(),
  });
  return [
    ...new Set(
      edges.map(
        ({ from, to, confidence }) =>
          `${labelOf(from.scope)} → ` +
          `${labelOf(to.scope)}${confidence === "resolved" ? "" : ` (${confidence})`}`,
      ),
    ),
  ].sort();
}

const CLOSURES = `
  export function each(cb: (x: number) => void) { cb(1); }
  export function main() { each(x => foo(x)); (() => { foo(2); })(); }
  function foo(x: number) {}
`;

test.each([
  ["each", ["main → each"]],
  ["main", ["main → each", "main → foo"]],
  ["foo", ["main → foo"]],
])("TypeScript: calling a closure of a function is no call of the function: %s", async (name, edges) => {
  expect(await edgesOf("a.ts", CLOSURES, name)).toEqual(edges);
});

test("Rust: nor is calling the closure that a field holds", async () => {
  const source = `
    pub struct S { f: Box<dyn Fn(i32) -> i32> }
    impl S {
      pub fn new() -> S { S { f: Box::new(|x| helper(x)) } }
      pub fn run(&self) -> i32 { (self.f)(1) }
    }
    fn helper(x: i32) -> i32 { x }
  `;
  expect(await edgesOf("a.rs", source, "run")).toEqual([]);
  expect(await edgesOf("a.rs", source, "helper")).toEqual(["new → helper"]);
});

test.each(["callers", "callees"] as const)(
  "pauses before each site of a call, and ends with its caller: %s",
  async (direction) => {
    const text = "function a() { b(); b(); }\nfunction b() { a(); }\n";
    const project = factsProject([{ path: "a.ts", text, facts: await analyze("a.ts", text) }]);
    const root = { file: 0, scope: project.flow(0)?.scopes.findIndex(({ name }) => name === "a") ?? 0 };
    let pauses = 0;
    const { edges } = await traverse(new Evaluator(project), [root], {
      direction,
      depth: 1,
      limit: 9,
      isAsked: () => true,
      pause: () => Promise.resolve(void pauses++),
    });
    expect([edges.length, pauses >= edges.length]).toEqual([direction === "callers" ? 1 : 2, true]);
    await expect(
      traverse(new Evaluator(project), [root], {
        direction,
        depth: 1,
        limit: 9,
        isAsked: () => true,
        pause: () => Promise.reject(new Error("given up")),
      }),
    ).rejects.toThrow("given up");
  },
);

/** A function `helper`, lambdas that call it, and a function `user` that calls the lambdas. */
const HELD: Readonly<
  Record<string, { readonly path: string; readonly source: string; readonly held: readonly string[] }>
> = {
  Python: {
    path: "a.py",
    held: ["cb", "double"],
    source:
      "double = lambda x: helper(x)\ndef helper(x): return x\nclass K:\n    cb = lambda self: " +
      "helper(1)\ndef user(k: K):\n    double(2)\n    k.cb()\n    own = lambda: helper(3)\n    own()\n",
  },
  "C++": {
    path: "a.cpp",
    held: ["cb", "inner", "twice"],
    source:
      "int helper(int x) { return x; }\nauto twice = [](int x) { return helper(x); };\nstruct K { " +
      "std::function<int(int)> cb = [](int x) { return helper(x); }; };\nnamespace n { auto inner = [] " +
      "{ return helper(1); }; }\nvoid user(K k) { twice(2); k.cb(3); n::inner(); auto own = [] { " +
      "return helper(4); }; own(); }\n",
  },
  "C#": {
    path: "A.cs",
    held: ["Cb", "Made"],
    source:
      "class K {\n  public System.Func<int, int> Cb = x => helper(x);\n  public System.Func<int, int> " +
      "Made { get; set; } = x => helper(x);\n  static int helper(int x) { return x; }\n  void user(K " +
      "k) { k.Cb(1); k.Made(2); System.Func<int, int> own = x => helper(x); own(3); }\n}\n",
  },
  Ruby: {
    path: "a.rb",
    held: ["CB", "DOUBLE", "TWICE"],
    source:
      "def helper(x) = x\nDOUBLE = ->(x) { helper(x) }\nTWICE = lambda { |x| helper(x) }\nclass K\n  " +
      "CB = proc { |x| helper(x) }\nend\ndef user\n  DOUBLE.call(1)\n  TWICE.call(2)\n  " +
      "K::CB.call(3)\n  own = -> { helper(4) }\n  own.call\nend\n",
  },
  Rust: {
    path: "a.rs",
    held: ["DOUBLE"],
    source:
      "const DOUBLE: fn(i32) -> i32 = |x| helper(x);\nfn helper(x: i32) -> i32 { x }\nfn user() { " +
      "DOUBLE(1); let own = |x| helper(x); own(2); }\n",
  },
  Kotlin: {
    path: "A.kt",
    held: ["double", "twice"],
    source:
      "val double = { x: Int -> helper(x) }\nval twice = fun(x: Int): Int { return helper(x) }\nfun " +
      "helper(x: Int): Int = x\nfun user() { double(1); twice(2); val own = { helper(3) }; own() }\n",
  },
};

test.each(Object.entries(HELD))(
  "%s: a variable or field that holds a lambda is what is called, and calls what the lambda calls",
  async (_, { path, source, held }) => {
    const calledByUser = held.map((name) => `user → ${name}`);
    expect((await edgesOf(path, source, "user")).sort()).toEqual([...calledByUser, "user → helper"].sort());
    for (const name of held)
      expect(await edgesOf(path, source, name)).toEqual([`${name} → helper`, `user → ${name}`].sort());
    expect(await edgesOf(path, source, "helper")).toEqual(
      [...held.map((name) => `${name} → helper`), "user → helper"].sort(),
    );
  },
);

test.each([
  ["a.kt", "class Outer(val size: Int) {\n  constructor() : this(1)\n}\nfun main() { Outer(1) }\n"],
  [
    "a.cs",
    "class Outer(int size) {\n  public Outer() : this(1) { }\n}\nclass Use { void main() { new " +
      "Outer(1); } }\n",
  ],
])("a constructor that has no name in the text is the class: %s", async (path, source) => {
  expect(await edgesOf(path, source, "main")).toEqual(["main → Outer"]);
});

/**
 * Callers and callees of `f` in a file of functions that call each other, if the time runs out after this
 * many steps.
 */
async function endedAfter(steps: number): Promise<{ readonly edges: number; readonly isEnded: boolean }> {
  const text =
    Array.from({ length: 20 }, (_, at) => `function g${at}() { f(); }\nfunction h${at}() {}\n`).join("") +
    `function f() { ${Array.from({ length: 20 }, (_, at) => `h${at}();`).join(" ")} }\n`;
  const facts = await analyze("a.js", text);
  let left = steps;
  const check = (): void => {
    if (--left < 0) throw new RangeError("The time is up");
  };
  const resolution = new Evaluator(factsProject([{ path: "a.js", text, facts }]), check);
  const scope = facts.flow?.scopes.findIndex(({ name }) => name === "f") ?? NONE;
  const { edges, isEnded } = await traverse(resolution, [{ file: 0, scope }], {
    direction: "both",
    depth: 1,
    limit: 100,
    isAsked: () => true,
    pause: () => undefined,
    isEnd: (error) => error instanceof RangeError,
  });
  return { edges: edges.length, isEnded };
}

test("a traversal whose time is up has what it followed by then, and says so", async () => {
  expect(await endedAfter(Number.POSITIVE_INFINITY)).toEqual({ edges: 40, isEnded: false });
  const ended = await Promise.all(Array.from({ length: 100 }, (_, at) => endedAfter(3 * at)));
  expect(ended.every(({ edges, isEnded }) => isEnded === edges < 40 || edges === 40)).toBe(true);
  expect(ended.some(({ edges, isEnded }) => isEnded && edges > 0)).toBe(true);
});

test("an error that is not the end is passed on", async () => {
  const facts = await analyze("a.js", "function f() { g(); }\nfunction g() {}\n");
  const resolution = new Evaluator(factsProject([{ path: "a.js", text: "", facts }]), () => {
    throw new RangeError("no end");
  });
  await expect(
    traverse(resolution, [{ file: 0, scope: 1 }], {
      direction: "callees",
      depth: 1,
      limit: 5,
      isAsked: () => true,
      pause: () => undefined,
      isEnd: () => false,
    }),
  ).rejects.toThrow("no end");
});
