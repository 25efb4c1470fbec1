import { NONE, Evaluator, analyze, factsProject } from "@satori/sidecar";
import { expect, it } from "vitest";
import { Steps } from "../../testing/steps.ts";
import { candidateOf } from "./find-symbol.ts";
import { scopesOf } from "./scopes-of-symbol.ts";

it("scopes of all symbols of a file are found by looking at each of them once", async () => {
  const stepsOf = async (size: number): Promise<number> => {
    const text = "function a() {}\n".repeat(size);
    const facts = await analyze("a.js", text);
    const steps = new Steps();
    const symbols = steps.counted(facts.symbols);
    const scopes = steps.counted(facts.flow?.scopes ?? []);
    const flow = facts.flow && { ...facts.flow, scopes };
    const resolution = new Evaluator(factsProject([{ path: "a.js", text, facts: { ...facts, flow } }]));
    const found = facts.symbols.flatMap((fact) =>
      scopesOf(resolution, candidateOf("a.js", fact), { at: 0, symbols }),
    );
    expect(found.map(({ scope }) => facts.flow?.scopes[scope]?.symbol ?? NONE)).toEqual([
      ...facts.symbols.keys(),
    ]);
    return steps.count;
  };
  expect((await stepsOf(200)) / (await stepsOf(100))).toBeLessThan(2.3);
});
