/**
 * The set `scope` over MCP, and grep and paths as people see them: files and exact text, without an index.
 */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SCHEMAS, TOOLS, listedInput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cli, cliIn, parseEnvelope } from "../support/cli.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/courier", import.meta.url));
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
    const { stdout, code } = await satori([
      "grep",
      "--regex",
      "def (stats|agg)\\w*\\(",
      "reports",
      "--lang",
      "py",
      "--exclude",
      "tests/",
      "--context",
      "1",
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^reports\/courier_reports\/aggregate\.py:23:1: def stats_of/m);
    expect(stdout).toMatch(/^reports\/courier_reports\/aggregate\.py-24- /m);
    expect(stdout.split("\n").filter((line) => /:\d+:\d+:/.test(line))).toHaveLength(2);
  });

  it("says that no line has it, and what is wrong with an expression", async () => {
    expect(await satori(["grep", "no such text anywhere"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^No match in \d+ files\.\n$/),
    });
    const explained = async (...args: readonly string[]): Promise<string> =>
      (await satori(["grep", "queue", ...args])).stderr;
    expect(await explained("*.nope")).toMatch(
      new RegExp(`^None of the \\d+ files matches \\*\\.nope\\. Patterns are .* relative to ${root}\\.\n`),
    );
    expect(await explained("-g", "Scheduler/**")).toMatch(
      / --include 'scheduler\/\*\*' matches \d+ files\.\n/,
    );
    expect(await explained("-t", "rust")).toMatch(
      /^None of the \d+ files is written in rust; most common: \w+,/,
    );
    expect(await explained("--exclude", "*")).toMatch(/^The exclude patterns \(\*\) match all \d+ files\.\n/);
    const { code, stderr } = await satori(["grep", "--regex", "a(b"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unclosed group")]);
  });

  it("takes the options of other greps: what they ask for, or that it is so anyway", async () => {
    const lines = async (...args: readonly string[]): Promise<readonly string[]> =>
      (await satori(["grep", ...args])).stdout.split("\n").filter((line) => line !== "");
    const all = await lines("queue", "scheduler");
    expect(all.length).toBeGreaterThan(5);
    expect(await lines("-rniHF", "QUEUE", "scheduler")).toEqual(all);
    expect(await lines("queue", "scheduler", "-g", "*_test.go", "-g", "!main*")).toEqual(
      all.filter((line) => line.includes("_test.go:")),
    );
    expect(await lines("-t", "go", "-E", "[Qq]ueue", "scheduler")).toEqual(all);
    const files = [...new Set(all.map((line) => line.split(":")[0] ?? ""))];
    expect(await lines("-l", "queue", "scheduler")).toEqual(files);
    expect(await lines("-c", "queue", "scheduler")).toEqual(
      files.map((file) => `${file}:${all.filter((line) => line.startsWith(`${file}:`)).length}`),
    );
    // A dispatcher is another word.
    const [parts, words] = [await lines("dispatch", "scheduler"), await lines("-w", "dispatch", "scheduler")];
    expect(words).toEqual(parts.filter((line) => /(?<!\w)dispatch(?!\w)/i.test(line.replace(/^\S+ /, ""))));
    expect([words.length > 0, words.length < parts.length]).toEqual([true, true]);
    expect(await lines("-w", "queue.New()", "scheduler/cmd")).toHaveLength(1);
    expect(await lines("-A1", "func main", "scheduler/cmd")).toEqual([
      expect.stringMatching(/:\d+:\d+: func main/),
      expect.stringMatching(/^scheduler\/cmd\/scheduler\/main\.go-\d+- \t/),
    ]);
    expect((await lines("-A0", "-B2", "func main", "scheduler/cmd")).at(-1)).toContain("func main");
  });

  it("tells of an option that it cannot have what comes nearest", async () => {
    const refused = async (args: readonly string[], said: string): Promise<void> =>
      expect(await satori(["grep", ...args]), args.join(" ")).toMatchObject({
        code: 2,
        stdout: "",
        stderr: `error INVALID_ARGUMENTS: ${said}\n`,
      });
    await refused(["-o", "x"], "unknown option '-o': whole lines are shown; see satori help grep");
    await refused(
      ["-e", "x"],
      "unknown option '-e': pass the text as the first operand, after -- if it begins with a dash; " +
        "see satori help grep",
    );
    await refused(["-FE", "x"], "--regex and --fixed-strings conflict: pass only one");
    await refused(["-A", "99", "x"], '--after-context must be a whole number from 0 to 10, not "99"');
    await refused(
      ["-g", "*.go", "x", "web", "scheduler"],
      "--include works with one folder only; for several, pass the patterns as paths, such as " +
        "'src/**/*.ts'",
    );
  });

  it("says of what looks like an expression how it becomes one, and what a cut answer leaves out", async () => {
    expect(await satori(["grep", "class|struct"])).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(
        /^No match in \d+ files\. It was searched as plain text; as a regular expression \(--regex\), it has \d+ /,
      ),
    });
    expect((await satori(["grep", "-l", "e", "--limit", "2"])).stderr).toBe(
      "more than 2 lines, the rest is not counted: raise --limit, or narrow the search\n",
    );
    expect((await satori(["grep", "-c", "e", "--limit", "2", "README.md"])).stdout).toBe("README.md:2\n");
  });

  it("finds a text that begins with a dash", async () => {
    writeFile(`${root}/notes.md`, "Run it with --no-index.\n");
    expect((await satori(["grep", "--", "--no-index"])).stdout).toBe(
      "notes.md:1:13: Run it with --no-index.\n",
    );
  });

  it("looks in an indexed codebase beside the folder that it stands in, or around it", async () => {
    using workspace = createWorkspace();
    for (const name of ["shop", "shop/web", "beside", "bare"])
      writeFile(`${workspace.path(name)}/a.ts`, "export const parcels = 1;\n");
    const inShop = cliIn(workspace, workspace.path("shop"));
    for (const folder of [".", "web", "../beside"])
      expect(await inShop(["index", folder, "--force"])).toMatchObject({ code: 0 });
    const files = async (...paths: readonly string[]): Promise<string> =>
      (await inShop(["grep", "-l", "parcels", ...paths])).stdout;
    expect(await files("../beside")).toBe("../beside/a.ts\n");
    expect(await files("../beside/a.ts", "../beside")).toBe("../beside/a.ts\n");
    expect((await cliIn(workspace, workspace.path("shop/web"))(["grep", "-l", "parcels", ".."])).stdout).toBe(
      "../a.ts\na.ts\n",
    );
    expect(await inShop(["grep", "parcels", ".", "../beside"])).toMatchObject({
      code: 2,
      stderr:
        "error INVALID_ARGUMENTS: ../beside is in a different codebase than the other paths: search " +
        "it separately\n",
    });
    expect(await inShop(["grep", "parcels", "../bare"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error PATH_OUTSIDE_ROOTS: "),
    });
  });

  it("gives programs the envelope", async () => {
    const envelope = parseEnvelope(
      "search_text",
      (await satori(["grep", "announce", "--limit", "1", "--json"])).stdout,
    );
    expect(envelope).toMatchObject({
      status: "ok",
      path: root,
      truncated: true,
      warnings: ["OUTPUT_TRUNCATED"],
      matches: [{ line: expect.any(Number), column: expect.any(Number) }],
    });
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

  it("lists the folder that is named, as status and index take one", async () => {
    const { stdout, code } = await satori(["paths", "scheduler/cmd"]);
    expect({ stdout, code }).toEqual({ stdout: "scheduler/cmd/scheduler/main.go\n", code: 0 });
    expect((await satori(["paths", "."], { cwd: `${root}/scheduler/cmd` })).stdout).toBe(
      "scheduler/main.go\n",
    );
    // As with --path, and another codebase than that of the working directory.
    expect(
      (await satori(["paths", "../../web/src/auth"], { cwd: `${root}/scheduler/cmd` })).stdout,
    ).toContain("../../web/src/auth/session.ts\n");
    expect((await satori(["paths", workspace.tree("elsewhere", "//- a.ts\n")])).stdout).toMatch(
      /elsewhere\/a\.ts\n$/,
    );
    expect(await satori(["paths", "none"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error PATH_NOT_FOUND: "),
    });
    expect((await satori(["paths", "scheduler", "--include", "!*.go"])).stdout).not.toContain(".go");
  });

  it("refuses a pattern that is none", async () => {
    expect(await satori(["paths", "--include", "/etc"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("is absolute"),
    });
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
    expect(tools).toEqual(
      TOOLS.filter(({ set }) => set === "core" || set === "scope").map(({ set: _set, ...tool }) => ({
        ...tool,
        inputSchema: listedInput(tool.name, "sqlite"),
        outputSchema: SCHEMAS[tool.name].listing,
      })),
    );
  });

  it("is about the session's root where a call names no folder", async () => {
    expect(await server.call("list_paths", { include_globs: ["*.py"], max_results: 1 })).toMatchObject({
      status: "ok",
      path: root,
      truncated: true,
      scope: { include_globs: ["*.py"] },
    });
    expect(
      await server.call("search_text", { query: "median", paths: ["reports/courier_reports", "*.sql"] }),
    ).toMatchObject({ status: "ok", path: root });
  });

  it("looks nowhere but below its roots", async () => {
    for (const [tool, args] of [
      ["list_paths", { path: "/etc" }],
      ["search_text", { path: "/etc", query: "root" }],
      ["search_text", { query: "root", paths: ["../../.."] }],
    ] as const) {
      expect(await server.call(tool, args)).toMatchObject({
        status: "error",
        error: { code: "PATH_OUTSIDE_ROOTS" },
      });
    }
  });

  it("gives the same bytes again", async () => {
    const ask = async (): Promise<string> =>
      JSON.stringify({
        ...(await server.call("search_text", { query: "e", max_results: 50, context_lines: 2 })),
        meta: null,
      });
    expect(await ask()).toBe(await ask());
  });
});

it("a server without the set does not know its tools, but which sets have them", async () => {
  await using server = await startMcp(workspace);
  expect(
    (await server.request("tools/call", { name: "search_text", arguments: { query: "x" } })).error,
  ).toMatchObject({
    code: -32602,
    message: expect.stringMatching(
      /^Unknown tool "search_text", which requires a server started with --tools core,scope, .+ Available tools: list_codebases, /,
    ),
  });
  expect((await server.request("tools/call", { name: "nope" })).error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^Unknown tool "nope"\. Available tools: /),
  });
});
