/** The supported MCP clients: where each stores its servers, and the form of an entry. Pure. */
import { posix, win32 } from "node:path";

export type ClientId = "claude-code" | "codex" | "cursor" | "vscode" | "gemini" | "opencode" | "pi";
export const SCOPES = ["user", "project"] as const;
export type Scope = (typeof SCOPES)[number];

/** How a client reaches a server. `env` has the environment variables of the started process. */
export type Server =
  | {
      readonly kind: "command";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: "url"; readonly url: string };

export type Entry = Readonly<
  Record<string, string | boolean | readonly string[] | Readonly<Record<string, string>>>
>;

export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Home folder of the user. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the scope `project`. */
  readonly project: string;
}

export interface Client {
  readonly title: string;
  readonly format: "json" | "toml";
  /** Path of keys to the table of servers. */
  readonly table: readonly string[];
  /** Key of a table inside that one. A file that has it stores its servers there. */
  readonly nestedTable?: string;
  /** Keys of an existing entry that users set and that are kept. */
  readonly keptKeys?: readonly string[];
  /** Files that the client reads, best first: the first existing one is edited, or the first is created. */
  readonly files: Readonly<Record<Scope, (machine: Machine) => readonly string[]>>;
  readonly entry: (server: Server) => Entry;
  /** What a URL entry needs in addition if the server requires a token. */
  readonly token: string;
  /** What the user has to do afterwards, in one line. */
  readonly afterwards: string;
}

/** The form of an entry that most clients share. */
const plain = (server: Server): Entry =>
  server.kind === "command"
    ? { command: server.command, args: server.args, ...variables("env", server.env) }
    : { url: server.url };
const variables = (key: string, env: Readonly<Record<string, string>>): Entry =>
  Object.keys(env).length === 0 ? {} : { [key]: env };
/** @param variable reference to an environment variable, in the syntax of the client's files */
const bearer = (variable: string): string => `"headers": { "Authorization": "Bearer ${variable}" }`;
const typed = (server: Server): Entry => ({
  type: server.kind === "command" ? "stdio" : "http",
  ...plain(server),
});

export const CLIENTS: Readonly<Record<ClientId, Client>> = {
  "claude-code": {
    title: "Claude Code",
    format: "json",
    table: ["mcpServers"],
    entry: typed,
    files: {
      user: (machine) => [inHome(machine, "CLAUDE_CONFIG_DIR", [], ".claude.json")],
      project: ({ project, platform }) => [join(platform, project, ".mcp.json")],
    },
    token: bearer("${SATORI_HTTP_TOKEN}"),
    afterwards: "restart it; /mcp shows the server, and asks once whether a project's servers may run",
  },
  codex: {
    title: "Codex",
    format: "toml",
    table: ["mcp_servers"],
    entry: plain,
    files: {
      user: (machine) => [inHome(machine, "CODEX_HOME", [".codex"], "config.toml")],
      project: ({ project, platform }) => [join(platform, project, ".codex", "config.toml")],
    },
    token: 'bearer_token_env_var = "SATORI_HTTP_TOKEN"',
    afterwards: "restart it; it reads a project's file only in trusted projects",
  },
  cursor: {
    title: "Cursor",
    format: "json",
    table: ["mcpServers"],
    entry: plain,
    files: {
      user: ({ home, platform }) => [join(platform, home, ".cursor", "mcp.json")],
      project: ({ project, platform }) => [join(platform, project, ".cursor", "mcp.json")],
    },
    token: bearer("${env:SATORI_HTTP_TOKEN}"),
    afterwards: "its MCP settings show the server; enable it there if it is disabled",
  },
  vscode: {
    title: "VS Code",
    format: "json",
    table: ["servers"],
    entry: typed,
    files: {
      user: (machine) => [join(machine.platform, vscodeFolder(machine), "User", "mcp.json")],
      project: ({ project, platform }) => [join(platform, project, ".vscode", "mcp.json")],
    },
    token:
      `${bearer("${input:satori-token}")}; and beside "servers": "inputs": [{ "type": "promptString", ` +
      `"id": "satori-token", "description": "Token of Satori", "password": true }]`,
    afterwards: "start the server from the file, or with the command MCP: List Servers",
  },
  gemini: {
    title: "Gemini CLI",
    format: "json",
    table: ["mcpServers"],
    entry: (server) => (server.kind === "command" ? plain(server) : { httpUrl: server.url }),
    files: {
      user: ({ home, platform }) => [join(platform, home, ".gemini", "settings.json")],
      project: ({ project, platform }) => [join(platform, project, ".gemini", "settings.json")],
    },
    token: bearer("${SATORI_HTTP_TOKEN}"),
    afterwards: "restart it; /mcp shows the server",
  },
  opencode: {
    // From version 2 on its servers are one level deeper. A server that is turned off stays off, because the
    // user chose that.
    title: "opencode",
    format: "json",
    table: ["mcp"],
    nestedTable: "servers",
    keptKeys: ["enabled"],
    entry: (server) =>
      server.kind === "command"
        ? {
            type: "local",
            command: [server.command, ...server.args],
            ...variables("environment", server.env),
            enabled: true,
          }
        : { type: "remote", url: server.url, enabled: true },
    files: {
      user: (machine) =>
        ["opencode.json", "opencode.jsonc"].map((name) =>
          join(machine.platform, configHome(machine), "opencode", name),
        ),
      project: ({ project, platform }) =>
        ["opencode.json", "opencode.jsonc"].map((name) => join(platform, project, name)),
    },
    token: bearer("{env:SATORI_HTTP_TOKEN}"),
    afterwards: "restart it",
  },
  pi: {
    title: "pi",
    format: "json",
    table: ["mcpServers"],
    entry: plain,
    files: {
      user: (machine) => [inHome(machine, "PI_CODING_AGENT_DIR", [".pi", "agent"], "mcp.json")],
      project: ({ project, platform }) => [join(platform, project, ".pi", "mcp.json")],
    },
    token: bearer("${SATORI_HTTP_TOKEN}"),
    afterwards:
      "restart it; it reads a project's file only in trusted projects. Versions before 0.99 have " +
      "no MCP client: use the package @satori/bridge instead; see its README",
  },
};

export const CLIENT_IDS = Object.keys(CLIENTS) as readonly ClientId[];

export function isClientId(text: string): text is ClientId {
  return Object.hasOwn(CLIENTS, text);
}

function join(platform: NodeJS.Platform, ...parts: readonly string[]): string {
  return (platform === "win32" ? win32 : posix).join(...parts);
}

/** A file in a folder that an environment variable can move out of the home folder. */
function inHome(
  { platform, home, environment }: Machine,
  variable: string,
  folders: readonly string[],
  file: string,
): string {
  const moved = environment[variable];
  return moved ? join(platform, moved, file) : join(platform, home, ...folders, file);
}

function configHome({ platform, home, environment }: Machine): string {
  return environment["XDG_CONFIG_HOME"] || join(platform, home, ".config");
}

function vscodeFolder(machine: Machine): string {
  const { platform, home, environment } = machine;
  if (platform === "win32")
    return join(platform, environment["APPDATA"] ?? join(platform, home, "AppData", "Roaming"), "Code");
  if (platform === "darwin") return join(platform, home, "Library", "Application Support", "Code");
  return join(platform, configHome(machine), "Code");
}
