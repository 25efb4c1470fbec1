import { expect, it } from "vitest";
import { isToken, takeToken } from "./token.ts";

it.each([
  ["", null, ""],
  ["#/", null, "#/"],
  ["#token=abc", "abc", ""],
  ["#token=", null, ""],
  ["#token=a%20b", "a b", ""],
  ["#token=%E0%A4%A", null, ""],
  ["#/search?path=%2Fa&token=abc", "abc", "#/search?path=%2Fa"],
  ["#/search?token=abc&path=%2Fa", "abc", "#/search?path=%2Fa"],
  ["#token=abc&path=%2Fa", "abc", "#path=%2Fa"],
  ["#/search?query=token", null, "#/search?query=token"],
])("%s holds %s and leaves %s", (hash, token, rest) => expect(takeToken(hash)).toEqual({ token, rest }));

it.each([
  ["abc", true],
  ["a-b_c.~!", true],
  ["", false],
  ["a b", false],
  ["é", false],
  ["a\nb", false],
])("%j is a token: %s", (text, wanted) => expect(isToken(text)).toBe(wanted));
