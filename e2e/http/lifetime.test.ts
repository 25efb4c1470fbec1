/** How a server over HTTP starts, says how it is, and ends; started by itself and by the command line. */
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { METRICS } from "@satori/contracts";
import { afterAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { CLI_BIN } from "../support/cli.ts";
import { type HttpOptions, HttpProcess, startHttp } from "../support/http-server.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree("shop", "//- cart.ts\nexport const cart = 1;\n");
afterAll(() => workspace[Symbol.dispose]());

/** The two ways to start one. */
const COMMANDS: [string, readonly string[]][] = [
  ["satori-mcp --http", [MCP_BIN, "--http"]],
  ["satori serve", [CLI_BIN, "serve"]],
];

/** What a server says that does not start. */
async function failedStart(
  options: HttpOptions,
): Promise<{ readonly code: number | null; readonly said: string }> {
  await using server = new HttpProcess(workspace, { roots: [root], ...options });
  const { code } = await server.exited;
  expect(server.stdout).toBe("");
  return { code, said: server.stderr };
}

describe.each(COMMANDS)("%s does not start, and says in a line why,", (_, command) => {
  it.each<[string, HttpOptions, number, RegExp]>([
    ["without folders that may be served", { roots: [] }, 3, /SATORI_ALLOWED_ROOTS is not set/],
    [
      "with one that is none",
      { roots: [`${root}/cart.ts`] },
      3,
      /SATORI_ALLOWED_ROOTS is .*cart\.ts, which is not a folder/,
    ],
    ["for other machines without a token", { args: ["--host", "0.0.0.0"] }, 3, /SATORI_HTTP_TOKEN/],
    [
      "on what is not an address of this machine",
      { args: ["--host", "203.0.113.1"], environment: { SATORI_HTTP_TOKEN: "t" } },
      3,
      /203\.0\.113\.1 is not an address of this machine/,
    ],
    ["with a root outside", { args: ["--root", "/"] }, 3, /--root is \//],
    ["with an unknown set", { args: ["--tools", "all"] }, 2, /--tools is "all", but must be a list of core/],
    ["with what is no port", { args: ["--port", "http"] }, 2, /--port is "http"/],
  ])("%s", async (__, options, code, message) => {
    const failed = await failedStart({ ...options, command });
    expect(failed).toMatchObject({ code, said: expect.stringMatching(message) });
    if (code === 3) expect(failed.said.trimEnd().split("\n")).toHaveLength(1);
  });

  it("on a port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    expect(await failedStart({ args: ["--port", String(port)], command })).toEqual({
      code: 3,
      said: `satori-mcp: port ${port} of 127.0.0.1 is in use; choose another one with --port\n`,
    });
    other.close();
  });
});

describe("a server says how it is", () => {
  it("in what Prometheus reads: every metric from the start, and what has happened since", async () => {
    await using server = await startHttp(workspace, { roots: [root] });
    const text = async (): Promise<string> => (await server.get("/metrics")).text();
    const first = await text();
    for (const [name, { type }] of Object.entries(METRICS))
      expect(first).toContain(`# TYPE ${name} ${type}\n`);
    await server.call("manage_index", { action: "create", path: root });
    await until("the run has ended", async () =>
      (await text()).includes('satori_index_runs_total{outcome="completed"} 1\n'),
    );
    await server.call("search_codebase", { path: root, query: "cart" });
    await server.call("read_file", { path: "/etc/passwd" });
    await server.get("/nowhere");
    const all = await text();
    for (const row of [
      'satori_tool_calls_total{tool="search_codebase",status="ok"} 1',
      'satori_tool_calls_total{tool="read_file",status="error"} 1',
      'satori_indexed_files_total{by="run"} 1',
      'satori_http_requests_total{route="other",status="404"} 1',
      'satori_http_requests_total{route="mcp",status="200"} 3',
      'satori_tool_call_duration_seconds_count{tool="read_file"} 1',
    ])
      expect(all).toContain(`${row}\n`);
  });

  it("by a token off the loopback, but for its probes", async () => {
    await using server = await startHttp(workspace, {
      roots: [root],
      args: ["--host", "0.0.0.0"],
      environment: { SATORI_HTTP_TOKEN: "secret-token" },
    });
    const local = server.url.replace("0.0.0.0", "127.0.0.1");
    const status = async (path: string, headers = {}): Promise<number> =>
      (await fetch(`${local}${path}`, { headers })).status;
    expect([
      await status("/healthz"),
      await status("/readyz"),
      await status("/metrics"),
      await status("/metrics", { Authorization: "Bearer secret-token" }),
    ]).toEqual([200, 200, 401, 200]);
  });

  it("and that it is not ready where its indexes cannot be looked at", async () => {
    const home = workspace.path("no-home");
    await using server = await startHttp(workspace, { roots: [root], environment: { SATORI_HOME: home } });
    expect((await server.get("/readyz")).status).toBe(200);
    mkdirSync(home, { recursive: true });
    symlinkSync("indexes", `${home}/indexes`);
    const ready = await server.get("/readyz");
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "not_ready", reasons: [expect.stringContaining("SATORI_HOME")] },
    ]);
    expect((await server.get("/healthz")).status).toBe(200);
  });
});

describe.each(COMMANDS)("%s ends", (_, command) => {
  it.each(["SIGTERM", "SIGINT"] as const)("at %s, with nothing to wait for", async (signal) => {
    await using server = await startHttp(workspace, { roots: [root], command });
    expect((await server.get("/healthz")).status).toBe(200);
    server.child.kill(signal);
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.stdout).toBe("");
  });

  it("after the call that is under way, and takes no other", async () => {
    const { server, call, nextPart } = await startSyncing(
      `drained-${command.length}-${command.at(-1)}`,
      command,
    );
    await using _server = server;
    server.child.kill("SIGTERM");
    await until("it is not ready", async () => (await server.get("/readyz")).status === 503);
    expect((await server.post({ jsonrpc: "2.0", id: 1, method: "tools/list" })).status).toBe(503);
    let rest = "";
    for (let part = await nextPart(); part !== null; part = await nextPart()) rest += part;
    expect(rest).toContain('"isError":false');
    expect(call.status).toBe(200);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  it("at once when it is told twice, with the call that is under way", async () => {
    const { server, nextPart } = await startSyncing(`hurried-${command.length}-${command.at(-1)}`, command);
    await using _server = server;
    server.child.kill("SIGTERM");
    await until("it is not ready", async () => (await server.get("/readyz")).status === 503);
    server.child.kill("SIGTERM");
    await expect(
      (async () => {
        for (let part = await nextPart(); part !== null; part = await nextPart())
          expect(part).not.toContain('"isError":false');
      })(),
    ).rejects.toThrow();
    await server.exited;
  });
});

it("ends with the command that has started it, however that ends", async () => {
  await using server = await startHttp(workspace, { roots: [root], command: [CLI_BIN, "serve"] });
  server.child.kill("SIGKILL");
  await until("nobody listens any more", () =>
    server.get("/healthz").then(
      () => false,
      () => true,
    ),
  );
});

/** A server in the middle of a sync that tells its progress. */
async function startSyncing(
  name: string,
  command: readonly string[],
): Promise<{ readonly server: HttpProcess; readonly call: Response; nextPart(): Promise<string | null> }> {
  const folder = workspace.tree(name, "//- first.ts\nexport const first = 1;\n");
  const server = await startHttp(workspace, { roots: [folder], command });
  await server.call("manage_index", { action: "create", path: folder });
  await until(
    "the first run has ended",
    async () => (await server.call("manage_index", { action: "status", path: folder })).status === "ok",
  );
  // Long enough to be in the middle of it, and done within the ten seconds of the drain on a busy machine.
  writeManyModules(folder, 300);
  const call = await server.ask("tools/call", {
    name: "manage_index",
    arguments: { action: "sync", path: folder },
    _meta: { progressToken: "p" },
  });
  const reader = call.body?.getReader();
  const decoder = new TextDecoder();
  const nextPart = async (): Promise<string | null> => {
    const part = await reader?.read();
    return part?.value === undefined ? null : decoder.decode(part.value);
  };
  expect(await nextPart()).toContain("notifications/progress");
  return { server, call, nextPart };
}
