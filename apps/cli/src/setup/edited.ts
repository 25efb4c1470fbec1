/** What an edit of a client's configuration comes to. */
import { CommandError, EXIT } from "../failure.ts";
import type { Server } from "./clients.ts";

export interface EditRequest {
  /** Of the file; null where there is none. */
  readonly text: string | null;
  /** For messages. */
  readonly file: string;
  /** Keys that lead to the table of servers. */
  readonly table: readonly string[];
  /** The server's in it: letters, digits, `_` and `-`. */
  readonly name: string;
  /** How the entry says that the server is reached. */
  readonly kind: Server["kind"];
  readonly entry: Readonly<Record<string, unknown>>;
  /**
   * Of a table inside the one of servers: where it is there, the servers are in it. Files of TOML have none.
   */
  readonly nestedTable?: string | undefined;
  /** Keys of the entry that stay as they are in one that is there already. Files of TOML have none. */
  readonly keptKeys?: readonly string[] | undefined;
}

/** What is needed to find an entry that is to go. */
export type RemovalRequest = Pick<EditRequest, "file" | "table" | "name" | "nestedTable" | "keptKeys"> & {
  readonly text: string;
};

export interface Edited {
  /** What it was before, where the entry is there already. */
  readonly text: string;
  /** Keys that went because they are for servers that are reached the other way, in alphabetical order. */
  readonly dropped: readonly string[];
}

/** Keys of an entry that say how a server is reached. */
export const OWN_KEYS: readonly string[] = ["type", "command", "args", "url", "httpUrl"];

/**
 * What people set besides for servers of one kind, in any client. Beside an entry of the other kind Codex and
 * opencode refuse it, others do nothing with it.
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
 * Of an entry that is there already, the keys that go: of the address, where the new one is without, and of
 * the other kind. All others stay.
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

/**
 * Does an edit. A file that nests deeper than its parser can follow is refused as one that cannot be parsed.
 */
export function withinDepth<Result>(file: string, edit: () => Result): Result {
  try {
    return edit();
  } catch (error) {
    // As V8 says that the stack is used up.
    if (error instanceof RangeError) throw unusable(file, "nests too deep to be edited");
    throw error;
  }
}
