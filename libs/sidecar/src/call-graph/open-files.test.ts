import { expect, it } from "vitest";
import { CallFactsBuilder } from "../call-facts/builder.ts";
import type { CallFacts } from "../call-facts/facts.ts";
import { OpenFiles } from "./open-files.ts";

const facts = (): CallFacts => {
  const flow = new CallFactsBuilder(new Set());
  for (let at = 0; at < 20; at++) flow.bind(`name${at}`, flow.text(`value${at}`));
  return flow.finish((start) => start);
};

it("reads a file once for all who ask, and one without facts too", () => {
  const read: number[] = [];
  const files = new OpenFiles({ flow: (file) => (read.push(file), file === 1 ? null : facts()) });
  const first = files.index(0);
  expect([files.index(0) === first, files.index(1), files.index(1), read]).toEqual([
    true,
    null,
    null,
    [0, 1],
  ]);
});

it("opens no more where there is no room, and keeps those that are open", () => {
  const read: number[] = [];
  const files = new OpenFiles({ flow: (file) => (read.push(file), facts()) }, 3 * facts().code.length);
  const first = files.index(0);
  expect([1, 2, 3, 4].map((file) => files.index(file) === null)).toEqual([false, false, true, true]);
  expect([files.isFull, files.index(0) === first, read]).toEqual([true, true, [0, 1, 2]]);
  expect([0, 2, 3, 5].map((file) => files.mayOpen(file))).toEqual([true, true, false, false]);
});
