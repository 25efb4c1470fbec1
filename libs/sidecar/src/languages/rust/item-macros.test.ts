import { describe, expect, test } from "vitest";
import { hideRanges } from "../../blank.ts";
import { itemMacros } from "./item-macros.ts";
import { plainItems } from "./macro-items.ts";

/** The text as the parser sees it, with runs of blanks as one. */
function visible(text: string): string {
  const known = plainItems(text);
  return hideRanges(known, itemMacros(known)).replace(/\s+/g, " ").trim();
}

describe("macros around items are hidden", () => {
  test.each([
    ["m! { fn f() {} }", "fn f() {}"],
    ["a::b::m!(pub fn f() {});", "pub fn f() {} ;"],
    ["thread_local! { static A: u8 = 1; }", "static A: u8 = 1;"],
    [
      "m! { #![a] /* b */ #[c] pub(crate) struct S(u8); const X: T = T { a: 1 }; }",
      "#![a] /* b */ #[c] pub(crate) struct S(u8); const X: T = T { a: 1 };",
    ],
    ["m! { impl S { n! { fn f(&self) {} } } }", "impl S { fn f(&self) {} }"],
    ["m! { macro_rules! n { () => {} } }", "macro_rules! n { () => {} }"],
    ["cfg_if! { if #[cfg(a)] { fn f() {} } else if #[cfg(b)] { } else { mod c; } }", "fn f() {} mod c;"],
    ["cfg_select! { unix => { fn f() {} } _ => { fn g() {} } }", "fn f() {} fn g() {}"],
    ["p! { fn f(a in 0..1, b in g(1, 2)) {} }", "fn f(a , b ) {}"],
    ["fn f() { cfg_rt! { go(); } }", "fn f() { go(); }"],
    ["cfg_a! { fn a() {} cfg_b! { fn b() {} } fn c() {}", "fn a() {} fn b() {} fn c() {}"],
  ])("%j", (text, expected) => {
    expect(visible(text)).toBe(expected);
  });
});

describe("other macros are not", () => {
  test.each([
    "m! { a, b }",
    "m! { a => fn f() {} }",
    "m! { fn f() {} + 1 }",
    "macro_rules! m { () => { fn f() {} } }",
    "fn f() { quote! { fn g() {} } }",
    "fn f() { let a = m! { struct S; }; }",
    'fn f() { println!("{}", a); }',
    "cfg_if! { if #[cfg(a)] { 1 } else { 2 } }",
    "// m! { fn f() {} }",
    "m! { }",
  ])("%j", (text) => {
    expect(visible(text)).toBe(text);
  });
});

test.each([
  ["a! { struct A(4); } b! { struct B; }", "4", "a! { struct A(4); } struct B;"],
  ["a! { b! { struct A(4); } fn f() {} }", "4", "b! { struct A(4); } fn f() {}"],
  ["#[x] a! { struct A(4); }", "#[x] a! { struct", "#[x] a! { struct A(4); }"],
  ["cfg_a! { struct A(4); }", "4", "struct A(4);"],
])("the innermost macro that fails to parse is left: %j at %j", (text, mistake, expected) => {
  const start = text.indexOf(mistake);
  const ranges = itemMacros(text, [{ start, end: start + mistake.length }]);
  expect(hideRanges(text, ranges).replace(/\s+/g, " ").trim()).toBe(expected);
});

test("items keep their offsets when they are rewritten", () => {
  const text = "static ref A: T = b();\nstruct P: u32 { const A = 1; const _ = 2; const B = 3; }";
  expect(plainItems(text)).toBe(
    "static     A: T = b();\nenum   P      {       A = 1,                    B = 3, }",
  );
});

test("flags that are added to a type of its own are constants with a type", () => {
  const text = "impl P: u32 { const A = 1 << 2; const _ = !0; const B=3; const C = Self::A.bits(); }";
  expect(plainItems(text)).toBe(
    "impl P      { const A:!=1 << 2;               const B:!; const C:!=Self::A.bits(); }",
  );
});

test.each([
  "m! { fn f() {} ",
  "m!(",
  "fn f(a in ",
  "cfg_if! { if a { ",
  "struct P: u8 { const A = ",
  "quick_error! { enum E { A(",
  "}{)(",
  "#[",
])("texts that go on and on (%j) hold nothing up", (part) => {
  // Quadratic time on this many would be minutes.
  expect(visible(part.repeat(20_000))).not.toBe("");
});
