/** MCP clients with windows: editors, their extensions, desktop applications. Pure. */
import type { Client, Machine } from "./client.ts";
import {
  CLINE_FOLDER,
  bearer,
  enabled,
  inApplicationData,
  inConfigHome,
  inHome,
  inMovableFolder,
  inProject,
  inZed,
  join,
  plain,
  typed,
  withServerUrl,
} from "./client-parts.ts";

/** How to share a server with others in clients that have only files of the user. */
const NO_PROJECT_FILE = "it has one file for all projects: use --scope user";
/** The same, in clients that have other files of projects. */
const NO_PROJECT_SERVERS = `${NO_PROJECT_FILE}, or --without server for its other files`;
/** What stands for the token in clients that document no variables in headers. */
const LITERAL_TOKEN = "TOKEN";

export const EDITOR_CLIENTS = {
  cursor: {
    title: "Cursor",
    format: "json",
    table: ["mcpServers"],
    entry: plain,
    files: {
      user: (machine) => [inHome(machine, ".cursor", "mcp.json")],
      project: (machine) => [inProject(machine, ".cursor", "mcp.json")],
    },
    token: bearer("${env:SATORI_HTTP_TOKEN}"),
    afterwards: "its MCP settings show the server; enable it there if it is disabled",
    documentation: { page: "https://cursor.com/docs/mcp", asOf: "2026-07-10" },
  },
  vscode: {
    title: "VS Code",
    format: "json",
    table: ["servers"],
    entry: typed,
    files: {
      user: (machine) => [inApplicationData(machine, "Code", "User", "mcp.json")],
      project: (machine) => [inProject(machine, ".vscode", "mcp.json")],
    },
    token:
      `${bearer("${input:satori-token}")}; and beside "servers": "inputs": [{ "type": "promptString", ` +
      `"id": "satori-token", "description": "Token of Satori", "password": true }]`,
    afterwards: "start the server from the file, or with the command MCP: List Servers",
    documentation: {
      page: "https://code.visualstudio.com/docs/agents/reference/mcp-configuration",
      asOf: "2026-11-25",
    },
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    table: ["mcpServers"],
    entry: plain,
    files: { user: (machine) => [inApplicationData(machine, "Claude", "claude_desktop_config.json")] },
    unsupported: {
      project: NO_PROJECT_FILE,
      // It removes the whole table of servers when it finds such an entry.
      url:
        "its file has only servers that a command starts: leave out --url, or add a custom connector in " +
        "its settings",
    },
    token: null,
    afterwards: "quit it completely and start it again; Settings > Developer shows the server",
    documentation: {
      page: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
      asOf: "2026-11-29",
    },
  },
  junie: {
    title: "JetBrains Junie",
    format: "json",
    table: ["mcpServers"],
    entry: plain,
    files: {
      user: (machine) => [inHome(machine, ".junie", "mcp", "mcp.json")],
      project: (machine) => [inProject(machine, ".junie", "mcp", "mcp.json")],
    },
    token: bearer(LITERAL_TOKEN),
    afterwards: "Settings > Tools > Junie > MCP Settings shows the server; enable it there",
    documentation: {
      page: "https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html",
      asOf: "2026-08",
    },
  },
  windsurf: {
    title: "Windsurf",
    format: "json",
    table: ["mcpServers"],
    entry: withServerUrl,
    files: { user: (machine) => [inHome(machine, ".codeium", "windsurf", "mcp_config.json")] },
    unsupported: { project: NO_PROJECT_SERVERS },
    token: bearer("${env:SATORI_HTTP_TOKEN}"),
    afterwards: "refresh the list of MCP servers in the panel of Cascade",
    documentation: { page: "https://docs.windsurf.com/windsurf/cascade/mcp", asOf: "2026-07-10" },
  },
  zed: {
    title: "Zed",
    format: "json",
    table: ["context_servers"],
    entry: plain,
    files: {
      user: (machine) => [inZed(machine, "settings.json")],
      project: (machine) => [inProject(machine, ".zed", "settings.json")],
    },
    token: bearer(LITERAL_TOKEN),
    afterwards:
      "the settings of its agent panel show the server; a project's file counts once the project is trusted",
    documentation: { page: "https://zed.dev/docs/ai/mcp", asOf: "2026-11-29" },
  },
  cline: {
    title: "Cline",
    format: "json",
    table: ["mcpServers"],
    keptKeys: ["disabled", "autoApprove"],
    // Without a type, a URL means the older transport of MCP.
    entry: (server) =>
      server.kind === "command" ? plain(server) : { type: "streamableHttp", url: server.url },
    files: { user: clineSettings },
    unsupported: { project: NO_PROJECT_SERVERS },
    token: bearer(LITERAL_TOKEN),
    afterwards: "its list of MCP servers shows the server",
    documentation: { page: "https://docs.cline.bot/mcp/mcp-overview", asOf: "2026-08-22" },
  },
  kilo: {
    title: "Kilo Code",
    format: "json",
    table: ["mcp"],
    keptKeys: ["enabled"],
    entry: enabled,
    files: {
      user: (machine) => ["kilo.jsonc", "kilo.json"].map((name) => inConfigHome(machine, "kilo", name)),
      project: (machine) => [
        ...["kilo.jsonc", "kilo.json"].map((name) => inProject(machine, ".kilo", name)),
        ...["kilo.jsonc", "kilo.json"].map((name) => inProject(machine, name)),
      ],
    },
    token: bearer("{env:SATORI_HTTP_TOKEN}"),
    afterwards: "Settings > Agent Behaviour > MCP Servers shows the server; restart the command line",
    documentation: { page: "https://kilo.ai/docs/automate/mcp/using-in-kilo-code", asOf: "version 7" },
  },
  kiro: {
    title: "Kiro",
    format: "json",
    table: ["mcpServers"],
    keptKeys: ["disabled", "autoApprove"],
    entry: plain,
    files: {
      user: (machine) => [inHome(machine, ".kiro", "settings", "mcp.json")],
      project: (machine) => [inProject(machine, ".kiro", "settings", "mcp.json")],
    },
    token: bearer("${SATORI_HTTP_TOKEN}"),
    afterwards: "its list of MCP servers shows the server; restart the command line",
    documentation: { page: "https://kiro.dev/docs/mcp/configuration/", asOf: "2026-10-02" },
  },
  antigravity: {
    title: "Antigravity",
    format: "json",
    table: ["mcpServers"],
    keptKeys: ["disabled"],
    entry: withServerUrl,
    files: {
      // Versions before 2.0 read the second one.
      user: (machine) => [
        inHome(machine, ".gemini", "config", "mcp_config.json"),
        inHome(machine, ".gemini", "antigravity", "mcp_config.json"),
      ],
      project: (machine) => [inProject(machine, ".agents", "mcp_config.json")],
    },
    token: bearer(LITERAL_TOKEN),
    afterwards: "refresh the list at Manage MCP Servers, or restart agy",
    documentation: { page: "https://antigravity.google/docs/mcp", asOf: "2026-10-02" },
  },
} as const satisfies Record<string, Client>;

/** The file that extension and command line share, then the one of older versions of the extension. */
function clineSettings(machine: Machine): readonly string[] {
  const name = "cline_mcp_settings.json";
  const chosen = machine.environment["CLINE_MCP_SETTINGS_PATH"];
  if (chosen) return [chosen];
  const data = machine.environment["CLINE_DATA_DIR"];
  const extension = ["Code", "User", "globalStorage", "saoudrizwan.claude-dev", "settings"];
  return [
    data
      ? join(machine.platform, data, "settings", name)
      : inMovableFolder(machine, CLINE_FOLDER, "data", "settings", name),
    inApplicationData(machine, ...extension, name),
  ];
}
