import { expect, it } from "vitest";
import type { LazyEngine } from "../calls/lazy-engine.ts";
import { problemsOf } from "./readiness.ts";

const engineWith = (unavailability: string | null): Pick<LazyEngine, "get"> => ({ get: () => Promise.resolve({ engine: { unavailability: () => unavailability } } as unknown as Awaited<ReturnType<LazyEngine["get"]>>) });
const broken: Pick<LazyEngine, "get"> = { get: () => Promise.reject(new Error("cannot load /home/someone/native.node")) };

it("is ready with an engine that answers and as many sessions as are bearable", async () => {
  expect(await problemsOf({ engine: engineWith(null), sessions: 10_000, maxSessions: 10_000, log: () => undefined })).toEqual([]);
});

it("names everything that is wrong, but no path; the log has it", async () => {
  expect(await problemsOf({ engine: engineWith("SATORI_HOME is not readable"), sessions: 10_001, maxSessions: 10_000, log: () => undefined })).toEqual(["SATORI_HOME is not readable", expect.stringMatching(/^10001 sessions/)]);
  const events: unknown[] = [];
  expect(await problemsOf({ engine: broken, sessions: 0, maxSessions: 10_000, log: (...event) => void events.push(event) })).toEqual(["The engine cannot be opened; the log says why"]);
  expect(events).toEqual([["error", "engine_unavailable", { error: expect.stringContaining("native.node") }]]);
});
