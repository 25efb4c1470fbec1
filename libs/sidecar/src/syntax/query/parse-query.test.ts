import { describe, expect, it, test } from "vitest";
import { parseQuery } from "./parse-query.ts";

test("patterns are told apart, with their text and their captures", () => {
  const [first, second] = parseQuery(`
    ; Functions
    (function name: (identifier) @name
      body: (_)? @body) @definition
    [(line_comment) "#" @sign] @comment ; both
  `);
  expect(first).toMatchObject({
    text: "( function name: ( identifier ) @name body: ( _ ) ? @body ) @definition",
    captures: ["name", "body", "definition"],
  });
  expect(second?.captures).toEqual(["sign", "comment"]);
});

test("a capture behind a choice is of each option, one inside of it first", () => {
  const [{ items } = { items: [] }] = parseQuery('[(a) @in "b"] @out');
  expect(items[0]?.pattern).toMatchObject({
    options: [
      { pattern: { type: "a", isNamed: true, captures: ["in", "out"] } },
      { pattern: { type: "b", isNamed: false, captures: ["out"] } },
    ],
  });
});

test("a dot binds what is behind it to what is in front of it, and the last one to the end", () => {
  const [{ items } = { items: [] }] = parseQuery("(a . (b) (c) . (d) .)");
  const inner = items[0]?.pattern;
  expect(inner?.kind === "node" && inner.items.map(({ isFirst }) => isFirst)).toEqual([true, false, true]);
  expect(inner).toMatchObject({ isClosed: true });
});

test("parentheses around nodes are siblings", () => {
  expect(
    parseQuery('((a) @x . (b)? (#eq? @x "one"))')[0]?.items.map(({ count, isFirst }) => [count, isFirst]),
  ).toEqual([
    ["one", false],
    ["optional", true],
  ]);
});

describe("predicates", () => {
  const accepts = (source: string, text: string): boolean | undefined => {
    const predicate = parseQuery(`((a) @x ${source})`)[0]?.predicates[0];
    return predicate && predicate.accepts(text) !== predicate.isNegated;
  };
  it.each([
    ['(#eq? @x "a\\"b\\n")', 'a"b\n', true],
    ['(#eq? @x "a")', "b", false],
    ['(#not-eq? @x "a")', "b", true],
    ['(#any-of? @x "a" "b")', "b", true],
    ['(#not-any-of? @x "a" "b")', "b", false],
    ['(#match? @x "^[A-Z]")', "Ab", true],
    ['(#not-match? @x "_cast$")', "static_cast", false],
  ])("%s of %j is %s", (source, text, wanted) => expect(accepts(source, text)).toBe(wanted));
});

describe("what is no query is refused", () => {
  it.each([
    "(a",
    "(a))",
    "a",
    "(a (b)",
    "[(a)",
    "((a)? (b))",
    "(a [(b)?])",
    "(a (b)* @x)",
    "(a ((b) @x)+)",
    "(#eq? @x 1)",
    '((a) @x (#is? @x "y"))',
    "((a) @x (#eq? @x @y))",
    "(a €)",
    "()",
  ])("%s", (source) => expect(() => parseQuery(source)).toThrow(SyntaxError));
});
