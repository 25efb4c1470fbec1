import { describe, expect, it } from "vitest";
import { isTypeThere, subjectOfCase } from "./positions.ts";

describe("isTypeThere", () => {
  it.each<[string, boolean]>([
    ["Key a = 1;", true],
    ["Key[] all", true],
    ["new Key(1)", true],
    ["extends Key {", true],
    ["List<Key> a", true],
    ["Map<A, Key> a", true],
    ["Map<Key, A> a", true],
    ["A<? extends Key> a", true],
    ["Key.class", true],
    ["(Key) a", true],
    ["@Key", true],
    ["Key::new", true],
    ["a instanceof Key", true],
    ["public Key read()", true],
    ["a = Key;", false],
    ["f(Key, a)", false],
    ["Key.a()", false],
    ["(Key) + 1", false],
    ["Key instanceof A", false],
    ["a < Key", false],
    ["if (Key) a();", false],
    ["@A(Key)\n  public b", false],
    ["return Key", false],
  ])("%j: %j", (code, expected) => {
    expect(isTypeThere(code, "Key", code.indexOf("Key"))).toBe(expected);
  });
});

describe("subjectOfCase", () => {
  it.each<[string, string | null]>([
    ["switch (a) { case KEY: }", "a"],
    ["switch (a.b) { case A: f(); case KEY -> g(); }", "a b"],
    ["switch (a.peek()) { case A, KEY: }", "peek"],
    ["switch (a) { case A: f(KEY); }", null],
    ["switch (a + b) { case KEY: }", null],
    ["f(KEY)", null],
  ])("%j: %j", (code, expected) => {
    const found = subjectOfCase(code, "KEY", code.indexOf("KEY"));
    const base =
      found?.base.kind === "call"
        ? /^\w+/.exec(code.slice(found.base.start))?.[0]
        : found?.base.kind === "name"
          ? found.base.name
          : undefined;
    expect(found ? [base, ...found.steps].join(" ") : null).toBe(expected);
  });
});
