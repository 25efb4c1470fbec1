/** Calls that take a while: progress for those who ask for it, and an end for those who lose interest. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { connectClient } from "../support/mcp-client.ts";
import { type Era, type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const MODULES = 200;
const workspace = createWorkspace();
const root = workspace.path("parcels");

/** Changes every file, so that the next sync takes a while. */
function rewrite(mark: string): void {
  for (let at = 0; at < MODULES; at++) {
    const functions = Array.from(
      { length: 4 },
      (_, nth) =>
        `/** Will ${mark} the parcel ${at} for the ${nth}th time. */\nexport function ` +
        `${mark}Parcel${at}x${nth}(depot: number): number {\n  return depot * ${at} + ${nth};\n}\n`,
    );
    writeFile(`${root}/depot${at % 50}/parcel${at}.ts`, functions.join("\n"));
  }
}

beforeAll(async () => {
  writeManyModules(root, MODULES);
  await using server = await startMcp(workspace);
  await server.call("manage_index", { action: "create", path: root });
  expect(await untilIndexed((tool, args) => server.call(tool, args), root)).toMatchObject({ status: "ok" });
});
afterAll(() => workspace[Symbol.dispose]());

const progressOf = (server: McpProcess) =>
  server.unasked
    .filter(({ method }) => method === "notifications/progress")
    .map(({ params }) => ({ progress: -1, ...params }));

it.each<Era>(["legacy", "modern"])(
  "sends growing progress with the client's token, not too often, and nothing else (%s)",
  async (era) => {
    await using server = await startMcp(workspace, { era });
    rewrite(`deliver${era}`);
    const startedMs = performance.now();
    expect(
      await server.call("manage_index", { action: "sync", path: root }, { progressToken: `token of ${era}` }),
    ).toMatchObject({ status: "ok", stats: { modified: MODULES } });
    const tookMs = performance.now() - startedMs;

    const told = progressOf(server);
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(Math.floor(tookMs / 200) + 1);
    expect(new Set(told.map(({ progressToken }) => progressToken))).toEqual(new Set([`token of ${era}`]));
    expect(told.map(({ progress }) => progress)).toEqual(
      [...new Set(told.map(({ progress }) => progress))].sort((left, right) => left - right),
    );
    for (const { progress, total } of told) if (progress > 0) expect(total).toBe(MODULES);

    // The answer was the last line, and stays it.
    const answerAt = server.lines.length - 1;
    expect(server.lines[answerAt]).toContain('"result"');
    await server.call("list_codebases", {}, { progressToken: 1 });
    expect(server.lines.length).toBe(answerAt + 2);
  },
);

it("sends none without a token", async () => {
  await using server = await startMcp(workspace);
  rewrite("return");
  expect(await server.call("manage_index", { action: "sync", path: root })).toMatchObject({
    stats: { modified: MODULES },
  });
  expect(server.unasked).toEqual([]);
});

it("tells a client library of the earlier era", async () => {
  await using connected = await connectClient(workspace);
  rewrite("inspect");
  const told: number[] = [];
  await connected.client.callTool(
    { name: "manage_index", arguments: { action: "sync", path: root } },
    undefined,
    { onprogress: ({ progress }) => void told.push(progress) },
  );
  expect(told.length).toBeGreaterThan(0);
});

it("goes on telling nothing about a run after create was answered", async () => {
  await using server = await startMcp(workspace);
  expect(
    await server.call("manage_index", { action: "create", path: root, force: true }, { progressToken: 9 }),
  ).toMatchObject({ status: "ok", runId: expect.any(String) });
  const before = server.unasked.length;
  expect(await untilIndexed((tool, args) => server.call(tool, args), root)).toMatchObject({ status: "ok" });
  expect(server.unasked.length).toBe(before);
});

const SYNC = { name: "manage_index", arguments: { action: "sync", path: root } };
const SEARCH = { name: "search_codebase", arguments: { path: root, query: "parcel" } };

it.each<readonly [Era, object]>([
  ["legacy", SYNC],
  ["modern", SEARCH],
])(
  "stops a cancelled call, answers nothing more to it, and does the work for others (%s)",
  async (era, call) => {
    await using server = await startMcp(workspace, { era, environment: { SATORI_FRESHNESS_MS: "0" } });
    rewrite(`cancel${era}`);
    const { id, answer } = server.ask("tools/call", { ...call, _meta: { progressToken: "t" } });
    let isAnswered = false;
    void answer.then(() => (isAnswered = true));
    await until("the work has begun", () => server.unasked.length > 0);
    // This call shares the sync that is under way, and must not be cancelled with it.
    const shared = server.call("search_codebase", { path: root, query: `cancel${era}Parcel7x0`, limit: 1 });
    server.send({ method: "notifications/cancelled", params: { requestId: id, reason: "no longer needed" } });
    expect(await shared).toMatchObject({
      status: "ok",
      freshnessDecision: { mode: expect.stringMatching(/^(synced|coalesced)$/) },
      results: [{ file: "depot7/parcel7.ts" }],
    });
    expect(isAnswered).toBe(false);
  },
);
