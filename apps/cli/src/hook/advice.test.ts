import { expect, test } from "vitest";
import {
  ADVICE,
  type Exploration,
  FIRST_ADVICE_AT,
  MAX_ADVICE,
  NEW_EXPLORATION,
  ROW_EXPIRES_AFTER_MS,
  afterCall,
} from "./advice.ts";
import type { ToolUse } from "./tool-use.ts";

const SEARCH: ToolUse = { kind: "search" };

/** Numbers of the calls, from 1, after which advice was due. */
function advisedAt(uses: readonly ToolUse[], everyMs = 1_000): number[] {
  let exploration: Exploration = NEW_EXPLORATION;
  const advised: number[] = [];
  for (const [at, use] of uses.entries()) {
    const result = afterCall(exploration, use, (at + 1) * everyMs);
    exploration = result.exploration;
    if (result.isAdviceDue) advised.push(at + 1);
  }
  return advised;
}
const times = (count: number, use: ToolUse = SEARCH): ToolUse[] => Array.from({ length: count }, () => use);

test("advice comes with the fifth search in a row, again after twenty more, and three times at most", () => {
  expect(advisedAt(times(4))).toEqual([]);
  expect(advisedAt(times(24))).toEqual([5]);
  expect(advisedAt(times(200))).toEqual([5, 25, 45]);
  expect([FIRST_ADVICE_AT, MAX_ADVICE]).toEqual([5, 3]);
});

test("a call of Satori or other work ends a row", () => {
  expect(advisedAt([...times(4), { kind: "other" }, ...times(4)])).toEqual([]);
  expect(advisedAt([...times(4), { kind: "other" }, ...times(5)])).toEqual([10]);
});

test("so does a pause", () => {
  expect(advisedAt(times(20), ROW_EXPIRES_AFTER_MS)).toEqual([5]);
  expect(advisedAt(times(20), ROW_EXPIRES_AFTER_MS + 1)).toEqual([]);
});

test("reading on in one file counts once, reading several files counts each", () => {
  const read = (target: string): ToolUse => ({ kind: "read", target });
  expect(advisedAt(times(20, read("a.ts")))).toEqual([]);
  expect(advisedAt(["a", "b", "c", "d", "e"].map(read))).toEqual([5]);
});

test("what is remembered stays small", () => {
  let exploration: Exploration = NEW_EXPLORATION;
  for (let at = 0; at < 500; at++)
    exploration = afterCall(exploration, { kind: "read", target: `${at}.ts` }, 1_000).exploration;
  expect(exploration.targets).toHaveLength(50);
});

test("the advice is one line", () => expect(ADVICE).not.toContain("\n"));
