import { expect, test } from "vitest";
import { isLikelyRegex } from "./likely-regex.ts";

test("a text looks like an expression by signs that code seldom has", () => {
  for (const text of [
    "retr.*y",
    "foo|bar",
    String.raw`fn \w+`,
    "[a-z]+",
    "^import",
    "end$",
    String.raw`a\.b`,
  ])
    expect(isLikelyRegex(text), text).toBe(true);
  for (const text of ["retry", "a || b", "$foo", "f(x)", "a.b", "2 * 3", "x?: string", "#[derive", "-> "])
    expect(isLikelyRegex(text), text).toBe(false);
});
