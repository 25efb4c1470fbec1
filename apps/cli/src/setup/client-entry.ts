/** The change that adds the server to a client's configuration file, or removes it. Writes nothing. */
import type { CommandContext, CommandOptions } from "../command.ts";
import { CommandError } from "../failure.ts";
import { serverOf } from "./chosen-server.ts";
import type { Client, Entry, Scope } from "./clients/client.ts";
import { CLIENTS, type ClientId, entryFor } from "./clients/clients.ts";
import type { ConfigurationFormat } from "./files/edited.ts";
import { earlierText } from "./files/undo.ts";
import { readBackups, readConfiguration } from "./files/write-file.ts";

/** Where an entry belongs: the client, and its file. */
export interface EntryLocation {
  readonly id: ClientId;
  readonly scope: Scope;
  readonly name: string;
  readonly file: string;
}

export interface EntryChange {
  /** The file's text; null if there is no file. */
  readonly before: string | null;
  /** Null if the file is to be deleted, or not to be created. */
  readonly after: string | null;
  readonly action: "create" | "update" | "unchanged" | "delete";
  /** Null for an entry to remove. */
  readonly entry: Entry | null;
  /** The backup whose text `after` is; null if there is none. */
  readonly restoredFrom: string | null;
  readonly dropped: readonly string[];
  readonly left: readonly string[];
  /** The entry as text to paste; null for an entry to remove. */
  readonly snippet: string | null;
}

/** Options that choose what an entry says, with their keys among the parsed options. */
const CONTENT_OPTIONS = [
  ["--command", "command"],
  ["--url", "url"],
  ["--tools", "tools"],
  ["--answers", "answers"],
  ["--defer-tools", "deferTools"],
] as const;

/** The entry to add, and settings that it does not pass on. */
interface ChosenEntry {
  readonly entry: Entry;
  readonly kind: "command" | "url";
  readonly left: readonly string[];
}

/** Throws `CONFIG_INVALID` and `INVALID_ARGUMENTS`. */
export async function chosenEntry(
  context: CommandContext,
  { id, scope }: Pick<EntryLocation, "id" | "scope">,
  options: CommandOptions,
): Promise<ChosenEntry> {
  const { server, left } = await serverOf(context, scope, options);
  const entry = entryFor(CLIENTS[id], server, { defersTools: options["deferTools"] === true });
  return { entry, kind: server.kind, left };
}

/** The file with the entry. Throws `CLIENT_CONFIG_INVALID`, with the text to paste as `details.snippet`. */
export async function addition(
  context: CommandContext,
  location: EntryLocation,
  options: CommandOptions,
): Promise<EntryChange> {
  const { id, name, file } = location;
  const client = CLIENTS[id];
  const { entry, kind, left } = await chosenEntry(context, location, options);
  const format = await formatOf(client);
  const snippet = format.snippet([...client.table, name], entry);
  return withSnippet(snippet, () => {
    const before = readConfiguration(file);
    const unwantedKeys = options["deferTools"] === true ? Object.keys(client.alwaysLoad ?? {}) : [];
    const request = { ...requestOf(client, location), text: before, kind, entry, unwantedKeys };
    const { text: after, dropped } = format.edit(request);
    const action = before === null ? "create" : before === after ? "unchanged" : "update";
    return { before, after, action, entry, restoredFrom: null, dropped, left, snippet };
  });
}

/**
 * The file without the entry, as it was before the entry was added if that can be told. Throws
 * `CLIENT_CONFIG_INVALID` and `INVALID_ARGUMENTS`.
 *
 * @param before the text of the file, without other parts that setup has added since; null if there is none
 */
export async function removal(
  _: CommandContext,
  location: EntryLocation,
  options: CommandOptions,
  before: string | null,
): Promise<EntryChange> {
  const pointless = CONTENT_OPTIONS.find(([, key]) => options[key] !== undefined);
  if (pointless !== undefined)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `${pointless[0]} sets the content of an entry; --remove removes it whatever its content`,
    );
  const client = CLIENTS[location.id];
  const same = { before, entry: null, restoredFrom: null, dropped: [], left: [], snippet: null };
  if (before === null) return { ...same, after: null, action: "unchanged" };
  const format = await formatOf(client);
  const request = { ...requestOf(client, location), text: before };
  const after = format.remove(request);
  if (after === before) return { ...same, after, action: "unchanged" };
  const earlier = earlierText(request, format, readBackups(location.file));
  if (earlier.kind === "none") return { ...same, after: null, action: "delete" };
  return earlier.kind === "backup"
    ? { ...same, after: earlier.backup.text, action: "update", restoredFrom: earlier.backup.file }
    : { ...same, after, action: "update" };
}

/** Loaded on demand: no other command needs these parsers. */
async function formatOf({ format }: Client): Promise<ConfigurationFormat> {
  return format === "json"
    ? (await import("./files/edit-json.ts")).JSON_FORMAT
    : (await import("./files/edit-toml.ts")).TOML_FORMAT;
}

function requestOf({ table, nestedTable, keptKeys }: Client, { file, name }: EntryLocation) {
  return { file, table, name, nestedTable, keptKeys };
}

/** Adds the text to paste to an error about the file. */
export function withSnippet<Result>(snippet: string | null, change: () => Result): Result {
  try {
    return change();
  } catch (error) {
    if (snippet !== null && error instanceof CommandError && error.code === "CLIENT_CONFIG_INVALID")
      throw new CommandError(error.code, error.message, error.exitCode, { ...error.details, snippet });
    throw error;
  }
}
