/** Requests and results of edits of a client's configuration. */
import { CommandError, EXIT } from "../failure.ts";
import type { Server } from "./clients.ts";

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
}

/** Identifies an entry to remove. */
export type RemovalRequest = Pick<EditRequest, "file" | "table" | "name" | "nestedTable" | "keptKeys"> & {
  readonly text: string;
};

export interface Edited {
  /** The new text; the old one if the entry exists already. */
  readonly text: string;
  /** Keys that were removed because they only apply to the other kind of server, in alphabetical order. */
  readonly dropped: readonly string[];
}

/** Keys of an entry that say how a server is reached. */
export const OWN_KEYS: readonly string[] = ["type", "command", "args", "url", "httpUrl"];

/**
 * Further keys for servers of one kind, in any client. In an entry of the other kind, Codex and opencode
 * reject them, and other clients ignore them.
 */
const KEYS_OF: Readonly<Record<Server["kind"], readonly string[]>> = {
  command: ["cwd", "env", "envFile", "env_vars", "environment"],
  url: [
    "auth",
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
 * them, and those of the other kind. All others are kept.
 */
export function staleKeys(
  { kind, entry }: Pick<EditRequest, "kind" | "entry">,
  present: Readonly<Record<string, unknown>>,
): { readonly all: readonly string[]; readonly dropped: readonly string[] } {
  const dropped = KEYS_OF[kind === "command" ? "url" : "command"].filter((key) => key in present);
  return { all: [...OWN_KEYS.filter((key) => key in present && !(key in entry)), ...dropped], dropped };
}

export function unusable(file: string, reason: string): CommandError {
  return new CommandError("CLIENT_CONFIG_INVALID", `${file} ${reason}`, EXIT.notOk, { file });
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
