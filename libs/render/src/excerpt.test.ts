import { linesNamed, questionPattern } from "@satori/contracts";
import { describe, expect, test } from "vitest";
import { excerpt } from "./search.ts";

describe("an excerpt", () => {
  const check = (text: string, query: string, expected: readonly string[]): void =>
    expect(
      excerpt(text, 10, { pattern: questionPattern(query), lines: linesNamed(query), maxLines: 5 }).map(
        ({ number, text: line }) => `${number} ${line}`,
      ),
    ).toEqual(expected);

  test("is the whole text if that is short", () => {
    check("one\ntwo", "other", ["10 one", "11 two"]);
  });

  test("is the run of lines with most of the question's words, and what is behind them", () => {
    check("a\nb\nc\nd\ne\nf\nretry\nretry\ni\nj\nk", "retry", [
      "15 f",
      "16 retry",
      "17 retry",
      "18 i",
      "19 j",
    ]);
    check("a\nb\nc\nd\ne\nf\nretry", "retry", ["12 c", "13 d", "14 e", "15 f", "16 retry"]);
    check("retry\nb\nc\nd\ne\nf", "retry", ["10 retry", "11 b", "12 c", "13 d", "14 e"]);
    check("a\nb\nc\nd\ne\nf", "retry", ["10 a", "11 b", "12 c", "13 d", "14 e"]);
  });

  test("has different words rather than one of them again and again", () => {
    check("retry retry\nretry retry\nc\nd\ne\nretry\ng\nqueue\ni\nj", "retry queue", [
      "15 retry",
      "16 g",
      "17 queue",
      "18 i",
      "19 j",
    ]);
  });

  test("has the line that the question names", () => {
    check("retry\nb\nc\nd\ne\nf\ng\nh", "a.ts:16 retry", ["13 d", "14 e", "15 f", "16 g", "17 h"]);
    check("retry\nb\nc\nd\ne\nf\ng\nh", "a.ts:15 retry", ["13 d", "14 e", "15 f", "16 g", "17 h"]);
  });

  test("has no blank lines around it", () => {
    check("\n\none\n\ntwo\n", "x", ["12 one", "13 ", "14 two"]);
    check("\n \n", "x", []);
  });
});
