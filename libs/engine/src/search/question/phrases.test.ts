import { describe, expect, it } from "vitest";
import { phraseShare, phrasesOf } from "./phrases.ts";

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

describe("a text holds of a phrase", () => {
  const phrases = phrasesOf('"No such option: --verbose in here"');
  it.each([
    ["all of it", "say('no such option: --verbose, in here')", 1],
    ["the part before the value", "f'No such option: {name}'", 3 / 6],
    ["nothing for one word", "option", 0],
    ["nothing for words apart", "no, such an option", 2 / 6],
    ["nothing", "", 0],
  ])("%s", (_, text, expected) => expect(phraseShare(phrases, text)).toBeCloseTo(expected));

  it("that it holds most of", () => expect(phraseShare(phrasesOf('"a b c d" "x y"'), "x y a b")).toBe(1));
  it("a single quoted word", () => expect(phraseShare(phrasesOf("`ready`"), "is ready now")).toBe(1));
  it("none where there is none", () => expect(phraseShare([], "x")).toBe(0));
});
