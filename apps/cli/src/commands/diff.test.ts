import { expect, it } from "vitest";
import { readVersions } from "./diff.ts";

it.each<[string, string, string | undefined, string | undefined]>([
  ["main", "main", undefined, undefined],
  ["main HEAD", "main", "HEAD", undefined],
  ["main HEAD src", "main", "HEAD", "src"],
  ["v1..v2", "v1", "v2", undefined],
  ["v1..v2 src", "v1", "v2", "src"],
  ["v1..", "v1", undefined, undefined],
  ["..v2", "HEAD", "v2", undefined],
  ["HEAD~3..stash@{0}", "HEAD~3", "stash@{0}", undefined],
  // The engine refuses it, with what is wrong.
  ["v1..v2..v3", "v1", "v2..v3", undefined],
])("%s names two versions and a folder", (operands, base, head, folder) =>
  expect(readVersions(operands.split(" "))).toEqual({ base, head, folder }),
);

it.each([["v1...v2"], ["a b c d"], ["a..b c d"], ["...."]])("%s is refused", (operands) =>
  expect(() => readVersions(operands.split(" "))).toThrow(
    expect.objectContaining({ code: "INVALID_ARGUMENTS" }),
  ),
);
