import { describe, expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";
import { questionPattern } from "./highlight.ts";

describe("an excerpt", () => {
  const check = (text: string, query: string, expected: readonly string[]): void =>
    expect(excerpt(text, 10, questionPattern(query)).map(({ number, text: line }) => `${number} ${line}`)).toEqual(expected);

  test("is the whole text if that is short", () => {
    check("one\ntwo", "other", ["10 one", "11 two"]);
  });

  test("is the first run of lines with most of the question's words", () => {
    check("a\nb\nc\nd\ne\nf\nretry\nretry\ni\nj\nk", "retry", ["13 d", "14 e", "15 f", "16 retry", "17 retry"]);
    check("a\nb\nc\nd\ne\nf", "retry", ["10 a", "11 b", "12 c", "13 d", "14 e"]);
  });

  test("has no blank lines around it", () => {
    check("\n\none\n\ntwo\n", "x", ["12 one", "13 ", "14 two"]);
    check("\n \n", "x", []);
  });

});
