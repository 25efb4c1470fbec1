/** The change that adds the server to a client's configuration file, or removes it. Writes nothing. */
import type { CommandContext, CommandOptions } from "../command.ts";
import { CommandError } from "../failure.ts";
import { serverOf } from "./chosen-server.ts";
import { CLIENTS, type ClientId, type Entry, type Scope } from "./clients.ts";
import { readConfiguration } from "./write-file.ts";

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
  readonly after: string;
  readonly action: "create" | "update" | "unchanged";
  /** Null for an entry to remove. */
  readonly entry: Entry | null;
  readonly dropped: readonly string[];
  readonly left: readonly string[];
}

/** The file with the entry. Throws `CLIENT_CONFIG_INVALID`, `CONFIG_INVALID` and `INVALID_ARGUMENTS`. */
export async function addition(
  context: CommandContext,
  { id, scope, name, file }: EntryLocation,
  options: CommandOptions,
): Promise<EntryChange> {
  const { format, table, nestedTable, keptKeys, entry: entryOf } = CLIENTS[id];
  const { server, left } = await serverOf(context, scope, options);
  const entry = entryOf(server);
  const before = readConfiguration(file);
  // Loaded on demand: no other command needs these parsers.
  const edit =
    format === "json" ? (await import("./edit-json.ts")).editJson : (await import("./edit-toml.ts")).editToml;
  const { text: after, dropped } = edit({
    text: before,
    file,
    table,
    nestedTable,
    keptKeys,
    name,
    kind: server.kind,
    entry,
  });
  return {
    before,
    after,
    action: before === null ? "create" : before === after ? "unchanged" : "update",
    entry,
    dropped,
    left,
  };
}

/** The file without the entry. Throws `CLIENT_CONFIG_INVALID` and `INVALID_ARGUMENTS`. */
export async function removal(
  _: CommandContext,
  { id, name, file }: EntryLocation,
  options: CommandOptions,
): Promise<EntryChange> {
  const pointless = ["command", "url", "tools"].find((option) => options[option] !== undefined);
  if (pointless !== undefined)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `--${pointless} sets the content of an entry; --remove removes it whatever its content`,
    );
  const { format, table, nestedTable, keptKeys } = CLIENTS[id];
  const before = readConfiguration(file);
  const remove =
    format === "json"
      ? (await import("./edit-json.ts")).removeFromJson
      : (await import("./edit-toml.ts")).removeFromToml;
  const after = before === null ? "" : remove({ text: before, file, table, name, nestedTable, keptKeys });
  return {
    before,
    after,
    action: (before ?? "") === after ? "unchanged" : "update",
    entry: null,
    dropped: [],
    left: [],
  };
}
