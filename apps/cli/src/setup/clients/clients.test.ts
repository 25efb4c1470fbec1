import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Machine, Scope } from "./client.ts";
import { CLIENTS, CLIENT_IDS, type ClientId, entryFor, requireFile } from "./clients.ts";

const LINUX: Machine = { platform: "linux", home: "/home/me", environment: {}, project: "/code/shop" };
const MAC: Machine = { ...LINUX, platform: "darwin", home: "/Users/me" };
const WINDOWS: Machine = {
  platform: "win32",
  home: "C:\\Users\\me",
  environment: { APPDATA: "C:\\Users\\me\\AppData\\Roaming" },
  project: "D:\\shop",
};
const first = (id: ClientId, scope: Scope, machine: Machine) => CLIENTS[id].files[scope]?.(machine)[0];

test.each<[ClientId, string, string | undefined, string]>([
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
  [
    "claude-desktop",
    "/home/me/.config/Claude/claude_desktop_config.json",
    undefined,
    "C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
  ],
  [
    "copilot",
    "/home/me/.copilot/mcp-config.json",
    "/code/shop/.github/mcp.json",
    "C:\\Users\\me\\.copilot\\mcp-config.json",
  ],
  [
    "junie",
    "/home/me/.junie/mcp/mcp.json",
    "/code/shop/.junie/mcp/mcp.json",
    "C:\\Users\\me\\.junie\\mcp\\mcp.json",
  ],
  [
    "windsurf",
    "/home/me/.codeium/windsurf/mcp_config.json",
    undefined,
    "C:\\Users\\me\\.codeium\\windsurf\\mcp_config.json",
  ],
  [
    "zed",
    "/home/me/.config/zed/settings.json",
    "/code/shop/.zed/settings.json",
    "C:\\Users\\me\\AppData\\Roaming\\Zed\\settings.json",
  ],
  [
    "cline",
    "/home/me/.cline/data/settings/cline_mcp_settings.json",
    undefined,
    "C:\\Users\\me\\.cline\\data\\settings\\cline_mcp_settings.json",
  ],
  [
    "kilo",
    "/home/me/.config/kilo/kilo.jsonc",
    "/code/shop/.kilo/kilo.jsonc",
    "C:\\Users\\me\\.config\\kilo\\kilo.jsonc",
  ],
  [
    "kiro",
    "/home/me/.kiro/settings/mcp.json",
    "/code/shop/.kiro/settings/mcp.json",
    "C:\\Users\\me\\.kiro\\settings\\mcp.json",
  ],
  [
    "antigravity",
    "/home/me/.gemini/config/mcp_config.json",
    "/code/shop/.agents/mcp_config.json",
    "C:\\Users\\me\\.gemini\\config\\mcp_config.json",
  ],
])("%s keeps its servers in the files of user and project", (id, user, project, windows) => {
  expect([first(id, "user", LINUX), first(id, "project", LINUX), first(id, "user", WINDOWS)]).toEqual([
    user,
    project,
    windows,
  ]);
});

test("applications have folders of their own on macOS, and variables move others away", () => {
  expect([first("vscode", "user", MAC), first("claude-desktop", "user", MAC)]).toEqual([
    "/Users/me/Library/Application Support/Code/User/mcp.json",
    "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
  ]);
  const withConfigHome = { ...MAC, environment: { XDG_CONFIG_HOME: "/g" } };
  expect([first("zed", "user", withConfigHome), first("kilo", "user", withConfigHome)]).toEqual([
    "/Users/me/.config/zed/settings.json",
    "/g/kilo/kilo.jsonc",
  ]);
  const environment = {
    CLAUDE_CONFIG_DIR: "/c",
    CODEX_HOME: "/x",
    PI_CODING_AGENT_DIR: "/p",
    XDG_CONFIG_HOME: "/g",
    COPILOT_HOME: "/o",
    CLINE_DIR: "/l",
  };
  const moved = (id: ClientId) => first(id, "user", { ...LINUX, environment });
  const ids = ["claude-code", "codex", "pi", "opencode", "vscode", "copilot", "zed", "cline"] as const;
  expect(ids.map(moved)).toEqual([
    "/c/.claude.json",
    "/x/config.toml",
    "/p/mcp.json",
    "/g/opencode/opencode.json",
    "/g/Code/User/mcp.json",
    "/o/mcp-config.json",
    "/g/zed/settings.json",
    "/l/data/settings/cline_mcp_settings.json",
  ]);
  const chosen = { ...LINUX, environment: { CLINE_MCP_SETTINGS_PATH: "/any/file.json" } };
  expect(CLIENTS.cline.files.user(chosen)).toEqual(["/any/file.json"]);
  const data = { ...LINUX, environment: { CLINE_DIR: "/l", CLINE_DATA_DIR: "/data" } };
  expect(first("cline", "user", data)).toBe("/data/settings/cline_mcp_settings.json");
});

test("clients whose files have moved still have the earlier one, after the present one", () => {
  expect(CLIENTS.antigravity.files.user(LINUX)[1]).toBe("/home/me/.gemini/antigravity/mcp_config.json");
  expect(CLIENTS.cline.files.user(LINUX)[1]).toBe(
    "/home/me/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
  );
});

test("entries have the form of each client, for a command and for an address", () => {
  const command = { kind: "command", command: "node", args: ["s.js"], env: {} } as const;
  const url = { kind: "url", url: "http://h/mcp" } as const;
  expect(
    Object.fromEntries(
      CLIENT_IDS.map((id) => [
        id,
        [
          CLIENTS[id].table.join("."),
          CLIENTS[id].entry(command),
          CLIENTS[id].unsupported?.url === undefined ? CLIENTS[id].entry(url) : null,
        ],
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
    "claude-desktop": ["mcpServers", { command: "node", args: ["s.js"] }, null],
    copilot: [
      "mcpServers",
      { type: "local", command: "node", args: ["s.js"], tools: ["*"] },
      { type: "http", url: "http://h/mcp", tools: ["*"] },
    ],
    junie: ["mcpServers", { command: "node", args: ["s.js"] }, { url: "http://h/mcp" }],
    windsurf: ["mcpServers", { command: "node", args: ["s.js"] }, { serverUrl: "http://h/mcp" }],
    zed: ["context_servers", { command: "node", args: ["s.js"] }, { url: "http://h/mcp" }],
    cline: [
      "mcpServers",
      { command: "node", args: ["s.js"] },
      { type: "streamableHttp", url: "http://h/mcp" },
    ],
    kilo: [
      "mcp",
      { type: "local", command: ["node", "s.js"], enabled: true },
      { type: "remote", url: "http://h/mcp", enabled: true },
    ],
    kiro: ["mcpServers", { command: "node", args: ["s.js"] }, { url: "http://h/mcp" }],
    antigravity: ["mcpServers", { command: "node", args: ["s.js"] }, { serverUrl: "http://h/mcp" }],
  });
});

test("variables stand where each client looks for them", () => {
  const env = { SATORI_HOME: "/srv" };
  const entryOf = (id: ClientId) => CLIENTS[id].entry({ kind: "command", command: "node", args: [], env });
  for (const id of CLIENT_IDS)
    expect(entryOf(id), id).toMatchObject(["opencode", "kilo"].includes(id) ? { environment: env } : { env });
});

test("what an entry needs for a token is what docs/clients.md says of that client", () => {
  const page = readFileSync(new URL("../../../../../docs/clients.md", import.meta.url), "utf8");
  const section = page.slice(page.indexOf("## A server that asks for a token\n"));
  for (const id of CLIENT_IDS) {
    const { token } = CLIENTS[id];
    if (token === null) continue;
    const isOfClient = (line: string): boolean => /^\| (.+?) *\| `/.exec(line)?.[1] === CLIENTS[id].title;
    const row = section.split("\n").find(isOfClient) ?? "";
    for (const part of token.split('; and beside "servers": ')) expect(row, id).toContain(`\`${part}\``);
  }
});

test("nothing that is said afterwards sends to a page that is not published", () => {
  for (const id of CLIENT_IDS) expect(CLIENTS[id].afterwards, id).not.toMatch(/docs\/|\.md/);
});

test("opencode's servers may be one level deeper, and one that was turned off stays off", () => {
  expect(CLIENTS.opencode).toMatchObject({ nestedTable: "servers", keptKeys: ["enabled"] });
});

describe("what a client does not support", () => {
  const url = { kind: "url", url: "http://h/mcp" } as const;

  test("has advice, and what it supports has none", () => {
    for (const id of CLIENT_IDS) {
      const { files, unsupported, token } = CLIENTS[id];
      expect(files.project === undefined, id).toBe(unsupported?.project !== undefined);
      expect(token === null, id).toBe(unsupported?.url !== undefined);
    }
  });

  test("is refused by name of the value and of the client, with what to do instead", () => {
    expect(() => requireFile("windsurf", "project", LINUX)).toThrow(
      "--scope project is not possible for Windsurf: it has one file for all projects: use --scope user, or " +
        "--without server for its other files",
    );
    expect(() => entryFor(CLIENTS["claude-desktop"], url, { defersTools: false })).toThrow(
      /^--url is not possible for Claude Desktop: .+ leave out --url/,
    );
  });
});

test("in clients that defer tools, they are loaded from the start, unless they are to be deferred", () => {
  const server = { kind: "command", command: "node", args: [], env: {} } as const;
  const marks = Object.fromEntries(
    CLIENT_IDS.flatMap((id) => {
      const { entry, alwaysLoad, keptKeys = [] } = CLIENTS[id];
      expect(entryFor(CLIENTS[id], server, { defersTools: true }), id).toEqual(entry(server));
      // What users have chosen stays.
      expect(keptKeys, id).toEqual(expect.arrayContaining(Object.keys(alwaysLoad ?? {})));
      return alwaysLoad === undefined ? [] : [[id, entryFor(CLIENTS[id], server, { defersTools: false })]];
    }),
  );
  expect(marks).toEqual({
    "claude-code": { type: "stdio", command: "node", args: [], alwaysLoad: true },
    copilot: { type: "local", command: "node", args: [], tools: ["*"], deferTools: "never" },
    pi: { command: "node", args: [], exposure: "direct" },
  });
});

test("each client has the page that documents its files, and of when", () => {
  for (const id of CLIENT_IDS) {
    const { page, asOf } = CLIENTS[id].documentation;
    expect(URL.canParse(page), id).toBe(true);
    expect(asOf, id).toMatch(/^(?:2026-\d\d(?:-\d\d)?|versions? \d[\w. ]*)$/);
  }
});
