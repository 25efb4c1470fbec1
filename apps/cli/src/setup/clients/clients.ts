/**
 * The supported MCP clients: where each stores its servers, the form of an entry, and what it does not
 * support. Pure, except for choosing among files.
 */
import { existsSync } from "node:fs";
import { CommandError } from "../../failure.ts";
import type { Client, Entry, Machine, Scope, Server } from "./client.ts";
import { EDITOR_CLIENTS } from "./editor-clients.ts";
import { TERMINAL_CLIENTS } from "./terminal-clients.ts";

export type ClientId = keyof typeof EDITOR_CLIENTS | keyof typeof TERMINAL_CLIENTS;

/** In the order of lists: the ones that most people have first. */
export const CLIENTS: Readonly<Record<ClientId, Client>> = {
  "claude-code": TERMINAL_CLIENTS["claude-code"],
  codex: TERMINAL_CLIENTS.codex,
  cursor: EDITOR_CLIENTS.cursor,
  vscode: EDITOR_CLIENTS.vscode,
  gemini: TERMINAL_CLIENTS.gemini,
  opencode: TERMINAL_CLIENTS.opencode,
  pi: TERMINAL_CLIENTS.pi,
  "claude-desktop": EDITOR_CLIENTS["claude-desktop"],
  copilot: TERMINAL_CLIENTS.copilot,
  junie: EDITOR_CLIENTS.junie,
  windsurf: EDITOR_CLIENTS.windsurf,
  zed: EDITOR_CLIENTS.zed,
  cline: EDITOR_CLIENTS.cline,
  kilo: EDITOR_CLIENTS.kilo,
  kiro: EDITOR_CLIENTS.kiro,
  antigravity: EDITOR_CLIENTS.antigravity,
};

export const CLIENT_IDS = Object.keys(CLIENTS) as readonly ClientId[];

export function isClientId(text: string): text is ClientId {
  return Object.hasOwn(CLIENTS, text);
}

/** The client's file of that scope that would be edited or created; null if it has none. */
export function fileOf(id: ClientId, scope: Scope, machine: Machine): string | null {
  const files = CLIENTS[id].files[scope]?.(machine) ?? [];
  return files.find((file) => existsSync(file)) ?? files[0] ?? null;
}

/** The same, for a scope that was asked for. Throws `INVALID_ARGUMENTS` if the client has no such file. */
export function requireFile(id: ClientId, scope: Scope, machine: Machine): string {
  const file = fileOf(id, scope, machine);
  if (file !== null) return file;
  const { title, unsupported } = CLIENTS[id];
  throw new CommandError(
    "INVALID_ARGUMENTS",
    `--scope ${scope} is not possible for ${title}: ${unsupported?.project ?? "it has no such file"}`,
  );
}

/**
 * The entry for a server. Throws `INVALID_ARGUMENTS` if the client cannot reach such a server.
 *
 * @param defersTools leaves out that the client shows the tools from the start
 */
export function entryFor(
  { title, unsupported, entry, alwaysLoad }: Client,
  server: Server,
  { defersTools }: { readonly defersTools: boolean },
): Entry {
  if (server.kind === "url" && unsupported?.url !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", `--url is not possible for ${title}: ${unsupported.url}`);
  return { ...entry(server), ...(defersTools ? {} : alwaysLoad) };
}
