/** Lines that pass a function on as a value. */
import { expect, it } from "vitest";
import { indexedTree } from "../../testing/codebase.ts";

/** A tree of one file, and for each function the lines that hand it on. */
const CASES: readonly (readonly [tree: string, lines: Readonly<Record<string, readonly number[]>>])[] = [
  [
    `
    //- a.py
    """handler and "handler" in a text"""
    from other import imported_only
    NAMES = ["handler"]
    def handler(x): return x
    def make():
        # handler
        return handler
    def choose(flag):
        return second if flag else None
    def second(): pass
    def take(callback=third_one): pass
    def third_one(): pass
    class A:
        def get(self): return self.m
        def m(self): pass
    TABLE = {"a": fourth}
    LIST = [fourth]
    def fourth(): pass
    //- other.py
    def imported_only(): pass
    `,
    { handler: [7], second: [9], "A.m": [14], fourth: [16, 17], imported_only: [] },
  ],
  [
    `
    //- a.ts
    const text = "returned";
    export function returned() {}
    export function make() { return returned; }
    export const arrow = () => () => shown;
    function shown() {}
    function pick(flag: boolean) { return flag ? one : other; }
    function one() {}
    function other() {}
    class B { own() {} get() { return this.own; } }
    `,
    { returned: [3], shown: [4], one: [6], other: [6], "B.own": [9] },
  ],
  [
    `
    //- a.go
    package main
    import "fmt"
    func text() { fmt.Println("second") }
    func first() {}
    func second() {}
    func make() func() { return first }
    func pair() (func(), error) {
      return second, nil
    }
    `,
    { first: [6], second: [8] },
  ],
  [
    `
    //- a.rs
    fn first() {}
    fn make() -> fn() { first }
    fn make_again() -> Box<dyn Fn()> { Box::new(second) }
    fn second() {}
    `,
    { first: [2], second: [3] },
  ],
  [
    `
    //- a.kt
    package demo
    class Pair2(val x: Int) {
      operator fun component1() = x
    }
    fun use(p: Pair2) {
      val (a) = p
    }
    fun first() = 1
    fun make() = ::first
    `,
    { "Pair2.component1": [], first: [9] },
  ],
  [
    `
    //- a.rb
    def first; end
    def make
      method(:first)
    end
    `,
    { first: [3] },
  ],
  [
    `
    //- a.php
    <?php
    function make() { return first(...); }
    function first() {}
    `,
    { first: [2] },
  ],
  [
    `
    //- a.swift
    func first() {}
    func make() -> () -> Void { return first }
    func second() {}
    func makeSecond() -> () -> Void { second }
    class A {
      func third() {}
      func set() { view.onTap = self.third }
    }
    `,
    { first: [2], second: [4], "A.third": [7] },
  ],
  [
    `
    //- a.dart
    void first() {}
    make() { return first; }
    void second() {}
    makeSecond() => second;
    `,
    { first: [2], second: [4] },
  ],
  [
    `
    //- a.scala
    object O {
      def first(x: Int) = x
      def make: Int => Int = { return first }
    }
    `,
    { "O.first": [3] },
  ],
  [
    `
    //- a.hs
    module A where
    first x = x
    make y = first
    both = (second, 1)
    second x = x
    `,
    { first: [3], second: [4] },
  ],
  [
    `
    //- a.zig
    fn first() void {}
    fn make() *const fn () void { return first; }
    fn second() void {}
    const table = [_]F{ second };
    `,
    { first: [2], second: [4] },
  ],
  [
    `
    //- a.sol
    contract C {
      function first() internal {}
      function make() internal returns (function() internal) { return first; }
    }
    `,
    { "C.first": [3] },
  ],
  [
    `
    //- a.sh
    load() { :; }
    retry 5 load
    `,
    { load: [2] },
  ],
];

it.each(CASES)("names the lines that hand a function on: %#", async (text, lines) => {
  await using tree = await indexedTree(text);
  for (const [symbol, expected] of Object.entries(lines)) {
    const answer = await tree.call("call_graph", { path: tree.root, symbol, direction: "callers" });
    const open = answer.status === "ok" ? answer.coverage.open : [];
    expect(
      open.flatMap(({ type, startLine }) => (type === "handed_on" ? [startLine] : [])),
      symbol,
    ).toEqual(expected);
  }
});
