/** The server under load: each limit is reached on its own, and later requests are answered again. */
import { describe, expect, it } from "vitest";
import type { Call } from "../calls/call.ts";
import {
  CALL,
  INITIALIZE,
  LISTED,
  type LocalOptions,
  type LocalServer,
  MODERN_CALL,
  MODERN_HEADERS,
  messagesOf,
  startLocal,
} from "./testing/local-server.ts";

const HEAD =
  "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: " +
  "application/json, text/event-stream\r\n";

/** A server whose calls wait until the test releases them. */
async function startHolding(
  options: LocalOptions = {},
): Promise<LocalServer & { readonly calls: Call[]; letGo(): void; called(count: number): Promise<void> }> {
  const calls: Call[] = [];
  const waiting: (() => void)[] = [];
  let onCall = (): void => undefined;
  const local = await startLocal({
    ...options,
    answer: (call) =>
      new Promise((resolve) => {
        calls.push(call);
        waiting.push(() => resolve(LISTED));
        call.signal.addEventListener("abort", () => resolve(LISTED));
        onCall();
      }),
  });
  const called = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onCall = () => void (calls.length >= count && resolve());
      onCall();
    });
  return Object.assign(local, { calls, called, letGo: () => waiting.splice(0).forEach((go) => go()) });
}

/** Opens a session and returns its id; sends messages in it. */
const open = async (local: LocalServer): Promise<string> =>
  (await local.post(INITIALIZE)).headers.get("mcp-session-id") ?? "";
const inSession = (local: LocalServer, id: string, message: unknown = CALL): Promise<Response> =>
  local.post(message, { "Mcp-Session-Id": id });

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) =>
    signal?.aborted ? resolve() : signal?.addEventListener("abort", () => resolve()),
  );

describe("a slow client", () => {
  const impatient = { headersTimeoutMs: 1_000, requestTimeoutMs: 1_000, timeoutCheckMs: 20 };

  it("that does not come to the end of its headers is told so, and cut off", async () => {
    await using local = await startLocal({ limits: impatient });
    expect(await local.raw("POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("that does not come to the end of its body is told so, and holds no room", async () => {
    // The second request has to come to its end within the same time, on a busy machine, too.
    const limits = { ...impatient, requestTimeoutMs: 4_000, maxConcurrent: 1 };
    await using local = await startLocal({ limits });
    expect(await local.raw(`${HEAD}Content-Length: 100\r\n\r\n{"jsonrpc"`)).toMatch(/^HTTP\/1\.1 408 /);
    expect((await local.post(CALL)).status).toBe(200);
  });

  it("that sends nothing more is cut off", async () => {
    await using local = await startLocal({ limits: { keepAliveMs: 20 } });
    const said = await local.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(said).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ["in one piece", MODERN_CALL, MODERN_HEADERS],
    ["as a stream", CALL, {}],
  ])("that takes nothing of its answer, which comes %s, is cut off", async (_, message, headers) => {
    await using local = await startLocal({
      limits: { writeStallMs: 50 },
      answer: () => Promise.resolve({ ...LISTED, humanText: "x".repeat(16 * 1024 * 1024) } as typeof LISTED),
    });
    const socket = local.connect();
    const body = JSON.stringify(message);
    const fields = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
    socket.pause();
    socket.write(`${HEAD}${fields}Content-Length: ${body.length}\r\n\r\n${body}`);
    await expect.poll(() => local.answered.length, { timeout: 60_000 }).toBe(1);
    await new Promise<void>(
      (resolve) =>
        void socket
          .on("error", () => undefined)
          .on("close", () => resolve())
          .resume(),
    );
    expect(socket.bytesRead).toBeLessThan(16 * 1024 * 1024);
  });
});

describe("requests under way", () => {
  it("are so many at most; the next one is told when to come again, and is answered then", async () => {
    await using local = await startHolding({ limits: { maxConcurrent: 2 } });
    const first = [local.post(CALL), local.post(MODERN_CALL, MODERN_HEADERS)];
    await local.called(2);
    const refused = await local.post(CALL);
    expect([refused.status, refused.headers.get("retry-after"), await messagesOf(refused)]).toEqual([
      503,
      "1",
      [{ jsonrpc: "2.0", id: null, error: { code: -32_000, message: "2 requests are already in progress" } }],
    ]);
    local.letGo();
    for (const response of await Promise.all(first))
      expect((await messagesOf(response))[0]?.result).toMatchObject({ isError: false });
    const again = local.post(CALL);
    await local.called(3);
    local.letGo();
    expect((await again).status).toBe(200);
  });

  it("are counted one by one where they come together", async () => {
    await using local = await startLocal({ limits: { maxConcurrent: 3 } });
    const batch = (length: number): object[] => Array.from({ length }, (_, id) => ({ ...CALL, id }));
    expect((await local.post(batch(4))).status).toBe(503);
    expect(await messagesOf(await local.post(batch(3)))).toHaveLength(3);
  });

  it.each([
    ["of the newest era", MODERN_CALL, MODERN_HEADERS],
    ["without a handshake", CALL, {}],
  ])("end with their client: %s", async (_, message, headers) => {
    await using local = await startHolding();
    const gone = new AbortController();
    const asked = local.post(message, headers, { signal: gone.signal }).then((response) => response.text());
    await local.called(1);
    expect(local.calls[0]?.signal.aborted).toBe(false);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await aborted(local.calls[0]?.signal);
    expect(local.defects).toEqual([]);
  });
});

describe("the rate of requests", () => {
  it("is bounded for an address, and the next one is told when to come again", async () => {
    await using local = await startLocal({ limits: { requestsPerSecond: 1, requestBurst: 2 } });
    const statuses = async (count: number): Promise<number[]> =>
      Promise.all(Array.from({ length: count }, async () => (await local.post(CALL)).status));
    expect((await statuses(2)).concat(await statuses(1))).toEqual([200, 200, 429]);
    expect((await local.post(CALL)).headers.get("retry-after")).toBe("1");
    expect((await fetch(`${local.url}/healthz`)).status).toBe(200);
    local.clock.nowMs += 1_000;
    expect(await statuses(1)).toEqual([200]);
  });
});

describe("a session", () => {
  it("is named by the server, and its id goes with every call", async () => {
    const seen: Call["session"][] = [];
    await using local = await startLocal({
      answer: ({ session }) => Promise.resolve(LISTED).finally(() => seen.push(session)),
    });
    const id = await open(local);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await inSession(local, id);
    await local.post(CALL, { "Mcp-Session-Id": id, "X-Session-ID": "mine" });
    await local.post(MODERN_CALL, { ...MODERN_HEADERS, "X-Session-ID": "mine" });
    await local.post(CALL);
    expect(seen).toEqual([
      { header: null, transport: id },
      { header: "mine", transport: id },
      { header: "mine", transport: null },
      { header: null, transport: null },
    ]);
  });

  it("ends when it is told to, and when it is not used", async () => {
    await using local = await startLocal({ limits: { sessionIdleMs: 1_000 } });
    const [ended, unused, used] = [await open(local), await open(local), await open(local)];
    expect(
      (await fetch(`${local.url}/mcp`, { method: "DELETE", headers: { "Mcp-Session-Id": ended } })).status,
    ).toBe(200);
    local.clock.nowMs += 900;
    expect((await inSession(local, used)).status).toBe(200);
    local.clock.nowMs += 900;
    local.mcp.sweep();
    expect([
      local.mcp.sessions,
      (await inSession(local, ended)).status,
      (await inSession(local, unused)).status,
      (await inSession(local, used)).status,
    ]).toEqual([1, 404, 404, 200]);
  });

  it("gives way to a new one if it was used longest ago, but not while it is in use", async () => {
    await using local = await startHolding({ limits: { maxSessions: 2 } });
    const busy = await open(local);
    const asked = inSession(local, busy);
    await local.called(1);
    local.clock.nowMs += 10;
    const idle = await open(local);
    const latest = await open(local);
    expect([local.mcp.sessions, (await inSession(local, idle)).status]).toEqual([2, 404]);
    const also = inSession(local, latest);
    await local.called(2);
    const refused = await local.post(INITIALIZE);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    local.letGo();
    expect((await Promise.all([asked, also])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("is opened by clients that take any type, as programs do that say nothing of types", async () => {
    await using local = await startLocal();
    for (const Accept of ["*/*", "application/*, text/*"])
      expect((await local.post(INITIALIZE, { Accept })).status, Accept).toBe(200);
    const body = JSON.stringify(CALL);
    const answer = await local.raw(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: " +
        `close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect((await local.post(INITIALIZE, { Accept: "application/*" })).status).toBe(406);
  });

  it("is of a version that is known; of another one all of these are named", async () => {
    await using local = await startLocal();
    const response = await local.post(CALL, { "MCP-Protocol-Version": "1999-01-01" });
    expect([response.status, (await messagesOf(response))[0]?.error]).toMatchObject([
      400,
      {
        message:
          "Unsupported protocol version: 1999-01-01 (supported versions: 2026-07-28, 2025-11-25, " +
          "2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07)",
      },
    ]);
    expect((await local.post(INITIALIZE, { "MCP-Protocol-Version": "1999-01-01" })).status).toBe(200);
    expect((await local.post(CALL, { "MCP-Protocol-Version": "2025-06-18" })).status).toBe(200);
  });

  it("that is opened in a wrong way leaves nothing", async () => {
    await using local = await startLocal();
    expect((await local.post(INITIALIZE, { Accept: "text/html" })).status).toBe(406);
    expect((await local.post([INITIALIZE, CALL])).status).toBeGreaterThanOrEqual(200);
    const [message] = await messagesOf(await local.post({ ...INITIALIZE, params: {} }));
    expect(message?.error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining("params.protocolVersion (expected string, received undefined)"),
    });
    expect(local.mcp.sessions).toBe(0);
  });

  it("lets its client cancel a call, in words or by leaving", async () => {
    await using local = await startHolding();
    const id = await open(local);
    const asked = inSession(local, id, { ...CALL, id: 7 });
    await local.called(1);
    expect(
      (
        await inSession(local, id, {
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: 7 },
        })
      ).status,
    ).toBe(202);
    await aborted(local.calls[0]?.signal);
    // Nothing more arrives. If the stream did not end, the request would count as in progress until its
    // client leaves.
    expect(await messagesOf(await asked)).toEqual([]);
    const gone = new AbortController();
    void local.post(CALL, { "Mcp-Session-Id": id }, { signal: gone.signal }).catch(() => undefined);
    await local.called(2);
    gone.abort();
    await aborted(local.calls[1]?.signal);
    expect(local.defects).toEqual([]);
  });
});

describe("a cancelled request", () => {
  const cancelling = (requestId: number): object => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId },
  });

  it("leaves its room to others", async () => {
    await using local = await startHolding({ limits: { maxConcurrent: 2 } });
    const id = await open(local);
    for (let at = 1; at <= 5; at++) {
      const asked = inSession(local, id, { ...CALL, id: at });
      await local.called(at);
      await inSession(local, id, cancelling(at));
      expect(await messagesOf(await asked)).toEqual([]);
    }
  });

  it("keeps no other of its batch from being answered, be it before or behind it", async () => {
    await using local = await startHolding();
    const id = await open(local);
    const batch = [1, 2, 3].map((each) => ({ ...CALL, id: each }));
    const asked = inSession(local, id, batch);
    await local.called(3);
    await inSession(local, id, cancelling(2));
    local.letGo();
    expect((await messagesOf(await asked)).map((message) => message.id).sort()).toEqual([1, 3]);
    const others = inSession(local, id, batch);
    await local.called(6);
    await inSession(local, id, [1, 2, 3, 9].map(cancelling));
    expect(await messagesOf(await others)).toEqual([]);
  });
});

describe("the id of a request", () => {
  const withId = (id: number | string): typeof CALL => ({ ...CALL, id: id as number });
  const refusedFor = async (response: Response): Promise<unknown> => [
    response.status,
    (await messagesOf(response))[0]?.error,
  ];

  it("is its own while it is under way: another one is refused, and the first gets its answer", async () => {
    await using local = await startHolding();
    const id = await open(local);
    const first = inSession(local, id, withId(99));
    await local.called(1);
    for (const message of [withId(99), [withId(1), withId(99)]]) {
      expect(await refusedFor(await inSession(local, id, message))).toEqual([
        400,
        {
          code: -32_600,
          message: "A request with the id 99 is in progress in this session: ids must be unique",
        },
      ]);
    }
    expect(local.calls).toHaveLength(1);
    local.letGo();
    expect(await messagesOf(await first)).toMatchObject([{ id: 99, result: { isError: false } }]);
    const again = inSession(local, id, withId(99));
    await local.called(2);
    local.letGo();
    expect(await messagesOf(await again)).toMatchObject([{ id: 99 }]);
  });

  it("is under way in its session alone", async () => {
    await using local = await startHolding();
    const asked = [await open(local), await open(local)].map((id) => inSession(local, id, withId(1)));
    await local.called(2);
    local.letGo();
    for (const one of asked) expect(await messagesOf(await one)).toMatchObject([{ id: 1 }]);
  });

  it("may not be repeated in a batch, with a session or without", async () => {
    await using local = await startLocal();
    const id = await open(local);
    for (const headers of [{ "Mcp-Session-Id": id }, {}]) {
      expect(await refusedFor(await local.post([withId("a"), withId("b"), withId("a")], headers))).toEqual([
        400,
        { code: -32_600, message: 'Two requests of the batch have the id "a": ids must be unique' },
      ]);
    }
  });

  it("is free again when its client has left: a retry gets its own answer", async () => {
    const calls: Call[] = [];
    const answers: ((durationMs: number) => void)[] = [];
    // The abandoned call continues for a while, as real calls do.
    await using local = await startLocal({
      answer: (call) =>
        new Promise(
          (resolve) =>
            void (
              calls.push(call),
              answers.push((durationMs) => resolve({ ...LISTED, meta: { durationMs } }))
            ),
        ),
    });
    const id = await open(local);
    const gone = new AbortController();
    void local.post(withId(1), { "Mcp-Session-Id": id }, { signal: gone.signal }).catch(() => undefined);
    await expect.poll(() => calls.length).toBe(1);
    gone.abort();
    await aborted(calls[0]?.signal);
    const retried = inSession(local, id, withId(1));
    await expect.poll(() => calls.length).toBe(2);
    answers[0]?.(1);
    // Its effects are complete once another request has been answered.
    await inSession(local, id, { jsonrpc: "2.0", id: 2, method: "ping" });
    answers[1]?.(2);
    expect(await messagesOf(await retried)).toMatchObject([
      { id: 1, result: { isError: false, structuredContent: { meta: { durationMs: 2 } } } },
    ]);
  });

  it("of a batch that is not answered in full is not free, cancelled or answered as it may be", async () => {
    await using local = await startHolding();
    const id = await open(local);
    const batch = inSession(local, id, [withId(1), withId(2)]);
    await local.called(2);
    await inSession(local, id, {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1 },
    });
    expect((await inSession(local, id, withId(1))).status).toBe(400);
    local.letGo();
    expect((await messagesOf(await batch)).map((message) => message.id)).toEqual([2]);
  });
});

describe("progress", () => {
  it.each([
    ["of the newest era", MODERN_CALL, MODERN_HEADERS],
    ["without a handshake", CALL, {}],
  ])("comes before the answer: %s", async (_, message, headers) => {
    await using local = await startLocal({
      answer: async ({ onProgress }) => {
        onProgress?.("scanning", { filesDone: 1, filesTotal: 2, chunks: 0 });
        return LISTED;
      },
    });
    const params = {
      ...message.params,
      _meta: { ...("_meta" in message.params ? (message.params._meta as object) : {}), progressToken: "p" },
    };
    const messages = await messagesOf(await local.post({ ...message, params }, headers));
    expect(messages).toMatchObject([
      { method: "notifications/progress", params: { progressToken: "p", progress: 1, total: 2 } },
      { id: 1, result: { isError: false } },
    ]);
  });
});

describe("the end", () => {
  it("lets what is under way finish, takes nothing new, and says that it is not ready", async () => {
    await using local = await startHolding();
    const asked = local.post(CALL);
    await local.called(1);
    let isDrained = false;
    const drained = local.server.drain().then(() => (isDrained = true));
    const refused = await local.post(CALL);
    const ready = await fetch(`${local.url}/readyz`);
    expect([
      refused.status,
      refused.headers.get("retry-after") !== null,
      ready.status,
      await ready.json(),
      (await fetch(`${local.url}/healthz`)).status,
    ]).toEqual([503, true, 503, { status: "not_ready", reasons: ["The server is shutting down"] }, 200]);
    expect([isDrained, local.calls[0]?.signal.aborted]).toEqual([false, false]);
    local.letGo();
    expect((await messagesOf(await asked))[0]?.result).toMatchObject({ isError: false });
    await drained;
  });

  it("does not wait for those who subscribe to changes, and cancels the rest in the end", async () => {
    await using local = await startHolding();
    const { _meta } = MODERN_CALL.params;
    const listening = await local.post(
      {
        jsonrpc: "2.0",
        id: 9,
        method: "subscriptions/listen",
        params: { notifications: { toolsListChanged: true }, _meta },
      },
      { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen" },
    );
    expect([listening.status, listening.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    await local.server.drain();
    await listening.body?.cancel();
    const other = await startHolding();
    const asked = other.post(CALL).then((response) => response.text());
    await other.called(1);
    other.server.close();
    await expect(asked).rejects.toThrow();
    await aborted(other.calls[0]?.signal);
    await expect(fetch(`${other.url}/healthz`)).rejects.toThrow();
  });
});

it("is not ready while calls would not be answered, and says why", async () => {
  await using local = await startLocal({
    server: { problems: () => Promise.resolve(["The engine cannot be opened"]) },
  });
  const ready = await fetch(`${local.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: "not_ready", reasons: ["The engine cannot be opened"] },
  ]);
});

it("answers a defect of its own without saying more", async () => {
  await using local = await startLocal({ server: { problems: () => Promise.reject(new Error("secret")) } });
  const ready = await fetch(`${local.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([500, expect.not.stringContaining("secret")]);
  expect(local.defects).toEqual([new Error("secret")]);
});
