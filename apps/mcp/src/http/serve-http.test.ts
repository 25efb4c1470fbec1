import { expect, it } from "vitest";
import type { CallingEngine } from "../engine-thread/engine-thread.ts";
import { problemsOf } from "./serve-http.ts";

const engineWith = (problems: readonly string[]): Pick<CallingEngine, "problems"> => ({
  problems: () => Promise.resolve(problems),
});

it("says what the engine says", async () => {
  for (const problems of [[], ["SATORI_HOME is not readable"]])
    expect(await problemsOf(engineWith(problems), () => undefined)).toEqual(problems);
});

it("names no path where there is no engine to ask; the log has it", async () => {
  const broken: Pick<CallingEngine, "problems"> = {
    problems: () => Promise.reject(new Error("cannot load /home/someone/native.node")),
  };
  const events: unknown[] = [];
  expect(await problemsOf(broken, (...event) => void events.push(event))).toEqual([
    "The engine cannot be opened; see the log",
  ]);
  expect(events).toEqual([
    ["error", "engine_unavailable", { error: expect.stringContaining("native.node") }],
  ]);
});
