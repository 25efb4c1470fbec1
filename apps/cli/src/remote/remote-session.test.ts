import type { ToolResult } from "@satori/contracts";
import { expect, test } from "vitest";
import { pollRun } from "./remote-session.ts";

/** Polls with one answer after the other. */
async function poll(...results: readonly ToolResult[]) {
  const waits: number[] = [];
  const shown: string[] = [];
  const left = [...results];
  const end = await pollRun({
    runId: "r",
    askStatus: async () => left.shift() as ToolResult,
    onProgress: (phase, { filesDone }) => void shown.push(`${phase} ${filesDone}`),
    sleep: async (delayMs) => void waits.push(delayMs),
  });
  return { end, waits, shown, left: left.length };
}

const text = (said: string): ToolResult => ({ content: [{ type: "text", text: said }] });
const envelope = (fields: object): ToolResult => ({
  structuredContent: {
    tool: "manage_index",
    version: 1,
    action: "status",
    path: "/x",
    message: "",
    humanText: "",
    meta: { durationMs: 1 },
    ...fields,
  },
});
const running = (fields: object = {}): ToolResult =>
  envelope({ status: "not_ready", reason: "indexing", ...fields });
const done = envelope({ status: "ok" });

test("asks until no run is active, less and less often", async () => {
  const { end, waits, left } = await poll(...Array.from({ length: 9 }, () => running()), done, done);
  expect([end, left]).toEqual([done, 1]);
  expect(waits[0]).toBe(100);
  expect([...waits].sort((one, other) => one - other)).toEqual(waits);
  expect(Math.max(...waits)).toBe(1_000);
});

test("as the server advises, within bounds", async () => {
  expect(
    (await poll(running({ retryAfterMs: 1_234 }), running({ retryAfterMs: 10 ** 9 }), done)).waits,
  ).toEqual([1_234, 30_000]);
});

test("shows how far the run is", async () => {
  expect(
    (await poll(running({ progress: { phase: "indexing", filesDone: 3, filesTotal: 9, chunks: 5 } }), done))
      .shown,
  ).toEqual(["indexing 3"]);
});

test("reads old texts alike", async () => {
  const ready = text("Codebase '/x' is fully indexed and ready");
  expect(
    await poll(text("'/x' is currently being indexed"), text("currently indexing"), ready),
  ).toMatchObject({ end: ready, waits: [100, 150] });
  for (const said of ["indexing failed", "must be rebuilt", "is not indexed", "something else"])
    expect(await poll(text(said), ready), said).toMatchObject({ end: text(said), left: 1 });
});
