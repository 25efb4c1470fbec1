import { describe, expect, it } from "vitest";
import { Conversation } from "./conversation.ts";

const request = (id: number | string, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const call = (id: number | string, name: string, args: object = {}): string =>
  request(id, "tools/call", { name, arguments: args });
const done = (id: number | string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, result: { isError: false } });
const failed = (id: number | string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, result: { isError: true } });
const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
const INITIALIZE = request(0, "initialize", { protocolVersion: "2025-11-25" });

const begun = (): Conversation => {
  const conversation = new Conversation();
  conversation.sent(INITIALIZE);
  conversation.answered([0], done(0));
  conversation.sent(INITIALIZED);
  return conversation;
};
const parsed = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as { readonly id?: string });

describe("a process that is gone", () => {
  it("may not have begun with a call, which is then sent again", () => {
    const conversation = begun();
    conversation.sent(call(1, "search_codebase"));
    expect(conversation.lost()).toEqual([]);
    expect(conversation.restore().at(-1)).toBe(call(1, "search_codebase"));
    conversation.begun(1);
    expect(conversation.lost().map(({ id }) => id)).toEqual([1]);
  });

  it("leaves calls without an answer; what was answered or cancelled is over", () => {
    const conversation = begun();
    for (const id of [1, 2, 3]) {
      conversation.sent(call(id, "search_codebase"));
      conversation.begun(id);
    }
    conversation.answered([2], done(2));
    conversation.sent(JSON.stringify({ method: "notifications/cancelled", params: { requestId: 3 } }));
    expect(conversation.lost().map(({ id }) => id)).toEqual([1]);
    expect([conversation.hasOpen, conversation.lost()]).toEqual([false, []]);
  });

  it("is replaced by one that gets the handshake again, whose answer the client does not see", () => {
    const conversation = begun();
    conversation.lost();
    const [handshake, initialized, ...more] = parsed(conversation.restore());
    expect(handshake).toEqual({ ...JSON.parse(INITIALIZE), id: expect.any(String) });
    expect([initialized, more]).toEqual([JSON.parse(INITIALIZED), []]);
    const id = handshake?.id ?? "";
    expect(conversation.answered([id], done(id))).toBe(false);
    expect(conversation.answered([7], done(7))).toBe(true);
  });

  it("gets other requests once more, and no third time", () => {
    const conversation = begun();
    conversation.sent(request("list", "tools/list"));
    expect(conversation.lost()).toEqual([]);
    expect(conversation.restore().at(-1)).toBe(request("list", "tools/list"));
    expect(conversation.lost().map(({ id }) => id)).toEqual(["list"]);
  });

  it("during the handshake gets the client's own", () => {
    const conversation = new Conversation();
    conversation.sent(INITIALIZE);
    conversation.lost();
    expect(conversation.restore()).toEqual([INITIALIZE]);
    expect(conversation.answered([0], done(0))).toBe(true);
  });

  it("is replaced by one that gets the last accepted scope of each session", () => {
    const conversation = begun();
    const set = (id: number, args: object, answer: string): void => {
      conversation.sent(call(id, "set_scope", args));
      conversation.answered([id], answer);
    };
    set(1, { include_globs: ["a"] }, done(1));
    set(2, { include_globs: ["b"] }, done(2));
    set(3, { include_globs: ["c"] }, failed(3));
    set(4, { include_globs: ["d"], session_id: "other" }, done(4));
    const scopes = parsed(conversation.restore().slice(2));
    expect(scopes).toMatchObject([
      { params: { arguments: { include_globs: ["b"] } } },
      { params: { arguments: { include_globs: ["d"], session_id: "other" } } },
    ]);
  });
});

it("knows the requests of a batch, and sends them again one by one", () => {
  const conversation = begun();
  conversation.sent(`[${call(1, "read_file")},${request(2, "ping")}]`);
  conversation.begun(1);
  expect(conversation.lost().map(({ id }) => id)).toEqual([1]);
  expect(parsed(conversation.restore()).at(-1)).toMatchObject({ id: 2, method: "ping" });
});

it("leaves lines that are no messages to the process", () => {
  const conversation = new Conversation();
  for (const line of ["", "{", "7", "null", '"x"', "[]", '{"id":1}', '{"method":7,"id":1}'])
    conversation.sent(line);
  expect([conversation.hasOpen, conversation.restore()]).toEqual([false, []]);
});

it("gives up everything where there is no process at all", () => {
  const conversation = begun();
  conversation.sent(request(1, "tools/list"));
  expect(conversation.abandon().map(({ id }) => id)).toEqual([1]);
  expect(conversation.hasOpen).toBe(false);
});

describe("a process that is being left", () => {
  it("still gets what belongs to its requests", () => {
    const conversation = begun();
    for (const line of [call(1, "read_file"), `[${request(2, "ping")}]`])
      expect(conversation.hasRequest(line)).toBe(true);
    for (const line of ['{"id":1,"result":{}}', INITIALIZED, "no json", "[]"])
      expect(conversation.hasRequest(line)).toBe(false);
  });

  it("is not held by a subscription, of which the client does not notice the end", () => {
    const conversation = begun();
    conversation.sent(request(1, "subscriptions/listen"));
    expect([conversation.hasOpen, conversation.isStanding([1]), conversation.isStanding([])]).toEqual([
      false,
      true,
      false,
    ]);
    for (let times = 0; times < 3; times++) {
      expect(conversation.lost()).toEqual([]);
      expect(conversation.restore().at(-1)).toBe(request(1, "subscriptions/listen"));
    }
  });
});

it("answers in advance what a new process would ask before it sets a scope, and notices if that fails", () => {
  const conversation = new Conversation();
  const inputResponses = { roots: { roots: [] } };
  conversation.sent(request(1, "tools/call", { name: "read_file", inputResponses }));
  conversation.sent(call(2, "set_scope", { include_globs: ["a"] }));
  conversation.answered([2], done(2));
  expect(conversation.hasScope).toBe(true);
  conversation.answered([1], done(1));
  const [scope] = parsed(conversation.restore());
  expect(scope).toMatchObject({ params: { inputResponses, arguments: { include_globs: ["a"] } } });
  const id = scope?.id ?? "";
  conversation.answered([id], JSON.stringify({ jsonrpc: "2.0", id, result: { inputRequests: {} } }));
  expect(conversation.isScopeLost).toBe(true);
});
