import { describe, expect, test } from "vitest";
import { highlight, linesNamed, questionPattern } from "./question-words.ts";

describe("the question's words in a line", () => {
  const check = (query: string, line: string, expected: string): void =>
    expect(highlight(line, questionPattern(query), (word) => `<${word}>`)).toBe(expected);

  test("are found whatever their case and form", () => {
    check("where are retries scheduled", "function scheduleRetry() {}", "function <schedule><Retry>() {}");
    check("RetryQueue", "const queue = new RetryQueue();", "const queue = new <RetryQueue>();");
    check("parse query", "queries are parsed, parsing ends", "<queries> are <parsed>, <parsing> ends");
  });

  test("are not the words that stand everywhere", () => {
    check("what is the file of this", "this is what the file is for", "this is what the <file> is for");
    check("a b", "a b", "a b");
    check("is it", "is it", "is it");
  });

  test("are not the operators and what they hold, but what has to be there", () => {
    check(
      'lang:ts must:"two words" -path:vendor/** refresh',
      "two words vendor ts refresh",
      "<two words> vendor ts <refresh>",
    );
    check("must:'(a|b)' must:X-Id", "fn(a|b) x-id", "fn<(a|b)> <x-id>");
    check('exclude:"must:two" lang:ts', "two must:two ts", "two must:two ts");
  });

  test("begin a word or a part of an identifier", () => {
    check("read", "thread reader canRead reads", "thread <read>er can<Read> <reads>");
  });

  test("are text, not patterns", () => {
    check("$store (.*) [a-z]+", "a $store.value", "a <$store>.value");
    check("größe messen", "Größe wird gemessen", "<Größe> wird gemessen");
  });
});

test.each([
  ["src/app.ts:12:5", [12]],
  ["server.ts(120,5): error TS2322", [120]],
  ['File "app/main.py", line 7, in run', [7]],
  ["at f (/app/a.js:3:1) at g (/app/b.js:44:1)", [3, 44]],
  ["2 of 3 requests, v1:x", []],
])("%j names the lines %j", (query, lines) => expect([...linesNamed(query)]).toEqual(lines));
