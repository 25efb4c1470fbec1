import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedQuery, parseQuery, writeQuery } from "./parse-query.ts";

/** Parts that are not given are expected to be empty. */
function check(query: string, expected: Partial<ParsedQuery>): void {
  it(query.length > 80 ? `${query.slice(0, 80)}…` : JSON.stringify(query), () =>
    expect(parseQuery(query)).toEqual({
      text: "",
      lang: [],
      path: [],
      notPath: [],
      must: [],
      exclude: [],
      ...expected,
    }),
  );
}

describe("without operators", () => {
  check("where are retries scheduled", { text: "where are retries scheduled" });
  check("  padded \n", { text: "padded" });
  check("", {});
  check(" \t ", {});
  check('"quoted text"', { text: '"quoted text"' });
});

describe("operators before the text", () => {
  check("lang:ts retries", { lang: ["ts"], text: "retries" });
  check("path:src/** retries", { path: ["src/**"], text: "retries" });
  check("-path:vendor/** retries", { notPath: ["vendor/**"], text: "retries" });
  check("must:Backoff retries", { must: ["Backoff"], text: "retries" });
  check("exclude:Deprecated retries", { exclude: ["Deprecated"], text: "retries" });
  check("lang:ts lang:Go path:a path:b -path:c -path:d must:e must:f exclude:g exclude:h i", {
    lang: ["ts", "Go"],
    path: ["a", "b"],
    notPath: ["c", "d"],
    must: ["e", "f"],
    exclude: ["g", "h"],
    text: "i",
  });
  check("exclude:h lang:ts text", { exclude: ["h"], lang: ["ts"], text: "text" });
  check("\n lang:ts \t path:a\n\n text", { lang: ["ts"], path: ["a"], text: "text" });
  check("lang:ts", { lang: ["ts"] });
  check("must:ÄRGER x", { must: ["ÄRGER"], text: "x" });
  check("path:Src/A.ts x", { path: ["Src/A.ts"], text: "x" });
});

describe("quotes and escapes", () => {
  check('must:"exact text" rest', { must: ["exact text"], text: "rest" });
  check("must:'exact text' rest", { must: ["exact text"], text: "rest" });
  check("path:'my folder/**' rest", { path: ["my folder/**"], text: "rest" });
  check('must:"it\'s" rest', { must: ["it's"], text: "rest" });
  check('must:"say \\"hi\\"" rest', { must: ['say "hi"'], text: "rest" });
  check("path:my\\ folder rest", { path: ["my folder"], text: "rest" });
  check("must:a\\\\b rest", { must: ["a\\b"], text: "rest" });
  check('must:mid"quote rest', { must: ['mid"quote'], text: "rest" });
  check('must:"never closed rest', { must: ["never closed rest"] });
  check('must:"closed"rest', { must: ["closed"], text: "rest" });
  check("must:trailing\\", { must: ["trailing\\"] });
  check('must:"line\nbreak" rest', { must: ["line\nbreak"], text: "rest" });
  check('must:"  " rest', { must: ["  "], text: "rest" });
});

describe("what only looks like an operator is text", () => {
  check("where lang:ts", { text: "where lang:ts" });
  check("must: text", { text: "must: text" });
  check('must:"" text', { text: 'must:"" text' });
  check("path:a must: b", { path: ["a"], text: "must: b" });
  check("author:me path:a", { text: "author:me path:a" });
  check("LANG:ts x", { text: "LANG:ts x" });
  check("-lang:ts x", { text: "-lang:ts x" });
  check("-must:a x", { text: "-must:a x" });
  check("langs:ts x", { text: "langs:ts x" });
  check("\\lang:ts x", { text: "\\lang:ts x" });
  check("http://host/path:a", { text: "http://host/path:a" });
});

describe("the zone of 200 characters", () => {
  const upTo = (length: number): string => `must:${"a".repeat(length - 6)} `;
  check(`${upTo(199)}lang:ts x`, { must: ["a".repeat(193)], lang: ["ts"], text: "x" });
  check(`${upTo(200)}lang:ts x`, { must: ["a".repeat(194)], text: "lang:ts x" });
  check(`must:"${"a ".repeat(150)}" x`, { must: ["a ".repeat(150)], text: "x" });
  check(`${" ".repeat(200)}lang:ts`, { text: "lang:ts" });
});

describe("for any query", () => {
  const parts = fc.constantFrom(
    "lang:",
    "path:",
    "-path:",
    "must:",
    "exclude:",
    '"',
    "'",
    "\\",
    " ",
    "a",
    "ß",
    "*",
    "!",
    "\n",
    "\0",
    "\ud83d",
    "\ude00",
  );
  const query = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(parts, { maxLength: 40 }).map((list) => list.join("")),
  );

  it("never throws, and gives a trimmed end of the query and values that are not empty", () => {
    fc.assert(
      fc.property(query, (sample) => {
        const { text, ...operators } = parseQuery(sample);
        expect(text).toBe(text.trim());
        expect(sample.trimEnd().endsWith(text)).toBe(true);
        expect(
          Object.values(operators)
            .flat()
            .every((value) => value.length > 0),
        ).toBe(true);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it("returns a text without operators trimmed", () => {
    const plain = query.filter((sample) => !/^(?:lang|-?path|must|exclude):/.test(sample.trimStart()));
    fc.assert(
      fc.property(plain, (sample) => parseQuery(sample).text === sample.trim()),
      { seed: 2, numRuns: 1_000 },
    );
  });

  it("reads back what was quoted", () => {
    const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 }),
        fc.string({ minLength: 1, maxLength: 50 }),
        (path, language) => {
          expect(parseQuery(`path:${quoted(path)} lang:${quoted(language)} end`)).toMatchObject({
            path: [path],
            lang: [language],
            text: "end",
          });
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });
});

describe("a query is written", () => {
  it.each([
    "retry",
    "lang:ts path:src/** -path:vendor/** must:a exclude:b retry",
    'must:"two words" retry',
    "lang:ts",
  ])("as it was read: %s", (query) => expect(writeQuery(parseQuery(query))).toBe(query));
  it("with quotes around what would be read otherwise", () =>
    expect(writeQuery(parseQuery(String.raw`must:"a \"b\" \\" c`))).toBe(String.raw`must:"a \"b\" \\" c`));
  it("unless its text would be read as an operator", () =>
    expect(writeQuery({ ...parseQuery(""), text: "lang:ts" })).toBeNull());
});
