/**
 * The same answers lead to the same decision, whichever client they are given to: exit code, state of the
 * codebase, and that no answer is asked for twice. Both SDKs have theirs in `sdk-contract.test.ts`, of the
 * same scenarios.
 */
import { parseManageStatus, pollStepOf } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { CLIENTS, type ContractClient } from "../support/contract-clients.ts";
import { ALL_NAMES, BEGUN, BLOCKED, DONE, NOT_READY, SCENARIOS, asResult } from "../support/scenarios.ts";
import { type ScriptedServer, scriptedServer } from "../support/scripted-server.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
afterAll(() => workspace[Symbol.dispose]());

/** What a call gets that is made again. */
const AGAIN = { ...DONE, action: "clear", message: "asked twice" };
const SCRIPT = {
  ...Object.fromEntries(
    SCENARIOS.flatMap(({ result }, at) => [
      [`/once/${at}`, [result, asResult(AGAIN)]],
      [`/run/${at}`, [BEGUN, result, asResult(DONE)]],
    ]),
  ),
  "/srv/shop": [BLOCKED, BEGUN, NOT_READY, asResult(DONE)],
  "/done": [asResult(DONE)],
  "/silence": [{ silence: true }],
  "/refused": [{ rpcError: { code: -32603, message: "no" } }, asResult(DONE)],
  "/exit": [{ exit: true }],
};
const INSIST = { action: "reindex", path: "/srv/shop", allowUnnecessaryReindex: true };
const status = (path: string) => ({ action: "status", path });
const startsOf = (server: ScriptedServer): number =>
  server.noted().filter((line) => line === "started").length;

it("the scenarios show each status and reason of manage_index, each warning and each error", () => {
  const text = JSON.stringify(SCENARIOS);
  for (const name of ALL_NAMES) expect(text).toContain(`"${name}"`);
  expect(SCENARIOS.length).toBeGreaterThanOrEqual(60);
});

it("the contracts decide on each scenario as it was written down", () => {
  for (const { name, result, state, endCode } of SCENARIOS) {
    const step = pollStepOf(result);
    expect([name, parseManageStatus(result).state, step.kind === "end" ? step.exitCode : null]).toEqual([
      name,
      state,
      endCode,
    ]);
  }
});

describe.each(Object.keys(CLIENTS))("%s", (name) => {
  const target = scriptedServer(workspace, SCRIPT);
  let client: ContractClient;
  beforeAll(async () => void (client = await (CLIENTS[name] as (typeof CLIENTS)[string])(target)));
  afterAll(() => client[Symbol.asyncDispose]());

  it("makes of every answer what it is, and asks for none twice", async () => {
    for (const [at, { name: scenario, result, state, exitCode }] of SCENARIOS.entries()) {
      const { decision } = await client.call("manage_index", status(`/once/${at}`));
      // An envelope reaches whoever asked for it whole; prose is read for what it says.
      expect([scenario, decision]).toEqual([
        scenario,
        {
          exitCode,
          state,
          envelope: result.structuredContent ?? (name === "the command line" ? expect.anything() : null),
        },
      ]);
    }
    expect(startsOf(target)).toBe(1);
  });

  it("is refused a rebuild that is not needed, and insists by the call that the answer proposes", async () => {
    const { decision } = await client.call("manage_index", { action: "reindex", path: "/srv/shop" });
    expect(decision).toMatchObject({
      exitCode: 1,
      envelope: {
        status: "blocked",
        reason: "unnecessary_reindex_ignore_only",
        hints: { overrideReindex: { tool: "manage_index", args: INSIST } },
      },
    });
    // The command line waits for the end of what it begins.
    expect((await client.call("manage_index", INSIST)).decision).toMatchObject({
      exitCode: 0,
      state: name === "the command line" ? "indexed" : "indexing",
    });
  });

  it("gives up a call that is cancelled, and answers the next one", async () => {
    const cancel = new AbortController();
    const called = client.call("manage_index", status("/silence"), cancel.signal);
    await until("the server has the call", () => target.noted().includes("manage_index status /silence"));
    cancel.abort();
    const { decision, told } = await called;
    expect([decision, told]).toEqual([null, expect.stringMatching(/abort|cancel/i)]);
    expect((await client.call("manage_index", status("/done"))).decision).toMatchObject({
      exitCode: 0,
      state: "indexed",
    });
  });

  it(
    "says that there is no answer to manage_index where the server refuses the request, and where it is " +
      "gone, and asks no more",
    async () => {
      const before = startsOf(target);
      expect((await client.call("manage_index", status("/refused"))).decision).toBeNull();
      expect((await client.call("manage_index", status("/exit"))).decision).toBeNull();
      expect(startsOf(target)).toBe(before);
      expect(target.noted().slice(-2)).toEqual(["manage_index status /refused", "manage_index status /exit"]);
    },
  );
});

it(
  "the command line waits for the end of a run, whatever is said of it meanwhile, and ends by what is " +
    "said then",
  async () => {
    await using client = await (CLIENTS["the command line"] as (typeof CLIENTS)[string])(
      scriptedServer(workspace, SCRIPT),
    );
    const ended = await Promise.all(
      SCENARIOS.map(async ({ name }, at) => [
        name,
        (await client.call("manage_index", { action: "create", path: `/run/${at}` })).decision?.exitCode,
      ]),
    );
    expect(ended).toEqual(SCENARIOS.map(({ name, endCode }) => [name, endCode ?? 0]));
  },
);

it(
  "the bridge asks for anything but manage_index once more: of the same server where it refused, of a " +
    "new one where it is gone",
  async () => {
    const target = scriptedServer(workspace, SCRIPT);
    await using client = await (CLIENTS["the bridge"] as (typeof CLIENTS)[string])(target);
    expect((await client.call("search_codebase", { path: "/refused", query: "x" })).decision).toMatchObject({
      exitCode: 0,
    });
    expect(startsOf(target)).toBe(1);
    const { decision, told } = await client.call("search_codebase", { path: "/exit", query: "x" });
    expect([decision, told, startsOf(target)]).toEqual([
      null,
      expect.stringContaining("search_codebase returned no answer."),
      2,
    ]);
  },
);
