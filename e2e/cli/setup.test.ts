/** satori setup: shows before it writes, keeps a copy, writes once; and what it writes starts the server. */
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CORE_TOOLS, SETTINGS } from "@satori/contracts";
import { parse } from "smol-toml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { environmentIn } from "../support/environment.ts";
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

const entryOf = (file: string, ...keys: string[]): unknown => {
  const text = readFileSync(file, "utf8");
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key],
    file.endsWith(".toml") ? parse(text) : JSON.parse(text),
  );
};
const backupsIn = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes(".backup-"));

describe("satori setup", () => {
  test.each<[string, string, readonly string[], object]>([
    [
      "claude-code",
      ".claude.json",
      ["mcpServers", "satori"],
      { type: "stdio", command: process.execPath, args: [MCP_BIN, "--answers", "text"], alwaysLoad: true },
    ],
    [
      "codex",
      ".codex/config.toml",
      ["mcp_servers", "satori"],
      { command: process.execPath, args: [MCP_BIN, "--answers", "text"] },
    ],
    [
      "cursor",
      ".cursor/mcp.json",
      ["mcpServers", "satori"],
      { command: process.execPath, args: [MCP_BIN, "--answers", "text"] },
    ],
    [
      "vscode",
      ".config/Code/User/mcp.json",
      ["servers", "satori"],
      { type: "stdio", command: process.execPath, args: [MCP_BIN, "--answers", "text"] },
    ],
    [
      "gemini",
      ".gemini/settings.json",
      ["mcpServers", "satori"],
      { command: process.execPath, args: [MCP_BIN, "--answers", "text"] },
    ],
    [
      "opencode",
      ".config/opencode/opencode.json",
      ["mcp", "satori"],
      { type: "local", command: [process.execPath, MCP_BIN, "--answers", "text"], enabled: true },
    ],
    [
      "pi",
      ".pi/agent/mcp.json",
      ["mcpServers", "satori"],
      { command: process.execPath, args: [MCP_BIN, "--answers", "text"], exposure: "direct" },
    ],
    ...(
      [
        ["claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"],
        ["junie", ".junie/mcp/mcp.json", "mcpServers"],
        ["windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"],
        ["zed", ".config/zed/settings.json", "context_servers"],
        ["cline", ".cline/data/settings/cline_mcp_settings.json", "mcpServers"],
        ["kiro", ".kiro/settings/mcp.json", "mcpServers"],
        ["antigravity", ".gemini/config/mcp_config.json", "mcpServers"],
      ] as const
    ).map(([client, file, table]): [string, string, string[], object] => [
      client,
      file,
      [table, "satori"],
      { command: process.execPath, args: [MCP_BIN, "--answers", "text"] },
    ]),
    [
      "copilot",
      ".copilot/mcp-config.json",
      ["mcpServers", "satori"],
      {
        type: "local",
        command: process.execPath,
        args: [MCP_BIN, "--answers", "text"],
        tools: ["*"],
        deferTools: "never",
      },
    ],
    [
      "kilo",
      ".config/kilo/kilo.jsonc",
      ["mcp", "satori"],
      { type: "local", command: [process.execPath, MCP_BIN, "--answers", "text"], enabled: true },
    ],
  ])("%s: shows, writes when told to, and has nothing to do then", async (client, name, keys, entry) => {
    const file = user(name);
    const shown = await satori(["setup", client]);
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`+++ ${file}`),
      stderr: expect.stringContaining("nothing was written"),
    });
    expect(shown.stdout).toContain(MCP_BIN);
    expect(existsSync(file)).toBe(false);
    expect(await satori(["setup", client, "--write"])).toMatchObject({
      code: 0,
      stdout: `Created ${file}.\n`,
    });
    expect(entryOf(file, ...keys)).toEqual({
      ...entry,
      [["opencode", "kilo"].includes(client) ? "environment" : "env"]: env,
    });
    const written = readFileSync(file);
    expect(await satori(["setup", client, "--write"])).toMatchObject({
      code: 0,
      stdout: `${file} already has the entry.\n`,
      stderr: "",
    });
    expect(readFileSync(file)).toEqual(written);
    expect(backupsIn(file)).toEqual([]);
    expect(await satori(["setup", client, "--remove"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`--- ${file}\n+++ /dev/null\n`),
      stderr: expect.stringContaining("nothing was written"),
    });
    expect(readFileSync(file)).toEqual(written);
    expect(await satori(["setup", client, "--remove", "--write"])).toMatchObject({
      code: 0,
      stdout: `Deleted ${file}.\n`,
      stderr: expect.stringContaining("then: restart the client"),
    });
    // Nothing of setup stays: at most the home folder itself.
    expect(existsSync(dirname(file)) ? readdirSync(dirname(file)) : []).toEqual([]);
    const otherScope = client === "claude-desktop" ? "" : "; --scope project is the other one";
    expect(await satori(["setup", client, "--remove", "--write"])).toMatchObject({
      code: 0,
      stdout: `There is nothing to remove for ${client} in the scope user${otherScope}.\n`,
      stderr: "",
    });
  });

  test("takes an entry out by its name, whatever it has, and makes no file for that", async () => {
    writeFile(
      user(".codex", "config.toml"),
      '# mine\n[mcp_servers.code]\nurl = "http://h"\n\n[mcp_servers.other]\ncommand = "y"\n',
    );
    expect(await satori(["setup", "codex", "--remove", "--name", "code", "--write", "--json"])).toMatchObject(
      { code: 0, stdout: expect.stringContaining('"action":"update","written":true') },
    );
    expect(readFileSync(user(".codex", "config.toml"), "utf8")).toBe(
      '# mine\n\n[mcp_servers.other]\ncommand = "y"\n',
    );
    expect(await satori(["setup", "gemini", "--remove", "--write"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing to remove for gemini"),
    });
    expect(existsSync(user(".gemini"))).toBe(false);
    expect(await satori(["setup", "codex", "--remove", "--url", "http://h"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--url sets the content of an entry"),
    });
  });

  test("without a client nothing is set up, and nothing passes for it", async () => {
    expect(await satori(["setup", "--write"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--write needs a client: claude-code, "),
    });
    expect(await satori(["setup", "--list", "--remove"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--list cannot be combined with --remove"),
    });
    expect(await satori(["setup", "claude"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'there is no client "claude" (Did you mean claude-code or claude-desktop?); clients are',
      ),
    });
    expect((await satori(["setup", "kirro"])).stderr).toContain('"kirro" (Did you mean kiro?)');
    expect(await satori(["setup"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("claude-code"),
      stderr: expect.stringContaining("satori setup CLIENT shows the changes"),
    });
  });

  test("keeps everything else in a file, and a copy of it, with its permissions, behind a link too", async () => {
    const kept = workspace.path("dotfiles", "mcp.json");
    const before =
      '{\n  // mine\n  "mcpServers": {\n    "other": { "command": "x", "env": { "API_KEY": ' +
      '"hidden-value" } }\n  }\n}\n';
    writeFile(kept, before);
    chmodSync(kept, 0o600);
    mkdirSync(user(".cursor"), { recursive: true });
    symlinkSync(kept, user(".cursor", "mcp.json"));
    const shown = await satori(["setup", "cursor"]);
    expect(shown.stdout).toMatch(/^-{3} .+\n\+{3} .+\n@@ .+ @@\n/);
    expect(shown.stdout).toContain(
      '-    "other": { "command": "x", "env": { "API_KEY": [secret] } }\n+    "other": {',
    );
    const { stdout } = await satori(["setup", "cursor", "--write", "--json"]);
    expect(shown.stdout + stdout).not.toContain("hidden-value");
    const { backup, ...answer } = JSON.parse(stdout) as { backup: string };
    expect(answer).toMatchObject({
      command: "setup",
      status: "ok",
      client: "cursor",
      scope: "user",
      action: "update",
      written: true,
      file: user(".cursor", "mcp.json"),
    });
    expect(readFileSync(backup, "utf8")).toBe(before);
    expect([statSync(kept).mode & 0o777, statSync(backup).mode & 0o777]).toEqual([0o600, 0o600]);
    const after = readFileSync(kept, "utf8");
    expect(after).toContain(
      '    "other": { "command": "x", "env": { "API_KEY": "hidden-value" } },\n    "satori": {',
    );
    expect(after).toContain("// mine");
  });

  test.each<[string, string, readonly string[], object, string]>([
    ["codex", ".codex/config.toml", ["mcp_servers", "satori"], { url: "http://h/mcp" }, "env"],
    [
      "opencode",
      ".config/opencode/opencode.json",
      ["mcp", "satori"],
      { type: "remote", url: "http://h/mcp", enabled: true },
      "environment",
    ],
  ])(
    "%s: from a command to an address and back, the entry holds nothing that the client refuses, and " +
      "what went is named",
    async (client, name, keys, entry, variables) => {
      await satori(["setup", client, "--write"]);
      const before = entryOf(user(name));
      expect((await satori(["setup", client, "--url", "http://h/mcp"])).stderr).toContain(
        `to be removed, because they are for servers started by a command: ${variables}\n`,
      );
      const { stdout } = await satori(["setup", client, "--url", "http://h/mcp", "--write", "--json"]);
      expect(JSON.parse(stdout)).toMatchObject({ written: true, dropped: [variables] });
      expect(entryOf(user(name), ...keys)).toEqual(entry);
      await satori(["setup", client, "--write"]);
      expect(entryOf(user(name))).toEqual(before);
    },
  );

  test("is about the repository around the working directory with --scope project", async () => {
    const project = workspace.path("code");
    const inside = onlyServer(cliIn(workspace, workspace.path("code", "sub")));
    expect(
      await inside([
        "setup",
        "vscode",
        "--scope",
        "project",
        "--command",
        "satori-mcp --root .",
        "--tools",
        "core,scope",
        "--write",
      ]),
    ).toMatchObject({ code: 0 });
    expect(entryOf(`${project}/.vscode/mcp.json`, "servers", "satori")).toEqual({
      type: "stdio",
      command: "satori-mcp",
      args: ["--root", ".", "--tools", "core,scope", "--answers", "text"],
    });
    expect(
      await inside([
        "setup",
        "claude-code",
        "--scope",
        "project",
        "--url",
        "http://127.0.0.1:7411/mcp",
        "--name",
        "shared",
        "--write",
      ]),
    ).toMatchObject({ code: 0 });
    expect(entryOf(`${project}/.mcp.json`, "mcpServers")).toEqual({
      shared: { type: "http", url: "http://127.0.0.1:7411/mcp", alwaysLoad: true },
    });
    expect((await inside(["setup", "pi", "--scope", "project"])).stderr).toContain(
      "contains a path of this machine",
    );
  });

  test("says what a client does not have, and what to do instead", async () => {
    const check = async (args: string, message: string): Promise<void> =>
      expect(await satori(["setup", ...args.split(" "), "--write"]), args).toMatchObject({
        code: 2,
        stdout: "",
        stderr: `error INVALID_ARGUMENTS: ${message}\n`,
      });
    const files =
      "it has one file for all projects: use --scope user, or --without server for its other files";
    await check("windsurf --scope project", `--scope project is not possible for Windsurf: ${files}`);
    await check("cline --scope project", `--scope project is not possible for Cline: ${files}`);
    await check(
      "claude-desktop --scope project",
      "--scope project is not possible for Claude Desktop: it has one file for all projects: use --scope user",
    );
    await check(
      "kilo --url nowhere",
      '--url is "nowhere", but must be an address such as http://127.0.0.1:7411/mcp',
    );
    expect((await satori(["setup", "claude-desktop", "--url", "http://h/mcp"])).code).toBe(2);
    expect(existsSync(user(".codeium"))).toBe(false);
  });

  test("loads tools from the start where that can be written, unless the user has it otherwise", async () => {
    const entry = () => entryOf(user(".claude.json"), "mcpServers", "satori");
    await satori(["setup", "claude-code", "--write", "--defer-tools"]);
    expect(entry()).not.toHaveProperty("alwaysLoad");
    await satori(["setup", "claude-code", "--write"]);
    expect(entry()).toHaveProperty("alwaysLoad", true);
    writeFile(
      user(".claude.json"),
      readFileSync(user(".claude.json"), "utf8").replace('"alwaysLoad": true', '"alwaysLoad": false'),
    );
    expect((await satori(["setup", "claude-code", "--write"])).stdout).toContain("already has the entry");
    await satori(["setup", "claude-code", "--write", "--defer-tools"]);
    expect(entry()).not.toHaveProperty("alwaysLoad");
  });

  test.each(["core,bogus", "Core", ",", ""])(
    "refuses tool sets with which no server starts: %j",
    async (sets) => {
      expect(await satori(["setup", "cursor", "--tools", sets, "--write"])).toMatchObject({
        code: 2,
        stdout: "",
        stderr:
          `error INVALID_ARGUMENTS: --tools is ${JSON.stringify(sets)}, but must be a list of core, ` +
          "scope, review, workspace, separated by commas\n",
      });
      expect(existsSync(user(".cursor", "mcp.json"))).toBe(false);
    },
  );

  test(
    "names settings that the server would not have, and leaves the folder of indexes out of a project's " +
      "file",
    async () => {
      const settings = Object.keys(SETTINGS)
        .filter((name) => name !== "SATORI_HOME" && name in environmentIn(workspace))
        .join(", ");
      expect((await satori(["setup", "cursor"])).stderr).toContain(
        `set here, but not passed on by clients: ${settings};`,
      );
      const shared = await satori(["setup", "cursor", "--scope", "project"]);
      expect(shared.stdout).not.toContain("SATORI_HOME");
      expect(shared.stderr).toContain(
        "to the entry's variables, or to satori.config.json (not SATORI_HOME)\n",
      );
      expect((await satori(["setup", "cursor", "--url", "http://h/mcp"])).stderr).not.toContain(
        "not passed on",
      );
    },
  );

  test("says so if the client's model would not read the chosen form of answers", async () => {
    const stderr = async (...args: string[]): Promise<string> => (await satori(["setup", ...args])).stderr;
    for (const [client, title] of [
      ["gemini", "Gemini CLI"],
      ["opencode", "opencode"],
      ["pi", "pi"],
    ] as const) {
      expect(await stderr(client, "--answers", "structured")).toContain(
        `in ${title}, the model reads only the text of an answer, which --answers structured reduces to a line;`,
      );
      expect(await stderr(client, "--answers", "both")).not.toContain("the model reads");
    }
    expect(await stderr("pi", "--answers", "structured", "--defer-tools")).not.toContain("the model reads");
    expect(await stderr("cursor", "--answers", "structured")).not.toContain("the model reads");
  });

  test("offers the tools of the workspace with the folders that they need, and not without", async () => {
    const refused = await satori(["setup", "codex", "--tools", "workspace", "--write"]);
    expect(refused).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(
        /^error CONFIG_INVALID: The workspace tools need two folders: DOCS_ROOT is not set; CODE_ROOT is not set\..+\n$/,
      ),
    });
    expect(existsSync(user(".codex/config.toml"))).toBe(false);
    const folder = workspace.path("code");
    expect(
      await satori(["setup", "codex", "--tools", "workspace", "--write"], {
        environment: { DOCS_ROOT: folder, CODE_ROOT: folder },
      }),
    ).toMatchObject({ code: 0 });
    expect(entryOf(user(".codex/config.toml"), "mcp_servers", "satori", "env")).toEqual({
      ...env,
      DOCS_ROOT: folder,
      CODE_ROOT: folder,
    });
  });

  test("refuses what it does not know", async () => {
    for (const args of [
      ["emacs"],
      ["codex", "--scope", "world"],
      ["codex", "--name", "a b"],
      ["codex", "--url", "nowhere"],
      ["codex", "--url", "http://h", "--command", "x"],
      ["codex", "--command", "'open"],
      ["codex", "--command", '""'],
      ["codex", "--url", "http://h/mcp", "--tools", "core"],
      ["codex", "--url", "http://h/mcp", "--answers", "text"],
      ["codex", "--answers", "json"],
      ["codex", "--remove", "--answers", "text"],
    ]) {
      expect(await satori(["setup", ...args]), args.join(" ")).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/^error INVALID_ARGUMENTS: .+\n$/),
      });
    }
  });

  test("lists the clients with their files", async () => {
    const { stdout, code } = await satori(["setup", "--list"]);
    expect(code).toBe(0);
    for (const name of "claude-code codex cursor vscode gemini opencode pi claude-desktop copilot".split(" "))
      expect(stdout).toContain(name);
    const { clients } = JSON.parse((await satori(["setup", "--list", "--json"])).stdout) as {
      clients: { id: string; user: { file: string; exists: boolean }; project: object | null }[];
    };
    expect(clients).toHaveLength(16);
    expect(clients.filter(({ project }) => project === null).map(({ id }) => id)).toEqual([
      "claude-desktop",
      "windsurf",
      "cline",
    ]);
    expect(clients.find(({ id }) => id === "codex")?.user).toEqual({
      file: user(".codex", "config.toml"),
      exists: false,
    });
  });

  test("writes an entry that starts the server", async () => {
    await satori(["setup", "pi", "--write"]);
    const {
      command,
      args,
      env: variables,
    } = entryOf(user(".pi/agent/mcp.json"), "mcpServers", "satori") as {
      command: string;
      args: string[];
      env: Record<string, string>;
    };
    const client = new Client({ name: "e2e", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command,
        args,
        cwd: workspace.path("code"),
        env: { ...variables, PATH: process.env["PATH"] ?? "" },
      }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([...CORE_TOOLS]);
    await client.close();
  });
});
