/** Behaviour of calls: timeouts, cancellation, sessions, and invalid answers. */
import { getEventListeners } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isChunkResult } from "@satori/contracts";
import type { SatoriClient } from "./client.ts";
import { connect } from "./connect.ts";

/**
 * A server that answers calls of `search_codebase` after a while with the JSON in the query, reads a file in
 * two parts, and never answers anything else.
 */
const SERVER = `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: "s", version: "1" } } });
    else if (params?.arguments?.query === "text") send({ id, result: { content: [{ type: "text", text: "satori/1 search_codebase ok root=/a\\n\\nx" }] } });
    else if (params?.arguments?.query === "meta") send({ id, result: { content: [], structuredContent: { tool: params.name, version: 1, status: "ok", meta: params._meta } } });
    else if (params?.arguments?.query) setTimeout(() => send({ id, result: { content: [], structuredContent: JSON.parse(params.arguments.query) } }), 20);
    else if (params?.name === "read_file") {
      const { start_line: startLine = 1 } = params.arguments;
      const hints = startLine === 1 ? { continue: { tool: "read_file", args: { path: "/a/long.ts", start_line: 2 } } } : {};
      send({ id, result: { content: [], structuredContent: { tool: "read_file", version: 1, status: "ok", hints, startLine, content: "part " + startLine } } });
    } else if (params?.arguments?.action) send({ id, result: { content: [], structuredContent: { tool: "manage_index", version: 1, status: "paused" } } });
  });`;
const ERROR = {
  tool: "search_codebase",
  version: 1,
  status: "error",
  message: "m",
  error: { code: "INTERNAL", message: "m", details: {} },
  meta: { durationMs: 1 },
};
const target = { command: process.execPath, args: ["-e", SERVER] };
const search = (value: object, text = "") => ({ path: `/a${text}`, query: JSON.stringify(value) });
const silent = { path: "/a", query: "" };

let client: SatoriClient;
const warnings: string[] = [];
const noteWarning = ({ name }: Error): void => void warnings.push(name);
beforeAll(async () => {
  process.on("warning", noteWarning);
  client = await connect(target);
});
afterAll(async () => {
  await client.close();
  process.off("warning", noteWarning);
});

describe("the form of answers", () => {
  it("is named in each request: envelopes, whatever the server is set to", async () =>
    expect(await client.searchCodebase({ path: "/a", query: "meta" })).toMatchObject({
      meta: { "satori/answers": "both" },
    }));

  it("of a server that sends text all the same is named in the error, with the setting", async () =>
    expect(client.searchCodebase({ path: "/a", query: "text" })).rejects.toMatchObject({
      kind: "invalid_answer",
      message: expect.stringMatching(/^search_codebase: .*SATORI_ANSWERS.*--answers both$/),
    }));
});

describe("time that is given", () => {
  it.each([Infinity, 2 ** 31, 1e12])(
    "is waited for, be it more than timers take: %d ms",
    async (timeoutMs) => {
      await using other = await connect({ ...target, timeoutMs });
      expect(await other.searchCodebase(search(ERROR))).toEqual(ERROR);
      expect(await client.searchCodebase(search(ERROR), { timeoutMs })).toEqual(ERROR);
      expect(await client.waitUntilIndexed("/a", { timeoutMs })).toMatchObject({ state: "unknown" });
      expect(warnings).toEqual([]);
    },
  );

  it.each([0.5, 0, -1, NaN])("is over at once where it is next to none: %d ms", async (timeoutMs) => {
    await expect(client.searchCodebase(silent, { timeoutMs })).rejects.toMatchObject({ kind: "timeout" });
  });
});

describe("calls under one signal", () => {
  it("end with it, all of them, and leave nothing on it", async () => {
    const controller = new AbortController();
    const calls = Array.from({ length: 50 }, () =>
      client.searchCodebase(silent, { signal: controller.signal }),
    );
    const ended = Promise.allSettled(calls);
    await client.searchCodebase(search(ERROR), { signal: controller.signal });
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    controller.abort();
    for (const call of await ended)
      expect(call).toMatchObject({ status: "rejected", reason: { kind: "cancelled" } });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    await sleep(0);
    expect(warnings).toEqual([]);
  });

  it("wait in turn where the server's input is full", async () => {
    const { signal } = new AbortController();
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () =>
        client.searchCodebase(search(ERROR, "/folder".repeat(100)), { signal }),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 1000 }, () => ERROR));
    expect(getEventListeners(signal, "abort")).toEqual([]);
    await sleep(0);
    expect(warnings).toEqual([]);
  });
});

describe("an answer with a status of a later version", () => {
  const later = { ...ERROR, status: "paused" };

  it("is refused by the name of that status, and is the cause", async () => {
    await expect(client.searchCodebase(search(later))).rejects.toMatchObject({
      kind: "invalid_answer",
      message: expect.stringMatching(/ of search_codebase in this version: its status is "paused"$/),
      cause: { structuredContent: later },
    });
  });

  it("ends a wait as the envelope that it is", async () => {
    expect(await client.waitUntilIndexed("/a")).toMatchObject({
      state: "unknown",
      source: "envelope",
      isIndexed: false,
      exitCode: 1,
      answer: null,
    });
  });
});

it("a call that an answer proposes is made as it stands, which the compiler knows", async () => {
  let read = await client.readFile({ path: "/a/long.ts" });
  const parts: string[] = [];
  for (;;) {
    if (read.status !== "ok") throw new Error(read.message);
    parts.push(read.content);
    const next = read.hints?.continue;
    if (!next) break;
    read = await client.call(next.tool, next.args);
  }
  expect(parts).toEqual(["part 1", "part 2"]);
});

it("names of a later version can be asked for, but for a status, which the compiler knows", async () => {
  const found = await client.searchCodebase(
    search({ ...ERROR, warnings: ["OF_A_LATER_VERSION"], error: { ...ERROR.error, code: "ALSO_LATER" } }),
  );
  expect(found.warnings?.includes("OF_A_LATER_VERSION")).toBe(true);
  expect(found.status === "error" && found.error.code === "ALSO_LATER").toBe(true);
  // @ts-expect-error there is no such status
  expect(found.status === "later").toBe(false);
  if (found.status === "ok") {
    const [first] = found.results;
    expect(
      first &&
        !isChunkResult(first) &&
        "reason" in first.callGraphHint &&
        first.callGraphHint.reason === "of_a_later_version",
    ).toBe(true);
  }
});

it("an argument that is no JSON fails its own call", async () => {
  await expect(client.searchCodebase({ ...search(ERROR), limit: 1n as never })).rejects.toMatchObject({
    kind: "transport",
  });
  expect(await client.searchCodebase(search(ERROR))).toEqual(ERROR);
});

it("a call belongs to the session that it names, over HTTP too", async () => {
  const sessions: unknown[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const part of request) body += String(part);
      const { id, method, params } = JSON.parse(body || "{}") as {
        id?: number;
        method?: string;
        params: { protocolVersion: string; arguments: { session_id?: string } };
      };
      if (method === "tools/call")
        sessions.push([request.headers["x-session-id"] ?? null, params.arguments.session_id ?? null]);
      const result =
        method === "initialize"
          ? {
              protocolVersion: params.protocolVersion,
              capabilities: {},
              serverInfo: { name: "s", version: "1" },
            }
          : { content: [] };
      if (id === undefined) response.writeHead(request.method === "POST" ? 202 : 405).end();
      else
        response
          .writeHead(200, { "Content-Type": "application/json" })
          .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await using atAddress = await connect({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
      sessionId: "of-all",
      protocol: "legacy",
    });
    await atAddress.callRaw("list_codebases", {});
    await atAddress.callRaw("list_codebases", { session_id: "mine" });
    await atAddress.callRaw("search_codebase", { path: "/a", query: 'about "session_id"' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
  expect(sessions).toEqual([
    ["of-all", null],
    [null, "mine"],
    ["of-all", null],
  ]);
});
