import { expect, it } from "vitest";
import { valueSpans } from "./phrases.ts";

it.each([
  [
    "in brackets and quotation marks",
    String.raw`Target class [App\Foo] of "web" is 'odd' in (1 of 2)`,
    [String.raw`[App\Foo]`, '"web"', "'odd'", "(1 of 2)"],
  ],
  [
    "numbers, paths, addresses and names of code",
    "line 12 of a/b.txt at me@x.org in user_id readAll",
    ["12", "a/b.txt", "me@x.org", "user_id", "readAll"],
  ],
  ["what is behind the last colon", "Unknown protocol: message pack", [": message pack"]],
  ["not what is behind one word", "failed: no such", []],
  ["nor what is a message as well", "cannot open it: there is no such file", []],
  ["nor words of sentences", "it can't be re-used, don't (", []],
])("%s", (_, text, expected) =>
  expect(
    [...new Set(valueSpans(text).map(([from, to]) => text.slice(from, to)))].filter(
      (span, _at, all) => !all.some((other) => other !== span && other.includes(span)),
    ),
  ).toEqual(expected),
);
