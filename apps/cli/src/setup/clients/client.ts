/** What `satori setup` has to know about an MCP client. Types only; the clients are in `clients.ts`. */

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

/** Files that a client reads, best first: the first existing one is edited, or the first is created. */
type Files = (machine: Machine) => readonly string[];

export interface Client {
  readonly title: string;
  readonly format: "json" | "toml";
  /** Path of keys to the table of servers. */
  readonly table: readonly string[];
  /** Key of a table inside that one. A file that has it stores its servers there. */
  readonly nestedTable?: string;
  /** Keys of an existing entry that users set and that are kept. */
  readonly keptKeys?: readonly string[];
  /** A client without a file for projects has `unsupported.project`. */
  readonly files: { readonly user: Files; readonly project?: Files };
  /** What the client does not support, each with what to do instead, as the end of a sentence. */
  readonly unsupported?: { readonly project?: string; readonly url?: string };
  readonly entry: (server: Server) => Entry;
  /**
   * Keys of an entry whose tools the model sees from the start, in a client that otherwise shows tools only
   * after the model has searched for them.
   */
  readonly alwaysLoad?: Entry;
  /** Its model reads the text of an answer, and no structured content: see `e2e/clients/agents.test.ts`. */
  readonly readsTextOnly?: true;
  /** What a URL entry needs in addition if the server requires a token; null if there are no URL entries. */
  readonly token: string | null;
  /** What the user has to do afterwards, in one line. */
  readonly afterwards: string;
  /** Where files and entries are documented: the page, and its date or the version that it describes. */
  readonly documentation: { readonly page: string; readonly asOf: string };
}
