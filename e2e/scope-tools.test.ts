/** The set `scope` over MCP, and grep and paths as people see them: files and exact text, without an index. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SCHEMAS, TOOLS } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cli, cliIn, parseEnvelope } from "./support/cli.ts";
import { type McpProcess, startMcp } from "./support/mcp-process.ts";
import { createWorkspace, writeFile } from "./support/workspace.ts";

const FIXTURE = fileURLToPath(new URL("../fixtures/courier", import.meta.url));
const workspace = createWorkspace();
const root = workspace.path("courier");
let satori: Cli;

beforeAll(() => {
  cpSync(FIXTURE, root, { recursive: true });
  writeFile(`${root}/.gitignore`, "/web/src/http/\n");
  writeFile(`${root}/node_modules/p/index.js`, "const SessionStore = 1;\n");
  satori = cliIn(workspace, root);
});
afterAll(() => workspace[Symbol.dispose]());

describe("satori grep", () => {
  it("shows lines with file, line and column, but none of what the ignore rules leave out", async () => {
    const { stdout, code } = await satori(["grep", "--case-sensitive", "SessionStore"]);
    expect(code).toBe(0);
    expect(stdout).toContain("web/src/auth/session.ts:");
    expect(stdout).toMatch(/^web\/src\/auth\/session\.ts:\d+:\d+: .*class SessionStore/m);
    expect(stdout).not.toContain("node_modules");
    expect(stdout).not.toContain("web/src/http/");
  });

  it("takes regular expressions, folders, patterns, languages and context", async () => {
    const { stdout, code } = await satori(["grep", "--regex", "def (stats|agg)\\w*\\(", "reports", "--lang", "py", "--exclude", "tests/", "--context", "1"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^reports\/courier_reports\/aggregate\.py:23:1: def stats_of/m);
    expect(stdout).toMatch(/^reports\/courier_reports\/aggregate\.py-24- /m);
    expect(stdout.split("\n").filter((line) => /:\d+:\d+:/.test(line))).toHaveLength(2);
  });

  it("says that no line has it, and what is wrong with an expression", async () => {
    expect(await satori(["grep", "no such text anywhere"])).toMatchObject({ code: 0, stdout: "", stderr: "no line has it\n" });
    const { code, stderr } = await satori(["grep", "--regex", "a(b"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unclosed group")]);
  });

  it("finds a text that begins with a dash", async () => {
    writeFile(`${root}/notes.md`, "Run it with --no-index.\n");
    expect((await satori(["grep", "--", "--no-index"])).stdout).toBe("notes.md:1:13: Run it with --no-index.\n");
  });

  it("gives programs the envelope", async () => {
    const envelope = parseEnvelope("search_text", (await satori(["grep", "announce", "--limit", "1", "--json"])).stdout);
    expect(envelope).toMatchObject({ status: "ok", effectiveRoot: root, truncated: true, warnings: ["OUTPUT_TRUNCATED"], max_results: 1, matches: [{ line: expect.any(Number), column: expect.any(Number) }] });
  });
});

describe("satori paths", () => {
  it("lists files from the working directory, a line each", async () => {
    const { stdout, code } = await satori(["paths", "--lang", "go", "--exclude", "*_test.go"]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toContain("scheduler/cmd/scheduler/main.go");
    expect(lines.every((line) => line.endsWith(".go") && !line.endsWith("_test.go"))).toBe(true);
    expect(lines).toEqual([...lines].sort());
  });

  it("refuses a pattern that is none", async () => {
    expect(await satori(["paths", "--include", "/etc"])).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("is absolute") });
  });
});

describe("a server with --tools core,scope", () => {
  let server: McpProcess;
  beforeAll(async () => {
    server = await startMcp(workspace, { args: ["--tools", "core,scope", "--root", root] });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("lists the tools of both sets in the order of the table", async () => {
    const { tools } = (await server.request("tools/list")).result as { tools: object[] };
    expect(tools).toEqual(TOOLS.filter(({ set }) => set !== "workspace").map(({ set: _set, ...tool }) => ({ ...tool, inputSchema: SCHEMAS[tool.name].input, outputSchema: SCHEMAS[tool.name].listing })));
  });

  it("is about the session's root where a call names no folder", async () => {
    expect(await server.call("list_paths", { include_globs: ["*.py"], max_results: 1 })).toMatchObject({ status: "ok", path: root, effectiveRoot: root, truncated: true, scope: { include_globs: ["*.py"] } });
    expect(await server.call("search_text", { query: "median", paths: ["reports/courier_reports", "*.sql"] })).toMatchObject({ status: "ok", path: root, paths: ["reports/courier_reports", "*.sql"] });
  });

  it("looks nowhere but below its roots", async () => {
    for (const [tool, args] of [["list_paths", { path: "/etc" }], ["search_text", { path: "/etc", query: "root" }], ["search_text", { query: "root", paths: ["../../.."] }]] as const) {
      expect(await server.call(tool, args)).toMatchObject({ status: "error", error: { code: "PATH_OUTSIDE_ROOTS" } });
    }
  });

  it("gives the same bytes again", async () => {
    const ask = async (): Promise<string> => JSON.stringify({ ...(await server.call("search_text", { query: "e", max_results: 50, context_lines: 2 })), meta: null });
    expect(await ask()).toBe(await ask());
  });
});

it("a server without the set does not know its tools", async () => {
  await using server = await startMcp(workspace);
  expect((await server.request("tools/call", { name: "search_text", arguments: { query: "x" } })).error).toMatchObject({ code: -32602, message: expect.stringContaining("Unknown tool") });
});
