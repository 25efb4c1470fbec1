import type { SymbolFact } from "@satori/sidecar";
import { describe, expect, it } from "vitest";
import type { Passage } from "./passages.ts";
import { previewOf } from "./preview.ts";
import { parseQuestion } from "../parse/question.ts";

const symbolNamed = (name: string, nameLine: number): SymbolFact => ({
  id: "s",
  kind: "function",
  name,
  label: name,
  parent: -1,
  start: 0,
  end: 1,
  startLine: nameLine,
  endLine: nameLine,
  nameLine,
  signature: null,
  doc: null,
});

interface More {
  readonly imports?: readonly number[];
  /** Line that the question mentions. */
  readonly line?: number;
  readonly must?: readonly string[];
  /** Name of the symbol that the chunk is about, and its line. */
  readonly defines?: readonly [name: string, line: number];
}

function preview(
  text: string,
  question: string,
  maxLines?: number,
  { imports = [], line = -1, must = [], defines }: More = {},
): string[] {
  const passage: Passage = {
    file: 0,
    path: "a.ts",
    span: { start: 0, end: text.length, startLine: 11, endLine: 11 + text.split("\n").length },
    text,
    imports: new Set(imports),
    line: line === -1 ? null : line,
    symbol: defines ? symbolNamed(...defines) : null,
    score: 1,
  };
  const { text: shown, span } = previewOf(
    passage,
    { question: parseQuestion(question), must },
    ...(maxLines === undefined ? [] : [maxLines]),
  );
  expect(span.endLine - span.startLine + 1).toBe(shown.split("\n").length);
  return [`${span.startLine}-${span.endLine}`, ...shown.split("\n")];
}
const lines = (count: number, marks: Record<number, string> = {}): string =>
  Array.from({ length: count }, (_, at) => marks[at + 1] ?? `line ${at + 1}`).join("\n");

it("shows a short chunk whole, without the line end behind it", () => {
  expect(preview("one\n  two\n", "x")).toEqual(["11-12", "one", "  two"]);
  expect(preview("one\r\ntwo\r\n", "x")).toEqual(["11-12", "one", "two"]);
  expect(preview(`${lines(24)}\n`, "x")[0]).toBe("11-34");
});

it("keeps blank lines inside and before the text", () =>
  expect(preview("\n\na\n\nb\n", "x")).toEqual(["11-15", "", "", "a", "", "b"]));

describe("of a long chunk it shows", () => {
  const text = lines(40, { 5: "the cache", 20: "retry", 21: "the cache expires", 35: "cache cache cache" });

  it("the beginning when nothing matches", () =>
    expect(preview(text, "blorp", 3)).toEqual(["11-13", "line 1", "line 2", "line 3"]));
  it("the run of lines that holds most of the words", () =>
    expect(preview(text, "cache retry", 3)).toEqual(["30-32", "retry", "the cache expires", "line 22"]));
  it("the first of equal runs", () =>
    expect(preview(text, "cache", 2)).toEqual(["15-16", "the cache", "line 6"]));
  it("the run with more matching lines when words are equal", () =>
    expect(preview(lines(30, { 5: "cache", 20: "cache", 21: "cache" }), "cache", 2)).toEqual([
      "30-31",
      "cache",
      "cache",
    ]));
  it("a line that matters with some lines in front of it and more behind", () => {
    expect(preview(text, "retry")[0]).toBe("23-46");
    expect(preview(text, "retry", 5)).toEqual([
      "29-33",
      "line 19",
      "retry",
      "the cache expires",
      "line 22",
      "line 23",
    ]);
    expect(preview(text, "retry", 1)).toEqual(["30-30", "retry"]);
  });
  it("no more in front than there is, nor behind", () =>
    expect([
      preview(lines(40, { 2: "cache" }), "cache")[0],
      preview(lines(40, { 39: "cache" }), "cache")[0],
    ]).toEqual(["11-34", "27-50"]));
  it("the run that says something of the words, not that which imports them", () =>
    expect(preview(text, "cache expires retry", 3, { imports: [30, 31] })).toEqual([
      "15-17",
      "the cache",
      "line 6",
      "line 7",
    ]));
  it("what imports them where nothing else is there", () =>
    expect(preview(lines(6, { 5: "the cache" }), "cache", 2, { imports: [11, 12, 13, 14, 15, 16] })).toEqual([
      "15-16",
      "the cache",
      "line 6",
    ]));
  it("as many lines as fit, up to its end", () =>
    expect(preview(text, "cache expires retry", 12)[0]).toBe("27-38"));

  it.each([
    ["away from all words of the question", "cache", 14, "14-17", "line 4"],
    ["at the beginning", "cache", 11, "11-14", "line 1"],
    ["at the end", "cache", 50, "47-50", "line 40"],
    ["with the words around it", "cache", 33, "31-34", "line 23"],
    ["that has none of the words anywhere", "blorp", 33, "32-35", "line 23"],
  ])("the line that the question names, %s", (_, question, line, span, named) => {
    const [shown, ...rest] = preview(text, question, 4, { line });
    expect([shown, rest.includes(named)]).toEqual([span, true]);
  });

  it("what `must:` asks for, before words of the question", () => {
    const header = lines(40, { 5: "cache expires retry", 30: 'get("X-Forwarded-For")' });
    expect(preview(header, "cache expires retry", 3, { must: ["x-forwarded-for"] })).toEqual([
      "40-42",
      'get("X-Forwarded-For")',
      "line 31",
      "line 32",
    ]);
  });

  it("the line that defines what the question spells, before others that have as many words", () => {
    const code = lines(40, { 5: "retryLater and later retry of the queue", 30: "function retryLater() {" });
    expect(preview(code, "where in the queue is retryLater", 2, { defines: ["retryLater", 40] })).toEqual([
      "40-41",
      "function retryLater() {",
      "line 31",
    ]);
    expect(preview(code, "where in the queue is retryLater", 2)[0]).toBe("15-16");
  });

  it(
    "some of the symbol that the result is about, with the comment above it, however many words stand " +
      "elsewhere",
    () => {
      const code = lines(40, { 5: "drops the queue", 20: "// says so", 21: "function drop() {" });
      expect(preview(code, "drops the queue", 6, { defines: ["drop", 31] })).toEqual([
        "30-35",
        "// says so",
        "function drop() {",
        "line 22",
        "line 23",
        "line 24",
        "line 25",
      ]);
      expect(preview(code, "blorp", 3, { defines: ["drop", 31] })).toEqual([
        "30-32",
        "// says so",
        "function drop() {",
        "line 22",
      ]);
      expect(preview(code, "drops the queue", 6)[0]).toBe("14-19");
      expect(preview(code, "drops the queue", 6, { defines: ["behind", 60] })[0]).toBe("14-19");
      expect(preview(code, "drops the queue", 6, { defines: ["drop", 31], must: ["drops"] })[0]).toBe(
        "14-19",
      );
      expect(preview(code, 'says "drops the queue"', 6, { defines: ["drop", 31] })[0]).toBe("14-19");
    },
  );

  it.each(['what says "no such parcel"', "Error: no such parcel 12 in depot"])(
    "the line that has what is quoted or reported, before others that have as many words: %s",
    (question) => {
      const said = lines(40, {
        5: "parcel says such",
        6: "in depot error no",
        30: "fail(`no such parcel ${id}`)",
      });
      expect(preview(said, question, 2)).toEqual(["40-41", "fail(`no such parcel ${id}`)", "line 31"]);
    },
  );
});
it("shows a name that the question spells out, where the symbol that the result is about does not have it", () => {
  const chunk = lines(30, {
    2: "def limit(query)",
    3: "  params of the query",
    25: "LIMIT = ENV['QUERY_PARAMS_LIMIT']",
  });
  expect(preview(chunk, "QUERY_PARAMS_LIMIT", 3, { defines: ["limit", 12] })).toContain(
    "LIMIT = ENV['QUERY_PARAMS_LIMIT']",
  );
  expect(preview(chunk, "query params limit", 3, { defines: ["limit", 12] })[1]).toBe("def limit(query)");
});

it("shortens lines that are very long", () => {
  const [, line] = preview("x".repeat(1_000), "x");
  expect(line).toHaveLength(240);
  expect(line?.endsWith("x…")).toBe(true);
  expect(preview("x".repeat(240), "x")[1]).toHaveLength(240);
});

it("does not cut a character in two", () =>
  expect(preview(`${"x".repeat(238)}😀${"y".repeat(100)}`, "x")[1]).toBe(`${"x".repeat(238)}…`));

describe("of a very long line it shows", () => {
  const long = `${"some words ".repeat(30)}the cache expires ${"other words ".repeat(30)}`;
  const shown = (question: string, more: More = {}): string => preview(long, question, 3, more)[1] ?? "";

  it("what speaks for it", () => {
    expect(shown("cache")).toMatch(/^….{60}cache expires .+…$/);
    expect(shown("cache")).toHaveLength(240);
    expect(shown("blorp", { must: ["expires"] })).toMatch(/^….{60}expires/);
  });
  it("the beginning where that does", () =>
    expect([shown("some cache"), shown("blorp")].map((text) => text.slice(0, 10))).toEqual([
      "some words",
      "some words",
    ]));
  it("the end where that does", () =>
    expect(preview(`${"some words ".repeat(30)}the cache`, "cache", 3)[1]).toMatch(/^….{60}cache$/));
  it("what `must:` asks for behind letters that take more room in lower case", () =>
    expect(preview(`${"İ".repeat(300)} the cache`, "blorp", 3, { must: ["cache"] })[1]).toMatch(
      /^…İ{55} the cache$/,
    ));
  it("whole characters", () =>
    expect(preview(`${"😀".repeat(200)} x cache`, "cache", 3)[1]).toMatch(/^…(?:😀){28} x cache$/u));
});

it("shows the line that says what a message does, whatever words stand together elsewhere", () => {
  const code = lines(40, {
    3: "args: at least one argument is required, only received",
    30: 'Errorf("requires at least %d arg(s), only received %d", n)',
  });
  expect(
    preview(code, "requires at least 1 arg(s), only received 0", 4, { defines: ["first", 12] }),
  ).toContain('Errorf("requires at least %d arg(s), only received %d", n)');
  // A question that is no message asks for words.
  expect(preview(code, "where are arguments required", 4)).toContain(
    "args: at least one argument is required, only received",
  );
});
