import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenOf } from "../model/file-words.ts";
import { TokenIds } from "./token-ids.ts";
import { tokenize } from "./tokens.ts";

const tokenIds = new TokenIds();

/** Tokens of a text by their ids. */
function tokensOf(text: string): string[] {
  return Array.from(tokenIds.idsOf(text), (id) => tokenOf(tokenIds.terms[id] ?? ""));
}

/** Pieces that separate identifiers, numbers and everything else. */
const scraps = fc
  .array(
    fc.constantFrom(
      "a",
      "Z",
      "HTTP",
      "Body",
      "get",
      "Users",
      "running",
      "_",
      "__",
      "9",
      "12345",
      " ",
      "\n",
      "-",
      ".",
      "é",
      "e\u0301",
      "=\u0338",
      "İ",
      "“",
      "ﬀ",
      "\u0958",
      "\ud83d",
      "検索",
      "x".repeat(101),
      "検".repeat(101),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("the tokens of a text", () => {
  it("are those of the tokeniser", () => {
    const check = (text: string): void => void expect(tokensOf(text)).toEqual(tokenize(text));
    fc.assert(fc.property(scraps, check), { numRuns: 3_000, seed: 5 });
    fc.assert(fc.property(fc.string({ unit: "binary-ascii", maxLength: 300 }), check), {
      numRuns: 1_000,
      seed: 5,
    });
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 100 }), check), { numRuns: 2_000, seed: 5 });
  });

  it("stay right when more words come by than are remembered", () => {
    for (let at = 0; at < 150_000; at++) tokensOf(`word${at}`);
    expect(tokensOf("word3 parseHTTPBody word140000").join(" ")).toBe(
      "word 3 word3 pars http bodi parsehttpbody word 140000 word140000",
    );
  });

  it("of a text without words are none, and of a very long one all", () => {
    expect(tokensOf(" \n+-12")).toEqual([]);
    expect(tokensOf("getUsers ".repeat(50_000)).slice(-4)).toEqual(["getusers", "get", "user", "getusers"]);
    expect(tokensOf("x".repeat(5_000_000))).toEqual([]);
    expect(tokensOf("検索".repeat(100_000))).toEqual(tokenize("検索".repeat(100_000)));
  });
});
