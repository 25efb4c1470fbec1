import { describe, expect, it } from "vitest";
import { hasValues, phrasesOf } from "./phrases.ts";

describe("phrases of a question", () => {
  it.each([
    ['where is "connection refused" raised', ["connection refused"]],
    ["who prints `No such file`", ["no such file"]],
    ["the “last run failed” warning", ["last run failed"]],
    ["where is 'is_ready' set", ["is ready"]],
    ["it's what doesn't work", []],
    ["TypeError: Cannot read properties of undefined", ["cannot read properties of undefined"]],
    ["error[E0308]: mismatched types in call", ["mismatched types in call"]],
    ["ValueError: bad", []],
    ["how are errors: handled", []],
    ["plain words", []],
  ])("%j", (text, expected) => expect(phrasesOf(text).map((words) => words.join(" "))).toEqual(expected));
});

it.each([
  [
    "it may be a message",
    [
      'No route matches [GET] "/foo"',
      "expected 3 arguments",
      "cannot open /etc/x",
      "no module src/a.ts",
      "key 'id' is missing",
      "unexpected token <",
    ],
    true,
  ],
  [
    "it is a question",
    [
      "how are routes registered",
      "what doesn't work",
      "fix #12 in http2",
      "use `decode` in v5.1",
      "read/write locks",
    ],
    false,
  ],
])("by its values %s", (_, texts, expected) =>
  expect(texts.filter((text) => hasValues(text) === expected)).toEqual(texts),
);
