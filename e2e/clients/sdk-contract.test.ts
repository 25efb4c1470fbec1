/**
 * The same answers, given to both clients by a server that says them at will, lead to the same decisions:
 * each status, reason, warning and error, in envelopes and in old texts; and what happens where no answer
 * comes.
 */
import { parseManageStatus, validateOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BEGUN, BLOCKED, DONE, NOT_READY, SCENARIOS, asResult, oldText } from "../support/scenarios.ts";
import { scriptedServer } from "../support/scripted-server.ts";
import { LANGUAGES, type Sdk, openSdk } from "../support/sdk.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
afterAll(() => workspace[Symbol.dispose]());

const pathOf = (at: number): string => `/scenario/${at}`;
const later = {
  ...DONE,
  structuredAnswer: 1,
  index: { ...(DONE as { index: object }).index, heat: "high" },
  warnings: ["OF_A_LATER_VERSION"],
};
const { command, args } = scriptedServer(workspace, {
  ...Object.fromEntries(SCENARIOS.map(({ result }, at) => [pathOf(at), [result]])),
  "/srv/shop": [BLOCKED, BEGUN, NOT_READY, asResult(DONE)],
  "/later": [asResult(later)],
  "/polled": [NOT_READY, NOT_READY, asResult(DONE)],
  "/afterwards": [asResult(DONE)],
  "/old": [
    oldText("Codebase is currently being indexed"),
    oldText("Still Currently Indexing"),
    oldText("Codebase is fully indexed and ready for search"),
  ],
  "/forever": [NOT_READY],
  "/silence": [{ silence: true }],
  "/exit": [{ exit: true }],
  "/refused": [{ rpcError: { code: -32603, message: "no" } }],
  "/foreign": [oldText("What?")],
  "/other": [asResult({ ...DONE, tool: "read_file" })],
});
const target = { command, args, env: {} };

describe.each(LANGUAGES)("the client in %s", (language) => {
  let sdk: Sdk;
  beforeAll(async () => void (sdk = await openSdk(language, target)));
  afterAll(() => sdk[Symbol.asyncDispose]());

  it("takes every answer for what it is, and decides as the contracts do", async () => {
    for (const [at, { name, result, state, endCode }] of SCENARIOS.entries()) {
      const { answer, error } = await sdk.call({
        tool: "manage_index",
        args: { action: "status", path: pathOf(at) },
      });
      // An envelope is a value, whatever its status, and nothing of it is lost; prose is none.
      expect([name, error ?? answer]).toEqual([name, result.structuredContent ?? "invalid_answer"]);
      if (endCode === null) continue;
      const ended = await sdk.wait({ path: pathOf(at) });
      expect([name, ended]).toEqual([
        name,
        expect.objectContaining({
          state,
          source: parseManageStatus(result).source,
          exitCode: endCode,
          isIndexed: endCode === 0,
          polls: 0,
        }),
      ]);
    }
  });

  it(
    "is refused a rebuild that is not needed, insists by the call that the answer proposes, and waits " +
      "for its end",
    async () => {
      const reindex = (args: object) =>
        sdk.call({ tool: "manage_index", args: { action: "reindex", path: "/srv/shop", ...args } });
      const { answer } = await reindex({});
      const insist = { action: "reindex", path: "/srv/shop", allowUnnecessaryReindex: true };
      expect(answer).toMatchObject({
        status: "blocked",
        reason: "unnecessary_reindex_ignore_only",
        hints: { overrideReindex: { tool: "manage_index", args: insist } },
      });
      expect((await reindex(insist)).answer).toMatchObject({ status: "ok", runId: expect.any(String) });
      expect(await sdk.wait({ path: "/srv/shop" })).toMatchObject({
        state: "indexed",
        isIndexed: true,
        exitCode: 0,
        polls: 1,
      });
    },
  );

  it("gives up a call that is cancelled, and answers the next one", async () => {
    expect(
      await sdk.call({
        tool: "manage_index",
        args: { action: "status", path: "/silence" },
        cancelAfterMs: 50,
      }),
    ).toMatchObject({ error: "cancelled" });
    expect(await sdk.wait({ path: "/afterwards" })).toMatchObject({ state: "indexed" });
  });

  it("reads answers of a later version: fields that it does not know are kept, codes too", async () => {
    expect(
      (await sdk.call({ tool: "manage_index", args: { action: "status", path: "/later" } })).answer,
    ).toEqual(later);
    expect(validateOutput("manage_index", later).ok).toBe(false);
  });

  it("waits while a run is active, be it told by envelopes or in prose", async () => {
    expect(await sdk.wait({ path: "/polled" })).toMatchObject({
      state: "indexed",
      source: "envelope",
      isIndexed: true,
      exitCode: 0,
      polls: 2,
      answer: DONE,
    });
    expect(await sdk.wait({ path: "/old" })).toMatchObject({
      state: "indexed",
      source: "legacy_text",
      isIndexed: true,
      exitCode: 0,
      polls: 2,
      answer: null,
    });
  });

  it("does not take an earlier index for the success of a run that failed", async () => {
    const at = SCENARIOS.findIndex(({ name }) => name === "an index answers, though a later run failed");
    expect(await sdk.wait({ path: pathOf(at), runId: "run-2" })).toMatchObject({
      state: "indexed",
      isIndexed: false,
      exitCode: 1,
    });
    expect(await sdk.wait({ path: pathOf(at), runId: "run-1" })).toMatchObject({
      state: "indexed",
      isIndexed: true,
      exitCode: 0,
    });
  });

  it("gives up a wait, and a call, after the time that it was given", async () => {
    expect(await sdk.wait({ path: "/forever", timeoutMs: 200 })).toMatchObject({ error: "timeout" });
    expect(
      await sdk.call({ tool: "manage_index", args: { action: "status", path: "/silence" }, timeoutMs: 200 }),
    ).toMatchObject({ error: "timeout" });
    // The connection is none the worse.
    expect(await sdk.wait({ path: "/afterwards" })).toMatchObject({ state: "indexed" });
  });

  it("tells a refused request, a foreign answer and a server that is gone from each other", async () => {
    const call = (path: string) => sdk.call({ tool: "manage_index", args: { action: "status", path } });
    expect(await call("/refused")).toMatchObject({ error: "protocol" });
    expect(await call("/foreign")).toMatchObject({ error: "invalid_answer" });
    expect(await call("/other")).toMatchObject({ error: "invalid_answer" });
    expect(await call("/exit")).toMatchObject({ error: "transport" });
  });
});
