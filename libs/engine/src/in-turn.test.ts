import { expect, it } from "vitest";
import { inTurn } from "./in-turn.ts";

it("takes every step, each when the one before it has ended, and then throws what failed", async () => {
  const taken: string[] = [];
  const step = (name: string, error?: Error) => async (): Promise<void> => {
    await Promise.resolve();
    taken.push(name);
    if (error) throw error;
  };
  const [first, second] = [new Error("first"), new Error("second")];
  await expect(inTurn([step("a"), step("b", first), step("c")])).rejects.toBe(first);
  await expect(
    inTurn([
      step("d", first),
      () => {
        throw second;
      },
      step("e"),
    ]),
  ).rejects.toMatchObject({ errors: [first, second], message: "Error: first; Error: second" });
  await inTurn([step("f")]);
  expect(taken).toEqual(["a", "b", "c", "d", "e", "f"]);
});
