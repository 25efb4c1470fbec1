import { describe, expect, it } from "vitest";
import { isLocalOfJava, localsOfJava } from "./locals.ts";

describe("isLocalOfJava", () => {
  it.each<[string, string]>([
    ["void f() { key(); A key = key; key(); }", "-+++"],
    ["void f() { if (a) { A<B> key = 1; key(); } key(); }", "++-"],
    ["void f() { for (A key : all) { key(); } key(); }", "++-"],
    ["void f() { for (int key = 0; key < 1; key++) a(key); key(); }", "++++-"],
    ["void f() { try (A key = a()) { key(); } catch (B | C key) { key(); } key(); }", "++++-"],
    ["A key(final A key) throws B { return key; }", "-++"],
    ["void f(A... key) { key(); }", "++"],
    ["void f() { a(key -> key.b(), key); }", "++-"],
    ["void f() { a((b, key) -> { key(); }, key); }", "++-"],
    ["void f() { return key; }", "-"],
    ["void f() { if (a > key) return; }", "-"],
    ["void f() { new A() { B key; void g() { key(); } }; key(); }", "---"],
    ["void f() { class C extends D<E> { B key; } key(); }", "--"],
    ["void f() { if (a instanceof A key && key.b()) { key(); } }", "+++"],
    ["void f() { switch (a) { case key -> b(key); } }", "--"],
    ["void f() { A[] key[] = {}; key(); }", "++"],
  ])("%j: %s", (code, expected) => {
    const places = [...code.matchAll(/\bkey\b/g)].map(({ index }) => index);
    expect(places.map((at) => (isLocalOfJava(localsOfJava(code, "key"), at, 0) ? "+" : "-")).join("")).toBe(
      expected,
    );
  });
});
