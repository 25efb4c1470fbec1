/** The process behind the protocol: its streams, its command line, and its end. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CORE_TOOLS } from "@satori/contracts";
import { afterAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { MCP_BIN, type McpProcess, environmentOf, startMcp } from "../support/mcp-process.ts";
import { run } from "../support/process.ts";
import { hasTerminal, runOnTerminal } from "../support/terminal.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const workspace = createWorkspace();
afterAll(() => workspace[Symbol.dispose]());

/**
 * A server in each of whose threads a module runs first: it runs the code as soon as the server has answered.
 */
async function startWithModule(name: string, code: string): Promise<McpProcess> {
  const go = join(workspace.folder, `${name}.go`);
  const module =
    'import { existsSync } from "node:fs"; import { isMainThread } from "node:worker_threads"; ' +
    `const wait = setInterval(() => { if (!existsSync(${JSON.stringify(go)})) return; clearInterval(wait); ` +
    `${code} }, 5).unref();`;
  const server = await startMcp(workspace, {
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` },
  });
  await server.request("tools/list");
  writeFileSync(go, "");
  return server;
}

describe("standard output", () => {
  it("carries nothing but the protocol, whoever writes to it", async () => {
    // In worker threads the module runs as well.
    const noise =
      'setInterval(() => { console.log("noise"); console.info("noise"); ' +
      'process.stdout.write("noise\\n"); }, 5).unref();';
    await using server = await startWithModule("noise", noise);
    const root = writeManyModules(workspace.path("noisy"), 200);
    await until("there is noise", () => server.stderr.includes("noise"));
    await server.call("manage_index", { action: "create", path: root });
    expect(await untilIndexed((tool, args) => server.call(tool, args), root)).toMatchObject({ status: "ok" });
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(server.unasked).toEqual([]);
  });

  it("ends the server when nobody reads it any more", async () => {
    await using server = await startMcp(workspace);
    server.child.stdout.destroy();
    server.send({ id: "x", method: "tools/list" });
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });
});

describe("standard input", () => {
  it.skipIf(!hasTerminal)("of a terminal is told what the server waits for, and Ctrl-C ends it", async () => {
    const { output, code } = await runOnTerminal([process.execPath, MCP_BIN], {
      cwd: workspace.folder,
      environment: environmentOf(workspace),
      press: { when: "is waiting for", keys: "\x03" },
    });
    expect([output.split("\n")[0], code]).toEqual([
      expect.stringMatching(
        /^satori-mcp \d\S+ is waiting for messages of an MCP client, .+ see satori-mcp --help$/,
      ),
      0,
    ]);
  });

  it("may carry batches in sessions of versions that have them", async () => {
    const batch = (...ids: string[]): string =>
      `${JSON.stringify(ids.map((id) => ({ jsonrpc: "2.0", id, method: "ping" })))}\n`;
    const lastLine = async (server: McpProcess): Promise<unknown> => {
      const before = server.lines.length;
      await until("there is an answer", () => server.lines.length > before);
      return JSON.parse(server.lines.at(-1) ?? "");
    };
    for (const protocolVersion of ["2024-11-05", "2025-03-26"]) {
      await using server = await startMcp(workspace, { era: "bare" });
      await server.request("initialize", {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: "e2e", version: "1" },
      });
      server.write(batch("a", "b"));
      expect(await lastLine(server)).toEqual(["a", "b"].map((id) => ({ jsonrpc: "2.0", id, result: {} })));
    }
    await using later = await startMcp(workspace);
    later.write(batch("a"));
    expect(await lastLine(later)).toMatchObject({ id: "a", error: { code: -32600 } });
  });

  it("may carry anything", async () => {
    await using server = await startMcp(workspace);
    const random = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256));
    const hostile = [
      "no json",
      "{",
      "[]",
      "null",
      "7",
      '"text"',
      "{}",
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","method":7}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
      '{"jsonrpc":"2.0","id":"unasked","result":{}}',
      '{"jsonrpc":"2.0","id":"unasked","error":{}}',
      '{"jsonrpc":"2.0","id":"a","method":"tools/call"}',
      '{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"read_file","arguments":{"__proto__":{"path":"/etc/passwd"}}}}',
      '{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"list_codebases","_meta":{"progressToken":{}}}}',
      '[{"jsonrpc":"2.0","id":"d","method":"ping"}]',
      `{"jsonrpc":"2.0","id":"e","method":"${"m".repeat(100_000)}"}`,
      `${"[".repeat(200_000)}`,
      `{"jsonrpc":"2.0","id":"f","method":"tools/call","params":{"name":"search_codebase","arguments":${'{"path":'.repeat(5_000)}1${"}".repeat(5_000)}}}`,
      "\u0000\u0001\u0002",
      "\ud800",
      "x".repeat(9 * 1024 * 1024),
    ];
    for (const line of hostile) server.write(`${line}\n`);
    server.write(random);
    server.write("\n\r\n\n");
    expect(await server.call("list_codebases", {})).toMatchObject({ status: "ok" });
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    const byId = Object.fromEntries(server.unasked.map((message) => [String(message.id), message]));
    expect(byId["a"]?.error).toMatchObject({ code: -32602 });
    expect(byId["b"]?.result).toMatchObject({ isError: true });
    expect(byId["c"]?.error).toMatchObject({ code: -32600 });
    expect(byId["e"]?.error).toMatchObject({ code: -32601 });
    expect(byId["f"]?.result).toMatchObject({ isError: true });
    expect(
      server.unasked.filter(({ id, error }) => id === null && error?.code === -32700).length,
    ).toBeGreaterThan(4);
  });

  it("may come in any pieces", async () => {
    await using server = await startMcp(workspace, { era: "bare" });
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: "ü", method: "ping" })}\n`);
    for (const byte of bytes) {
      server.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until("the answer is there", () => server.unasked.length > 0);
    expect(server.unasked).toEqual([{ jsonrpc: "2.0", id: "ü", result: {} }]);
  });
});

describe("the end", () => {
  it("comes after the answers when the input ends", async () => {
    await using server = await startMcp(workspace, { era: "bare" });
    // Loading the engine may take longer than a server waits at its end.
    await server.call("list_codebases", {});
    const listed = server.request("tools/list");
    const called = server.call("list_codebases", {});
    expect(await server.end()).toEqual({ code: 0, signal: null });
    expect((await listed).result?.tools).toHaveLength(CORE_TOOLS.length);
    expect(await called).toMatchObject({ status: "ok" });
  });

  it.each(["SIGINT", "SIGTERM", "end of input"] as const)(
    "comes on %s, whatever is under way",
    async (cause) => {
      await using server = await startMcp(workspace);
      const root = writeManyModules(workspace.path(`busy ${cause}`), 400);
      await server.call("manage_index", { action: "create", path: root });
      if (process.platform === "linux")
        expect(readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, "utf8")).toBe("");
      if (cause === "end of input") server.child.stdin.end();
      else server.child.kill(cause);
      expect(await server.exited).toEqual({ code: 0, signal: null });
    },
  );

  it("does not come from defects: each is a log line", async () => {
    const defects =
      'if (isMainThread) { void Promise.reject(new Error("first defect")); ' +
      'setTimeout(() => { throw new Error("second defect"); }, 10); }';
    await using server = await startWithModule("defects", defects);
    await until("both are logged", () => server.stderr.includes("second defect"));
    const events = server.stderr
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events).toEqual(["unhandled_rejection", "uncaught_exception"]);
    expect(await server.call("list_codebases", {})).toMatchObject({ status: "ok" });
  });
});

describe("the command line", () => {
  const start = (args: readonly string[], environment: Record<string, string> = {}) =>
    run([process.execPath, MCP_BIN, ...args], {
      cwd: workspace.folder,
      environment: environmentOf(workspace, environment),
    });

  it("prints version and help", async () => {
    expect(await start(["--version"])).toMatchObject({
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: "",
      code: 0,
    });
    expect(await start(["--help"])).toMatchObject({
      stdout: expect.stringContaining("Usage: satori-mcp"),
      stderr: "",
      code: 0,
    });
  });

  it.each([["--nonsense"], ["stray"], ["--tools", "everything"], ["--log-level", "loud"], ["--root"]])(
    "answers %s %s with one line that leads to the help",
    async (...args) => {
      expect(await start(args)).toMatchObject({
        stdout: "",
        stderr: expect.stringMatching(/^satori-mcp: .+; see satori-mcp --help\n$/),
        code: 2,
      });
    },
  );

  it.each([
    [{ SATORI_NONSENSE: "1" }, "SATORI_NONSENSE"],
    [{ SATORI_EMBEDDER: "magic" }, "SATORI_EMBEDDER"],
    [{ SATORI_TOOLS: "everything" }, "SATORI_TOOLS"],
  ])("does not start with %j", async (environment, named) => {
    const { stdout, stderr, code } = await start([], environment);
    expect({ stdout, lines: stderr.trimEnd().split("\n").length, code }).toEqual({
      stdout: "",
      lines: 1,
      code: 3,
    });
    expect(stderr).toContain(named);
  });

  it("does not start with a folder that is none, or a broken configuration file", async () => {
    expect(await start(["--root", workspace.path("nowhere")])).toMatchObject({
      stdout: "",
      stderr: expect.stringMatching(/^satori-mcp: --root .*\n$/),
      code: 3,
    });
    const home = workspace.path("broken home");
    writeFile(`${home}/satori.config.json`, "{");
    expect(await start([], { SATORI_HOME: home })).toMatchObject({
      stdout: "",
      stderr: expect.stringMatching(/^satori-mcp: .*satori\.config\.json.*\n$/),
      code: 3,
    });
  });

  it("makes --root the folder of relative paths", async () => {
    const inside = workspace.tree("rooted", "//- a.txt\nroot\n");
    await using server = await startMcp(workspace, { args: [`--root=${inside}`] });
    expect(await server.call("read_file", { path: "a.txt" })).toMatchObject({
      status: "ok",
      content: "root\n",
      effectiveRoot: inside,
    });
    expect(await server.call("manage_index", { action: "status", path: "." })).toMatchObject({
      status: "not_indexed",
      path: inside,
    });
  });

  it("logs what it is told to", async () => {
    await using server = await startMcp(workspace, {
      args: ["--log-level", "info"],
      environment: { SATORI_LOG_FORMAT: "text" },
    });
    await server.call("list_codebases", {});
    await server.end();
    expect(server.stderr).toMatch(
      / info tool_answered session="[0-9a-f-]+" tool="list_codebases" requestId="[0-9a-f-]+" status="ok".*\n.* info ending session="[0-9a-f-]+" cause="input_ended"/,
    );
  });
});
