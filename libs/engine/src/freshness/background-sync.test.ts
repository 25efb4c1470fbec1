import { describe, expect, it, onTestFinished } from "vitest";
import { ENGINE_LIMITS } from "../limits.ts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { FakeSchedule, settled } from "../testing/fakes/fake-schedule.ts";

async function serving(
  texts: Readonly<Record<string, string>>,
  options: TestEngineOptions = {},
): Promise<{
  place: TestPlace;
  engine: TestEngine;
  time: FakeSchedule;
  ask: () => Promise<string>;
  synced: () => readonly unknown[];
}> {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  await place.engine().index();
  const time = new FakeSchedule(place.tree);
  const engine = place.engine({
    ...options,
    schedule: time.schedule,
    config: { watch: true, freshnessMs: 24 * 3_600_000, ...options.config },
  });
  const ask = async (): Promise<string> => {
    const answer = await engine.call("search_codebase", { query: "alpha", scope: "mixed" });
    return answer.status === "ok" ? answer.freshnessDecision.mode : answer.status;
  };
  await ask();
  await settled();
  await time.pass(60_000);
  const begun = engine.log.length;
  return {
    place,
    engine,
    time,
    ask,
    synced: () =>
      engine.log
        .slice(begun)
        .filter(({ event }) => event === "background_sync")
        .map(({ fields }) => [fields["extent"], fields["outcome"]]),
  };
}

describe("a change of a watched tree", () => {
  it("is in the index a moment later, though nobody asks", async () => {
    const { place, time, synced } = await serving({ "a.txt": "alpha" });
    place.tree.write("b.txt", "beta");
    await settled();
    await time.pass(ENGINE_LIMITS.watchDebounceMs - 1);
    expect(synced()).toEqual([]);
    await time.pass(1);
    expect(synced()).toEqual([["pending", "synced"]]);
    expect(await place.engine().call("manage_index", { action: "status" })).toMatchObject({
      index: { files: 2 },
    });
  });

  it("waits for quiet, but not for ever", async () => {
    const { place, time, synced } = await serving({ "a.txt": "alpha" });
    const half = ENGINE_LIMITS.watchDebounceMs / 2;
    const writeFor = async (durationMs: number): Promise<void> => {
      for (let passed = 0; passed < durationMs; passed += half) {
        place.tree.write("b.txt", `beta ${place.tree.nowMs}`);
        await settled();
        await time.pass(half);
      }
    };
    await writeFor(ENGINE_LIMITS.watchMaxDelayMs - half);
    expect(synced()).toEqual([]);
    await writeFor(ENGINE_LIMITS.watchDebounceMs);
    expect(synced()).toEqual([["pending", "synced"]]);
  });

  it("that an answer has brought in already is not synced again", async () => {
    const { place, time, ask, synced } = await serving({ "a.txt": "alpha" });
    place.tree.write("b.txt", "beta");
    expect(await ask()).toBe("synced");
    await time.pass(10_000);
    expect(synced()).toEqual([]);
  });

  it("waits longer each time while another process is writing", async () => {
    const { place, time, synced, ask } = await serving({ "a.txt": "alpha" });
    const lock = place.engine().codebase.tryLock(0);
    place.tree.write("b.txt", "beta");
    await settled();
    await time.pass(1_000);
    // A sync waits a moment for the lock.
    await expect.poll(synced, { timeout: 60_000 }).toEqual([["pending", "locked"]]);
    await settled();
    lock?.[Symbol.dispose]();
    await time.pass(1_999);
    expect(synced()).toHaveLength(1);
    await time.pass(1);
    expect(synced()).toEqual([
      ["pending", "locked"],
      ["pending", "synced"],
    ]);
    expect(await ask()).toBe("fresh");
  });
});

it(
  "a sync that another process is in the way of is tried again less and less often, but twice a minute " +
    "at least",
  async () => {
    const { place, time, synced } = await serving({ "a.txt": "alpha" });
    const lock = place.engine().codebase.tryLock(0);
    place.tree.write("b.txt", "beta");
    await settled();
    for (const [tries, delayMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      await time.pass(delayMs - 1);
      expect(synced()).toHaveLength(tries);
      await time.pass(1);
      // A sync waits a moment for the lock.
      await expect.poll(synced, { timeout: 60_000 }).toHaveLength(tries + 1);
      await settled();
    }
    lock?.[Symbol.dispose]();
  },
);

describe("in the background", () => {
  it("codebases in use are compared whole from time to time, one comparison after the other", async () => {
    const { time, synced } = await serving({ "a.txt": "alpha" });
    await time.pass(3 * ENGINE_LIMITS.backgroundSyncMs);
    expect(synced()).toEqual([
      ["everything", "synced"],
      ["everything", "synced"],
      ["everything", "synced"],
    ]);
  });

  it("what nobody has asked about for long is left alone, and not watched", async () => {
    const { engine, time, synced } = await serving({ "a.txt": "alpha" });
    await time.pass(2 * ENGINE_LIMITS.unusedMs);
    const before = synced().length;
    expect(engine.codebase.watched).toBeNull();
    await time.pass(ENGINE_LIMITS.unusedMs);
    expect([synced().length, time.count]).toEqual([before, 0]);
  });

  it("what was cleared is let go of with the next change", async () => {
    const { place, engine, time, synced } = await serving({ "a.txt": "alpha" });
    await place.engine().call("manage_index", { action: "clear" });
    place.tree.write("b.txt", "beta");
    await settled();
    await time.pass(ENGINE_LIMITS.watchDebounceMs);
    expect([engine.codebase.watched, synced()]).toEqual([null, []]);
  });

  it("nothing happens where watching is off but the comparison from time to time", async () => {
    const { place, engine, time, ask, synced } = await serving(
      { "a.txt": "alpha" },
      { config: { watch: false } },
    );
    expect(engine.codebase.watched).toBeNull();
    place.tree.write("b.txt", "beta");
    await time.pass(10_000);
    expect([await ask(), synced()]).toEqual(["fresh", []]);
    await time.pass(ENGINE_LIMITS.backgroundSyncMs);
    expect(synced()).toEqual([["everything", "synced"]]);
  });

  it("nothing happens in a process that lives for one call", async () => {
    const { engine, time } = await serving({ "a.txt": "alpha" }, { config: { freshnessPolicy: "always" } });
    expect([engine.codebase.watched, time.count]).toEqual([null, 0]);
  });
});

describe("where more codebases are asked about than are watched", () => {
  async function asked(): Promise<{
    engine: TestEngine;
    place: TestPlace;
    ask: (at: number) => Promise<boolean>;
  }> {
    const { place, engine } = await serving({ "a.txt": "alpha" });
    const ask = async (at: number): Promise<boolean> => {
      place.tree.write(`../other${at}/a.txt`, "alpha");
      place.tree.wait();
      const path = place.tree.at(`../other${at}`);
      await engine.call("manage_index", { action: "create", path });
      await engine.engine.waitForRun(path, "/");
      expect(await engine.call("search_codebase", { path, query: "alpha" })).toMatchObject({
        status: "ok",
        freshnessDecision: { mode: "fresh" },
      });
      return engine.context.codebases.at(path).watched !== null;
    };
    for (let at = 1; at < ENGINE_LIMITS.watchedCodebases; at++) expect(await ask(at)).toBe(true);
    return { engine, place, ask };
  }

  it("those that are in use keep their watch: taking turns, all would lose it", async () => {
    const { engine, ask } = await asked();
    expect(await ask(100)).toBe(false);
    expect(engine.codebase.watched).not.toBeNull();
  });

  it("the one that was asked about longest ago is let go once it has not been asked for a while", async () => {
    const { engine, place, ask } = await asked();
    place.tree.nowMs += ENGINE_LIMITS.watchKeptMs;
    expect(await ask(100)).toBe(true);
    expect(engine.codebase.watched).toBeNull();
  });
});
