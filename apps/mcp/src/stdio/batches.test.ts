import { expect, test } from "vitest";
import { Batches } from "./batches.ts";

const answerTo = (id: number): object => ({ id, result: {} });

test("a batch is answered as one, when the last of its requests is", () => {
  const batches = new Batches();
  batches.begin([1, 2], [{ error: "no message" }]);
  expect(batches.settle(2, answerTo(2))).toBeNull();
  expect(batches.settle(1, answerTo(1))).toEqual([{ error: "no message" }, answerTo(2), answerTo(1)]);
});

test("what is in no batch is answered at once", () =>
  expect(new Batches().settle(1, answerTo(1))).toEqual(answerTo(1)));

test("of batches that will not be answered in full there is what was answered, and no empty answer", () => {
  const batches = new Batches();
  batches.begin([1, 2], []);
  batches.begin([3, 4], []);
  batches.settle(3, answerTo(3));
  expect(batches.takeRest()).toEqual([[answerTo(3)]]);
  expect(batches.takeRest()).toEqual([]);
});
