import { describe, expect, it } from "vitest";
import { parseQuery } from "../../query/parse-query.ts";
import { signsOf, withRequiredTexts } from "./exact-texts.ts";

describe("a question without a word requires its text", () => {
  it.each<[string, readonly string[]]>([
    ["🚀", ["🚀"]],
    ['"🚀"', ["🚀"]],
    ["`??=`", ["??="]],
    ["<=>", ["<=>"]],
    ['"<=> ??=" ✓', ["<=> ??=", "✓"]],
    ["→ →", ["→"]],
    ["3.14", ["3.14"]],
    ["429", ["429"]],
    ["must:alpha ✓", ["alpha", "✓"]],
    ["must:✓", ["✓"]],
    ["alpha ✓", []],
    ["a", []],
    ['"', ['"']],
    ['" "', []],
    ["日本", []],
  ])("%j: %j", (query, expected) => expect(withRequiredTexts(parseQuery(query)).must).toEqual(expected));
});

describe("signs among words", () => {
  it.each<[string, readonly string[]]>([
    ["where is ✓ printed", ["✓"]],
    ["what does `??=` do", ["??="]],
    ["what does ??= do", ["??="]],
    ["spaceship operator <=> in Ruby", ["<=>"]],
    ["price in €", ["€"]],
    ["👩‍🚀 crew", ["👩‍🚀"]],
    ['"🚀 ready"', []],
    ["how are requests retried -- and when ...", []],
    ["map a -> b => c", []],
    ["foo() && bar", []],
    ["don't stop, it's 5 o'clock", []],
    ["C++ and C#", []],
    ["✓", []],
    ["say “hello”", []],
  ])("%j: %j", (text, expected) => expect(signsOf(text)).toEqual(expected));
});
