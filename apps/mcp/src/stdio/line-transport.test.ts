import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { LineTransport, interpret } from "./line-transport.ts";

describe("interpret", () => {
  const check = (line: string, expected: unknown) => it(JSON.stringify(line), () => expect(interpret({ kind: "text", text: line }, 10)).toEqual(expected));
  const refused = (id: unknown, code: number) => ({ kind: "refused", id, code, problem: expect.any(String) });
  const ignored = { kind: "ignored", problem: expect.any(String) };
  check("", null);
  check("  ", null);
  check('{"jsonrpc":"2.0","id":1,"method":"ping"}', { kind: "message", message: { jsonrpc: "2.0", id: 1, method: "ping" } });
  check("no json", refused(null, -32700));
  check("\u0000\ufffd", refused(null, -32700));
  check("[]", refused(null, -32600));
  check("7", refused(null, -32600));
  check("{}", refused(null, -32600));
  check('{"jsonrpc":"1.0","id":"a","method":"ping"}', refused("a", -32600));
  check('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', refused(null, -32600));
  check('{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}', refused(2, -32600));
  check('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', refused(null, -32600));
  check('{"jsonrpc":"2.0","method":"notifications/x","params":7}', ignored);
  check('{"jsonrpc":"2.0","id":3,"result":7}', ignored);
  it("refuses what is too long", () => expect(interpret({ kind: "too_long" }, 10)).toEqual(refused(null, -32700)));
});

/** A transport whose output is kept. */
function connected() {
  const input = new PassThrough();
  const sent: unknown[] = [];
  const events: string[] = [];
  const output = { write: (line: string) => Promise.resolve(void sent.push(JSON.parse(line))), flushed: () => Promise.resolve() };
  const transport = new LineTransport({ input, output, maxMessageBytes: 1_000, onInputEnd: () => void events.push("end") });
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
  input.end('{"jsonrpc":"2.0","id":1,"method":"a"}\n{"jsonrpc":"2.0","id":2,"method":"b"}\n{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n');
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
