import { describe, expect, it } from "vitest";
import { wholeStatements } from "./statement-lines.ts";

const CODE = `class Store {
  evict(now) {
    for (const key of this.keys()) {
      const at = this.at(key);
      if (now - at > this.age) {
        this.drop(key);
      }
    }
    return this.size;
  }
}`.split("\n");
const ALL = { startLine: 1, endLine: CODE.length };

const check = (from: number, to: number, wanted: readonly [number, number], bounds = ALL): void =>
  it(`${from}-${to} becomes ${wanted.join("-")}`, () =>
    expect(wholeStatements(CODE, { startLine: from, endLine: to }, bounds, 20)).toEqual({
      startLine: wanted[0],
      endLine: wanted[1],
    }));

describe("lines are extended to whole blocks", () => {
  check(5, 5, [5, 7]);
  check(3, 4, [3, 8]);
  check(6, 6, [6, 6]);
  check(9, 9, [9, 9]);
  check(8, 9, [8, 9]);
});

describe("stays within the bounds", () => {
  check(3, 4, [3, 6], { startLine: 3, endLine: 6 });
});

it("changes nothing if that takes too many lines", () =>
  expect(wholeStatements(CODE, { startLine: 2, endLine: 2 }, ALL, 3)).toEqual({ startLine: 2, endLine: 2 }));

it("changes nothing of blank lines", () =>
  expect(wholeStatements(["", ""], { startLine: 1, endLine: 2 }, { startLine: 1, endLine: 2 }, 3)).toEqual({
    startLine: 1,
    endLine: 2,
  }));
