import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { CORE_TOOLS } from "@satori/contracts";
import { COMMANDS } from "../../commands/index.ts";
import { nameOf } from "../../program.ts";
import { type Machine, SCOPES, type Scope } from "../clients/client.ts";
import { CLIENTS, CLIENT_IDS, type ClientId } from "../clients/clients.ts";
import { partsOf } from "./edits.ts";
import { GUIDANCE } from "./client-guidance.ts";
import { PARTS, type Part } from "./guidance.ts";
import { isOwnHook } from "./hooks.ts";
import { AGENT_NAME, EXPLORER, INSTRUCTIONS, MARKED_SKILL, OWN_FILE_MARK } from "./texts.ts";

const LINUX: Machine = { platform: "linux", home: "/home/me", environment: {}, project: "/code/shop" };
const WINDOWS: Machine = { platform: "win32", home: "C:\\Users\\me", environment: {}, project: "D:\\shop" };

/** The file of a part; for instructions, the one that setup creates. */
function fileOf(id: ClientId, part: Part, scope: Scope, machine = LINUX): string | null {
  const file = part === "server" ? null : GUIDANCE[id][part][scope];
  return file === null ? null : file.kind === "block" ? file.created(machine) : file.file(machine);
}

test.each<[ClientId, Scope, readonly (string | null)[]]>([
  [
    "claude-code",
    "user",
    [
      "/home/me/.claude/CLAUDE.md",
      "/home/me/.claude/skills/satori/SKILL.md",
      "/home/me/.claude/agents/satori-explorer.md",
      "/home/me/.claude/settings.json",
    ],
  ],
  [
    "claude-code",
    "project",
    [
      "/code/shop/CLAUDE.md",
      "/code/shop/.claude/skills/satori/SKILL.md",
      "/code/shop/.claude/agents/satori-explorer.md",
      "/code/shop/.claude/settings.local.json",
    ],
  ],
  [
    "codex",
    "user",
    [
      "/home/me/.codex/AGENTS.md",
      "/home/me/.agents/skills/satori/SKILL.md",
      "/home/me/.codex/agents/satori-explorer.toml",
      "/home/me/.codex/hooks.json",
    ],
  ],
  [
    "codex",
    "project",
    [
      "/code/shop/AGENTS.md",
      "/code/shop/.agents/skills/satori/SKILL.md",
      "/code/shop/.codex/agents/satori-explorer.toml",
      "/code/shop/.codex/hooks.json",
    ],
  ],
  [
    "cursor",
    "user",
    [
      null,
      "/home/me/.cursor/skills/satori/SKILL.md",
      "/home/me/.cursor/agents/satori-explorer.md",
      "/home/me/.cursor/hooks.json",
    ],
  ],
  [
    "cursor",
    "project",
    [
      "/code/shop/AGENTS.md",
      "/code/shop/.cursor/skills/satori/SKILL.md",
      "/code/shop/.cursor/agents/satori-explorer.md",
      "/code/shop/.cursor/hooks.json",
    ],
  ],
  [
    "vscode",
    "user",
    [
      "/home/me/.copilot/instructions/satori.instructions.md",
      "/home/me/.copilot/skills/satori/SKILL.md",
      null,
      null,
    ],
  ],
  [
    "vscode",
    "project",
    [
      "/code/shop/AGENTS.md",
      "/code/shop/.github/skills/satori/SKILL.md",
      "/code/shop/.github/agents/satori-explorer.agent.md",
      null,
    ],
  ],
  [
    "gemini",
    "user",
    [
      "/home/me/.gemini/GEMINI.md",
      "/home/me/.gemini/skills/satori/SKILL.md",
      "/home/me/.gemini/agents/satori-explorer.md",
      "/home/me/.gemini/settings.json",
    ],
  ],
  [
    "gemini",
    "project",
    [
      "/code/shop/GEMINI.md",
      "/code/shop/.gemini/skills/satori/SKILL.md",
      "/code/shop/.gemini/agents/satori-explorer.md",
      "/code/shop/.gemini/settings.json",
    ],
  ],
  [
    "opencode",
    "user",
    [
      "/home/me/.config/opencode/AGENTS.md",
      "/home/me/.config/opencode/skills/satori/SKILL.md",
      "/home/me/.config/opencode/agents/satori-explorer.md",
      null,
    ],
  ],
  [
    "opencode",
    "project",
    [
      "/code/shop/AGENTS.md",
      "/code/shop/.opencode/skills/satori/SKILL.md",
      "/code/shop/.opencode/agents/satori-explorer.md",
      null,
    ],
  ],
  ["pi", "user", ["/home/me/.pi/agent/AGENTS.md", "/home/me/.pi/agent/skills/satori/SKILL.md", null, null]],
  ["pi", "project", ["/code/shop/AGENTS.md", "/code/shop/.pi/skills/satori/SKILL.md", null, null]],
  [
    "copilot",
    "user",
    [
      "/home/me/.copilot/copilot-instructions.md",
      "/home/me/.copilot/skills/satori/SKILL.md",
      "/home/me/.copilot/agents/satori-explorer.agent.md",
      null,
    ],
  ],
  [
    "copilot",
    "project",
    [
      "/code/shop/.github/copilot-instructions.md",
      "/code/shop/.github/skills/satori/SKILL.md",
      "/code/shop/.github/agents/satori-explorer.agent.md",
      null,
    ],
  ],
  ["windsurf", "user", [null, "/home/me/.codeium/windsurf/skills/satori/SKILL.md", null, null]],
  [
    "windsurf",
    "project",
    ["/code/shop/AGENTS.md", "/code/shop/.windsurf/skills/satori/SKILL.md", null, null],
  ],
  [
    "junie",
    "user",
    [
      "/home/me/.junie/AGENTS.md",
      "/home/me/.junie/skills/satori/SKILL.md",
      "/home/me/.junie/agents/satori-explorer.md",
      null,
    ],
  ],
  [
    "junie",
    "project",
    [
      "/code/shop/AGENTS.md",
      "/code/shop/.junie/skills/satori/SKILL.md",
      "/code/shop/.junie/agents/satori-explorer.md",
      null,
    ],
  ],
  ["zed", "user", ["/home/me/.config/zed/AGENTS.md", "/home/me/.agents/skills/satori/SKILL.md", null, null]],
  ["zed", "project", ["/code/shop/AGENTS.md", "/code/shop/.agents/skills/satori/SKILL.md", null, null]],
  [
    "cline",
    "user",
    ["/home/me/.cline/rules/satori.md", "/home/me/.cline/skills/satori/SKILL.md", null, null],
  ],
  ["cline", "project", ["/code/shop/AGENTS.md", "/code/shop/.cline/skills/satori/SKILL.md", null, null]],
  [
    "kilo",
    "user",
    [
      "/home/me/.config/kilo/AGENTS.md",
      "/home/me/.kilo/skills/satori/SKILL.md",
      "/home/me/.config/kilo/agents/satori-explorer.md",
      null,
    ],
  ],
  [
    "kilo",
    "project",
    [
      "/code/shop/AGENTS.md",
      "/code/shop/.kilo/skills/satori/SKILL.md",
      "/code/shop/.kilo/agents/satori-explorer.md",
      null,
    ],
  ],
  [
    "kiro",
    "user",
    [
      "/home/me/.kiro/steering/satori.md",
      "/home/me/.kiro/skills/satori/SKILL.md",
      "/home/me/.kiro/agents/satori-explorer.md",
      null,
    ],
  ],
  [
    "kiro",
    "project",
    [
      "/code/shop/AGENTS.md",
      "/code/shop/.kiro/skills/satori/SKILL.md",
      "/code/shop/.kiro/agents/satori-explorer.md",
      null,
    ],
  ],
  [
    "antigravity",
    "user",
    [
      "/home/me/.gemini/GEMINI.md",
      "/home/me/.gemini/config/skills/satori/SKILL.md",
      "/home/me/.gemini/config/agents/satori-explorer.md",
      null,
    ],
  ],
  [
    "antigravity",
    "project",
    [
      "/code/shop/AGENTS.md",
      "/code/shop/.agents/skills/satori/SKILL.md",
      "/code/shop/.agents/agents/satori-explorer.md",
      null,
    ],
  ],
  ["claude-desktop", "user", [null, null, null, null]],
])("%s in the scope %s has its files where it documents them", (id, scope, files) => {
  expect(PARTS.slice(1).map((part) => fileOf(id, part, scope))).toEqual(files);
  expect(partsOf(id, scope)).toEqual(PARTS.filter((part, at) => part === "server" || files[at - 1] !== null));
});

test("files are elsewhere on Windows, and where variables move the client's folder", () => {
  expect(fileOf("codex", "agent", "user", WINDOWS)).toBe(
    "C:\\Users\\me\\.codex\\agents\\satori-explorer.toml",
  );
  const moved = (id: ClientId, variable: string): string | null =>
    fileOf(id, "instructions", "user", { ...LINUX, environment: { [variable]: "/moved" } });
  expect([
    moved("claude-code", "CLAUDE_CONFIG_DIR"),
    moved("codex", "CODEX_HOME"),
    moved("pi", "PI_CODING_AGENT_DIR"),
    moved("opencode", "XDG_CONFIG_HOME"),
    moved("kilo", "XDG_CONFIG_HOME"),
    moved("cline", "CLINE_DIR"),
  ]).toEqual([
    "/moved/CLAUDE.md",
    "/moved/AGENTS.md",
    "/moved/AGENTS.md",
    "/moved/opencode/AGENTS.md",
    "/moved/kilo/AGENTS.md",
    "/moved/rules/satori.md",
  ]);
  expect(fileOf("zed", "instructions", "user", WINDOWS)).toBe(
    "C:\\Users\\me\\AppData\\Roaming\\Zed\\AGENTS.md",
  );
});

test("every client names the pages that state this, and docs/clients.md has them and the parts", () => {
  const page = readFileSync(new URL("../../../../../docs/clients.md", import.meta.url), "utf8");
  const prose = page.replaceAll(/\s+/g, " ");
  for (const id of CLIENT_IDS) {
    const hasParts = SCOPES.some((scope) => partsOf(id, scope).length > 1);
    expect(GUIDANCE[id].pages.length > 0, id).toBe(hasParts);
    if (!hasParts) continue;
    for (const source of GUIDANCE[id].pages)
      expect(prose.includes(source.replace(/ \(.*/, "")), source).toBe(true);
    for (const scope of SCOPES) {
      const row = page
        .split("\n")
        .find((line) => line.startsWith(`| ${CLIENTS[id].title}`) && line.includes(`| ${scope} `));
      const cells = (row ?? "").split("|").map((cell) => cell.trim());
      const expected = PARTS.slice(1).map((part) => {
        const file = fileOf(id, part, scope)?.replace("/home/me/", "~/").replace("/code/shop/", "<project>/");
        return file === undefined ? "–" : `\`${file}\``;
      });
      expect(cells.slice(3, 7), `${id}, ${scope}`).toEqual(expected);
    }
  }
});

describe("texts for agents", () => {
  test("the block has less than 25 lines with its markers", () => {
    expect(INSTRUCTIONS.trimEnd().split("\n").length + 2).toBeLessThan(25);
  });

  test("name only tools and commands that exist", () => {
    const names = COMMANDS.map(nameOf);
    for (const text of [INSTRUCTIONS, EXPLORER]) {
      const commands = [...text.matchAll(/`satori (\w+)/g)].map(([, name = ""]) => name);
      expect(commands.length).toBeGreaterThan(3);
      for (const name of commands) expect(names).toContain(name);
      const tools = [...text.matchAll(/`(\w+_\w+)`/g)].map(([, name = ""]) => name);
      for (const tool of tools) expect([...CORE_TOOLS, "open_symbol", "not_indexed"]).toContain(tool);
      for (const tool of ["search_codebase", "file_outline", "call_graph", "read_file"])
        expect(tools).toContain(tool);
    }
  });

  test("the skill has its header first, then the mark of setup", () => {
    expect(MARKED_SKILL).toMatch(/^---\nname: satori\ndescription: .+\n---\n\n<!-- Written by satori setup/);
  });
});

/** The header of a Markdown file: keys and their values as they are written. */
function headerOf(text: string): Record<string, string> {
  const [, header = ""] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  return Object.fromEntries(
    header
      .split("\n")
      .filter((line) => /^\w/.test(line))
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
}

test("instructions in a file of their own begin with the header that makes the client always read them", () => {
  const textOf = (id: ClientId): string => {
    const file = GUIDANCE[id].instructions.user;
    return file?.kind === "file" ? file.text("code") : "";
  };
  const rest = `<!-- ${OWN_FILE_MARK} -->\n\n${INSTRUCTIONS}`;
  expect(textOf("vscode")).toBe(`---\napplyTo: "**"\n---\n\n${rest}`);
  expect(textOf("kiro")).toBe(`---\ninclusion: always\n---\n\n${rest}`);
  // Without a header, Cline reads rules always.
  expect(textOf("cline")).toBe(rest);
});

describe("the sub-agent", () => {
  const agentOf = (id: ClientId, scope: Scope = "project"): string =>
    GUIDANCE[id].agent[scope]?.text("code") ?? "";

  test.each<[ClientId, Readonly<Record<string, unknown>>]>([
    ["claude-code", { name: AGENT_NAME, tools: "Read, Grep, Glob, Bash, mcp__code" }],
    ["cursor", { name: AGENT_NAME, model: "inherit", readonly: "true" }],
    ["gemini", { name: AGENT_NAME, kind: "local", tools: "" }],
    ["opencode", { mode: "subagent", permission: "" }],
    ["vscode", { name: AGENT_NAME }],
    ["junie", { name: AGENT_NAME, disallowedTools: '["Write", "Edit"]' }],
    ["kilo", { mode: "subagent", permission: "" }],
    ["kiro", { name: AGENT_NAME, tools: '["read","shell","@code"]', includeMcpJson: "true" }],
    ["antigravity", { name: AGENT_NAME, mainAgent: "false" }],
  ])("of %s has the header that it documents", (id, header) => {
    const { description = "", ...rest } = headerOf(agentOf(id));
    expect(rest).toEqual(header);
    expect(JSON.parse(description)).toContain("Satori");
    expect(agentOf(id)).toContain(`<!-- ${OWN_FILE_MARK} -->\n\n${EXPLORER}`);
  });

  test("of Gemini CLI has the tools of the server", () => {
    expect(agentOf("gemini")).toContain("\n  - mcp_code_*\n---\n");
  });

  test("of Codex is TOML with the three required keys", () => {
    expect(parse(agentOf("codex"))).toEqual({
      name: AGENT_NAME,
      description: expect.stringContaining("Satori"),
      developer_instructions: EXPLORER,
    });
    expect(agentOf("codex")).toContain(`# ${OWN_FILE_MARK}\n`);
  });
});

describe("the hook", () => {
  const hookOf = (id: ClientId, command: readonly string[]): unknown =>
    GUIDANCE[id].hook.user?.entry.hook(command);
  const OWN = ["/usr/bin/node", "/opt/my satori/bin/satori.js", "hook"];

  test("has the form of each client", () => {
    const mcp = "^mcp_.*(?:search_codebase|file_outline|call_graph)$";
    expect(hookOf("claude-code", [...OWN, "claude-code"])).toEqual({
      matcher: `^(?:Grep|Glob|Read|Bash)$|${mcp}`,
      hooks: [
        {
          type: "command",
          command: "/usr/bin/node",
          args: ["/opt/my satori/bin/satori.js", "hook", "claude-code"],
          timeout: 10,
        },
      ],
    });
    expect(hookOf("claude-code", ["satori", "hook", "claude-code"])).toMatchObject({
      hooks: [{ type: "command", command: "satori hook claude-code", timeout: 10 }],
    });
    const command = "/usr/bin/node '/opt/my satori/bin/satori.js' hook codex";
    expect(hookOf("codex", [...OWN, "codex"])).toEqual({
      matcher: `^Bash$|${mcp}`,
      hooks: [{ type: "command", command, timeout: 10 }],
    });
    expect(hookOf("cursor", ["satori", "hook", "cursor"])).toEqual({
      command: "satori hook cursor",
      matcher: "Shell|Read|Grep|MCP:(?:search_codebase|file_outline|call_graph)",
      timeout: 10,
    });
    expect(hookOf("gemini", ["satori", "hook", "gemini"])).toMatchObject({
      hooks: [{ name: "satori", type: "command", command: "satori hook gemini", timeout: 10_000 }],
    });
  });

  test("is recognized in every form, and hooks of others are not", () => {
    for (const id of ["claude-code", "codex", "cursor", "gemini"] as const)
      for (const program of [OWN, ["satori", "hook"], ["C:\\n\\node.exe", "C:\\s\\satori.js", "hook"]])
        expect(isOwnHook(hookOf(id, [...program, id])), `${id} ${program[0]}`).toBe(true);
    for (const other of [
      null,
      "satori hook codex",
      { command: "satori search x" },
      { hooks: [{ command: 1 }] },
    ])
      expect(isOwnHook(other)).toBe(false);
  });
});
