/**
 * The command `setup`: adds the server to the configuration of an MCP client, or removes it. Only shows the
 * change unless `--write` is given.
 */
import { homedir } from "node:os";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { TOOL_SETS } from "@satori/contracts";
import { codebaseAround, realPathOr, requireFolder } from "../codebase.ts";
import type { Answer, CommandContext, CommandOptions, CommandSpec } from "../command.ts";
import { CommandError, commandEnvelope } from "../failure.ts";
import { addition, removal } from "../setup/client-entry.ts";
import {
  CLIENTS,
  CLIENT_IDS,
  type ClientId,
  type Machine,
  SCOPES,
  type Scope,
  isClientId,
} from "../setup/clients.ts";
import { renderDiff } from "../setup/diff.ts";
import { notesOf, textOf } from "../setup/report.ts";
import { replaceConfiguration } from "../setup/write-file.ts";
import { printableLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";

export const setup: CommandSpec = {
  usage: "setup [client]",
  tool: null,
  summary: "Add the MCP server to a client's configuration.",
  details:
    `Clients: ${CLIENT_IDS.join(", ")}. Shows the change and the file; --write applies it, and ` +
    "keeps a backup next to the file. --remove removes the server instead. Comments and other entries are " +
    "kept; if an entry changes from a command to a URL, or back, keys of the other kind are removed. " +
    "SATORI_HOME, if it is set, is added to entries of the scope user, and DOCS_ROOT and CODE_ROOT with " +
    "the workspace tools: clients do not pass them on. " +
    "The scope project is the git repository around the working directory, or the folder of --path.",
  options: [
    { flags: "--list", meaning: "show all clients with their files" },
    {
      flags: "--scope <scope>",
      meaning: "user (default): all projects; project: this one, in a file that others may share",
      choices: SCOPES,
    },
    { flags: "--write", meaning: "write the file" },
    { flags: "--remove", meaning: "remove the server from the file instead" },
    { flags: "--name <name>", meaning: "name of the server in the client; default: satori" },
    {
      flags: "--tools <sets>",
      meaning:
        `sets of tools that the server offers, separated by commas: ${TOOL_SETS.join(", ")}; default: ` +
        "core",
      choices: TOOL_SETS,
    },
    {
      flags: "--command <command>",
      meaning: "command that starts the server; default: the server installed here",
    },
    { flags: "--url <url>", meaning: "connect to a server over HTTP instead of starting one" },
  ],
  operandChoices: CLIENT_IDS,
  examples: [
    "satori setup --list",
    "satori setup claude-code",
    "satori setup codex --write",
    "satori setup vscode --scope project --tools core,scope --write",
    "satori setup codex --remove --write",
  ],
  run: async (context, [client], options) =>
    options["list"] === true || client === undefined
      ? listClients(context, options)
      : setUp(context, client, options),
};

const OF_ONE_CLIENT = ["write", "remove", "scope", "name", "tools", "command", "url"] as const;

function listClients(context: CommandContext, options: CommandOptions): Answer {
  const meant = OF_ONE_CLIENT.find((option) => options[option] !== undefined);
  // The list must not be mistaken for the result of a change.
  if (meant !== undefined)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      options["list"] === true
        ? `--list cannot be combined with --${meant}`
        : `--${meant} needs a client: ${CLIENT_IDS.join(", ")}`,
    );
  const machine = machineOf(context);
  const clients = CLIENT_IDS.map((id) => ({
    id,
    title: CLIENTS[id].title,
    user: placeOf(id, "user", machine),
    project: placeOf(id, "project", machine),
  }));
  const columns = ["CLIENT", "NAME", "SCOPE", "FILE"].map((title) => ({ title, align: "left" as const }));
  const rows = clients.flatMap(({ id, title, user, project }) => [
    [id, title, "user", printableLine(user.file)],
    ["", "", "project", printableLine(project.file)],
  ]);
  return { envelope: commandEnvelope("setup", { clients }, 0), text: table(columns, rows).join("\n") };
}

function placeOf(
  id: ClientId,
  scope: Scope,
  machine: Machine,
): { readonly file: string; readonly exists: boolean } {
  const file = fileOf(id, scope, machine);
  return { file, exists: existsSync(file) };
}

async function setUp(context: CommandContext, id: string, options: CommandOptions): Promise<Answer> {
  if (!isClientId(id))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `there is no client ${JSON.stringify(id)}${nearClient(id)}; clients are ${CLIENT_IDS.join(", ")}`,
    );
  const scope = scopeOf(options["scope"]);
  const name = String(options["name"] ?? "satori");
  if (!/^[\w-]+$/.test(name))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `--name is ${JSON.stringify(name)}, but must consist of letters, digits, _ and -`,
    );
  const file = fileOf(id, scope, machineOf(context));
  const { before, after, action, entry, dropped, left } = await (
    options["remove"] === true ? removal : addition
  )(context, { id, scope, name, file }, options);
  const isWritten = options["write"] === true && action !== "unchanged";
  const backup = isWritten ? replaceConfiguration(file, after, Date.now()) : null;
  const diff = renderDiff(before ?? "", after);
  const outcome = { client: id, scope, file, action, written: isWritten, backup, entry, dropped, diff };
  return {
    envelope: commandEnvelope("setup", outcome, 0),
    text: textOf(outcome, entry === null),
    notes: notesOf(outcome, { options, client: CLIENTS[id], left }),
  };
}

/** Suggests the client whose name starts the same way, if there is exactly one. */
function nearClient(id: string): string {
  const near = CLIENT_IDS.filter((known) => id !== "" && (known.startsWith(id) || id.startsWith(known)));
  return near.length === 1 ? ` (Did you mean ${near.join("")}?)` : "";
}

function machineOf({ globals: { path }, environment }: CommandContext): Machine {
  const folder = path === undefined ? null : realPathOr(resolve(path));
  if (folder !== null) requireFolder(folder);
  // The user's own files need no working directory, which may be missing.
  return {
    platform: process.platform,
    home: homedir(),
    environment,
    get project() {
      return folder ?? codebaseAround(realPathOr(resolve("")), () => null);
    },
  };
}

function fileOf(id: ClientId, scope: Scope, machine: Machine): string {
  const files = CLIENTS[id].files[scope](machine);
  return files.find((file) => existsSync(file)) ?? (files[0] as string);
}

function scopeOf(given: unknown): Scope {
  const scope = SCOPES.find((known) => known === (given ?? "user"));
  if (!scope)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `--scope is ${JSON.stringify(given)}, but must be one of ${SCOPES.join(", ")}`,
    );
  return scope;
}
