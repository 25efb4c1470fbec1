/** What an edit of a client's configuration comes to. */
import { CommandError, EXIT } from "../failure.ts";

export interface EditRequest {
  /** Of the file; null where there is none. */
  readonly text: string | null;
  /** For messages. */
  readonly file: string;
  /** Keys that lead to the table of servers. */
  readonly table: readonly string[];
  /** The server's in it: letters, digits, `_` and `-`. */
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
  /** Of a table inside the one of servers: where it is there, the servers are in it. Files of TOML have none. */
  readonly nestedTable?: string | undefined;
  /** Keys of the entry that stay as they are in one that is there already. Files of TOML have none. */
  readonly keptKeys?: readonly string[] | undefined;
}

/** Keys of an entry that say how a server is reached. Of an entry that is there already, all others stay. */
export const OWN_KEYS = ["type", "command", "args", "url", "httpUrl"] as const;

export function unusable(file: string, reason: string): CommandError {
  return new CommandError("CLIENT_CONFIG_INVALID", `${file} ${reason}`, EXIT.notOk, { file });
}
