/**
 * --server: commands answered by a running server, by one that is started for the command, and by one of the
 * time before envelopes.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../tools/until.ts";
import { unusedAddress } from "../../tools/unused-address.ts";
import { type Cli, cliIn, parseEnvelope } from "../support/cli.ts";
import { type HttpProcess, startHttp } from "../support/http-server.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { scriptedServer } from "../support/scripted-server.ts";
import { hasTerminal } from "../support/terminal.ts";
import { createWorkspace, writeManyModules } from "../support/workspace.ts";

const TOKEN = "token-0123456789";
const workspace = createWorkspace();
const root = workspace.tree(
  "code",
  "//- .git/HEAD\n//- src/a.ts\nexport function greet(): string {\n  return name();\n}\nexport " +
    "function name(): string {\n  return 'retry queue';\n}\n//- README.md\n# Greeting\n",
);
const large = writeManyModules(workspace.path("large"), 200);
const command = `"${process.execPath}" "${MCP_BIN}" --tools core,scope`;
let server: HttpProcess;
let satori: Cli;
beforeAll(async () => {
  satori = cliIn(workspace, root);
  server = await startHttp(workspace, {
    args: ["--tools", "core,scope"],
    environment: { SATORI_HTTP_TOKEN: TOKEN },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

describe("with a server", () => {
  const admitted = cliIn(workspace, root, { SATORI_HTTP_TOKEN: TOKEN });
  const askAt = (at: string, args: readonly string[]) => admitted([...args, "--server", at]);
  // What commands say does not depend on the way: those that wait are tried with both.
  const ask = (...args: string[]) => askAt(`${server.url}/mcp`, args);

  test("every command that a tool stands behind says what it says without a server", async () => {
    expect(await ask("index")).toMatchObject({ code: 0, stderr: "" });
    // One after the other: each brings the index up to date first, and would find another at it.
    const commands = [
      ["search", "retry queue", "--json"],
      ["outline", "src/a.ts"],
      ["grep", "retry"],
      ["read", "--symbol", "greet"],
      ["callees", "src/a.ts:greet"],
      ["paths"],
      ["list"],
    ];
    for (const args of commands) {
      const [remote, local] = [await ask(...args), await satori(args)];
      const strip = (text: string): string =>
        text
          .replace(
            /"durationMs":[\d.]+|"(?:session_id|indexedAt)":"[^"]+"|"freshnessDecision":\{[^}]*\}/g,
            "",
          )
          .replace(/,,/g, ",")
          .replace(/,\}/g, "}");
      expect({ ...remote, stdout: strip(remote.stdout) }, args.join(" ")).toEqual({
        ...local,
        stdout: strip(local.stdout),
      });
    }
    expect(await ask("status")).toMatchObject({ code: 0, stdout: expect.stringContaining("2 files") });
    expect(await ask("sync")).toMatchObject({ code: 0 });
    expect(await ask("reindex", "--allow-unnecessary")).toMatchObject({ code: 0 });
    expect(parseEnvelope("manage_index", (await ask("clear", "--json")).stdout)).toMatchObject({
      status: "ok",
    });
  });

  test("search indexes on first use and waits; --no-index leaves that", async () => {
    await satori(["clear"]);
    expect(await ask("search", "greet", "--no-index")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^not indexed: .+\n$/),
    });
    expect(await ask("search", "greet")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("src/a.ts"),
    });
  });

  test.each(["an address", "a command"])(
    "at %s index and tool call keep running until the run ends, --no-wait does not",
    async (kind) => {
      const askIt = (...words: string[]) =>
        askAt(kind === "an address" ? `${server.url}/mcp` : command, words);
      const args = JSON.stringify({ action: "create", path: large, force: true });
      if (kind === "an address") {
        const begun = parseEnvelope(
          "manage_index",
          (await askIt("index", large, "--force", "--no-wait", "--json")).stdout,
        );
        expect(begun).toMatchObject({ status: "ok", runId: expect.any(String) });
        await until("the run has ended", async () => (await askIt("status", large)).code === 0);
      }
      const ended = await askIt("tool", "call", "manage_index", "--args-json", args);
      expect(ended.code).toBe(0);
      expect(parseEnvelope("manage_index", ended.stdout)).toMatchObject({
        status: "ok",
        action: "status",
        index: { files: 200 },
      });
    },
  );

  test(
    "--no-wait is refused where the run would end with the command, here and at a server that is a " +
      "command",
    async () => {
      const create = [
        "tool",
        "call",
        "manage_index",
        "--args-json",
        JSON.stringify({ action: "create", path: large }),
      ];
      for (const words of [["index", large], ["reindex", large], create]) {
        for (const server of [[], ["--server", command]]) {
          const { code, stdout, stderr } = await satori([...words, "--no-wait", ...server]);
          expect([code, stdout + stderr], [...words, ...server].join(" ")).toEqual([
            2,
            expect.stringMatching(/INVALID_ARGUMENTS.+--no-wait requires --server with an address/s),
          ]);
        }
      }
    },
  );

  test("gates, failures and wrong arguments have the exit codes that they have here", async () => {
    expect(await ask("status", workspace.path("nobody"))).toMatchObject({ code: 1, stdout: "" });
    expect(await ask("read", "none.ts")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error PATH_NOT_FOUND: .+\n$/),
    });
    expect(await ask("search", "x", "--limit", "51")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error INVALID_ARGUMENTS: --limit .+\n$/),
    });
    expect(await ask("tool", "call", "list_codebases", "--args-json", '{"more":1}')).toMatchObject({
      code: 2,
      stderr: "",
    });
  });
});

describe("a server that does not answer", () => {
  const check = async (
    named: string,
    message: RegExp,
    environment: Record<string, string> = {},
  ): Promise<void> => {
    const [plain, json] = await Promise.all([
      satori(["list", "--server", named], { environment }),
      satori(["--json", "list", "--server", named], { environment }),
    ]);
    expect(plain, named).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`^error SERVER_UNREACHABLE: .*${message.source}.*\\n$`)),
    });
    expect(plain.stderr).not.toMatch(/token-|secret-/);
    expect([json.code, json.stderr, parseEnvelope("list_codebases", json.stdout)]).toMatchObject([
      3,
      "",
      { status: "error", error: { code: "SERVER_UNREACHABLE" } },
    ]);
  };

  test("is exit code 3 and one line that says why", async () => {
    await check("no-such-command-here --x", /no such command/);
    await check("cat", /cat: it does not speak MCP/);
    await check(
      `"${process.execPath}" -e "console.error('gone wrong'); process.exit(1)"`,
      /closed|gone wrong/,
    );
    await check(`"${process.execPath}" "${MCP_BIN}" --tools nonsense`, /nonsense/);
    const address = await unusedAddress();
    await check(`http://${address}/mcp`, /nothing is listening there/);
    const withPassword = await satori(["list", "--server", `http://me:secret-word@${address}/mcp`]);
    expect(withPassword).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error INVALID_ARGUMENTS: --server must not contain .+: use SATORI_HTTP_TOKEN\n$/,
      ),
    });
    expect(withPassword.stderr).not.toContain("secret-word");
    await check(address, /no such command; addresses begin with http:\/\/ or https:\/\//);
    await check(
      `${server.url.replace("http:", "https:")}/mcp`,
      /it does not use TLS: its address begins with http:/,
      { SATORI_HTTP_TOKEN: TOKEN },
    );
    await check(`${server.url}/elsewhere`, /no MCP server at that address \(404\)/, {
      SATORI_HTTP_TOKEN: TOKEN,
    });
  });

  test("says that it wants a token, and that the token is wrong, without showing it", async () => {
    await check(`${server.url}/mcp`, /set SATORI_HTTP_TOKEN/);
    await check(`${server.url}/mcp`, /it does not accept the token in SATORI_HTTP_TOKEN/, {
      SATORI_HTTP_TOKEN: "token-of-another",
    });
  });

  test("is no answer either where it speaks something else", async () => {
    const web = createServer(
      (_request, response) => void response.setHeader("content-type", "text/html").end("<p>hello"),
    ).listen(0, "127.0.0.1");
    await until("it listens", () => web.listening);
    await check(`http://127.0.0.1:${(web.address() as AddressInfo).port}/`, /.+/);
    web.close();
    web.closeAllConnections();
  });

  test("what is no server is wrong usage, and so is --server where no tool answers", async () => {
    const wrong = [
      ["list", "--server", "http://"],
      ["list", "--server", "'open"],
      ["list", "--server", ""],
      ["--server", command, "why", "a"],
      ["--server", command, "doctor"],
      ["index", "--estimate", "--server", command],
    ];
    await Promise.all(wrong.map(async (args) => expect((await satori(args)).code, args.join(" ")).toBe(2)));
  });

  test("a tool that it does not offer is named", async () => {
    expect(await satori(["paths", "--server", `"${process.execPath}" "${MCP_BIN}"`])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("list_paths"),
    });
  });
});

describe("a server that answers in prose", () => {
  const old = (answers: object): string => scriptedServer(workspace, answers).line;
  const begun = ["Started background indexing for codebase /code"];

  test("is polled by what it says, until the run ends", async () => {
    const answers = {
      "manage_index create": begun,
      "manage_index status": [
        "/code is currently being indexed. Progress: 1%",
        "Currently Indexing: 80%",
        "/code is fully indexed and ready for search.",
      ],
    };
    const call = [
      "tool",
      "call",
      "manage_index",
      "--args-json",
      JSON.stringify({ action: "create", path: "/code" }),
    ];
    const ended = await satori([...call, "--server", old(answers)]);
    expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([
      0,
      { status: "ok", message: "/code is fully indexed and ready for search." },
    ]);
    expect(await satori(["index", "--server", old(answers)])).toMatchObject({
      code: 0,
      stdout: "/code is fully indexed and ready for search.\n",
    });
    expect(
      await satori([
        "status",
        "--server",
        old({ "manage_index status": ["/code is fully indexed and ready for search."] }),
      ]),
    ).toMatchObject({ code: 0, stdout: "/code is fully indexed and ready for search.\n" });
  });

  test("is polled as often as it takes, without a warning of the runtime", async () => {
    const polls = Array.from({ length: 12 }, () => "Currently Indexing: 1%");
    const answers = {
      "manage_index create": begun,
      "manage_index status": [...polls, "/code is fully indexed and ready for search."],
    };
    const { stderr, code } = await satori(["index", "--server", old(answers)]);
    expect({ stderr, code }).toEqual({ stderr: expect.not.stringContaining("Warning"), code: 0 });
  });

  test.each<[string, string]>([
    ["/code indexing failed. connect ECONNREFUSED", "INDEX_FAILED"],
    ["!The index must be rebuilt", "requires reindex"],
    ["/code is not indexed", "not indexed"],
    ["Hello", "INDEX_FAILED"],
  ])("a run that ends with %o is exit code 1", async (said, shown) => {
    const answers = { "manage_index create": begun, "manage_index status": ["currently indexing", said] };
    expect(await satori(["index", "--server", old(answers)])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(shown),
    });
  });

  test("is shown as it is where another tool answers", async () => {
    const answers = { search_codebase: ["Found 1 result:\n1. a.ts"], file_outline: ["!Error: no such file"] };
    expect(await satori(["search", "x", "--server", old(answers)])).toMatchObject({
      code: 0,
      stdout: "Found 1 result:\n1. a.ts\n",
    });
    const json = await satori(["search", "x", "--json", "--server", old(answers)]);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      0,
      { tool: "search_codebase", status: "ok", message: "Found 1 result:\n1. a.ts" },
    ]);
    expect(await satori(["outline", "a.ts", "--server", old(answers)])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("no such file"),
    });
  });
});

test.runIf(hasTerminal)("progress of the server is shown on a terminal", async () => {
  // So many that no machine is done before a line is due.
  const larger = writeManyModules(workspace.path("larger"), 4_000);
  const { output, code } = await satori.onTerminal(["index", larger, "--server", command]);
  expect(code).toBe(0);
  expect(output).toMatch(/(?:scanning…|\[[#-]{20}\] indexing \d+\/4000 files)/);
  expect(output).toContain("indexed 4000 files");
});

test("Ctrl-C ends the command, and says what becomes of the run", async () => {
  const endless = scriptedServer(workspace, {
    "manage_index create": ["Started background indexing"],
    "manage_index status": ["currently being indexed"],
  });
  const { child, finished } = satori.start(["index", "--server", endless.line]);
  await until(
    "the run is being waited for",
    () => endless.noted().filter((call) => call.startsWith("manage_index status")).length > 1,
  );
  child.kill("SIGINT");
  expect(await finished).toMatchObject({
    code: 130,
    stdout: "",
    stderr: expect.stringMatching(/^cancelled: the run stops with the server that was started for it.*\n$/),
  });
});
