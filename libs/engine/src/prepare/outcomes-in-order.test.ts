import { expect, it } from "vitest";
import { outcomesInOrder, type TaskOrOutcome } from "./outcomes-in-order.ts";

type Item = TaskOrOutcome<string, string>;

/** Items from names: those in capital letters are tasks. */
const itemsOf = (names: string): Item[] =>
  [...names].map((name) => (name < "a" ? { task: name } : { outcome: name }));

async function* doubled(tasks: readonly string[]): AsyncGenerator<string> {
  for (const task of tasks) yield await Promise.resolve(task + task);
}

it.each([
  ["", ""],
  ["abc", "a b c"],
  ["ABC", "AA BB CC"],
  ["aBcdEf", "a BB c d EE f"],
  ["AbC", "AA b CC"],
])("%j is settled in its order: %s", async (names, expected) => {
  const outcomes: string[] = [];
  for await (const outcome of outcomesInOrder(itemsOf(names), doubled)) outcomes.push(outcome);
  expect(outcomes.join(" ")).toBe(expected);
});

it("yields what is settled before a task fails", async () => {
  const outcomes: string[] = [];
  const failing = outcomesInOrder(itemsOf("aBcDe"), async function* (tasks) {
    for await (const outcome of doubled(tasks.slice(0, 1))) yield outcome;
    throw new Error("a defect");
  });
  await expect(
    (async () => {
      for await (const outcome of failing) outcomes.push(outcome);
    })(),
  ).rejects.toThrow("a defect");
  expect(outcomes).toEqual(["a", "BB", "c"]);
});

it.each([
  ["at a task", "AbC", "AA"],
  ["between tasks", "AbC", "b"],
])("ends the tasks when the consumer stops %s", async (_, names, last) => {
  let isEnded = false;
  const outcomes = outcomesInOrder(itemsOf(names), async function* (tasks) {
    try {
      yield* doubled(tasks);
    } finally {
      isEnded = true;
    }
  });
  for await (const outcome of outcomes) if (outcome === last) break;
  expect(isEnded).toBe(true);
});
