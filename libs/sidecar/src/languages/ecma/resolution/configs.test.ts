import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looseObject } from "./configs.ts";

describe("JSON with comments and trailing commas", () => {
  it.each<[string, string, object]>([
    ["line comments", '{ // "a": 1,\n "b": 2 // }\n}', { b: 2 }],
    [
      "block comments, also between a comma and its bracket",
      '/* a */{"b": [1, /* c */ ], /* d */}/*e*/',
      { b: [1] },
    ],
    [
      "what looks like a comment in a text",
      '{"a": "// b", "c": "/* d */", "e": "f\\"//"}',
      { a: "// b", c: "/* d */", e: 'f"//' },
    ],
    ["a comma in a text in front of a bracket", '{"a": ",}", "b": [",]",]}', { a: ",}", b: [",]"] }],
    ["something else than an object", "[1]", {}],
    ["a comment that is not closed", '{"a": 1} /* b', {}],
    ["a text that is not closed", '{"a": "b}', {}],
    ["two commas", '{"a": [1,,]}', {}],
  ])("holds %s", (_, text, expected) => {
    expect(looseObject(text)).toEqual(expected);
  });

  it("is what JSON is, where it is JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(looseObject(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(looseObject(JSON.stringify(value, null, "\t"))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  // Quadratic time on these would be hours.
  it.each(["/*", "/* ", '"\\', "//", ",\n", "[", "*/", "/"])(
    "is read in one pass where a file of a megabyte says nothing but %j",
    (piece) => {
      expect(looseObject(`{${piece.repeat(1_000_000 / piece.length)}`)).toEqual({});
    },
  );
});
