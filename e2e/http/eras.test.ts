/**
 * Both protocol eras over HTTP: the same tools and answers, with and without sessions, with progress and
 * cancellation.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CORE_TOOLS, SCOPE_TOOLS } from "@satori/contracts";
import { until } from "../../tools/until.ts";
import { type HttpProcess, connectHttp, messagesOf, startHttp } from "../support/http-server.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree(
  "shop",
  "//- cart.ts\nexport function addToCart(item: string): string {\n  return price(item);\n}\nexport " +
    "function price(item: string): string {\n  return item;\n}\n",
);
let server: HttpProcess;

beforeAll(async () => {
  server = await startHttp(workspace, { roots: [root], args: ["--tools", "core,scope"] });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

const OFFERED = [...CORE_TOOLS, ...SCOPE_TOOLS];

/** Bytes of answers to the same question, but for what each has of its own. */
const comparable = (envelope: object): string =>
  JSON.stringify(envelope, (key, value: unknown) =>
    ["meta", "freshnessDecision", "stalenessBucket", "session_id"].includes(key) ? undefined : value,
  );

describe("a codebase", () => {
  it("is indexed and asked about by a client of the earlier era", async () => {
    await using client = await connectHttp(server);
    expect(client.transport.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await client.client.listTools()).tools.map(({ name }) => name)).toEqual(OFFERED);
    expect(await client.call("search_codebase", { path: ".", query: "cart" })).toMatchObject({
      status: "not_indexed",
      path: root,
    });
    expect(await client.call("manage_index", { action: "create", path: root })).toMatchObject({
      status: "ok",
    });
    expect(await untilIndexed((tool, args) => client.call(tool, args), root)).toMatchObject({ status: "ok" });
    // Relative paths are relative to the only folder that is served.
    expect(await client.call("search_codebase", { path: ".", query: "add to cart" })).toMatchObject({
      status: "ok",
      path: root,
      results: [{ file: "cart.ts" }],
    });
    expect(
      await client.call("call_graph", { path: root, symbol: "price", direction: "callers" }),
    ).toMatchObject({ status: "ok", edges: [{}] });
    await client.transport.terminateSession();
    expect(await (await server.get("/metrics")).text()).toMatch(/^satori_mcp_sessions 0$/m);
  });

  it("is answered about in the same way in every era, with a handshake or without", async () => {
    const args = { path: root, query: "price of an item" };
    await using client = await connectHttp(server);
    const [bare] = await messagesOf(
      await server.post({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search_codebase", arguments: args },
      }),
    );
    const answers = [
      await server.call("search_codebase", args),
      await client.call("search_codebase", args),
      bare?.result?.["structuredContent"] as object,
    ];
    expect(answers[0]).toMatchObject({ status: "ok" });
    expect(new Set(answers.map(comparable)).size).toBe(1);
  });
});

describe("the newest era", () => {
  it("says what it is without a session", async () => {
    const response = await server.ask("server/discover");
    expect([response.status, response.headers.get("mcp-session-id")]).toEqual([200, null]);
    expect((await messagesOf(response))[0]?.result).toMatchObject({
      supportedVersions: expect.arrayContaining(["2026-07-28"]),
    });
    expect((await messagesOf(await server.ask("tools/list")))[0]?.result?.tools).toHaveLength(OFFERED.length);
  });

  it("is told apart by its header, which has to agree with the message", async () => {
    const response = await server.ask("tools/list", {}, { "Mcp-Method": "tools/call" });
    expect([response.status, (await messagesOf(response))[0]?.error?.code]).toEqual([400, -32_020]);
  });
});

describe("a call that takes long", () => {
  const large = workspace.path("shop", "large");

  it("tells its progress, and ends when its client leaves", async () => {
    writeManyModules(large, 600);
    const gone = new AbortController();
    const response = await server.ask(
      "tools/call",
      { name: "manage_index", arguments: { action: "sync", path: root }, _meta: { progressToken: "p" } },
      { "X-Request-ID": "leaves" },
      { signal: gone.signal },
    );
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(/notifications\/progress.*"progressToken":"p"/);
    gone.abort();
    await until("the call has ended", () =>
      server.log.some(({ event, requestId }) => event === "tool_answered" && requestId === "leaves"),
    );
    expect(
      server.log.find(({ event, requestId }) => event === "tool_failed" && requestId === "leaves"),
    ).toMatchObject({ code: "CANCELLED", tool: "manage_index" });
    expect(await server.call("manage_index", { action: "sync", path: root })).toMatchObject({ status: "ok" });
  });

  it("is cancelled by a client of the earlier era", async () => {
    writeManyModules(workspace.path("shop", "larger"), 600);
    await using client = await connectHttp(server, { "X-Request-ID": "changes-its-mind" });
    const abort = new AbortController();
    let isHeard = false;
    const asked = client.client.callTool(
      { name: "manage_index", arguments: { action: "sync", path: root } },
      undefined,
      {
        signal: abort.signal,
        onprogress: () => {
          isHeard = true;
          abort.abort();
        },
      },
    );
    await expect(asked).rejects.toThrow();
    expect(isHeard).toBe(true);
    await until("the call has ended", () =>
      server.log.some(
        ({ event, requestId, code }) =>
          event === "tool_failed" && requestId === "changes-its-mind" && code === "CANCELLED",
      ),
    );
  });
});

describe("a session", () => {
  const scopeOf = async (
    headers: Readonly<Record<string, string>>,
    args: Record<string, unknown> = {},
  ): Promise<unknown> =>
    (
      (await server.call("list_paths", { path: root, max_results: 1, ...args }, headers)) as {
        scope?: unknown;
      }
    ).scope;

  it("is the one that its header names, and sees no other's scope", async () => {
    await server.call("set_scope", { languages: ["go"] }, { "X-Session-ID": "one" });
    await server.call("set_scope", { include_globs: ["*.md"] }, { "X-Session-ID": "two" });
    expect(await Promise.all(["one", "two", "three"].map((id) => scopeOf({ "X-Session-ID": id })))).toEqual([
      { languages: ["go"] },
      { include_globs: ["*.md"] },
      {},
    ]);
  });

  it("is else the one that its calls name, or that of the protocol", async () => {
    const set = await server.call("set_scope", { languages: ["rust"] });
    expect(await scopeOf({}, { session_id: (set as { session_id: string }).session_id })).toEqual({
      languages: ["rust"],
    });
    await using client = await connectHttp(server);
    await using other = await connectHttp(server);
    expect(await client.call("set_scope", { languages: ["python"] })).toMatchObject({
      session_id: client.transport.sessionId,
    });
    expect([
      await client.call("list_paths", { path: root }),
      await other.call("list_paths", { path: root }),
    ]).toMatchObject([{ scope: { languages: ["python"] } }, { scope: {} }]);
    expect(await (await server.get("/metrics")).text()).toMatch(/^codeintel_active_sessions 4$/m);
  });
});

describe("log lines", () => {
  it("of a call name its request and its session", async () => {
    await server.call("list_codebases", {}, { "X-Request-ID": "req-1", "X-Session-ID": "my session" });
    const response = await server.ask(
      "tools/call",
      { name: "list_codebases", arguments: {} },
      { "X-Request-ID": "é" },
    );
    const ownId = response.headers.get("x-request-id");
    expect(ownId).toMatch(/^[0-9a-f-]{36}$/);
    await until(
      "both are logged",
      () => server.log.filter(({ requestId }) => requestId === ownId).length > 1,
    );
    expect(server.log.filter(({ requestId }) => requestId === "req-1")).toMatchObject([
      { event: "Retrieved scope for session", session: "my session" },
      { event: "tool_answered", tool: "list_codebases", session: "my session", status: "ok" },
      { event: "http_answered", route: "mcp", status: 200 },
    ]);
    const [message] = await messagesOf(response);
    const { session } =
      server.log.find(({ event, requestId }) => event === "tool_answered" && requestId === ownId) ?? {};
    // Nobody named a session: the answer tells of the new one.
    expect(message?.result?.["structuredContent"]).toMatchObject({ session_id: session });
  });

  it("are all that is said: nothing is on standard output", () => {
    expect(server.stdout).toBe("");
    expect(server.stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{"))).toEqual([
      expect.stringMatching(/^satori-mcp \d+\.\d+\.\d+\S*: listening on http:\/\/127\.0\.0\.1:\d+\/mcp$/),
    ]);
    expect(server.log.filter(({ level }) => level === "error")).toEqual([]);
  });
});
