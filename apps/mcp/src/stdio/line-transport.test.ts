import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { LineTransport, interpret } from "./line-transport.ts";

describe("interpret", () => {
  const check = (line: string, expected: unknown) =>
    it(JSON.stringify(line), () => expect(interpret({ kind: "text", text: line }, 10)).toEqual(expected));
  const refused = (id: unknown, code: number) => ({ kind: "refused", id, code, problem: expect.any(String) });
  const ignored = { kind: "ignored", problem: expect.any(String) };
  check("", null);
  check("  ", null);
  check('{"jsonrpc":"2.0","id":1,"method":"ping"}', {
    kind: "message",
    message: { jsonrpc: "2.0", id: 1, method: "ping" },
  });
  check("no json", refused(null, -32700));
  check("\u0000\ufffd", refused(null, -32700));
  check("[]", refused(null, -32600));
  check('[{"jsonrpc":"2.0","id":1,"method":"ping"},7,[]]', {
    kind: "batch",
    parts: [
      { kind: "message", message: { jsonrpc: "2.0", id: 1, method: "ping" } },
      refused(null, -32600),
      refused(null, -32600),
    ],
  });
  check("7", refused(null, -32600));
  check("{}", refused(null, -32600));
  check('{"jsonrpc":"1.0","id":"a","method":"ping"}', refused("a", -32600));
  check('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', refused(null, -32600));
  check('{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}', refused(2, -32600));
  check('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', refused(null, -32600));
  check('{"jsonrpc":"2.0","method":"notifications/x","params":7}', ignored);
  check('{"jsonrpc":"2.0","id":3,"result":7}', ignored);
  it("refuses what is too long", () =>
    expect(interpret({ kind: "too_long" }, 10)).toEqual(refused(null, -32700)));
});

/** A transport that records its output. */
function connected() {
  const input = new PassThrough();
  const sent: unknown[] = [];
  const events: string[] = [];
  const output = {
    write: (line: string) => Promise.resolve(void sent.push(JSON.parse(line))),
    flushed: () => Promise.resolve(),
  };
  const transport = new LineTransport({
    input,
    output,
    maxMessageBytes: 1_000,
    onInputEnd: () => void events.push("end"),
  });
  transport.onmessage = (message) => void events.push("method" in message ? message.method : "answer");
  transport.onclose = () => void events.push("close");
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { input, sent, events, transport, settle };
}

it("delivers messages, refuses the rest, and goes on", async () => {
  const { input, sent, events, transport, settle } = connected();
  await transport.start();
  input.write('{"jsonrpc":"2.0","id":1,"method":"a"}\ngarbage\n{"jsonrpc":"2.0","method":"b"}\n');
  await settle();
  expect(events).toEqual(["a", "b"]);
  expect(sent).toEqual([{ jsonrpc: "2.0", id: null, error: { code: -32700, message: expect.any(String) } }]);
});

it("stays open when the input ends, knows what is unanswered, and closes once", async () => {
  const { input, events, transport, settle } = connected();
  await transport.start();
  input.end(
    '{"jsonrpc":"2.0","id":1,"method":"a"}\n{"jsonrpc":"2.0","id":2,"method":"b"}\n{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n',
  );
  await settle();
  let isAnswered = false;
  void transport.answered().then(() => (isAnswered = true));
  await settle();
  expect([isAnswered, events.slice(0, 4)]).toEqual([false, ["a", "b", "notifications/cancelled", "end"]]);
  await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
  await settle();
  expect(isAnswered).toBe(true);
  await transport.close();
  await transport.close();
  expect(events.filter((event) => event === "close")).toEqual(["close"]);
  await expect(transport.send({ jsonrpc: "2.0", id: 3, result: {} })).rejects.toThrow("closed");
});

describe("a batch", () => {
  const request = (id: number): object => ({ jsonrpc: "2.0", id, method: "ping" });
  const answer = (id: number) => ({ jsonrpc: "2.0" as const, id, result: {} });
  const cancelled = (requestId: number): object => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId },
  });
  const refused = (id: number | null) => ({
    jsonrpc: "2.0",
    id,
    error: { code: -32600, message: expect.any(String) },
  });

  /** A transport of a session with this protocol version, and a function that writes messages to it. */
  async function session(version: string | null) {
    const { input, transport, settle, ...seen } = connected();
    await transport.start();
    if (version !== null) transport.setProtocolVersion(version);
    const receive = async (...lines: unknown[]): Promise<void> => {
      for (const line of lines) input.write(`${JSON.stringify(line)}\n`);
      await settle();
    };
    return { transport, receive, ...seen };
  }

  it.each(["2024-11-05", "2025-03-26"])(
    "of %s is taken apart, and answered by one when the last answer is there",
    async (version) => {
      const { transport, receive, sent, events } = await session(version);
      await receive([request(1), { jsonrpc: "2.0", method: "b" }, 7, request(2)], request(3));
      expect(events).toEqual(["ping", "b", "ping", "ping"]);
      for (const id of [2, 3, 1]) await transport.send(answer(id));
      expect(sent).toEqual([answer(3), [refused(null), answer(2), answer(1)]]);
    },
  );

  it("has no answer to what was cancelled, and none at all where nothing is left or asked", async () => {
    const { transport, receive, sent } = await session("2025-03-26");
    await receive([request(1), request(2)], cancelled(1), [request(3)], cancelled(3), [
      { jsonrpc: "2.0", method: "b" },
    ]);
    await transport.send(answer(2));
    expect(sent).toEqual([[answer(2)]]);
  });

  it("is refused as a whole where nothing of it is a message", async () => {
    const { receive, sent } = await session("2025-03-26");
    await receive([7, {}]);
    expect(sent).toEqual([[refused(null), refused(null)]]);
  });

  it("that is not answered in full goes out with what there is when the connection is closed", async () => {
    const { transport, receive, sent } = await session("2025-03-26");
    await receive([request(1), request(2)]);
    await transport.send(answer(1));
    expect(sent).toEqual([]);
    await transport.close();
    expect(sent).toEqual([[answer(1)]]);
  });

  it.each(["2025-06-18", null])(
    "of version %s is refused under the id of each request in it",
    async (version) => {
      const { receive, sent, events } = await session(version);
      await receive(
        [request(1), { jsonrpc: "2.0", method: "b" }, request(2)],
        [{ jsonrpc: "2.0", method: "b" }],
      );
      expect([events, sent]).toEqual([[], [refused(1), refused(2), refused(null)]]);
    },
  );
});

it("refuses requests that name a version which is not spoken, whatever the one before them has named", async () => {
  const { input, sent, events, transport, settle } = connected();
  await transport.start();
  const claiming = (id: number, version: unknown): string =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params: { _meta: { "io.modelcontextprotocol/protocolVersion": version } } })}\n`;
  input.write(
    [
      claiming(1, "2026-07-28"),
      claiming(2, "2099-01-01"),
      claiming(3, "2025-11-25"),
      claiming(4, "2026-07-28"),
    ].join(""),
  );
  await settle();
  expect(events).toEqual(["tools/list", "tools/list"]);
  expect(sent).toMatchObject(
    [
      ["2099-01-01", 2],
      ["2025-11-25", 3],
    ].map(([requested, id]) => ({
      id,
      error: { code: -32022, data: { supported: ["2026-07-28"], requested } },
    })),
  );
});
