/**
 * The command `setup`: adds the server to the configuration of an MCP client, and what makes its agents use
 * it, or removes them. Only shows the changes unless `--write` is given.
 */
import { homedir } from "node:os";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { ANSWER_FORMS, TOOL_SETS } from "@satori/contracts";
import { printableLine, table } from "@satori/render";
import { codebaseAround, realPathOr, requireFolder } from "../codebase.ts";
import type { Answer, CommandContext, CommandOptions, CommandSpec } from "../command.ts";
import { CommandError, commandEnvelope, failureEnvelope } from "../failure.ts";
import { applyPlan } from "../setup/files/apply-plan.ts";
import { chosenParts } from "../setup/chosen-parts.ts";
import { type Machine, SCOPES, type Scope } from "../setup/clients/client.ts";
import {
  type EntryChange,
  type EntryLocation,
  addition,
  chosenEntry,
  removal,
  withSnippet,
} from "../setup/client-entry.ts";
import {
  CLIENTS,
  CLIENT_IDS,
  type ClientId,
  fileOf,
  isClientId,
  requireFile,
} from "../setup/clients/clients.ts";
import { type Part, PARTS } from "../setup/guidance/guidance.ts";
import { packageInNpx } from "../setup/npx.ts";
import { installLinks } from "../setup/clients/install-links.ts";
import { type FileEdit, planOf } from "../setup/files/plan.ts";
import { entryNotes, linksText, notesOf, outcomeOf, snippetText, textOf } from "../setup/report.ts";
import { readConfiguration } from "../setup/files/write-file.ts";

export const setup: CommandSpec = {
  usage: "setup [client]",
  tool: null,
  summary: "Add the MCP server, and instructions to use it, to a client's configuration.",
  details:
    `Clients: ${CLIENT_IDS.join(", ")}. Shows the changes and the files; --write applies them, and ` +
    "keeps backups next to the files. Parts: the server; a marked block in the client's file of " +
    "instructions, such as AGENTS.md; a skill; a sub-agent that explores with Satori; and a hook that " +
    "gives one line of advice after many greps and reads, and never blocks. Each only if the client " +
    "documents it; --only and --without select. --remove removes the parts instead, and restores the " +
    "files as they were before, if only setup has changed them. Comments and other entries are " +
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
    {
      flags: "--only <parts>",
      meaning: `only these parts, separated by commas: ${PARTS.join(", ")}; default: all`,
      choices: PARTS,
    },
    { flags: "--without <parts>", meaning: "all parts but these, separated by commas", choices: PARTS },
    { flags: "--write", meaning: "write the files" },
    { flags: "--remove", meaning: "remove what setup wrote instead" },
    { flags: "--name <name>", meaning: "name of the server in the client; default: satori" },
    {
      flags: "--tools <sets>",
      meaning:
        `sets of tools that the server offers, separated by commas: ${TOOL_SETS.join(", ")}; default: ` +
        "core",
      choices: TOOL_SETS,
    },
    {
      flags: "--answers <form>",
      meaning: "form of the server's answers: text (default), structured or both",
      choices: ANSWER_FORMS,
    },
    {
      flags: "--command <command>",
      meaning: "command that starts the server; default: the server installed here",
    },
    { flags: "--url <url>", meaning: "connect to a server over HTTP instead of starting one" },
    {
      flags: "--defer-tools",
      meaning:
        "let the client load tools on demand; default: always loaded, in clients that can " +
        `(${CLIENT_IDS.filter((id) => CLIENTS[id].alwaysLoad).join(", ")})`,
    },
    { flags: "--link", meaning: "print a link that adds the server instead (cursor, vscode)" },
  ],
  operandChoices: CLIENT_IDS,
  examples: [
    "satori setup --list",
    "satori setup claude-code",
    "satori setup codex --write",
    "satori setup cursor --scope project --without hook",
    "satori setup vscode --scope project --tools core,scope --write",
    "satori setup codex --remove --write",
    "satori setup cursor --link --command satori-mcp",
  ],
  run: async (context, [client], options) =>
    options["list"] === true || client === undefined
      ? listClients(context, options)
      : setUp(context, client, options),
};

/** Options about one client, with their keys among the parsed options. */
const OF_ONE_CLIENT = [
  ["--write", "write"],
  ["--remove", "remove"],
  ["--link", "link"],
  ["--scope", "scope"],
  ["--name", "name"],
  ["--tools", "tools"],
  ["--answers", "answers"],
  ["--command", "command"],
  ["--url", "url"],
  ["--defer-tools", "deferTools"],
  ["--only", "only"],
  ["--without", "without"],
] as const;

function listClients(context: CommandContext, options: CommandOptions): Answer {
  const given = OF_ONE_CLIENT.find(([, key]) => options[key] !== undefined);
  // The list must not be mistaken for the result of a change.
  if (given !== undefined)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      options["list"] === true
        ? `--list cannot be combined with ${given[0]}`
        : `${given[0]} needs a client: ${CLIENT_IDS.join(", ")}`,
    );
  const machine = machineOf(context);
  const clients = CLIENT_IDS.map((id) => ({
    id,
    title: CLIENTS[id].title,
    user: listedFile(id, "user", machine),
    project: listedFile(id, "project", machine),
    documentation: CLIENTS[id].documentation,
  }));
  const columns = ["CLIENT", "NAME", "SCOPE", "FILE"].map((title) => ({ title, align: "left" as const }));
  const rows = clients.flatMap(({ id, title, user, project }) => [
    [id, title, "user", printableLine(user?.file ?? "")],
    ...(project === null ? [] : [["", "", "project", printableLine(project.file)]]),
  ]);
  return {
    envelope: commandEnvelope("setup", { clients }, 0),
    text: table(columns, rows).join("\n"),
    notes: ["satori setup CLIENT shows the changes and all files, also of instructions; --write writes them"],
  };
}

/** Null if the client has no file of that scope. */
function listedFile(
  id: ClientId,
  scope: Scope,
  machine: Machine,
): { readonly file: string; readonly exists: boolean } | null {
  const file = fileOf(id, scope, machine);
  return file === null ? null : { file, exists: existsSync(file) };
}

async function setUp(context: CommandContext, id: string, options: CommandOptions): Promise<Answer> {
  if (!isClientId(id))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `there is no client ${JSON.stringify(id)}${nearClients(id)}; clients are ${CLIENT_IDS.join(", ")}`,
    );
  const scope = scopeOf(options["scope"]);
  const name = String(options["name"] ?? "satori");
  if (!/^[\w-]+$/.test(name))
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `--name is ${JSON.stringify(name)}, but must consist of letters, digits, _ and -`,
    );
  if (options["link"] === true) return printLinks(context, { id, scope, name }, options);
  const parts = withoutSlowHook(chosenParts(id, scope, options), options);
  const machine = machineOf(context);
  const file = parts.includes("server") ? requireFile(id, scope, machine) : fileOf(id, scope, machine);
  try {
    return await changeFiles(context, { id, scope, name, file, parts, machine }, options);
  } catch (error) {
    if (
      error instanceof CommandError &&
      error.code === "CLIENT_CONFIG_INVALID" &&
      parts.includes("server") &&
      fileIn(error) === file &&
      file !== null
    )
      return unchangedFile(error, { id, scope, name, file });
    throw error;
  }
}

/** The file that an error is about. */
function fileIn({ details }: CommandError): unknown {
  return (details as { readonly file?: unknown }).file;
}

interface SetupRequest extends Omit<EntryLocation, "file"> {
  /** The file of the server's entry; null if the client has none in the scope. */
  readonly file: string | null;
  readonly parts: readonly Part[];
  readonly machine: Machine;
}

async function changeFiles(
  context: CommandContext,
  request: SetupRequest,
  options: CommandOptions,
): Promise<Answer> {
  const { id, scope, name, file, parts, machine } = request;
  const isRemoval = options["remove"] === true;
  // Loaded on demand: no other command needs these texts and editors.
  const { additions, removals } = await import("../setup/guidance/edits.ts");
  const guidance = (isRemoval ? removals : additions)({
    id,
    scope,
    machine,
    parts,
    server: name,
    script: commandLineScript(),
  });
  const location = file !== null && parts.includes("server") ? { id, scope, name, file } : null;
  const change = location === null ? null : await entryChange(context, location, { guidance, options });
  const inServerFile = guidance.filter((edit) => edit.file === location?.file);
  const others = guidance.filter((edit) => edit.file !== location?.file);
  const server = location === null || change === null ? [] : [entryEdit(location.file, change)];
  const plan = planOf([
    ...(isRemoval ? [...inServerFile, ...server] : [...server, ...inServerFile]),
    ...others,
  ]);
  const write = () => applyPlan(plan, scope === "user" ? machine.home : machine.project, Date.now());
  const applied = options["write"] === true ? withSnippet(change?.snippet ?? null, write) : null;
  const outcome = outcomeOf({ id, scope, file, entryChange: change, plan, applied });
  return {
    envelope: commandEnvelope("setup", outcome, 0),
    text: textOf(outcome, isRemoval),
    notes: [
      ...notesOf(outcome, { options, client: CLIENTS[id], left: change?.left ?? [] }),
      ...(isRemoval || !isInNpx()
        ? []
        : [`the client starts it through npx; ${INSTALL} starts faster, and adds the hook`]),
    ],
  };
}

interface EntryWork {
  readonly guidance: readonly FileEdit<Part>[];
  readonly options: CommandOptions;
}

/** The change of the server's entry: added first, and removed last, from a file with other parts. */
async function entryChange(
  context: CommandContext,
  location: EntryLocation,
  { guidance, options }: EntryWork,
): Promise<EntryChange> {
  if (options["remove"] !== true) return addition(context, location, options);
  const text = guidance
    .filter(({ file }) => file === location.file)
    .reduce<string | null>((rest, { edit }) => edit(rest), readConfiguration(location.file));
  return removal(context, location, options, text);
}

function entryEdit(file: string, { after, action, restoredFrom }: EntryChange): FileEdit<Part> {
  return {
    part: "server",
    file,
    edit: (text) => (action === "unchanged" ? text : after),
    isRepeatable: () => action === "unchanged" || action === "delete",
    restoredFrom,
  };
}

/** A hook runs after every call of a tool, and npx takes a second to start anything. */
function withoutSlowHook(parts: readonly Part[], options: CommandOptions): readonly Part[] {
  if (options["remove"] === true || !parts.includes("hook") || !isInNpx()) return parts;
  if (parts.length === 1)
    throw new CommandError("INVALID_ARGUMENTS", `a hook needs an installed satori: ${INSTALL}`);
  return parts.filter((part) => part !== "hook");
}

const INSTALL = "npm install --global satori-code";
const isInNpx = (): boolean => packageInNpx(commandLineScript()) !== null;

/** The program that hooks start: this one. */
function commandLineScript(): string {
  return join(
    dirname(createRequire(import.meta.url).resolve("@satori/cli/package.json")),
    "bin",
    "satori.js",
  );
}

/** The file cannot be edited: says what to paste, or to remove, by hand. */
function unchangedFile(
  { code, message, exitCode, details }: CommandError,
  { id, name, file }: EntryLocation,
): Answer {
  const { snippet = null } = details as { readonly snippet?: string };
  const entry = [...CLIENTS[id].table, name].join(".");
  const error = new CommandError(
    code,
    `${message}; the file was not changed${snippet === null ? ` (the entry to remove is ${entry})` : ""}`,
    exitCode,
    { ...details, table: CLIENTS[id].table.join(".") },
  );
  return {
    envelope: failureEnvelope(null, "setup", error),
    text: snippet === null ? "" : snippetText(CLIENTS[id], file, snippet),
  };
}

async function printLinks(
  context: CommandContext,
  { id, scope, name }: Omit<EntryLocation, "file">,
  options: CommandOptions,
): Promise<Answer> {
  const pointless = OF_ONE_CLIENT.find(
    ([, key]) => ["write", "remove"].includes(key) && options[key] !== undefined,
  );
  if (pointless !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", `--link changes no file: leave out ${pointless[0]}`);
  const { entry, left } = await chosenEntry(context, { id, scope }, options);
  const links = installLinks(id, name, entry);
  return {
    envelope: commandEnvelope("setup", { client: id, name, entry, links }, 0),
    text: linksText(links),
    notes: entryNotes({ scope, isLink: true }, { options, client: CLIENTS[id], left }),
  };
}

/** Letters at the start that are enough for a suggestion: no more than two clients share them. */
const NEAR_LETTERS = 3;

/** Suggests the clients whose names start the same way. */
function nearClients(id: string): string {
  const start = id.slice(0, NEAR_LETTERS);
  const near = CLIENT_IDS.filter((known) => start !== "" && known.startsWith(start));
  return near.length === 0 ? "" : ` (Did you mean ${near.join(" or ")}?)`;
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

function scopeOf(given: unknown): Scope {
  const scope = SCOPES.find((known) => known === (given ?? "user"));
  if (!scope)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `--scope is ${JSON.stringify(given)}, but must be one of ${SCOPES.join(", ")}`,
    );
  return scope;
}
