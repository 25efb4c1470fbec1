import { expect, it } from "vitest";
import { readImpactRange } from "./impact-range.ts";

it.each<[string, string, string | undefined, string | undefined, boolean]>([
  ["main", "main", undefined, undefined, false],
  ["main HEAD src", "main", "HEAD", "src", false],
  ["v1..v2", "v1", "v2", undefined, false],
  ["main...HEAD", "main", "HEAD", undefined, true],
  ["main...HEAD src", "main", "HEAD", "src", true],
  ["main...", "main", undefined, undefined, true],
  ["...topic", "HEAD", "topic", undefined, true],
])("%s names two versions and a folder", (operands, base, head, folder, isSinceFork) =>
  expect(readImpactRange(operands.split(" "))).toEqual({ base, head, folder, isSinceFork }),
);

it("without operands, there are no versions", () => expect(readImpactRange([])).toBeNull());

it.each([["a b c d"], ["a...b c d"], ["a....b"], ["a...b...c d e"]])("%s is refused", (operands) =>
  expect(() => readImpactRange(operands.split(" "))).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENTS" }),
  ),
);
