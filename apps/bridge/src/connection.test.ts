/** When a server is started, and when a call is retried. */
import { CORE_TOOLS, STATUSES, type ToolName } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { Connection } from "./connection.ts";
import { FakeServer, asResult, clientError, fakeServers } from "./testing/fakes.ts";

const ok = asResult({ tool: "search_codebase", version: 1, status: "ok" });
const call = (connection: Connection, tool: ToolName = "search_codebase", signal?: AbortSignal) =>
  connection.call({ tool, args: {}, cwd: "/srv/shop", signal });

describe("a server", () => {
  it("is started by the first call, in the folder of the session, and kept", async () => {
    const { start, folders, callsOf } = fakeServers([ok, ok]);
    const connection = new Connection(start);
    expect([folders, await connection.protocolVersion()]).toEqual([[], undefined]);
    await call(connection);
    await call(connection, "read_file");
    expect([folders, callsOf(), await connection.protocolVersion()]).toEqual([
      ["/srv/shop"],
      [["search_codebase", "read_file"]],
      "2025-11-25",
    ]);
  });

  it("is started once for calls that come at the same time", async () => {
    const { start, folders } = fakeServers([ok, ok, ok]);
    const connection = new Connection(start);
    expect(await Promise.all([call(connection), call(connection), call(connection)])).toEqual([ok, ok, ok]);
    expect(folders.length).toBe(1);
  });

  it(
    "that is gone between two calls is started anew, for manage_index too: that call has not been sent " +
      "before",
    async () => {
      const { start, servers, callsOf } = fakeServers([ok], [ok]);
      const connection = new Connection(start);
      await call(connection);
      await servers[0]?.close();
      expect(await connection.protocolVersion()).toBeUndefined();
      expect(await call(connection, "manage_index")).toBe(ok);
      expect(callsOf()).toEqual([["search_codebase"], ["manage_index"]]);
    },
  );

  it("that is gone is started anew once for calls that come at the same time", async () => {
    const { start, servers, folders } = fakeServers([ok], [ok, ok, ok]);
    const connection = new Connection(start);
    await call(connection);
    await servers[0]?.close();
    expect(await Promise.all([call(connection), call(connection), call(connection)])).toEqual([ok, ok, ok]);
    expect(folders.length).toBe(2);
  });

  it("is ended with the session, also one that is just being started; none is started after it", async () => {
    const { start, servers, folders } = fakeServers([ok], [ok]);
    const connection = new Connection(start);
    const calling = call(connection);
    await connection[Symbol.asyncDispose]();
    await calling.catch(() => undefined);
    expect(servers[0]?.isClosed).toBe(true);
    await expect(call(connection)).rejects.toThrow("The session has ended");
    expect(folders.length).toBe(1);
  });
});

describe("a call", () => {
  it.each(CORE_TOOLS.map((tool) => [tool]))(
    "of %s is made again, once, where the server did not start",
    async (tool) => {
      const again = fakeServers(clientError("start_up"), [ok]);
      expect(await call(new Connection(again.start), tool)).toBe(ok);
      const never = fakeServers(clientError("start_up"), clientError("start_up"), [ok]);
      await expect(call(new Connection(never.start), tool)).rejects.toMatchObject({ kind: "start_up" });
      expect([again.folders.length, never.folders.length]).toEqual([2, 2]);
    },
  );

  it.each(CORE_TOOLS.filter((tool) => tool !== "manage_index").map((tool) => [tool]))(
    "of %s is made again, once, where the connection was lost, by a new server",
    async (tool) => {
      const again = fakeServers([clientError("transport")], [ok]);
      expect(await call(new Connection(again.start), tool)).toBe(ok);
      const never = fakeServers([clientError("transport")], [clientError("transport")], [ok]);
      await expect(call(new Connection(never.start), tool)).rejects.toMatchObject({ kind: "transport" });
      expect([again.callsOf(), never.callsOf()]).toEqual([
        [[tool], [tool]],
        [[tool], [tool]],
      ]);
    },
  );

  it(
    "is made again, once, where the server refused the request, by the same server: others may have " +
      "calls there",
    async () => {
      const again = fakeServers([clientError("protocol"), ok]);
      expect(await call(new Connection(again.start))).toBe(ok);
      const never = fakeServers([clientError("protocol"), clientError("protocol"), ok]);
      await expect(call(new Connection(never.start))).rejects.toMatchObject({ kind: "protocol" });
      expect([again.callsOf(), never.callsOf()]).toEqual([
        [["search_codebase", "search_codebase"]],
        [["search_codebase", "search_codebase"]],
      ]);
    },
  );

  it.each(["transport", "protocol"])(
    "of manage_index is not made again once it was sent (%s): it may have begun",
    async (kind) => {
      const { start, callsOf } = fakeServers([clientError(kind)], [ok]);
      await expect(call(new Connection(start), "manage_index")).rejects.toMatchObject({ kind });
      expect(callsOf()).toEqual([["manage_index"]]);
    },
  );

  it(
    "of manage_index has one more attempt in all: a start that failed, then a connection that was lost, " +
      "is the end of it",
    async () => {
      const { start, folders } = fakeServers(clientError("start_up"), [clientError("transport")], [ok]);
      await expect(call(new Connection(start), "manage_index")).rejects.toMatchObject({ kind: "transport" });
      expect(folders.length).toBe(2);
    },
  );

  it.each(["timeout", "cancelled", "invalid_answer"])(
    "is not made again where another one would not help (%s)",
    async (kind) => {
      const { start, callsOf } = fakeServers([clientError(kind), ok], [ok]);
      await expect(call(new Connection(start))).rejects.toMatchObject({ kind });
      expect(callsOf()).toEqual([["search_codebase"]]);
    },
  );

  it.each(CORE_TOOLS.flatMap((tool) => Object.keys(STATUSES).map((status) => [tool, status] as const)))(
    "of %s that was answered is not made again: %s is an outcome",
    async (tool, status) => {
      const answer = asResult({ tool, version: 1, status });
      const { start, callsOf } = fakeServers([answer, ok]);
      expect(await call(new Connection(start), tool)).toBe(answer);
      expect(callsOf()).toEqual([[tool]]);
    },
  );

  it("that is cancelled while the server starts does not wait for it, and the start goes on for the others", async () => {
    const { start, callsOf } = fakeServers([ok]);
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => void (go = resolve));
    const connection = new Connection((cwd) => held.then(() => start(cwd)));
    const controller = new AbortController();
    const cancelled = call(connection, "search_codebase", controller.signal);
    const other = call(connection, "read_file");
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
    go();
    expect(await other).toBe(ok);
    expect(callsOf()).toEqual([["read_file"]]);
  });

  it("that is cancelled before it is made starts nothing", async () => {
    const { start, folders } = fakeServers([ok]);
    await expect(call(new Connection(start), "search_codebase", AbortSignal.abort())).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(folders).toEqual([]);
  });

  it("that fails as it is cancelled is not made again", async () => {
    const controller = new AbortController();
    let starts = 0;
    const connection = new Connection(async () => {
      starts++;
      return new FakeServer(() => {
        controller.abort();
        return clientError("transport");
      });
    });
    await expect(call(connection, "search_codebase", controller.signal)).rejects.toMatchObject({
      kind: "transport",
    });
    expect(starts).toBe(1);
  });

  it("that is lost with the session starts no server after it", async () => {
    const { start, folders } = fakeServers([], [ok]);
    let lose = (): void => undefined;
    const connection = new Connection(async (cwd) =>
      Object.assign(await start(cwd), {
        callRaw: () =>
          new Promise<never>((_, reject) => void (lose = () => reject(clientError("transport")))),
        close: async () => lose(),
      }),
    );
    const calling = call(connection);
    const lost = expect(calling).rejects.toMatchObject({ kind: "transport" });
    await new Promise((resolve) => setImmediate(resolve));
    await connection[Symbol.asyncDispose]();
    await lost;
    expect(folders.length).toBe(1);
  });
});
