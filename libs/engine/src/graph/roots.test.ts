/** Which definitions a name stands for when someone asks for its callers. */
import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

it("is the constructor of a type of Haskell that is called like it, not the type", async () => {
  await using codebase = await indexedTree(`
    //- src/Shape.hs
    module Shape where
    data Shape
      = Shape Int | Round Int
    make = Shape 1
    other = Round 1
  `);
  const answer = await codebase.call("call_graph", { symbol: "Shape", direction: "callers" });
  expect(answer).toMatchObject({
    status: "ok",
    nodes: [{ symbolLabel: "Shape.Shape", kind: "constructor" }, { symbolLabel: "make" }],
  });
});

it("is told apart by what it says of parameters, and where nothing takes that, the answer says so", async () => {
  await using codebase = await indexedTree(`
    //- a.swift
    struct Address {
      init(string: String) {}
      init(path: String) {}
      func open(at: Int) {}
    }
    func run() { Address(path: "a").open(at: 1) }
  `);
  const asked = async (symbol: string) => codebase.call("call_graph", { symbol, direction: "callers" });
  expect(await asked("Address.init(path:)")).toMatchObject({
    status: "ok",
    edges: [{ confidence: "resolved" }],
    message: "1 call between 2 definitions.",
  });
  expect(await asked("Address.init(url:)")).toMatchObject({
    message: expect.stringMatching(
      /^2 definitions are called Address\.init\(url:\); pass a symbolRef to select one\. None of them takes \(url:\)\. /,
    ),
  });
  expect(await asked("Address.open(url:)")).toMatchObject({
    message: expect.stringMatching(/^No definition of that name takes \(url:\)\. 1 call /),
  });
});

it("may be handed on, which is said where nothing is known to call it", async () => {
  await using codebase = await indexedTree(`
    //- a.ex
    defmodule A do
      def run(xs), do: Enum.each(xs, &check/1)
      defp check(x), do: x
    end
    //- b.hs
    module B where
    parseIt x = x
    run xs = mapM_ parseIt xs
    //- c.swift
    class Routes {
      func handle(_ a: Int) {}
      func label() {}
      func go() { on("x", use: handle); let label = 1; on(label, use: { _ in }) }
      func on(_ a: Any, use: (Int) -> Void) {}
    }
    //- d.scala
    object Routes {
      def register(x: Int): Int = x
      def both[A](x: A): A = x
      def arrow(x: Int): Int = x
      def go(xs: List[Int]) = {
        xs foreach register
        forAll(Routes.both[Int] _)
        Seq("a" -> arrow)
      }
    }
    //- e.lua
    local M = {}
    local function visit(x) return x end
    function M.treat(x) return x end
    each(list, visit)
    set("n", { callback = M.treat })
    return M
    //- f.dart
    class Form {
      void press(int x) {}
      void drag(int x) {}
      void go() { Button(onPressed: press); [1].forEach(this.drag); }
    }
  `);
  const open = async (symbol: string) =>
    (await codebase.call("call_graph", { symbol, direction: "callers" })) as {
      readonly coverage: { readonly open: unknown };
    };
  expect((await open("check")).coverage.open).toMatchObject([
    { type: "handed_on", file: "a.ex", startLine: 2 },
  ]);
  expect((await open("parseIt")).coverage.open).toMatchObject([
    { type: "handed_on", file: "b.hs", startLine: 3 },
  ]);
  expect((await open("handle")).coverage.open).toMatchObject([
    { type: "handed_on", file: "c.swift", startLine: 4 },
  ]);
  expect((await open("label")).coverage.open).toEqual([]);
  for (const [symbol, file, startLine] of [
    ["register", "d.scala", 6],
    ["both", "d.scala", 7],
    ["arrow", "d.scala", 8],
    ["visit", "e.lua", 4],
    ["M.treat", "e.lua", 5],
    ["press", "f.dart", 4],
    ["drag", "f.dart", 4],
  ] as const) {
    expect((await open(symbol)).coverage.open, symbol).toMatchObject([
      { type: "handed_on", file, startLine },
    ]);
  }
});

it(
  "may be a member of what other objects are made into without a word, which is said where it is called " +
    "on them",
  async () => {
    await using codebase = await indexedTree(`
    //- a.scala
    package app
    trait Config { def parameter(key: String): String; def context: Int }
    class Other { def parameter(key: String): String = key }
    trait Start {
      implicit def wrap(config: Native): Config
      implicit class Words(text: String) { def shout: String = text }
      def go(config: Native, other: Other, own: Config, text: Text) = {
        config.parameter("a")
        config.context
        other.parameter("b")
        text.shout
      }
    }
  `);
    const lines = async (symbol: string) =>
      (
        (await codebase.call("call_graph", { symbol, direction: "callers" })) as {
          readonly coverage: {
            readonly open: readonly { readonly type: string; readonly startLine: number }[];
          };
        }
      ).coverage.open.map(({ type, startLine }) => `${type} ${startLine}`);
    expect(await lines("Config.parameter")).toEqual(["unresolved_call 8"]);
    expect(await lines("Config.context")).toEqual(["unresolved_call 9"]);
    expect(await lines("Words.shout")).toEqual(["unresolved_call 11"]);
  },
);

it("may be a method of what a type of Rust leads on to, which is told as not known", async () => {
  await using codebase = await indexedTree(`
    //- Cargo.toml
    [package]
    name = "a"
    //- src/lib.rs
    struct Timer { ticks: u8 }
    impl Timer { fn reset_all(&mut self) {} }
    struct Spawn<T> { future: T }
    impl<T> std::ops::Deref for Spawn<T> { type Target = T; fn deref(&self) -> &T { &self.future } }
    fn spawn<T>(future: T) -> Spawn<T> { Spawn { future } }
    fn run() {
        let spawned = spawn(Timer { ticks: 1 });
        spawned.reset_all();
    }
  `);
  expect(await codebase.call("call_graph", { symbol: "reset_all", direction: "callers" })).toMatchObject({
    coverage: { open: [{ type: "unresolved_call", file: "src/lib.rs", startLine: 8 }] },
  });
});

it("may be handed on in Lua by its name or its table's, which no variable of that name is", async () => {
  await using codebase = await indexedTree(`
    //- a.lua
    local H = {}
    H.wrap = function(x) return x end
    H.pick = function(x) return x end
    local function each(x) return x end
    local function text(x) return x end
    local function given() return 1 end
    function H.run(xs, text)
      local each_of = vim.tbl_map(H.wrap, xs)
      s:gsub("a", each)
      local by = on and H.pick or nil
      return { text, by, each_of }
    end
    function H.take() return given end
    return H
    //- b.lua
    local a = require("a")
    local t = { wrap = a.wrap }
    H.wrap()
  `);
  const open = async (symbol: string) =>
    (
      (await codebase.call("call_graph", { symbol, direction: "callers" })) as {
        readonly coverage: {
          readonly open: readonly {
            readonly type: string;
            readonly file: string;
            readonly startLine: number;
          }[];
        };
      }
    ).coverage.open
      .filter(({ type }) => type === "handed_on")
      .map(({ file, startLine }) => `${file}:${startLine}`);
  expect(await open("H.wrap")).toEqual(["a.lua:8", "b.lua:2"]);
  expect(await open("H.pick")).toEqual(["a.lua:10"]);
  expect(await open("each")).toEqual(["a.lua:9"]);
  expect(await open("given")).toEqual(["a.lua:13"]);
  expect(await open("text")).toEqual([]);
});

it("is what the type inherits that is named, which the answer says", async () => {
  await using codebase = await indexedTree(`
    //- flask/scaffold.py
    class Scaffold:
        def route(self): pass
    //- flask/app.py
    from flask.scaffold import Scaffold
    class Flask(Scaffold):
        def run(self): self.route()
    //- base.rb
    module Queries
      def where(a) = a
    end
    class Relation
      include Queries
      def all = where(1)
    end
    //- shapes.ts
    interface Shape { draw(): void }
    class Round implements Shape { draw() {} }
    class Ball extends Round { run() { this.draw(); } }
  `);
  const asked = async (symbol: string) => codebase.call("call_graph", { symbol, direction: "callers" });
  const routed = await asked("Flask.route");
  expect(routed).toMatchObject({
    status: "ok",
    message: "Flask.route is inherited: it is Scaffold.route. 1 call between 2 definitions.",
    nodes: expect.arrayContaining([expect.objectContaining({ file: "flask/app.py" })]) as unknown,
    edges: [{ confidence: "resolved" }],
  });
  expect(await asked("Relation#where")).toMatchObject({
    status: "ok",
    message: expect.stringMatching(/^Relation#where is inherited: it is Queries\.where\. 1 call /),
  });
  expect(await asked("Ball.draw")).toMatchObject({ status: "ok", edges: [{ site: { line: 3 } }] });
  // Only of the named file; a line does not count.
  expect(await asked("flask/app.py:Flask.route")).toMatchObject({
    status: "ok",
    edges: [{ site: { text: "def run(self): self.route()" } }],
  });
  expect(await asked("flask/scaffold.py:Flask.route")).toMatchObject({ status: "not_found" });
  expect(await asked("shapes.ts:90")).toMatchObject({ status: "not_found" });
  expect(await asked("Flask.nothing")).toMatchObject({ status: "not_found" });
  expect(await asked("Nobody.route")).toMatchObject({
    status: "not_found",
    candidates: [{ symbolLabel: "Scaffold.route" }],
  });
});

it("is no heading that has the name of what is called", async () => {
  await using codebase = await indexedTree(`
    //- docs/expect.md
    # expect
    How to expect.
    # vi.fn
    //- src/index.ts
    import { createExpect } from "./expect";
    export { createExpect as expect };
    //- src/expect.ts
    export function createExpect() {}
    //- src/run.ts
    import { expect } from "./index";
    expect();
    vi.fn();
  `);
  expect(await codebase.call("call_graph", { symbol: "expect", direction: "callers" })).toMatchObject({
    status: "ok",
    edges: [{ site: { text: "expect();" } }],
  });
  expect(await codebase.call("call_graph", { symbol: "vi.fn", direction: "callers" })).toMatchObject({
    status: "not_found",
    message: expect.stringContaining("src/run.ts"),
  });
});

it("is the class whose head a line is, not what stands in that", async () => {
  await using codebase = await indexedTree(`
    //- Job.kt
    class Job(val parent: Int) {
        fun run() = parent
    }
    fun main() { Job(1).run() }
  `);
  expect(await codebase.call("call_graph", { symbol: "Job.kt:1", direction: "callers" })).toMatchObject({
    status: "ok",
    edges: [{ site: { line: 4 } }],
    nodes: [{ symbolLabel: "Job" }, { symbolLabel: "main" }],
  });
});

it("may be hidden by syntax errors of the file that is named, which the answer says", async () => {
  await using codebase = await indexedTree(`
    //- Memory.cs
    public static class Memory {
        public static unsafe void Copy(ref byte d) { fixed (byte* p = &d) { *(long*)(p) = ((( ; }
        public static void Clear() { }
    //- other.ts
    export const other = 1;
  `);
  expect(
    await codebase.call("call_graph", { symbol: "Memory.cs:Missing", direction: "callers" }),
  ).toMatchObject({
    status: "not_found",
    warnings: ["FILE_HAS_SYNTAX_ERRORS"],
    message: expect.stringContaining("Memory.cs has syntax errors"),
  });
  expect(
    await codebase.call("call_graph", { symbol: "other.ts:Missing", direction: "callers" }),
  ).not.toHaveProperty("warnings");
});
