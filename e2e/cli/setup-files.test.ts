/** satori setup and the files that are there: what cannot be edited, and how removing gives them back. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { parse } from "smol-toml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { onlyServer } from "../support/setup.ts";
import { type Workspace, createWorkspace, writeFile } from "../support/workspace.ts";

let workspace: Workspace;
let satori: Cli;
let user: (...names: string[]) => string;
/** Of the entry that a user's client gets. */
let env: Readonly<Record<string, string>>;
beforeEach(() => {
  workspace = createWorkspace();
  satori = onlyServer(cliIn(workspace, workspace.tree("code", "//- .git/HEAD\n//- sub/a.ts\n")));
  env = { SATORI_HOME: workspace.home };
  user = (...names) => workspace.path("nobody", ...names);
});
afterEach(() => workspace[Symbol.dispose]());

const backupsIn = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes(".backup-"));

describe("a file that it cannot edit", () => {
  const check = async (client: string, name: string, content: string | Buffer, reason: RegExp) => {
    const file = user(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    const ended = await satori(["setup", client, "--write"]);
    expect(ended, reason.source).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        new RegExp(
          `^error CLIENT_CONFIG_INVALID: [^\\n]*${reason.source}[^\\n]* the file was not changed\\.[^\\n]+\\n$`,
        ),
      ),
    });
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    return ended.stdout;
  };

  test("leaves alone what it cannot parse, with line and column, and prints what to paste and where", async () => {
    const json = await check(
      "gemini",
      ".gemini/settings.json",
      '{\n  "a": 1\n  "b": 2\n}',
      /settings\.json:3:3 cannot be parsed: comma expected;/,
    );
    const [heading = "", snippet = ""] = json.split("\n\n");
    expect(heading).toBe(`For Gemini CLI, add this to mcpServers in ${user(".gemini/settings.json")}:`);
    expect(JSON.parse(snippet)).toEqual({
      mcpServers: { satori: { command: process.execPath, args: [MCP_BIN, "--answers", "text"], env } },
    });
    const toml = await check(
      "codex",
      ".codex/config.toml",
      "a = 1\nb = [1,\n",
      /config\.toml:\d+:\d+ cannot be parsed: .+;/,
    );
    expect(parse(toml.split("\n\n")[1] ?? "")).toEqual({
      mcp_servers: { satori: { command: process.execPath, args: [MCP_BIN, "--answers", "text"], env } },
    });
  });

  test("may have another type for the servers, another encoding, or nest too deep", async () => {
    const place = /mcp\.json:1:16 has an array at mcpServers, where an object is required;/;
    await check("cursor", ".cursor/mcp.json", '{"mcpServers": []}', place);
    await check(
      "cursor",
      ".cursor/mcp.json",
      '{"mcpServers": {"satori": 1}}',
      /has a number at mcpServers\.satori/,
    );
    await check(
      "codex",
      ".codex/config.toml",
      "[[mcp_servers]]\n",
      /has an array at mcp_servers, where a table is required;/,
    );
    await check(
      "zed",
      ".config/zed/settings.json",
      Buffer.from([0x7b, 0x0a, 0xff, 0x7d]),
      /settings\.json:2 is not UTF-8;/,
    );
    await check(
      "kiro",
      ".kiro/settings/mcp.json",
      `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      /is nested too deep to edit;/,
    );
  });

  test("may be one that cannot be read", async () => {
    mkdirSync(user(".cursor", "mcp.json"), { recursive: true });
    expect(await satori(["setup", "cursor", "--write"])).toMatchObject({
      code: 2,
      stdout: expect.stringContaining(MCP_BIN),
      stderr: expect.stringContaining("cannot be read (EISDIR); the file was not changed."),
    });
  });

  test("is described in JSON with the text to paste; to remove an entry, there is none", async () => {
    writeFile(user(".cursor", "mcp.json"), "{ broken = ");
    const told = JSON.parse((await satori(["setup", "cursor", "--json"])).stdout) as {
      error: { details: { snippet: string } };
    };
    expect(told).toMatchObject({
      command: "setup",
      status: "error",
      error: {
        code: "CLIENT_CONFIG_INVALID",
        details: { file: user(".cursor", "mcp.json"), line: 1, column: 3, table: "mcpServers" },
      },
    });
    expect(JSON.parse(told.error.details.snippet)).toHaveProperty("mcpServers.satori.command");
    expect(await satori(["setup", "cursor", "--remove", "--write"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("the file was not changed (the entry to remove is mcpServers.satori)."),
    });
  });
});

test.each<[string, string, string]>([
  ["cursor", ".cursor/mcp.json", '\ufeff{\r\n\t// mine\r\n\t"mcpServers": {},\r\n\t"a": [1, 2]\r\n}'],
  ["claude-code", ".claude.json", '{"numStartups": 3}'],
  [
    "zed",
    ".config/zed/settings.json",
    '// Zed\n{\n  "theme": "One",\n  "context_servers": {\n    "a": {} // its\n  },\n}\n',
  ],
  ["kilo", ".config/kilo/kilo.json", "{}"],
  ["gemini", ".gemini/settings.json", ""],
  ["codex", ".codex/config.toml", '\ufeffmodel = "x"\r\n\r\n[tui] # last'],
])("%s: removing gives back the file that was there, byte for byte", async (client, name, before) => {
  const file = user(name);
  writeFile(file, before);
  chmodSync(file, 0o600);
  await satori(["setup", client, "--write"]);
  await satori(["setup", client, "--write", "--tools", "core,scope"]);
  expect(readFileSync(file, "utf8")).toContain("core,scope");
  const shown = await satori(["setup", client, "--remove"]);
  expect(shown.stderr).toContain("to be restored from ");
  expect(await satori(["setup", client, "--remove", "--write"])).toMatchObject({
    code: 0,
    stdout: `Changed ${file}.\n`,
    stderr: expect.stringMatching(/^restored from .+\nthen: restart the client\n$/),
  });
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // The copy between the two changes stays; the one that is restored does not.
  expect(backupsIn(file)).toHaveLength(1);
});

test("removing keeps what was changed since, and a copy", async () => {
  const file = user(".cursor", "mcp.json");
  writeFile(file, '{\n  "mcpServers": {}\n}\n');
  await satori(["setup", "cursor", "--write"]);
  const later = readFileSync(file, "utf8").replace("{\n", '{\n  "later": true,\n');
  writeFile(file, later);
  expect(await satori(["setup", "cursor", "--remove", "--write"])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("the previous file: "),
  });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ later: true, mcpServers: {} });
  expect(backupsIn(file)).toHaveLength(2);
});

test("prints links that add the server, and changes no file for them", async () => {
  const { stdout, stderr } = await satori(["setup", "cursor", "--link"]);
  const url = new URL(stdout.trimEnd());
  expect(`${url.protocol}//${url.host}${url.pathname}`).toBe(
    "cursor://anysphere.cursor-deeplink/mcp/install",
  );
  expect(JSON.parse(Buffer.from(url.searchParams.get("config") ?? "", "base64").toString("utf8"))).toEqual({
    command: process.execPath,
    args: [MCP_BIN, "--answers", "text"],
    env,
  });
  expect(stderr).toContain("the link contains a path of this machine; for others pass --command");
  const portable = await satori([
    "setup",
    "vscode",
    "--link",
    "--name",
    "code",
    "--command",
    "satori-mcp",
    "--scope",
    "project",
  ]);
  expect(
    portable.stdout
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [scheme, query = ""] = line.split("?");
        return [scheme, JSON.parse(decodeURIComponent(query))];
      }),
  ).toEqual(
    ["vscode:mcp/install", "vscode-insiders:mcp/install"].map((scheme) => [
      scheme,
      { name: "code", type: "stdio", command: "satori-mcp", args: ["--answers", "text"] },
    ]),
  );
  expect(
    JSON.parse((await satori(["setup", "cursor", "--link", "--url", "http://h/mcp", "--json"])).stdout),
  ).toMatchObject({
    client: "cursor",
    entry: { url: "http://h/mcp" },
    links: [{ title: "Cursor", webUrl: expect.stringMatching(/^https:/) }],
  });
  for (const args of [["codex", "--link"], ["cursor", "--link", "--write"], ["--link"]])
    expect(await satori(["setup", ...args]), args.join(" ")).toMatchObject({ code: 2, stdout: "" });
  expect(existsSync(user(".cursor"))).toBe(false);
});
