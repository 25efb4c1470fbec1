import { EMPTY_IMPACT, IMPACT } from "@satori/render/testing/impacts";
import { expect, it } from "vitest";
import { FAILURE_REASONS, failureOf, readFailOn } from "./fail-on.ts";

it("reads reasons with commas and blanks", () => {
  expect(readFailOn("removed, signature")).toEqual(["removed", "signature"]);
  expect(readFailOn(undefined)).toEqual([]);
});

it.each([["everything"], [""], ["removed,"], ["Removed"]])("%j is refused", (text) =>
  expect(() => readFailOn(text)).toThrow(
    expect.objectContaining({
      code: "INVALID_ARGUMENTS",
      message: expect.stringContaining(FAILURE_REASONS.join(", ")),
    }),
  ),
);

it.each<[string, string | null]>([
  ["removed", "1 removed symbol"],
  ["renamed", null],
  ["signature", "1 changed signature"],
  ["misfits", "2 misfits"],
  ["unreached", "1 unreached function"],
  ["unreached,removed", "1 removed symbol, 1 unreached function"],
])("%s: %s", (reasons, words) => expect(failureOf(IMPACT, readFailOn(reasons))).toBe(words));

it("a change without any of them does not fail", () =>
  expect(failureOf(EMPTY_IMPACT, FAILURE_REASONS)).toBeNull());
