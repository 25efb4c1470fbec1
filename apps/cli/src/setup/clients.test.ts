import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLIENTS, CLIENT_IDS, type ClientId, type Machine, type Scope } from "./clients.ts";

const LINUX: Machine = { platform: "linux", home: "/home/me", environment: {}, project: "/code/shop" };
const MAC: Machine = { ...LINUX, platform: "darwin", home: "/Users/me" };
const WINDOWS: Machine = {
  platform: "win32",
  home: "C:\\Users\\me",
  environment: { APPDATA: "C:\\Users\\me\\AppData\\Roaming" },
  project: "D:\\shop",
};
const first = (id: ClientId, scope: Scope, machine: Machine) => CLIENTS[id].files[scope](machine)[0];

test.each<[ClientId, string, string, string]>([
  ["claude-code", "/home/me/.claude.json", "/code/shop/.mcp.json", "C:\\Users\\me\\.claude.json"],
  [
    "codex",
    "/home/me/.codex/config.toml",
    "/code/shop/.codex/config.toml",
    "C:\\Users\\me\\.codex\\config.toml",
  ],
  ["cursor", "/home/me/.cursor/mcp.json", "/code/shop/.cursor/mcp.json", "C:\\Users\\me\\.cursor\\mcp.json"],
  [
    "vscode",
    "/home/me/.config/Code/User/mcp.json",
    "/code/shop/.vscode/mcp.json",
    "C:\\Users\\me\\AppData\\Roaming\\Code\\User\\mcp.json",
  ],
  [
    "gemini",
    "/home/me/.gemini/settings.json",
    "/code/shop/.gemini/settings.json",
    "C:\\Users\\me\\.gemini\\settings.json",
  ],
  [
    "opencode",
    "/home/me/.config/opencode/opencode.json",
    "/code/shop/opencode.json",
    "C:\\Users\\me\\.config\\opencode\\opencode.json",
  ],
  ["pi", "/home/me/.pi/agent/mcp.json", "/code/shop/.pi/mcp.json", "C:\\Users\\me\\.pi\\agent\\mcp.json"],
])("%s keeps its servers in the files of user and project", (id, user, project, windows) => {
  expect([first(id, "user", LINUX), first(id, "project", LINUX), first(id, "user", WINDOWS)]).toEqual([
    user,
    project,
    windows,
  ]);
});

test("VS Code has a folder of its own on macOS, and variables move others away", () => {
  expect(first("vscode", "user", MAC)).toBe("/Users/me/Library/Application Support/Code/User/mcp.json");
  const environment = {
    CLAUDE_CONFIG_DIR: "/c",
    CODEX_HOME: "/x",
    PI_CODING_AGENT_DIR: "/p",
    XDG_CONFIG_HOME: "/g",
  };
  const moved = (id: ClientId) => first(id, "user", { ...LINUX, environment });
  expect([moved("claude-code"), moved("codex"), moved("pi"), moved("opencode"), moved("vscode")]).toEqual([
    "/c/.claude.json",
    "/x/config.toml",
    "/p/mcp.json",
    "/g/opencode/opencode.json",
    "/g/Code/User/mcp.json",
  ]);
});

test("entries have the form of each client, for a command and for an address", () => {
  const command = { kind: "command", command: "node", args: ["s.js"], env: {} } as const;
  const url = { kind: "url", url: "http://h/mcp" } as const;
  expect(
    Object.fromEntries(
      CLIENT_IDS.map((id) => [
        id,
        [CLIENTS[id].table.join("."), CLIENTS[id].entry(command), CLIENTS[id].entry(url)],
      ]),
    ),
  ).toEqual({
    "claude-code": [
      "mcpServers",
      { type: "stdio", command: "node", args: ["s.js"] },
      { type: "http", url: "http://h/mcp" },
    ],
    codex: ["mcp_servers", { command: "node", args: ["s.js"] }, { url: "http://h/mcp" }],
    cursor: ["mcpServers", { command: "node", args: ["s.js"] }, { url: "http://h/mcp" }],
    vscode: [
      "servers",
      { type: "stdio", command: "node", args: ["s.js"] },
      { type: "http", url: "http://h/mcp" },
    ],
    gemini: ["mcpServers", { command: "node", args: ["s.js"] }, { httpUrl: "http://h/mcp" }],
    opencode: [
      "mcp",
      { type: "local", command: ["node", "s.js"], enabled: true },
      { type: "remote", url: "http://h/mcp", enabled: true },
    ],
    pi: ["mcpServers", { command: "node", args: ["s.js"] }, { url: "http://h/mcp" }],
  });
});

test("variables stand where each client looks for them", () => {
  const env = { SATORI_HOME: "/srv" };
  const entryOf = (id: ClientId) => CLIENTS[id].entry({ kind: "command", command: "node", args: [], env });
  for (const id of CLIENT_IDS)
    expect(entryOf(id), id).toMatchObject(id === "opencode" ? { environment: env } : { env });
});

test("what an entry needs for a token is what docs/clients.md says of that client", () => {
  const page = readFileSync(new URL("../../../../docs/clients.md", import.meta.url), "utf8");
  for (const id of CLIENT_IDS) {
    const isOfClient = (line: string): boolean => /^\| (.+?) *\| `/.exec(line)?.[1] === CLIENTS[id].title;
    const row = page.split("\n").find(isOfClient) ?? "";
    for (const part of CLIENTS[id].token.split('; and beside "servers": '))
      expect(row, id).toContain(`\`${part}\``);
  }
});

test("nothing that is said afterwards sends to a page that is not published", () => {
  for (const id of CLIENT_IDS) expect(CLIENTS[id].afterwards, id).not.toMatch(/docs\/|\.md/);
});

test("opencode's servers may be one level deeper, and one that was turned off stays off", () => {
  expect(CLIENTS.opencode).toMatchObject({ nestedTable: "servers", keptKeys: ["enabled"] });
});
