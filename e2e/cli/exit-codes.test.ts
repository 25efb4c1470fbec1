/** What scripts rely on: exit codes, one envelope on stdout, one line on stderr. */
import { existsSync } from "node:fs";
import type { ToolName } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLI_BIN, type Cli, cliIn, parseEnvelope } from "../support/cli.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree(
  "code",
  "//- a.ts\nexport function greet(): string {\n  return 'hello';\n}\n//- args.json\n{}",
);
let satori: Cli;
beforeAll(async () => {
  satori = cliIn(workspace, root);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

describe("exit code", () => {
  /**
   * For people one line on stderr and nothing on stdout; with --json the envelope of the tool with that code
   * and nothing on stderr.
   */
  async function check(
    args: readonly string[],
    code: number,
    error: string,
    tool: ToolName | null,
  ): Promise<void> {
    const [plain, json] = await Promise.all([satori(args), satori([...args, "--json"])]);
    expect(plain, args.join(" ")).toMatchObject({
      code,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`^error ${error}: .+\n$`)),
    });
    expect(json, args.join(" ")).toMatchObject({ code, stderr: "" });
    expect(tool ? parseEnvelope(tool, json.stdout) : JSON.parse(json.stdout)).toMatchObject({
      status: "error",
      error: { code: error },
    });
  }

  // Each command with each code has its row in exit-table.test.ts.
  test("1: the answer is not ok", async () => {
    await check(["read", "none.ts"], 1, "PATH_NOT_FOUND", "read_file");
    await check(["status", "none"], 1, "PATH_NOT_FOUND", "manage_index");
    expect(await satori.json("file_outline", ["outline", "none.ts"])).toMatchObject({
      code: 1,
      envelope: { status: "not_found" },
    });
    expect(await satori.json("manage_index", ["status", workspace.folder])).toMatchObject({
      code: 1,
      envelope: { status: "not_indexed" },
    });
  });

  test("1 where SATORI_HOME cannot be: it lies below a file, which a list tells as well", async () => {
    const environment = { SATORI_HOME: workspace.path("code/a.ts/home") };
    for (const [tool, command] of [
      ["list_codebases", "list"],
      ["manage_index", "index"],
    ] as const) {
      expect(await satori.json(tool, [command], { environment })).toMatchObject({
        code: 1,
        envelope: { status: "error", error: { code: "STORE_UNAVAILABLE" } },
      });
      const { code, stdout, stderr } = await satori([command], { environment });
      expect([code, stdout], command).toEqual([1, ""]);
      expect(stderr, command).toMatch(
        /^error STORE_UNAVAILABLE: Cannot find the index: SATORI_HOME, or a folder in or above it, is a file\. .+\n$/,
      );
      expect(stderr, command).toContain(` SATORI_HOME is ${environment.SATORI_HOME}. `);
    }
  });

  test("2: usage or schema", async () => {
    const cases: readonly (readonly [readonly string[], ToolName | null])[] = [
      [["search", "x", "--limit", "many"], "search_codebase"],
      [["search", "x", "--scope", "all"], "search_codebase"],
      [["search", "lang:klingon", "x"], "search_codebase"],
      [["search", ""], "search_codebase"],
      [["read", "a.ts", "--start", "3", "--end", "2"], "read_file"],
      [["serch", "x"], null],
      [["help", "nope"], null],
    ];
    await Promise.all(cases.map(([args, tool]) => check(args, 2, "INVALID_ARGUMENTS", tool)));
  });

  test("2: a group of commands without the one that needs something to work on", async () => {
    expect(await satori(["tool"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "error INVALID_ARGUMENTS: 'tool' requires a command: call; see satori help\n",
    });
  });

  test("2: the details name what is wrong, as the message says", async () => {
    for (const args of [["search", "x", "--colour"], ["read"], ["serch", "x"]]) {
      const { error } = JSON.parse((await satori([...args, "--json"])).stdout) as {
        error: { message: string; details: unknown };
      };
      expect(error.details, args.join(" ")).toEqual([{ path: "", message: error.message }]);
    }
  });

  test("2: a limit out of its range, a wrong type or a word too many, each named as it was written", async () => {
    const named = async (args: readonly string[], message: RegExp): Promise<void> => {
      expect(await satori(args), args.join(" ")).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(new RegExp(`^error INVALID_ARGUMENTS: .*${message.source}`)),
      });
    };
    await Promise.all([
      named(["search", "x", "--limit", "0"], /--limit must be >= 1, not 0/),
      named(["search", "x", "--max-tokens", "99"], /--max-tokens must be >= 100/),
      named(["search", "x", "--group-by", "line"], /--group-by must be one of/),
      named(["search", "x".repeat(10_001)], /the query must NOT have more than 10000 characters/),
      named(["read", "a.ts", "--start", "0"], /--start must be >= 1/),
      named(["read", "a.ts:3-2"], /--end must be at least --start \(3\)/),
      named(["search", ""], /the query must not be empty/),
      named(["search", "  "], /the query must not be blank/),
      named(["search", "lang:ts"], /the query needs words in addition to operators/),
      named(["grep", "x", "--context", "99"], /--context must be <= 10/),
      named(["grep", "x", "--limit", "0"], /--limit must be >= 1/),
      named(["grep", "--regex", "x("], /(?<!query )Not a regular expression: unclosed group/),
      named(["grep", "x", "--include", "/x"], /--include "\/x" is absolute/),
      named(["paths", "--lang", "klingon"], /--lang has unknown language "klingon"/),
      named(["index", "one", "two"], /too many arguments/),
      named(["index", "--extension"], /argument missing/),
    ]);
  });

  test("0: an index that is there already, with the option that makes it anew", async () => {
    expect(await satori(["index"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("; pass --force to rebuild it."),
    });
  });

  test("3: the product cannot start", async () => {
    const broken = async (environment: Record<string, string>, message: RegExp): Promise<void> => {
      expect(await satori(["list"], { environment })).toMatchObject({
        code: 3,
        stdout: "",
        stderr: expect.stringMatching(message),
      });
      expect(await satori.json("list_codebases", ["list"], { environment })).toMatchObject({
        code: 3,
        envelope: { error: { code: "CONFIG_INVALID" } },
      });
    };
    await broken(
      { SATORI_HOOM: "x" },
      /^error CONFIG_INVALID: SATORI_HOOM in the environment is not a setting.+\n$/,
    );
    await broken(
      { SATORI_TOOLS: "foo" },
      /^error CONFIG_INVALID: SATORI_TOOLS is "foo", but must be a list of core, scope, review, workspace, separated by commas.+\n$/,
    );
    await broken(
      { SATORI_EMBEDDER: "magic" },
      /^error CONFIG_INVALID: SATORI_EMBEDDER is "magic", but must be one of .+\n$/,
    );
  });

  test("3: the working directory is gone, and what the command is about is not named", async () => {
    const gone = (args: string, bin = CLI_BIN): string =>
      `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${bin}" ${args}`;
    const said = "the working directory no longer exists: ";
    for (const args of [
      "status",
      "grep x",
      "read a.ts",
      "setup --list",
      "setup codex --scope project",
      `tool call read_file --args-file a.json --path "${root}"`,
    ]) {
      expect(await satori.shell(gone(args)), args).toMatchObject({
        code: 3,
        stdout: "",
        stderr: expect.stringMatching(new RegExp(`^error PATH_NOT_FOUND: ${said}.+\\n$`)),
      });
    }
    expect(await satori.shell(gone("</dev/null", MCP_BIN))).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`^satori-mcp: ${said}.+\\n$`)),
    });
    expect(await satori.shell(gone(`--root "${root}" </dev/null`, MCP_BIN))).toMatchObject({
      code: 0,
      stderr: "",
    });
    for (const args of [
      "list",
      `search greet --path "${root}"`,
      `grep greet --path "${root}"`,
      `status "${root}"`,
      `read "${root}/a.ts:1"`,
      `index "${workspace.tree("beside", "//- b.ts\nexport const b = 1;")}"`,
      "setup codex",
    ]) {
      expect(await satori.shell(gone(args)), args).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/./),
      });
    }
  });
});

test("--json is one line and nothing else, --path or not, before or behind the command", async () => {
  for (const args of [
    ["--json", "search", "greet"],
    ["search", "greet", "--json", "--path", root],
    ["search", "--json", "greet", "--quiet"],
  ]) {
    const { stdout, stderr, code } = await satori(args);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(parseEnvelope("search_codebase", stdout)).toMatchObject({
      status: "ok",
      results: [{ file: "a.ts" }],
    });
  }
});

test("a reader that has seen enough is no failure", async () => {
  for (const command of ["search greet --json", "read a.ts", "tools list --json", "--help"]) {
    const script = `"${process.execPath}" "${CLI_BIN}" ${command} | head -c 5; exit "\${PIPESTATUS[0]}"`;
    expect(await satori.shell(script), command).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/^.{5}$/s),
    });
  }
});

test.skipIf(!existsSync("/dev/full"))(
  "an answer that cannot be written is one line and exit code 3; progress and warnings that cannot be " +
    "are no matter",
  async () => {
    const shell = (rest: string) => satori.shell(`"${process.execPath}" "${CLI_BIN}" ${rest}`);
    for (const command of ["list", "search greet --json", "--help"]) {
      expect(await shell(`${command} >/dev/full`), command).toMatchObject({
        code: 3,
        stdout: "",
        stderr: expect.stringMatching(/^error: The answer cannot be written to standard output: ENOSPC.+\n$/),
      });
    }
    expect(await shell("list >/dev/full 2>&1")).toMatchObject({ code: 3, stdout: "", stderr: "" });
    expect(await shell("search greet 2>/dev/full")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("a.ts"),
    });
    expect(await shell("serch 2>/dev/full")).toMatchObject({ code: 2, stdout: "" });
  },
);

describe("tool call", () => {
  const args = JSON.stringify({ path: root, query: "greet" });
  const found = { status: "ok", results: [{ file: "a.ts" }] };
  const call = async (...rest: string[]) => satori(["tool", "call", ...rest]);

  test("takes its arguments from the command line, a file or the standard input", async () => {
    // As shells of Windows write and pass on files.
    writeFile(workspace.path("args.json"), `\ufeff${args}`);
    for (const given of [[args], [` ${args}\n`], ["--args-json", args]]) {
      expect(
        parseEnvelope("search_codebase", (await call("search_codebase", ...given)).stdout),
      ).toMatchObject(found);
    }
    expect(
      parseEnvelope("search_codebase", (await call("search_codebase", "--args-file", "../args.json")).stdout),
    ).toMatchObject(found);
    for (const source of [["@-"], ["--args-json", "@-"]]) {
      expect(
        parseEnvelope(
          "search_codebase",
          (await satori(["tool", "call", "search_codebase", ...source], { input: args })).stdout,
        ),
      ).toMatchObject(found);
    }
    expect(parseEnvelope("list_codebases", (await call("list_codebases")).stdout)).toMatchObject({
      status: "ok",
    });
  });

  test("refuses what is no JSON object, unknown tools and unknown arguments with exit code 2", async () => {
    const check = async (rest: readonly string[], input = ""): Promise<void> => {
      const { stdout, code } = await satori(["tool", "call", ...rest], { input });
      expect(code, rest.join(" ")).toBe(2);
      expect(JSON.parse(stdout), rest.join(" ")).toMatchObject({
        status: "error",
        error: { code: "INVALID_ARGUMENTS" },
      });
    };
    await Promise.all([
      check(["search_codebase", "--args-json", "{path:1}"]),
      check(["search_codebase", "--args-json", "[]"]),
      check(["search_codebase", "--args-file", "none.json"]),
      check(["search_codebase", "@-"], "nothing"),
      check(["search_codebase", "@-", "--args-json", "{}"]),
      check(["search_codebase", "args.json"]),
      check(["search_codebase", "{path:1}"]),
      check(["search_codebase", "[]"]),
      check(["search_codebase", "{}", "--args-json", "{}"]),
      check(["search_codebase", "--args-json", '{"path":".","query":"x","colour":1}']),
      check(["search_codebase", "--args-json", '{"path":".","query":"x","limit":"10"}']),
      check(["call_graph", "--args-json", '{"path":".","symbol":"x","depth":6}']),
      check(["manage_index", "--args-json", '{"path":".","action":"status","force":true}']),
      check(["no_such_tool"]),
    ]);
  });

  test("waits for the run that a create or reindex starts, and answers with the state after it", async () => {
    const build = (action: string) =>
      JSON.stringify({
        action,
        path: root,
        ...(action === "create" ? { force: true } : { allowUnnecessaryReindex: true }),
      });
    for (const action of ["create", "reindex"]) {
      const { stdout, code } = await call("manage_index", "--args-json", build(action));
      expect(parseEnvelope("manage_index", stdout)).toMatchObject({
        action: "status",
        status: "ok",
        index: { state: "indexed", files: 2 },
      });
      expect(code).toBe(0);
    }
  });

  test("does not index on its own", async () => {
    const other = workspace.tree("other", "//- b.ts\nexport const b = 1;");
    const { stdout, code } = await call(
      "search_codebase",
      "--args-json",
      JSON.stringify({ path: other, query: "b" }),
    );
    expect(parseEnvelope("search_codebase", stdout)).toMatchObject({ status: "not_indexed" });
    expect(code).toBe(1);
  });
});
