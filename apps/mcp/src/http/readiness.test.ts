import { expect, it } from "vitest";
import type { LazyEngine } from "../calls/lazy-engine.ts";
import { problemsOf } from "./readiness.ts";

const engineWith = (problems: readonly string[]): Pick<LazyEngine, "get"> => ({ get: () => Promise.resolve({ engine: { problems: () => problems } } as unknown as Awaited<ReturnType<LazyEngine["get"]>>) });

it("says what the engine says", async () => {
  for (const problems of [[], ["SATORI_HOME is not readable"]]) expect(await problemsOf(engineWith(problems), () => undefined)).toEqual(problems);
});

it("names no path where there is no engine to ask; the log has it", async () => {
  const broken: Pick<LazyEngine, "get"> = { get: () => Promise.reject(new Error("cannot load /home/someone/native.node")) };
  const events: unknown[] = [];
  expect(await problemsOf(broken, (...event) => void events.push(event))).toEqual(["The engine cannot be opened; the log says why"]);
  expect(events).toEqual([["error", "engine_unavailable", { error: expect.stringContaining("native.node") }]]);
});
