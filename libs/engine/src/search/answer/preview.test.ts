import { describe, expect, it } from "vitest";
import type { Place } from "./places.ts";
import { previewOf } from "./preview.ts";
import { understand } from "../question/question.ts";

function preview(text: string, question: string, maxLines?: number, imports: readonly number[] = []): string[] {
  const place: Place = { file: 0, path: "a.ts", span: { start: 0, end: text.length, startLine: 11, endLine: 11 + text.split("\n").length }, text, imports: new Set(imports), symbol: null, score: 1 };
  const { text: shown, span } = previewOf(place, understand(question), ...(maxLines === undefined ? [] : [maxLines]));
  expect(span.endLine - span.startLine + 1).toBe(shown.split("\n").length);
  return [`${span.startLine}-${span.endLine}`, ...shown.split("\n")];
}
const lines = (count: number, marks: Record<number, string> = {}): string => Array.from({ length: count }, (_, at) => marks[at + 1] ?? `line ${at + 1}`).join("\n");

it("shows a short chunk whole, without the line end behind it", () => {
  expect(preview("one\n  two\n", "x")).toEqual(["11-12", "one", "  two"]);
  expect(preview("one\r\ntwo\r\n", "x")).toEqual(["11-12", "one", "two"]);
  expect(preview(`${lines(12)}\n`, "x")[0]).toBe("11-22");
});

it("keeps blank lines inside and before the text", () => expect(preview("\n\na\n\nb\n", "x")).toEqual(["11-15", "", "", "a", "", "b"]));

describe("of a long chunk it shows", () => {
  const text = lines(40, { 5: "the cache", 20: "retry", 21: "the cache expires", 35: "cache cache cache" });

  it("the beginning when nothing matches", () => expect(preview(text, "blorp", 3)).toEqual(["11-13", "line 1", "line 2", "line 3"]));
  it("the first run of lines that holds most of the words", () => expect(preview(text, "cache retry", 3)).toEqual(["29-31", "line 19", "retry", "the cache expires"]));
  it("the first of equal runs", () => expect(preview(text, "cache", 2)).toEqual(["14-15", "line 4", "the cache"]));
  it("the run with more matching lines when words are equal", () => expect(preview(lines(30, { 5: "cache", 20: "cache", 21: "cache" }), "cache", 2)).toEqual(["30-31", "cache", "cache"]));
  it("the run that says something of the words, not that which imports them", () => expect(preview(text, "cache expires retry", 3, [30, 31])).toEqual(["13-15", "line 3", "line 4", "the cache"]));
  it("what imports them where nothing else is there", () => expect(preview(lines(6, { 5: "the cache" }), "cache", 2, [11, 12, 13, 14, 15, 16])).toEqual(["14-15", "line 4", "the cache"]));
  it("as many lines as fit, up to its end", () => expect(preview(text, "cache expires retry", 12)[0]).toBe("20-31"));
});

it("shortens lines that are very long", () => {
  const [, line] = preview("x".repeat(1_000), "x");
  expect(line).toHaveLength(240);
  expect(line?.endsWith("x…")).toBe(true);
  expect(preview("x".repeat(240), "x")[1]).toHaveLength(240);
});

it("does not cut a character in two", () => expect(preview(`${"x".repeat(238)}😀${"y".repeat(100)}`, "x")[1]).toBe(`${"x".repeat(238)}…`));
