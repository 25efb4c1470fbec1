/**
 * The set `workspace` over stdio, on real folders: the docs of this repository, and a codebase in several
 * languages.
 */
import { cpSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type DirEntry,
  type SmartItem,
  TOOLS,
  type ToolOutput,
  type WorkspaceFailure,
  type WorkspaceMatch,
  type WorkspaceToolName,
} from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cli, cliIn, parseEnvelope } from "../support/cli.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { MCP_BIN, type McpProcess, environmentOf, startMcp } from "../support/mcp-process.ts";
import { run } from "../support/process.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const workspace = createWorkspace();
const [docs, code, outside] = [workspace.path("docs"), workspace.path("code"), workspace.path("outside")];
const environment = { DOCS_ROOT: docs, CODE_ROOT: code };

let server: McpProcess;
let satori: Cli;
beforeAll(async () => {
  cpSync(`${REPOSITORY}docs`, docs, { recursive: true });
  cpSync(`${REPOSITORY}fixtures/courier`, code, { recursive: true });
  writeFile(`${code}/.gitignore`, "/web/src/http/\n");
  writeFile(`${code}/guide.md`, "# A guide of the code\n");
  writeFile(`${outside}/secret.txt`, "top secret\n");
  symlinkSync(`${outside}/secret.txt`, `${docs}/leak.md`);
  symlinkSync(outside, `${code}/leak`);
  server = await startMcp(workspace, { args: ["--tools", "workspace,core"], environment });
  satori = cliIn(workspace, workspace.folder);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

/** The result of a call that succeeds, and what is said of it. */
async function ask<Tool extends WorkspaceToolName>(
  tool: Tool,
  args: Record<string, unknown>,
): Promise<Exclude<ToolOutput<Tool>, WorkspaceFailure>> {
  const answer = await server.call(tool, args);
  if ("code" in answer) throw new Error(`${tool} failed: ${JSON.stringify(answer)}`);
  // What failed has just been excluded.
  return answer as Exclude<ToolOutput<Tool>, WorkspaceFailure>;
}

/** Docs before code, then path, then line: as one text for each item, whose order is theirs. */
function keysOf(items: readonly (DirEntry | SmartItem | WorkspaceMatch)[]): string[] {
  return items.map(
    (item) =>
      `${item.repo === "docs" ? 0 : 1}\0${item.path}\0${String("line" in item ? item.line : "start_line" in item ? item.start_line : 0).padStart(6, "0")}`,
  );
}

function expectOrdered(items: readonly (DirEntry | SmartItem | WorkspaceMatch)[]): void {
  expect(keysOf(items)).toEqual([...keysOf(items)].sort());
}

describe("a server", () => {
  const start = (environmentOfRoots: Record<string, string>, args = ["--tools", "workspace"]) =>
    run([process.execPath, MCP_BIN, ...args], {
      cwd: workspace.folder,
      environment: environmentOf(workspace, environmentOfRoots),
    });

  it("lists the tools of the set behind those of the core, and says how to begin", async () => {
    const { tools } = (await server.request("tools/list")).result as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(
      TOOLS.filter(({ set }) => set === "core" || set === "workspace").map(({ name }) => name),
    );
    await using bare = await startMcp(workspace, {
      era: "bare",
      args: ["--tools", "workspace"],
      environment,
    });
    expect((await bare.initialize()).result).toMatchObject({
      instructions: expect.stringMatching(/^(?!.*search_codebase).*smart_search/),
    });
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["neither root is set", {}, /DOCS_ROOT is not set; CODE_ROOT is not set/],
    ["one root is not set", { DOCS_ROOT: docs }, /: CODE_ROOT is not set/],
    ["one root is empty", { DOCS_ROOT: docs, CODE_ROOT: "" }, /: CODE_ROOT is not set/],
    [
      "one root does not exist",
      { DOCS_ROOT: workspace.path("nowhere"), CODE_ROOT: code },
      /: DOCS_ROOT is \S+nowhere, which does not exist/,
    ],
    [
      "one root is a file",
      { DOCS_ROOT: docs, CODE_ROOT: `${docs}/guide.md` },
      /: CODE_ROOT is \S+guide\.md, which is not a folder/,
    ],
  ])("does not start with the set where %s, and says which", async (_, roots, message) => {
    for (const [extra, args] of [
      [{}, ["--tools", "core,workspace"]],
      [{ SATORI_TOOLS: "workspace" }, []],
    ] as const) {
      const { stdout, stderr, code: exitCode } = await start({ ...roots, ...extra }, [...args]);
      expect([stdout, stderr.split("\n").length, exitCode]).toEqual(["", 2, 3]);
      expect(stderr).toMatch(message);
    }
  });

  it("does not look at the settings without the set", async () => {
    await using plain = await startMcp(workspace, { environment: { DOCS_ROOT: workspace.path("nowhere") } });
    expect(await plain.call("list_codebases", {})).toMatchObject({ status: "ok" });
    expect((await plain.request("tools/call", { name: "list_dir", arguments: {} })).error).toMatchObject({
      code: -32602,
    });
  });

  it("takes the roots from the user's file as well", async () => {
    const home = workspace.path("own home");
    writeFile(
      `${home}/satori.config.json`,
      JSON.stringify({ SATORI_TOOLS: "workspace", DOCS_ROOT: docs, CODE_ROOT: code }),
    );
    await using own = await startMcp(workspace, { environment: { SATORI_HOME: home } });
    expect(await own.call("list_dir", { repo: "docs" })).toMatchObject({ meta: { repo: "docs" } });
  });
});

describe("list_dir", () => {
  it("lists both roots in order, without dotfiles, links and what is ignored", async () => {
    const { result, meta } = await ask("list_dir", { depth: 10 });
    expectOrdered(result.entries);
    const paths = result.entries.map(({ repo, path }) => `${repo}:${path}`);
    expect(paths).toEqual(
      expect.arrayContaining(["docs:adr", "docs:guide.md", "code:web/src/auth/session.ts"]),
    );
    expect(paths.filter((path) => /[:/]\.|leak|web\/src\/http/.test(path))).toEqual([]);
    expect([meta.repo, meta.truncated, result.total]).toEqual([null, false, paths.length]);
    for (const { kind, size } of result.entries) expect(size !== undefined).toBe(kind === "file");
  });

  it("cuts what is too much, and says so", async () => {
    const { result, meta } = await ask("list_dir", { depth: 10, max_results: 3 });
    expect([result.entries.length, result.total > 3, meta.truncated]).toEqual([3, true, true]);
  });
});

describe("workspace_read", () => {
  it("resolves a path to the root that has it, and asks which where both do", async () => {
    expect(await ask("workspace_read", { path: "ranking.md", end_line: 1 })).toMatchObject({
      result: { repo: "docs", start_line: 1, end_line: 1 },
      meta: { repo: "docs", truncated: false },
    });
    expect(await ask("workspace_read", { path: "web/src/auth/session.ts" })).toMatchObject({
      result: { repo: "code", language: "typescript" },
      meta: { repo: "code" },
    });
    expect(await server.call("workspace_read", { path: "guide.md" })).toEqual({
      code: "AMBIGUOUS_PATH",
      message: expect.stringContaining("repo"),
      details: {
        path: "guide.md",
        candidates: [
          { repo: "docs", path: "guide.md" },
          { repo: "code", path: "guide.md" },
        ],
      },
    });
    expect(await ask("workspace_read", { path: "guide.md", repo: "code" })).toMatchObject({
      result: { content: "# A guide of the code\n" },
    });
  });

  it("reads on where an answer was cut, until the file is whole", async () => {
    const lines = Array.from({ length: 2_345 }, (_, at) => `line ${at + 1}\n`);
    writeFile(`${docs}/long.txt`, lines.join(""));
    let text = "";
    for (let start: number | undefined = 1; start !== undefined;) {
      const { result, meta }: Awaited<ReturnType<typeof ask<"workspace_read">>> = await ask(
        "workspace_read",
        { path: "long.txt", start_line: start },
      );
      expect(meta.truncated).toBe(result.next_start_line !== undefined);
      text += result.content;
      start = result.next_start_line;
    }
    expect(text).toBe(lines.join(""));
  });
});

describe("hostile paths", () => {
  const PATHS: readonly (readonly [string, string])[] = [
    ["../outside/secret.txt", "PATH_OUTSIDE_ROOTS"],
    ["adr/../../outside/secret.txt", "PATH_OUTSIDE_ROOTS"],
    ["..", "PATH_OUTSIDE_ROOTS"],
    ["/etc/passwd", "PATH_OUTSIDE_ROOTS"],
    ["/", "PATH_OUTSIDE_ROOTS"],
    [`${outside}/secret.txt`, "PATH_OUTSIDE_ROOTS"],
    [`${docs}/../outside/secret.txt`, "PATH_OUTSIDE_ROOTS"],
    ["leak.md", "PATH_OUTSIDE_ROOTS"],
    [`${docs}/leak.md`, "PATH_OUTSIDE_ROOTS"],
    ["leak/secret.txt", "PATH_OUTSIDE_ROOTS"],
    [`${docs}x/a`, "PATH_OUTSIDE_ROOTS"],
    ["/proc/self/environ", "PATH_OUTSIDE_ROOTS"],
    ["guide.md\0.txt", "INVALID_ARGUMENTS"],
    ["\0", "INVALID_ARGUMENTS"],
    ["%2e%2e%2foutside%2fsecret.txt", "PATH_NOT_FOUND"],
    ["..\\outside\\secret.txt", "PATH_NOT_FOUND"],
    ["~/secret.txt", "PATH_NOT_FOUND"],
    ["file:///etc/passwd", "PATH_NOT_FOUND"],
    ["x".repeat(4_096), "PATH_NOT_FOUND"],
    ["a/".repeat(2_048), "PATH_NOT_FOUND"],
    ["x".repeat(4_097), "INVALID_ARGUMENTS"],
    ["\u202e\u0007", "PATH_NOT_FOUND"],
  ];

  it.each(PATHS)("%j is %s to reading and listing", async (path, expected) => {
    for (const tool of ["workspace_read", "list_dir"] as const) {
      const answer = await server.call(tool, { path });
      expect(answer).toMatchObject({ code: expected, message: expect.any(String) });
      expect(JSON.stringify(answer)).not.toContain("top secret");
    }
  });

  it("find nothing that lies elsewhere", async () => {
    for (const [query] of PATHS.filter(([path]) => !path.includes("\0") && path.length < 2_000)) {
      const { result } = await ask("smart_search", { query });
      expect(result.items.filter(({ text = "" }) => text.includes("top secret"))).toEqual([]);
    }
    expect((await ask("workspace_search", { query: "top secret" })).result.matches).toEqual([]);
    expect(await server.call("smart_search", { query: "a\0b" })).toMatchObject({
      code: "INVALID_ARGUMENTS",
      details: [{ path: "query" }],
    });
  });
});

describe("workspace_search", () => {
  it("finds text in both roots, in order, each with a fair part of what is shown", async () => {
    const { result, meta } = await ask("workspace_search", { query: "session", max_results: 1_000 });
    expectOrdered(result.matches);
    expect(new Set(result.matches.map(({ repo }) => repo))).toEqual(new Set(["docs", "code"]));
    expect([meta.repo, meta.truncated, result.total]).toEqual([null, false, result.matches.length]);
    const few = await ask("workspace_search", { query: "session", max_results: 4 });
    expect([few.result.matches.map(({ repo }) => repo), few.meta.truncated]).toEqual([
      ["docs", "docs", "code", "code"],
      true,
    ]);
  });

  it("explains an expression that is none", async () => {
    expect(await server.call("workspace_search", { query: "a(b", regex: true })).toMatchObject({
      code: "INVALID_ARGUMENTS",
      message: expect.stringContaining("unclosed group"),
    });
  });
});

describe("smart_search", () => {
  it(
    "without an index searches for the words, and names the calls that make one, which can be made as " +
      "they stand",
    async () => {
      const { result } = await ask("smart_search", { query: "where are parcels announced" });
      expect(result).toMatchObject({
        route: { kind: "natural_language" },
        notes: [
          expect.stringContaining("docs has no index"),
          expect.stringContaining("1 behind symbolic links (leak.md)"),
          expect.stringContaining("code has no index"),
          expect.stringContaining("1 behind symbolic links (leak)"),
        ],
      });
      expect(result.items.every(({ found_by }) => found_by === "text")).toBe(true);
      for (const { tool, args } of result.index_calls ?? [])
        expect(await server.call(tool, args)).toMatchObject({ status: "ok" });
      for (const root of [docs, code])
        expect(await untilIndexed((tool, args) => server.call(tool, args), root)).toMatchObject({
          status: "ok",
        });
      const indexed = await ask("smart_search", { query: "where are parcels announced" });
      expect(indexed.result).not.toHaveProperty("index_calls");
      expect(indexed.result.items.every(({ found_by }) => found_by === "index")).toBe(true);
      expectOrdered(indexed.result.items);
      expect(indexed.result.items.map(({ rank }) => rank).sort((left, right) => left - right)).toEqual(
        indexed.result.items.map((_, at) => at + 1),
      );
    },
  );

  it.each<[string, string, string, string]>([
    ["session.ts", "path", "web/src/auth/session.ts", "file_names"],
    ["SessionStore", "symbol", "web/src/auth/session.ts", "definitions"],
    ['"class SessionStore"', "text", "web/src/auth/session.ts", "text"],
    ["/def stats_\\w+\\(/", "regex", "reports/courier_reports/aggregate.py", "text"],
    ["how are sessions kept", "natural_language", "web/src/auth/session.ts", "index"],
  ])("%s is a %s, and %s is found by %s; again, the same bytes", async (query, kind, path, foundBy) => {
    const [once, again] = [await ask("smart_search", { query }), await ask("smart_search", { query })];
    expect(once.result.route.kind).toBe(kind);
    expect(once.result.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ repo: "code", path, found_by: foundBy })]),
    );
    expectOrdered(once.result.items);
    expect(JSON.stringify(again.result)).toBe(JSON.stringify(once.result));
  });
});

it("gives the same bytes from another process", async () => {
  await using other = await startMcp(workspace, {
    era: "modern",
    args: ["--tools", "workspace"],
    environment,
  });
  for (const [tool, args] of [
    ["list_dir", { depth: 3 }],
    ["workspace_read", { path: "ranking.md" }],
    ["workspace_search", { query: "e", max_results: 50 }],
    ["smart_search", { query: "retry queue" }],
  ] as const) {
    const [here, there] = [await ask(tool, args), await other.call(tool, args)];
    expect(JSON.stringify({ ...there, meta: { ...here.meta } })).toBe(JSON.stringify(here));
  }
});

describe("satori tool call", () => {
  const call = (tool: WorkspaceToolName, args: object, roots: Record<string, string> = environment) =>
    satori(["tool", "call", tool, "--args-json", JSON.stringify(args)], { environment: roots });

  it("prints the answer as the server gives it, and exits by how it ended", async () => {
    const read = await call("workspace_read", { path: "ranking.md", end_line: 2 });
    const { result } = await ask("workspace_read", { path: "ranking.md", end_line: 2 });
    expect([read.code, parseEnvelope("workspace_read", read.stdout)]).toEqual([
      0,
      { result, meta: { repo: "docs", duration_ms: expect.any(Number), truncated: false } },
    ]);
    const missing = await call("workspace_read", { path: "nothing.md" });
    expect([missing.code, parseEnvelope("workspace_read", missing.stdout)]).toEqual([
      1,
      { code: "PATH_NOT_FOUND", message: expect.any(String), details: { path: "nothing.md" } },
    ]);
    const wrong = await call("list_dir", { depth: 0 });
    expect([wrong.code, parseEnvelope("list_dir", wrong.stdout)]).toMatchObject([
      2,
      { code: "INVALID_ARGUMENTS", details: [{ path: "depth" }] },
    ]);
    const broken = await satori(["tool", "call", "list_dir", "--args-json", "{"], { environment });
    expect([broken.code, parseEnvelope("list_dir", broken.stdout)]).toMatchObject([
      2,
      { code: "INVALID_ARGUMENTS" },
    ]);
  });

  it("says which root is missing, as a start that failed", async () => {
    const { stdout, code: exitCode } = await call("list_dir", {}, {});
    expect([exitCode, parseEnvelope("list_dir", stdout)]).toMatchObject([
      3,
      { code: "CONFIG_INVALID", message: expect.stringContaining("DOCS_ROOT is not set") },
    ]);
  });

  it("lists the tools of all sets", async () => {
    const { stdout } = await satori(["tools", "list"]);
    for (const { name } of TOOLS) expect(stdout).toContain(name);
  });
});
