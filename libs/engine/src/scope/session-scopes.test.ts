import { describe, expect, it } from "vitest";
import { ENGINE_LIMITS } from "../limits.ts";
import { startChild } from "../testing/child-script.ts";
import { FakeSchedule } from "../testing/fakes/fake-schedule.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { type ScopeOperation, SessionScopes } from "./session-scopes.ts";

const HOUR = 3_600_000;

function registry() {
  const clock = { nowMs: 1_000_000 };
  const schedule = new FakeSchedule(clock);
  const log: unknown[] = [];
  const operations: [ScopeOperation, number][] = [];
  const scopes = new SessionScopes({
    maxAgeMs: HOUR,
    clock: { nowMs: () => clock.nowMs },
    schedule: schedule.schedule,
    log: (level, event, fields) => void log.push([level, event, fields]),
    onOperation: (operation, sessions) => void operations.push([operation, sessions]),
  });
  return { scopes, schedule, log, operations };
}

describe("scopes of sessions", () => {
  it("are what was set last, each session's its own", () => {
    const { scopes } = registry();
    scopes.set("a", { languages: ["go"] });
    scopes.set("b", { languages: ["python"] });
    scopes.set("a", { include_globs: ["src/"] });
    expect([scopes.get("a"), scopes.get("b"), scopes.get("c")]).toEqual([
      { include_globs: ["src/"] },
      { languages: ["python"] },
      null,
    ]);
    expect(scopes.size).toBe(2);
  });

  it("that are empty are kept as well: the session is not over", () => {
    const { scopes } = registry();
    scopes.set("a", {});
    expect([scopes.get("a"), scopes.has("a"), scopes.has("b")]).toEqual([{}, true, false]);
  });

  it("end after an hour without use, whether pruned or not", async () => {
    const { scopes, schedule } = registry();
    scopes.set("used", { languages: ["go"] });
    scopes.set("unused", { languages: ["go"] });
    await schedule.pass(HOUR);
    expect(scopes.get("used")).not.toBeNull();
    await schedule.pass(1);
    expect([scopes.has("unused"), scopes.get("unused")]).toEqual([false, null]);
    await schedule.pass(HOUR - 1);
    expect(scopes.get("used")).not.toBeNull();
    await schedule.pass(HOUR + 1);
    expect(scopes.get("used")).toBeNull();
  });

  it("that said something are remembered as over, until they are set anew", async () => {
    const { scopes, schedule } = registry();
    scopes.set("a", { languages: ["go"] });
    scopes.set("empty", {});
    await schedule.pass(HOUR + 1);
    expect(["a", "empty", "never"].map((session) => scopes.hasForgotten(session))).toEqual([
      true,
      false,
      false,
    ]);
    await schedule.pass(HOUR);
    expect([scopes.size, scopes.hasForgotten("a")]).toEqual([0, true]);
    scopes.set("a", {});
    expect(scopes.hasForgotten("a")).toBe(false);
  });

  it("of another process are taken for over, until they are set here", () => {
    const { scopes } = registry();
    scopes.set("known", { languages: ["go"] });
    for (const session of ["known", "moved"]) scopes.noteLost(session);
    expect(["known", "moved"].map((session) => scopes.hasForgotten(session))).toEqual([false, true]);
    scopes.set("moved", { languages: ["go"] });
    expect(scopes.hasForgotten("moved")).toBe(false);
  });

  it("are pruned every ten minutes, as long as there are any", async () => {
    const { scopes, schedule, log } = registry();
    expect(schedule.count).toBe(0);
    scopes.set("a", {});
    await schedule.pass(30 * 60_000);
    scopes.set("b", {});
    await schedule.pass(40 * 60_000);
    expect(scopes.size).toBe(1);
    expect(log).toContainEqual([
      "info",
      "Pruned expired sessions",
      { pruned_count: 1, max_age_seconds: 3_600 },
    ]);
    await schedule.pass(2 * HOUR);
    expect([scopes.size, schedule.count]).toEqual([0, 0]);
  });

  it("are no longer looked after once the process ends", () => {
    const { scopes, schedule } = registry();
    scopes.set("a", {});
    scopes[Symbol.dispose]();
    expect(schedule.count).toBe(0);
  });

  it("tell each operation, and log by the names that others rely on", () => {
    const { scopes, log, operations } = registry();
    scopes.set("a", { languages: ["go"] });
    scopes.get("a");
    scopes.set("a", {});
    scopes.prune();
    expect(operations).toEqual([
      ["set", 1],
      ["get", 1],
      ["clear", 1],
      ["prune", 1],
    ]);
    expect(log).toEqual([
      ["info", "Set scope for session", { session_id: "a", scope: { languages: ["go"] } }],
      ["debug", "Retrieved scope for session", { session_id: "a", scope: { languages: ["go"] } }],
      ["info", "Set scope for session", { session_id: "a", scope: {} }],
    ]);
  });

  it("of the session used longest ago go first where there are too many", () => {
    const { scopes } = registry();
    for (let session = 0; session < ENGINE_LIMITS.sessions.most; session++) scopes.set(`s${session}`, {});
    scopes.get("s0");
    scopes.set("new", {});
    expect([scopes.size, scopes.has("s0"), scopes.has("s1"), scopes.has("new")]).toEqual([
      ENGINE_LIMITS.sessions.most,
      true,
      false,
      true,
    ]);
  });
});

/**
 * Prints how many bytes a thousand sessions take, and how many sessions there are. Runs in a process of its
 * own, because other allocations would interfere in this one; and with many repetitions, because the compiler
 * alone can take about 200 kB.
 */
const WEIGHED = `
  import { randomUUID } from "node:crypto";
  import { setFlagsFromString } from "node:v8";
  import { runInNewContext } from "node:vm";
  import { SessionScopes } from "./session-scopes.ts";
  const scope = (session) => ({ repos: [\`/home/someone/code/project-\${session}\`], include_globs: ["src/**", \`packages/\${session}/\`], exclude_globs: ["**/*.test.ts"], languages: ["tsx", "typescript"] });
  const filled = () => {
    const scopes = new SessionScopes({ maxAgeMs: 3_600_000, clock: { nowMs: () => 0 }, schedule: () => ({ [Symbol.dispose]: () => undefined }), log: () => undefined });
    for (let session = 0; session < 1_000; session++) scopes.set(randomUUID(), scope(session));
    return scopes;
  };
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const heapBytes = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  // What is made but once is there from now on.
  filled();
  const before = heapBytes();
  const all = Array.from({ length: 20 }, filled);
  console.log((heapBytes() - before) / all.length);
  console.log(all[19].size);
`;

it("a thousand sessions take less than a megabyte: each less than a kilobyte", async () => {
  using folder = temporaryFolder();
  const child = await startChild(WEIGHED, import.meta.url, folder.path);
  const bytes = Number(await child.nextLine());
  expect(bytes / 1_000).toBeLessThan(1_024);
  // Less than the size of the ids alone would mean that nothing was measured.
  expect(bytes / 1_000).toBeGreaterThan(36);
  expect(await child.nextLine()).toBe("1000");
  expect(await child.ended).toBe(0);
});
