import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phrasesOf } from "./phrases.ts";
import { type Wording, bestMatchingLine, wordingOf, wordingShare } from "./phrase-match.ts";

const quoting = (text: string): Wording => ({
  phrases: phrasesOf(text),
  sentence: [],
  values: [],
  isMessage: false,
  signs: [],
});
const saying = (text: string): Wording => ({ ...wordingOf(text, text), phrases: [] });

describe("a text holds of a phrase", () => {
  const wording = quoting('"No such option: --verbose in here"');
  it.each([
    ["all of it", "say('no such option: --verbose, in here')", 1],
    ["the part before the value", "f'No such option: {name}'", 3 / 6],
    ["nothing for one word", "option", 0],
    ["nothing for words apart", "no, such an option", 2 / 6],
    ["nothing", "", 0],
  ])("%s", (_, text, expected) => expect(wordingShare(wording, text)).toBeCloseTo(expected));

  it("that it holds most of", () => expect(wordingShare(quoting('"a b c d" "x y z"'), "x y z a b")).toBe(1));
  it("half of a single word, which may be a value", () =>
    expect(wordingShare(quoting("`ready`"), "is ready now")).toBe(0.5));
  it("none where there is none", () => expect(wordingShare(quoting("x"), "x")).toBe(0));
});

describe("a text says a sentence", () => {
  const wording = saying("invalid header value of X-Id for the field of this request");
  it.each([
    ["whole", "invalid header value of X-Id for the field of this request", 1],
    ["with other values", "raise `invalid header value of ${name} for the field ${field}`", 1],
    ["in part", "`invalid header value ${name}`", 0],
    ["in a longer part", "`invalid header value of ${name}`", 1 / 3],
    ["in other words", "the value of this header is not valid", 0],
    [
      "not when its words stand in another order",
      "request this of field the for id x of value header invalid",
      0,
    ],
    ["not at all", "", 0],
  ])("%s", (_, text, expected) => expect(wordingShare(wording, text)).toBeCloseTo(expected));

  it("in fewer words where it has values in it, as messages do", () => {
    expect(wordingShare(saying('no route matches "/foo"'), "raise `No route matches ${path}`")).toBe(1);
    expect(
      wordingShare(saying('no route of this application matches "/foo"'), "raise `No route of ${path}`"),
    ).toBeCloseTo(1 / 3);
    expect(wordingShare(saying("no route matches here"), "raise `No route matches ${path}`")).toBe(0);
  });

  it("whole where it says all but the values, whatever stands in their place", () => {
    expect(wordingShare(saying("Route [login] not defined."), "`Route [{$name}] not defined.`")).toBe(1);
    expect(
      wordingShare(saying("Driver [x] is not supported."), "`Driver [{$config['kind']}] is not supported.`"),
    ).toBeCloseTo(0.95);
    expect(
      wordingShare(saying("missing values for [:id, :name, :title]"), '"missing values for #{missing}"'),
    ).toBe(1);
    expect(wordingShare(saying('Missing class: "Money"'), '"Missing class: #{name}"')).toBe(1);
  });

  it("less by a value that it has as well", () =>
    expect(wordingShare(saying("second argument 'of f' must be"), "argument 'of f' must")).toBeCloseTo(0.5));

  it("not by its values, nor in other words", () => {
    expect(wordingShare(saying("Route [login] not defined."), "the route to login is undefined")).toBe(0);
    expect(wordingShare(saying('Missing class: "Money"'), "class Money: missing")).toBe(0);
  });

  it("never where it has but three words", () =>
    expect(wordingShare(saying("one two three"), "one two three")).toBe(0));

  const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
  it("more so, the more of it there is, and never beyond 1", () => {
    fc.assert(
      fc.property(words, words, words, (sentence, text, more) => {
        const share = (said: readonly string[]): number =>
          wordingShare(
            { phrases: [], sentence, values: sentence.map(() => false), isMessage: false, signs: [] },
            said.join(" "),
          );
        expect(share([...text, ...more])).toBeGreaterThanOrEqual(share(text));
        expect(share([...more, ...sentence])).toBe(
          sentence.length < 4 ? 0 : Math.min(1, (sentence.length - 3) / 3),
        );
      }),
    );
  });
});

describe("the line that says it", () => {
  it.each([
    ["of a message that is short without its values", "Route [login] not defined.", 1],
    ["of no question", "how is a route defined", -1],
    ["of none that has its values alone", "[route] [login]", -1],
  ])("%s", (_, text, expected) =>
    expect(
      bestMatchingLine(wordingOf(text, text), [
        "if (!route) {",
        "throw `Route [${name}] not defined.`;",
        "login(route);",
      ]),
    ).toBe(expected),
  );
});
