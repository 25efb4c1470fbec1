import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize, tokenizeQuery, wordsOf } from "./tokens.ts";

/** @param expected tokens separated by spaces */
function check(text: string, expected: string): void {
  it(`cuts ${JSON.stringify(text)} into ${expected === "" ? "nothing" : expected}`, () =>
    expect(tokenize(text).join(" ")).toBe(expected));
}

describe("identifiers", () => {
  check("retry", "retri");
  check("retryScheduler", "retri schedul retryscheduler");
  check("RetryScheduler", "retri schedul retryscheduler");
  check("retry_scheduler", "retri schedul retry_scheduler");
  check("RETRY_SCHEDULER", "retri schedul retry_scheduler");
  check("retry-scheduler", "retri schedul");
  check("retry.scheduler/next", "retri schedul next");
  check("_private", "privat");
  check("__init__", "init");
  check("__dunder_name__", "dunder name __dunder_name__");
  check("$scope", "scope");
  check("@Injectable()", "inject");
  check("_ __ ___", "");
});

describe("acronyms and digits", () => {
  check("HTTP", "http");
  check("HTTPClient", "http client httpclient");
  check("parseHTTPBody2", "pars http bodi 2 parsehttpbody2");
  check("getURLs", "get url geturls");
  check("IOError", "io error ioerror");
  check("utf8", "utf 8 utf8");
  check("sha256sum", "sha 256 sum sha256sum");
  check("x", "x");
  check("a1", "a 1 a1");
  check("42", "");
  check("3d", "d");
  check("0x1F", "x 1 f x1f");
});

describe("words of one stem", () => {
  it.each([
    ["caching", "cached", "caches"],
    ["retries", "retry", "retrying"],
    ["connections", "connection", "connecting"],
    ["Scheduler", "schedulers", "SCHEDULER"],
  ])("%s, %s and %s are the same token", (...words) => {
    expect(new Set(words.flatMap(tokenize)).size).toBe(1);
  });
});

describe("other scripts", () => {
  check("größe", "größe");
  check("GrößeÄndern", "größe ändern größeändern");
  check("приветМир", "привет мир приветмир");
  check("ΑΒΓ", "αβγ");
  check("naïve café", "naïv café");
  check("cafe\u0301", "café");
  check("नमस्ते", "नमस्ते");
  check("שלום", "שלום");
  check("สวัสดี", "สวัสดี");
  check("λ", "λ");
  check("√π²", "π ² π²");
  check("😀 ok 😀", "ok");
});

describe("scripts without blanks", () => {
  check("検索索引", "検索 索索 索引");
  check("検", "検");
  check("サーバー", "サー ーバ バー");
  check("검색기", "검색 색기");
  check("検索、索引", "検索 索引");
  check("検索 索引", "検索 索引");
  check("getテスト", "get テス スト");
  check("API検索v2", "api 検索 v 2");
  check("Tシャツ", "t シャ ャツ");
  check("ユーザーidを取得", "ユー ーザ ザー id を取 取得");
  check("検_索引", "検 索引");
});

describe("what is no word", () => {
  check("", "");
  check(" \t\r\n", "");
  check("+-*/=<>!?.,;:", "");
  check("\0\u0001\u007f", "");
  check("\ud800 \udfff a\ud800b", "a b");
  check("deadbeef".repeat(20), "");
  check(`${"word_".repeat(21)} after`, "after");
  check(
    "d41d8cd98f00b204e9800998ecf8427e",
    "d 41 d 8 cd 98 f 00 b 204 e 9800998 ecf 8427 e d41d8cd98f00b204e9800998ecf8427e",
  );
});

describe("words as written", () => {
  it.each([
    ["Store.open(x)", ["Store", "open", "x"]],
    ["std::move a->b", ["std", "move", "a", "b"]],
    ["größe_2 = 5", ["größe_2"]],
    ["9lives", ["lives"]],
  ])("%s", (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe("questions", () => {
  it.each([
    ["where are retries scheduled", "retri schedul"],
    ["How does the cache expire?", "cach expir"],
    ["WHERE IS IT", "where is it"],
    ["what is this for", "what is thi for"],
    ["where", "where"],
    ["  the  ", "the"],
    ["the_cache of a", "the cach the_cache"],
    ["TheCache of a", "the cach thecache"],
    ["", ""],
    ["? !", ""],
  ])("%s keeps %s", (question, expected) => expect(tokenizeQuery(question).join(" ")).toBe(expected));
});

describe("for any text", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    // Includes lone surrogates.
    fc.array(fc.nat(0xffff), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
    fc
      .array(
        fc.constantFrom(
          "get",
          "URL",
          "_",
          "2",
          "ü",
          "検",
          "ー",
          "T",
          "\u0301",
          " ",
          "\0",
          "Ǆ",
          "ǅ",
          "İ",
          "Σ",
          "ſ",
          "K",
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join("")),
  );

  it("tokens are lower case, not empty, and hold no blank", () => {
    fc.assert(
      fc.property(text, (sample) => {
        for (const token of [...tokenize(sample), ...tokenizeQuery(sample)]) {
          expect(token).toBe(token.toLowerCase());
          expect(token).toMatch(/^\S+$/);
          expect(token).not.toMatch(/[\0-\x1f"]/);
        }
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it("texts joined by a blank have the tokens of each", () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(tokenize(`${left} ${right}`)).toEqual([...tokenize(left), ...tokenize(right)]);
      }),
      { seed: 2, numRuns: 1_000 },
    );
  });

  it("a question has no token that its text has not", () => {
    fc.assert(
      fc.property(text, (sample) => {
        const tokens = new Set(tokenize(sample));
        expect(tokenizeQuery(sample).every((token) => tokens.has(token))).toBe(true);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
