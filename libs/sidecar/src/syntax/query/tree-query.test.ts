import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { Query, type Tree } from "web-tree-sitter";
import { loadGrammar } from "../../grammar.ts";
import { javascript } from "../../languages/javascript/language.ts";
import { queryDifferences } from "./check-query.ts";
import { compilePattern, parseQuery } from "./parse-query.ts";
import { Matcher, TreeQuery } from "./tree-query.ts";

const { parser, language, read } = await loadGrammar(
  javascript.grammar as NonNullable<typeof javascript.grammar>,
);

/** `name text` of each capture, one line per match; the runtime must find the same. */
function found(query: string, text: string): string[] {
  const tree = parser.parse(text) as Tree;
  const own = read(tree, text);
  const { matches } = new TreeQuery(parseQuery(query), own.grammar).matches(own, 100_000);
  const lines = matches.map(({ captures }) =>
    captures.map(({ name, node }) => `${name} ${node.text}`).join(", "),
  );
  const theirs = new Query(language, query);
  expect([...lines].sort()).toEqual(
    theirs
      .matches(tree.rootNode)
      .map(({ captures }) => captures.map(({ name, node }) => `${name} ${node.text}`).join(", "))
      .sort(),
  );
  theirs.delete();
  tree.delete();
  return lines;
}

describe("a pattern", () => {
  it("is found at every depth, outer nodes first", () =>
    expect(found("(array) @a", "[[1], [[]]]")).toEqual(["a [[1], [[]]]", "a [1]", "a [[]]", "a []"]));
  it("fits once for each child that it may mean", () =>
    expect(found("(array (number) @n)", "[1, x, 2]")).toEqual(["n 1", "n 2"]));
  it("fits in each order of its children, from the left", () =>
    expect(found("(array (number) @n (identifier) @x)", "[1, x, 2, y]")).toEqual([
      "n 1, x x",
      "n 1, x y",
      "n 2, x y",
    ]));
  it("takes what it can do without where it is", () =>
    expect(found("(return_statement (_)? @value) @return", "() => { return; return 1 }")).toEqual([
      "return return;",
      "return return 1, value 1",
    ]));
  it("asks for the field", () =>
    expect(found("(assignment_expression right: (identifier) @right)", "a = b")).toEqual(["right b"]));
  it("may want a field to be absent", () =>
    expect(found("(function_expression !name) @f", "x = [function () {}, function a() {}]")).toEqual([
      "f function () {}",
    ]));
  it("may name a token", () =>
    expect(found('(binary_expression "*" @sign)', "a * b + c")).toEqual(["sign *"]));
  it("may begin with any node", () =>
    expect(found("(_ (number) @n . (string) @s)", "f(1, 'a'); [2, 'b', 3]")).toEqual([
      "n 1, s 'a'",
      "n 2, s 'b'",
    ]));
  it("may be one of several, each with its own parts", () =>
    expect(found("[(array (_) @x) (pair value: (_) @y)]", "[{ a: 1 }]")).toEqual(["x { a: 1 }", "y 1"]));
});

describe("an anchor", () => {
  it("binds to the beginning", () =>
    expect(found("(array . (_) @first)", "[/* no */ 1, 2]")).toEqual(["first /* no */"]));
  it("binds to the end", () => expect(found("(array (_) @last .)", "[1, 2]")).toEqual(["last 2"]));
  it("lets tokens stand in between", () =>
    expect(found("(array (number) @a . (number) @b)", "[1, 2, x, 3]")).toEqual(["a 1, b 2"]));
  it("stands on both sides of what repeats", () =>
    expect(found("(program . (comment)* . (expression_statement) @first)", "// a\n// b\nx;\ny;")).toEqual([
      "first x;",
    ]));
  it("at the end is for the last that is there", () =>
    expect(found("(arguments . (_) @a . (string)? @b .)", "f(1, 2); f(1, 'x'); f(1, 'x', 2); f(1)")).toEqual([
      "a 1, b 'x'",
      "a 1",
    ]));
  it("at the end is for nothing where nothing is there", () =>
    expect(found("(array . (number)? @n .) @a", "[x]; []; [1]; [1, x]")).toEqual([
      "a [x]",
      "a []",
      "a [1], n 1",
      "a [1, x]",
    ]));
});

describe("siblings", () => {
  it("are sought behind the first", () =>
    expect(found("((comment) @doc . (function_declaration) @f)", "// a\n// b\nfunction f() {}")).toEqual([
      "doc // b, f function f() {}",
    ]));
});

test("predicates are about all nodes of a name", () => {
  expect(
    found(
      "(call_expression function: (identifier) @f arguments: (arguments . (string) @s) (#eq? @f " +
        '"require") (#match? @s "^.\\\\./"))',
      "require('./a'); require('b'); other('./c')",
    ),
  ).toEqual(["f require, s './a'"]);
});

test("what the grammar does not have is refused", () => {
  const { grammar } = read(parser.parse("x") as Tree, "x");
  for (const query of [
    "(no_such_node)",
    '(array "no such token")',
    "(array nowhere: (_))",
    "(array !nowhere)",
  ])
    expect(() => new TreeQuery(parseQuery(query), grammar)).toThrow(SyntaxError);
});

test("patterns that are not asked for are not found, and the others keep their positions", () => {
  const tree = read(parser.parse("[1]") as Tree, "[1]");
  const query = new TreeQuery(parseQuery("(array) @a (number) @n"), tree.grammar, ({ captures }) =>
    captures.includes("n"),
  );
  expect(query.matches(tree, 1_000).matches.map(({ pattern }) => pattern)).toEqual([1]);
});

test("it gives up where it takes too long, and says so", () => {
  const text = `[${"1, ".repeat(1_000)}]`;
  const tree = read(parser.parse(text) as Tree, text);
  const pairs = new TreeQuery(parseQuery("(array (number) @a (number) @b)"), tree.grammar);
  const { matches, isComplete } = pairs.matches(tree, 20_000);
  expect(isComplete).toBe(false);
  expect(matches.length).toBeLessThanOrEqual(20_000);
});

test("very many siblings are neither too deep nor too many", () => {
  const count = 30_000;
  const text = `${"// a\n".repeat(count)}x;\n${"var y;\n".repeat(count)}`;
  const tree = read(parser.parse(text) as Tree, text);
  const query = new TreeQuery(
    parseQuery("(program . (comment)* . (expression_statement) @first) (program (variable_declaration) @v)"),
    tree.grammar,
  );
  const { matches, isComplete } = query.matches(tree, 100 * count);
  expect([matches.length, isComplete]).toEqual([count + 1, true]);
});

test("a way that captures less than another one is left out", () => {
  const text = "f(1, 2)";
  const tree = read(parser.parse(text) as Tree, text);
  const [pattern] = parseQuery("(arguments (number)? @a (number)? @b)");
  const compiled = compilePattern(pattern as NonNullable<typeof pattern>, tree.grammar);
  const matcher = new Matcher(tree, 1_000);
  const ways = Array.from({ length: tree.count }, (_, id) => id).flatMap((id) =>
    tree.nodes[id * 8 + 4] === compiled.start.options[0]?.kind ? matcher.waysOf(compiled, id) : [],
  );
  expect(ways.map((way) => way.map(({ name, node }) => `${name} ${node.text}`).join(", "))).toEqual([
    "a 1, b 2",
    "a 2",
    "b 1",
  ]);
});

test("texts of any kind give what the runtime's query gives", async () => {
  const pieces = fc.constantFrom(
    "function ",
    "f",
    "(",
    ")",
    "{",
    "}",
    " = ",
    "class A ",
    "extends B ",
    "x.y",
    ";\n",
    "=> ",
    "exports.",
    "'s'",
    "// c\n",
    "require",
    "new ",
    "export default ",
    ",",
    "@d ",
    "[",
    "]",
    "async ",
    ": ",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
      expect(await queryDifferences("a.js", parts.join(""))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
