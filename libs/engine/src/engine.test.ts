import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ENGINE_LIMITS } from "./limits.ts";
import { TestPlace } from "./testing/engine.ts";

it("has no problems with as many sessions as are bearable, and one with more", async () => {
  await using place = new TestPlace();
  const { engine, context } = place.engine();
  for (let at = 0; at < ENGINE_LIMITS.sessions.ready; at++) context.sessions.set(`session ${at}`, {});
  expect(engine.problems()).toEqual([]);
  context.sessions.set("one more", {});
  expect(engine.problems()).toEqual([expect.stringMatching(/^10001 sessions .*not pruned$/)]);
});

it("has a problem where the folder of indexes cannot be looked at, and names no path", async () => {
  await using place = new TestPlace();
  const { engine } = place.engine();
  mkdirSync(place.home, { recursive: true });
  symlinkSync("indexes", join(place.home, "indexes"));
  expect(engine.problems()).toEqual([expect.stringContaining("SATORI_HOME")]);
  expect(engine.problems()[0]).not.toContain(place.home);
});
