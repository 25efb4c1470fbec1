/** Requests and results of edits of a client's configuration. */
import { CommandError, EXIT } from "../../failure.ts";
import type { Server } from "../clients/client.ts";

export interface EditRequest {
  /** Text of the file; null if it does not exist. */
  readonly text: string | null;
  /** For messages. */
  readonly file: string;
  /** Path of keys to the table of servers. */
  readonly table: readonly string[];
  /** Key of the server in that table: letters, digits, `_` and `-`. */
  readonly name: string;
  /** How the entry reaches the server. */
  readonly kind: Server["kind"];
  readonly entry: Readonly<Record<string, unknown>>;
  /** Key of a table inside the table of servers. If a file has it, its servers are in there. JSON only. */
  readonly nestedTable?: string | undefined;
  /** Keys that are kept unchanged in an existing entry. JSON only. */
  readonly keptKeys?: readonly string[] | undefined;
  /** Keys to remove from an existing entry. */
  readonly unwantedKeys?: readonly string[] | undefined;
}

/** Identifies the entry in a file that has it. */
export type EntryRequest = Pick<EditRequest, "file" | "table" | "name" | "nestedTable" | "keptKeys"> & {
  readonly text: string;
};

export interface Edited {
  /** The new text; the old one if the entry exists already. */
  readonly text: string;
  /** Keys that were removed because they only apply to the other kind of server, in alphabetical order. */
  readonly dropped: readonly string[];
}

/** What a format of configuration files can do. Everything but `snippet` throws `CLIENT_CONFIG_INVALID`. */
export interface ConfigurationFormat {
  /** Adds the entry, or changes the existing one. */
  edit(request: EditRequest): Edited;
  /** The text without the entry; unchanged if it has none. */
  remove(request: EntryRequest): string;
  /** The entry; null if there is none. */
  entryIn(request: EntryRequest): Readonly<Record<string, unknown>> | null;
  /** A file that has only this entry, at a path of keys. */
  snippet(path: readonly string[], entry: Readonly<Record<string, unknown>>): string;
}

/** Keys of an entry that say how a server is reached. */
export const OWN_KEYS: readonly string[] = ["type", "command", "args", "url", "httpUrl", "serverUrl"];

/**
 * Further keys for servers of one kind, in any client. In an entry of the other kind, Codex and opencode
 * reject them, and other clients ignore them.
 */
const KEYS_OF: Readonly<Record<Server["kind"], readonly string[]>> = {
  command: ["cwd", "env", "envFile", "env_vars", "environment"],
  url: [
    "auth",
    "authProviderType",
    "bearer_token",
    "bearer_token_env_var",
    "env_http_headers",
    "headers",
    "headersHelper",
    "http_headers",
    "http_headers_helper",
    "oauth",
    "oauth_resource",
  ],
};

/**
 * The keys to remove from an existing entry: those that say how the server is reached, if the new entry lacks
 * them, those of the other kind, and unwanted ones. All others are kept.
 */
export function staleKeys(
  { kind, entry, unwantedKeys = [] }: Pick<EditRequest, "kind" | "entry" | "unwantedKeys">,
  present: Readonly<Record<string, unknown>>,
): { readonly all: readonly string[]; readonly dropped: readonly string[] } {
  const dropped = KEYS_OF[kind === "command" ? "url" : "command"].filter((key) => key in present);
  const own = [...OWN_KEYS, ...unwantedKeys].filter((key) => key in present && !(key in entry));
  return { all: [...own, ...dropped], dropped };
}

/** A place in a text, from 1; columns count UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column?: number | undefined;
}

export function positionAt(text: string, offset: number): TextPosition {
  return {
    line: text.slice(0, offset).split("\n").length,
    column: offset - text.lastIndexOf("\n", offset - 1),
  };
}

/** The error for a file that cannot be edited: nothing is written, so what is wrong is the call. */
export function unusable(file: string, reason: string, position?: TextPosition): CommandError {
  const place = [position?.line, position?.column].filter((number) => number !== undefined);
  return new CommandError("CLIENT_CONFIG_INVALID", `${[file, ...place].join(":")} ${reason}`, EXIT.usage, {
    file,
    ...position,
  });
}

/** Runs an edit. Rejects a file that nests too deep for its parser like one that cannot be parsed. */
export function withinDepth<Result>(file: string, edit: () => Result): Result {
  try {
    return edit();
  } catch (error) {
    // V8 reports a stack overflow as a RangeError.
    if (error instanceof RangeError) throw unusable(file, "is nested too deep to edit");
    throw error;
  }
}
