/** Which functions a call may refer to, by the labels of its arguments. */
import { expect, it } from "vitest";
import { TRAILING, placedByLabels, readLabel } from "./labels.ts";

const closure = TRAILING;

it.each<[string, (string | null)[], number[] | null]>([
  ["", [], []],
  ["", [null], null],
  ["a", [], null],
  ["a=", [], []],
  ["_ a", [null, "a"], [0, 1]],
  ["_ a", [null, null], null],
  ["_ a", ["a", null], null],
  ["a= b c=", ["b"], [1]],
  ["a= b c=", ["a", "b", "c"], [0, 1, 2]],
  ["a= b c=", ["b", "a"], null],
  ["_... use", [null, null, "use"], [0, 0, 1]],
  ["_... use", ["use"], [1]],
  ["all... b=", ["all", null, "b"], [0, 0, 1]],
  ["a done", ["a", closure], [0, 1]],
  ["a done= last=", ["a", closure], [0, 2]],
  ["done= a", [closure], [1]],
  ["a", ["a", closure], null],
  ["do failed", [closure, "failed"], [0, 1]],
])("%s of %j", (labels, args, placed) => {
  expect(
    placedByLabels(
      labels
        .split(" ")
        .filter((label) => label !== "")
        .map(readLabel),
      args,
    ),
  ).toEqual(placed);
});
