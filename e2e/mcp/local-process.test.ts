/** Sessions over stdio share one local process, and each of them is as if it had the process to itself. */
import { cpSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { until } from "../../tools/until.ts";
import { SHARED } from "../support/environment.ts";
import { endLocalProcesses, localProcess, localProcesses } from "../support/local-process.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { MCP_BIN, type McpOptions, type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, type Workspace, writeManyModules } from "../support/workspace.ts";

let workspace: Workspace;
let shop: string;
beforeEach(() => {
  workspace = createWorkspace();
  shop = workspace.tree("shop", "//- cart.ts\nexport function addParcel(): void {}\n");
});
afterEach(async () => {
  await endLocalProcesses(workspace);
  workspace[Symbol.dispose]();
});

const open = ({ environment, ...options }: McpOptions = {}): Promise<McpProcess> =>
  startMcp(workspace, { cwd: shop, ...options, environment: { ...SHARED, ...environment } });
const indexed = async (server: McpProcess, path = shop): Promise<void> => {
  await server.call("manage_index", { action: "create", path });
  const answer = await untilIndexed((tool, args) => server.call(tool, args), path);
  expect(answer).toMatchObject({ status: "ok" });
};

/** Until a line has got through the proxy. A line that has not would reach the next process: no failure. */
const beSent = (): Promise<void> => new Promise((done) => setTimeout(done, 500));

describe("one process", () => {
  it("answers many sessions that start at the same time, and ends after the last of them", async () => {
    const servers = await Promise.all(Array.from({ length: 8 }, () => open()));
    const first = localProcess(workspace);
    const answers = await Promise.all(servers.map((server) => server.call("list_codebases", {})));
    for (const answer of answers) expect(answer.status).toBe("ok");
    for (const server of servers) expect(await server.end()).toEqual({ code: 0, signal: null });
    await until("the process has ended", () => localProcesses(workspace).length === 0);
    expect(() => statSync(first.socket)).toThrow("ENOENT");
  });

  it("stays while it works on a run that no session waits for", async () => {
    const many = writeManyModules(workspace.path("many"), 400);
    const server = await open();
    await server.call("manage_index", { action: "create", path: many });
    await server.end();
    await until("the process has ended", () => localProcesses(workspace).length === 0);
    await using later = await open();
    expect(await later.call("manage_index", { action: "status", path: many })).toMatchObject({
      message: expect.stringContaining("is indexed: 400 files"),
    });
  });

  it("is only accessible to its user", async () => {
    await using server = await open();
    const { socket } = localProcess(workspace);
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect((await server.call("list_codebases", {})).status).toBe("ok");
  });
});

describe("sessions", () => {
  it("see what their own roots allow, and nothing of others", async () => {
    const other = workspace.tree("other", "//- a.txt\nsecret of the other\n");
    await using here = await open();
    await using there = await open({ cwd: other });
    expect(localProcesses(workspace)).toHaveLength(1);
    expect(await here.call("read_file", { path: "cart.ts" })).toMatchObject({ status: "ok" });
    expect(await there.call("read_file", { path: "a.txt" })).toMatchObject({ status: "ok" });
    expect(await here.call("read_file", { path: join(other, "a.txt") })).toMatchObject({
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
    expect(await there.call("read_file", { path: join(shop, "cart.ts") })).toMatchObject({
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
  });

  it("have tools, answers and roots of their own", async () => {
    const other = workspace.tree("other", "//- a.txt\nof the other\n");
    await using plain = await open();
    await using lean = await open({ args: ["--tools", "scope", "--answers", "text", "--root", other] });
    expect(localProcesses(workspace)).toHaveLength(1);
    const toolsOf = async (server: McpProcess): Promise<readonly { readonly name: string }[]> =>
      (await server.request("tools/list")).result?.tools as { readonly name: string }[];
    expect((await toolsOf(plain)).map(({ name }) => name)).not.toContain("set_scope");
    expect((await toolsOf(lean)).map(({ name }) => name)).toContain("set_scope");
    const { result } = await lean.request("tools/call", { name: "list_paths", arguments: { path: "." } });
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("have scopes of their own, which survive the process", async () => {
    const both = workspace.tree(
      "both",
      "//- a/parcel.ts\nexport const parcel = 1;\n//- b/parcel.ts\nexport const parcel = 2;\n",
    );
    await using scoped = await open({ cwd: both, args: ["--tools", "core,scope"] });
    await using free = await open({ cwd: both, args: ["--tools", "core,scope"] });
    await indexed(scoped, both);
    await scoped.call("set_scope", { include_globs: ["a/**"] });
    const filesOf = async (server: McpProcess): Promise<string[]> => {
      const { items } = (await server.call("list_paths", {})) as {
        readonly items: readonly { readonly path: string }[];
      };
      return items.map(({ path: listed }) => listed);
    };
    const before = await filesOf(scoped);
    const all = await filesOf(free);
    expect([before, all]).toEqual([["a/parcel.ts"], ["a/parcel.ts", "b/parcel.ts"]]);
    process.kill(localProcess(workspace).pid, "SIGKILL");
    expect(await filesOf(scoped)).toEqual(before);
    expect(await filesOf(free)).toEqual(all);
  });

  it("keep their scope in another process, though it asks for the client's folders first", async () => {
    const both = workspace.tree(
      "both",
      "//- a/parcel.ts\nexport const a = 1;\n//- b/parcel.ts\nexport const b = 1;\n",
    );
    await using server = await open({
      era: "modern",
      capabilities: { roots: {} },
      args: ["--tools", "core,scope"],
    });
    const inputResponses = { roots: { roots: [{ uri: pathToFileURL(both).href }] } };
    const callWith = async (name: string, args: object, inputs: object = {}): Promise<unknown> =>
      (await server.request("tools/call", { name, arguments: args, ...inputs })).result?.[
        "structuredContent"
      ];
    expect(await callWith("list_paths", {}, { inputResponses })).toMatchObject({ total: 2 });
    await callWith("set_scope", { include_globs: ["a/**"] });
    expect(await callWith("list_paths", {})).toMatchObject({ total: 1 });
    const { pid } = localProcess(workspace);
    process.kill(pid, "SIGKILL");
    await until("it is gone", () => localProcesses(workspace).every((one) => one.pid !== pid));
    expect(await callWith("list_paths", {}, { inputResponses })).toMatchObject({ total: 1 });
  });

  it("may give their scopes the same name", async () => {
    await using one = await open({ args: ["--tools", "core,scope"] });
    await using two = await open({ args: ["--tools", "core,scope"] });
    await indexed(one);
    const session_id = "main";
    expect(await one.call("set_scope", { session_id, include_globs: ["nothing/**"] })).toMatchObject({
      session_id,
    });
    const totalOf = async (server: McpProcess): Promise<number> =>
      ((await server.call("list_paths", { session_id })) as { readonly total: number }).total;
    expect([await totalOf(one), await totalOf(two)]).toEqual([0, 1]);
  });

  it("with different settings have different processes", async () => {
    await using one = await open();
    await using two = await open({ environment: { SATORI_MAX_FILE_BYTES: "4096" } });
    // Nothing reads these.
    await using same = await open({ environment: { TERM_SESSION_ID: "7", EDITOR: "vi" } });
    for (const server of [one, two, same])
      expect((await server.call("list_codebases", {})).status).toBe("ok");
    expect(localProcesses(workspace)).toHaveLength(2);
  });

  it("get log lines of their own calls alone", async () => {
    const environment = { SATORI_LOG_LEVEL: "info" };
    await using one = await open({ environment });
    await using two = await open({ environment });
    await one.call("list_codebases", {});
    await until("the line is there", () => one.stderr.includes("tool_answered"));
    expect(two.stderr).toBe("");
  });
});

describe("a process that dies", () => {
  it("fails calls that it worked on with an answer, and the next call starts another one", async () => {
    await using server = await open();
    await indexed(server);
    const { pid } = localProcess(workspace);
    writeManyModules(join(shop, "many"), 600);
    const lost = server.call("manage_index", { action: "sync", path: shop });
    await beSent();
    process.kill(pid, "SIGKILL");
    expect(await lost).toMatchObject({
      status: "error",
      error: { code: "INTERNAL", message: expect.stringContaining("has ended") },
    });
    expect(await server.call("search_codebase", { path: shop, query: "addParcel" })).toMatchObject({
      status: "ok",
    });
    expect(localProcess(workspace).pid).not.toBe(pid);
  });

  it("gets other requests repeated, and calls that it had not begun, in both eras of the protocol", async () => {
    for (const era of ["legacy", "modern"] as const) {
      await using server = await open({ era });
      await server.request("tools/list");
      const { pid } = localProcess(workspace);
      process.kill(pid, "SIGSTOP");
      const list = server.request("tools/list");
      const called = server.call("list_codebases", {});
      await beSent();
      process.kill(pid, "SIGKILL");
      expect((await list).result?.tools).toHaveLength(6);
      expect((await called).status).toBe("ok");
    }
  });

  it("after a signal, lets its sessions move", async () => {
    await using server = await open();
    await indexed(server);
    const { pid } = localProcess(workspace);
    process.kill(pid, "SIGTERM");
    // Either process may answer this one.
    expect((await server.call("list_codebases", {})).status).toBe("ok");
    await until("the process has ended", () => localProcesses(workspace).every((one) => one.pid !== pid));
    expect(await server.call("search_codebase", { path: shop, query: "parcel" })).toMatchObject({
      status: "ok",
    });
    expect(localProcess(workspace).pid).not.toBe(pid);
  });
});

test("an update takes over the sessions of the process before it", async () => {
  // A copy that can be updated while other tests use the build.
  const copy = workspace.path("program");
  const server = dirname(dirname(MCP_BIN));
  for (const name of ["bin", "dist", "package.json"])
    cpSync(join(server, name), join(copy, name), { recursive: true });
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(copy, "node_modules"));
  const script = join(copy, "bin/satori-mcp.js");
  await using early = await open({ script });
  await indexed(early);
  const before = localProcess(workspace);
  utimesSync(join(copy, "dist/main.cjs"), 1_900_000_000, 1_900_000_000);
  await using late = await open({ script });
  expect((await late.call("list_codebases", {})).status).toBe("ok");
  await until("the old process has ended", () => localProcesses(workspace).length === 1);
  const after = localProcess(workspace);
  expect(after.name).not.toBe(before.name);
  expect(await early.call("search_codebase", { path: shop, query: "parcel" })).toMatchObject({
    status: "ok",
  });
  expect(localProcess(workspace)).toEqual(after);
});

test("a configuration that has changed applies to the next process", async () => {
  await using server = await open();
  await indexed(server);
  writeFileSync(join(workspace.home, "satori.config.json"), '{ "SATORI_MAX_FILE_BYTES": 4096 }');
  const before = localProcess(workspace);
  process.kill(before.pid, "SIGKILL");
  await until("it is gone", () => localProcesses(workspace).every(({ pid }) => pid !== before.pid));
  expect((await server.call("list_codebases", {})).status).toBe("ok");
  expect(localProcesses(workspace).map(({ name }) => name)).not.toContain(before.name);
});

describe("a process of its own", () => {
  it.each<[string, McpOptions]>([
    ["--standalone", { args: ["--standalone"] }],
    ["SATORI_STANDALONE=1", { environment: { SATORI_STANDALONE: "1" } }],
    ["SATORI_WATCH=0", { environment: { SATORI_WATCH: "0" } }],
    ["CI", { environment: { CI: "true" } }],
    ["a home whose sockets would have too long paths", { environment: { SATORI_HOME: "" } }],
  ])("is what a session gets with %s", async (_, options) => {
    const home = workspace.path("h".repeat(100));
    const isLong = options.environment?.["SATORI_HOME"] === "";
    await using server = await open({
      ...options,
      ...(isLong ? { environment: { SATORI_HOME: home } } : {}),
    });
    expect((await server.call("list_codebases", {})).status).toBe("ok");
    expect([localProcesses(workspace), localProcesses({ home })]).toEqual([[], []]);
  });

  it("is what a session gets where there can be no socket", async () => {
    mkdirSync(workspace.home);
    writeFileSync(join(workspace.home, "sockets"), "a file");
    await using server = await open();
    expect((await server.call("list_codebases", {})).status).toBe("ok");
  });

  it("is what a session gets where somebody else answers", async () => {
    await using first = await open();
    expect((await first.call("list_codebases", {})).status).toBe("ok");
    const { socket } = localProcess(workspace);
    await endLocalProcesses(workspace);
    const stranger = createServer((connection) => connection.on("error", () => undefined).end("hello\n"));
    rmSync(socket);
    await new Promise<void>((done) => stranger.listen(socket, done));
    try {
      await using second = await open();
      expect((await second.call("list_codebases", {})).status).toBe("ok");
    } finally {
      stranger.close();
    }
  });

  it("is not needed after a process was killed: its socket is replaced", async () => {
    await using first = await open();
    const { pid, socket } = localProcess(workspace);
    process.kill(pid, "SIGKILL");
    await using second = await open();
    expect((await second.call("list_codebases", {})).status).toBe("ok");
    expect((await first.call("list_codebases", {})).status).toBe("ok");
    expect(localProcess(workspace)).toMatchObject({ socket });
  });
});

test("an invalid setting is refused as before", async () => {
  await using server = await startMcp(workspace, {
    era: "bare",
    environment: { ...SHARED, SATORI_EMBEDDER: "cupboard" },
  });
  expect(await server.exited).toEqual({ code: 3, signal: null });
  expect(server.stderr).toContain("SATORI_EMBEDDER");
});

test.each<[string, string | Uint8Array]>([
  ["nothing that is text", Uint8Array.of(0, 255, 254, 10, 1, 2)],
  ["no JSON", "hello\n"],
  ["JSON of another program", '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'],
  ["a session without its parts", '{"protocol":1,"kind":"session"}\n'],
  ["a call without its parts", '{"protocol":1,"kind":"calls"}\n{"id":1}\n'],
  ["a line without end", "x".repeat(1_000_000)],
])("the process hangs up on a connection with %s, and answers its sessions", async (_, bytes) => {
  await using server = await open();
  const stranger = connect({ path: localProcess(workspace).socket });
  const closed = new Promise<void>((done) => stranger.on("error", () => undefined).on("close", () => done()));
  stranger.resume().write(bytes);
  await closed;
  expect((await server.call("list_codebases", {})).status).toBe("ok");
});

test("messages that are no messages are answered, and the session goes on", async () => {
  await using server = await open();
  server.write("no json\n");
  server.write(`"${"x".repeat(9 * 1024 * 1024)}"\n`);
  await until("both are answered", () => server.lines.filter((line) => line.includes("-32700")).length === 2);
  expect((await server.call("list_codebases", {})).status).toBe("ok");
});
