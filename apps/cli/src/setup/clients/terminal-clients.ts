/** MCP clients that run in a terminal. Pure. */
import type { Client } from "./client.ts";
import {
  bearer,
  enabled,
  inConfigHome,
  inHome,
  inMovableFolder,
  inProject,
  plain,
  typed,
} from "./client-parts.ts";

export const TERMINAL_CLIENTS = {
  "claude-code": {
    title: "Claude Code",
    format: "json",
    table: ["mcpServers"],
    keptKeys: ["alwaysLoad"],
    entry: typed,
    // Since 2.1.121; older versions ignore the key.
    alwaysLoad: { alwaysLoad: true },
    files: {
      user: (machine) => [
        inMovableFolder(machine, { variable: "CLAUDE_CONFIG_DIR", folders: [] }, ".claude.json"),
      ],
      project: (machine) => [inProject(machine, ".mcp.json")],
    },
    token: bearer("${SATORI_HTTP_TOKEN}"),
    afterwards: "restart it; /mcp shows the server, and asks once whether a project's servers may run",
    documentation: { page: "https://code.claude.com/docs/en/mcp", asOf: "2026-09-11" },
  },
  codex: {
    title: "Codex",
    format: "toml",
    table: ["mcp_servers"],
    entry: plain,
    files: {
      user: (machine) => [
        inMovableFolder(machine, { variable: "CODEX_HOME", folders: [".codex"] }, "config.toml"),
      ],
      project: (machine) => [inProject(machine, ".codex", "config.toml")],
    },
    token: 'bearer_token_env_var = "SATORI_HTTP_TOKEN"',
    afterwards: "restart it; it reads a project's file only in trusted projects",
    documentation: { page: "https://developers.openai.com/codex/mcp", asOf: "2026-10-02" },
  },
  copilot: {
    title: "Copilot CLI",
    format: "json",
    table: ["mcpServers"],
    keptKeys: ["tools", "deferTools"],
    entry: (server) => ({
      type: server.kind === "command" ? "local" : "http",
      ...plain(server),
      tools: ["*"],
    }),
    alwaysLoad: { deferTools: "never" },
    files: {
      user: (machine) => [
        inMovableFolder(machine, { variable: "COPILOT_HOME", folders: [".copilot"] }, "mcp-config.json"),
      ],
      // It also reads .mcp.json, but Claude Code reads that one, too, and does not know the type "local".
      project: (machine) => [inProject(machine, ".github", "mcp.json")],
    },
    token: bearer("${SATORI_HTTP_TOKEN}"),
    afterwards: "restart it; /mcp show lists the server. It reads a project's file only in trusted folders",
    documentation: {
      page: "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers",
      asOf: "2026-10-02",
    },
  },
  gemini: {
    title: "Gemini CLI",
    format: "json",
    table: ["mcpServers"],
    entry: (server) => (server.kind === "command" ? plain(server) : { httpUrl: server.url }),
    readsTextOnly: true,
    files: {
      user: (machine) => [inHome(machine, ".gemini", "settings.json")],
      project: (machine) => [inProject(machine, ".gemini", "settings.json")],
    },
    token: bearer("${SATORI_HTTP_TOKEN}"),
    afterwards: "restart it; /mcp shows the server",
    documentation: { page: "https://geminicli.com/docs/tools/mcp-server/", asOf: "2026-08-21" },
  },
  opencode: {
    // From version 2 on its servers are one level deeper. A server that is turned off stays off, because the
    // user chose that.
    title: "opencode",
    format: "json",
    table: ["mcp"],
    nestedTable: "servers",
    keptKeys: ["enabled"],
    entry: enabled,
    readsTextOnly: true,
    files: {
      user: (machine) =>
        ["opencode.json", "opencode.jsonc"].map((name) => inConfigHome(machine, "opencode", name)),
      project: (machine) => ["opencode.json", "opencode.jsonc"].map((name) => inProject(machine, name)),
    },
    token: bearer("{env:SATORI_HTTP_TOKEN}"),
    afterwards: "restart it",
    documentation: { page: "https://opencode.ai/docs/mcp-servers/", asOf: "versions 1 and 2" },
  },
  pi: {
    title: "pi",
    format: "json",
    table: ["mcpServers"],
    keptKeys: ["exposure"],
    entry: plain,
    // Otherwise only scripts of its codemode can call the tools.
    alwaysLoad: { exposure: "direct" },
    readsTextOnly: true,
    files: {
      user: (machine) => [
        inMovableFolder(machine, { variable: "PI_CODING_AGENT_DIR", folders: [".pi", "agent"] }, "mcp.json"),
      ],
      project: (machine) => [inProject(machine, ".pi", "mcp.json")],
    },
    token: bearer("${SATORI_HTTP_TOKEN}"),
    afterwards:
      "restart it; it reads a project's file only in trusted projects. Versions before 0.99 have " +
      "no MCP client: use the package @satori/bridge instead; see its README",
    documentation: {
      page: "https://github.com/earendil-works/pi/tree/main/packages/coding-agent/docs",
      asOf: "version 0.99",
    },
  },
} as const satisfies Record<string, Client>;
