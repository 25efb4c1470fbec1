/** The product's settings: in the environment, in the user's configuration file, and as flags. */
import { ANSWER_FORMS } from "./answer-forms.ts";
import { TOOL_SETS } from "./tools/index.ts";

export interface SettingContract {
  /**
   * `choice_list`: one or more choices, separated by commas. `url`: http or https, without user name and
   * password. `address`: like `url`, or only host and port. `decimal`: not negative. `switch`: see
   * `SWITCH_WORDS`.
   */
  readonly kind:
    | "choice"
    | "choice_list"
    | "integer"
    | "decimal"
    | "text"
    | "url"
    | "address"
    | "path"
    | "path_list"
    | "switch";
  readonly meaning: string;
  /** For `choice` and `choice_list`. */
  readonly choices?: readonly string[];
  /** For `integer`. */
  readonly minimum?: number;
  /** Default value as the user would write it; absent if there is none or if it depends on the platform. */
  readonly fallback?: string;
  /** Never shown or logged. */
  readonly isSecret?: true;
  /** Why the setting is not allowed in the configuration file; follows "since" in a message. */
  readonly outsideFile?: string;
}

/** Settings by environment variable. A `SATORI_…` variable that is not listed is an error at startup. */
export const SETTINGS = {
  SATORI_HOME: {
    kind: "path",
    outsideFile: "the file is in that folder",
    meaning:
      "Folder for all indexes and satori.config.json; cannot be set in that file. Default: the " +
      "platform's folder for application data.",
  },
  SATORI_STORE: {
    kind: "choice",
    choices: ["sqlite", "milvus"],
    fallback: "sqlite",
    meaning: "Where indexes are kept.",
  },
  SATORI_EMBEDDER: {
    kind: "choice",
    choices: ["static", "openai", "voyage", "gemini", "ollama", "none"],
    fallback: "static",
    meaning:
      "Turns text into vectors; `static` is built in and works offline, `none` searches by words only.",
  },
  SATORI_EMBEDDER_PRICE: {
    kind: "decimal",
    fallback: "0",
    meaning:
      "Price of a million tokens at the embedder's service, in any currency; `satori index " +
      "--estimate` then shows the cost of a run.",
  },
  SATORI_MAX_FILE_BYTES: {
    kind: "integer",
    minimum: 1_024,
    fallback: "1048576",
    meaning: "Larger files are not indexed.",
  },
  SATORI_FRESHNESS_MS: {
    kind: "integer",
    minimum: 0,
    fallback: "180000",
    meaning:
      "A server's search first syncs an index that was last compared with the disk longer ago than this.",
  },
  SATORI_REINDEX_READS: {
    kind: "choice",
    choices: ["block", "previous"],
    fallback: "block",
    meaning: "Whether tools answer from the previous run during a rebuild.",
  },
  SATORI_FIRST_READS: {
    kind: "choice",
    choices: ["gated", "staged"],
    fallback: "gated",
    meaning:
      "Whether `search_codebase` answers during the first run of a codebase, from words and symbols alone, " +
      "as soon as all files have been read (`staged`), or after the run. The default of commands is " +
      "`staged` if a service computes the vectors.",
  },
  SATORI_WATCH: { kind: "switch", fallback: "1", meaning: "Whether the server watches the file system." },
  SATORI_STANDALONE: {
    kind: "switch",
    fallback: "0",
    meaning:
      "Whether a server over stdio keeps an engine of its own, instead of sharing the local process with " +
      "other sessions. Always so if `CI` is set, and with `SATORI_WATCH=0`.",
  },
  SATORI_LOCAL_IDLE_MS: {
    kind: "integer",
    minimum: 0,
    fallback: "300000",
    meaning: "How long the local process stays without a session and without a run before it ends.",
  },
  SATORI_VALIDATE_OUTPUT: {
    kind: "switch",
    fallback: "0",
    meaning: "Validate every answer against its schema before sending it.",
  },
  SATORI_LOG_LEVEL: {
    kind: "choice",
    choices: ["debug", "info", "warn", "error", "silent"],
    fallback: "warn",
    meaning: "Minimum severity of log lines written to stderr.",
  },
  SATORI_LOG_FORMAT: {
    kind: "choice",
    choices: ["json", "text"],
    fallback: "json",
    meaning: "Format of log lines.",
  },
  SATORI_TOOLS: {
    kind: "choice_list",
    choices: TOOL_SETS,
    fallback: "core",
    meaning: "Tool sets that the server offers, separated by commas.",
  },
  SATORI_ANSWERS: {
    kind: "choice",
    choices: ANSWER_FORMS,
    fallback: "both",
    meaning:
      "Form of a server's answers. `both`: envelopes as structured content and as JSON text; " +
      "`structured`: as structured content, with one line of text; `text`: compact text, without " +
      "structured content and output schemas.",
  },
  SATORI_ALLOWED_ROOTS: {
    kind: "path_list",
    meaning:
      "Folders that the server may serve, separated as in PATH. Over HTTP they are required, and " +
      "only they are served; over stdio they are served in addition.",
  },
  SATORI_HTTP_TOKEN: {
    kind: "text",
    isSecret: true,
    meaning:
      "Bearer token that HTTP clients must send; required unless the server listens on a loopback address.",
  },
  SATORI_ALLOWED_HOSTS: {
    kind: "text",
    meaning:
      "Additional host names that HTTP clients may use for the server, besides its address and the " +
      "loopback names; separated by commas, without ports.",
  },
  SATORI_ALLOWED_ORIGINS: {
    kind: "text",
    meaning:
      "Additional origins of web pages that may call the server over HTTP; separated by commas, such " +
      "as `https://tools.example`.",
  },
  SATORI_CACHE_BYTES: {
    kind: "integer",
    minimum: 0,
    fallback: "1073741824",
    meaning: "Maximum size of the cache of remote embeddings; 0 disables it.",
  },
  SATORI_MILVUS_LAYOUT: {
    kind: "choice",
    choices: ["collection", "shared"],
    fallback: "collection",
    meaning: "One Milvus collection per codebase, or one for all, for plans with few collections.",
  },
  SATORI_RERANKER: {
    kind: "choice",
    choices: ["none", "voyage", "cohere", "jina"],
    fallback: "none",
    meaning:
      "Service that reorders the best results by comparing them with the question; its own API or a " +
      "compatible one.",
  },
  SATORI_RERANKER_MODEL: {
    kind: "text",
    meaning: "Its model. Default: `rerank-2.5`, `rerank-v3.5` or `jina-reranker-v2-base-multilingual`.",
  },
  SATORI_RERANKER_URL: {
    kind: "url",
    meaning:
      "Its base URL, to which `/rerank` is added. Default: `https://api.voyageai.com/v1`, " +
      "`https://api.cohere.com/v2` or `https://api.jina.ai/v1`.",
  },
  SEARCH_MAX_CANDIDATES: {
    kind: "integer",
    minimum: 10,
    fallback: "300",
    meaning: "Maximum number of chunks a search takes from the lexical index.",
  },
  READ_FILE_MAX_LINES: {
    kind: "integer",
    minimum: 1,
    fallback: "1000",
    meaning:
      "Maximum lines in a read_file answer; its size limit is 60 bytes per line, but at least 60,000 " +
      "bytes.",
  },
  SATORI_SEARCH_DEADLINE_MS: {
    kind: "integer",
    minimum: 1,
    fallback: "10000",
    meaning:
      "Deadline for search_codebase, semantic_search and smart_search, in milliseconds, not counting " +
      "the sync before the search.",
  },
  SATORI_CALL_GRAPH_DEADLINE_MS: {
    kind: "integer",
    minimum: 1,
    fallback: "10000",
    meaning: "Deadline for call_graph, in milliseconds.",
  },
  SATORI_REVIEW_DEADLINE_MS: {
    kind: "integer",
    minimum: 1,
    fallback: "30000",
    meaning: "Deadline for the tools of the set review, in milliseconds.",
  },
  SATORI_TEXT_SEARCH_DEADLINE_MS: {
    kind: "integer",
    minimum: 1,
    fallback: "20000",
    meaning: "Deadline for search_text and workspace_search, in milliseconds.",
  },
  SATORI_ANSWER_DEADLINE_MS: {
    kind: "integer",
    minimum: 1,
    fallback: "10000",
    meaning: "Deadline for all other tools, in milliseconds; for manage_index, only for `status`.",
  },
  SESSION_MAX_AGE_SECONDS: {
    kind: "integer",
    minimum: 1,
    fallback: "3600",
    meaning: "Sessions end after this time without use.",
  },
  DOCS_ROOT: {
    kind: "path",
    meaning: "Docs root of the workspace tools; required by a server that offers them.",
  },
  CODE_ROOT: { kind: "path", meaning: "Code root of the workspace tools; required likewise." },
  OPENAI_API_KEY: {
    kind: "text",
    isSecret: true,
    meaning: "Key for an OpenAI-compatible embedder; self-hosted servers often need none.",
  },
  OPENAI_BASE_URL: {
    kind: "url",
    fallback: "https://api.openai.com/v1",
    meaning: "Its base URL, to which `/embeddings` is added.",
  },
  OPENAI_MODEL: {
    kind: "text",
    fallback: "text-embedding-3-small",
    meaning: "Its model. Changing an embedder's model requires a reindex.",
  },
  VOYAGE_API_KEY: {
    kind: "text",
    isSecret: true,
    meaning: "Key for Voyage, as an embedder and as a reranker.",
  },
  VOYAGE_MODEL: { kind: "text", fallback: "voyage-code-3", meaning: "Its model." },
  GEMINI_API_KEY: { kind: "text", isSecret: true, meaning: "Key for Gemini." },
  GEMINI_MODEL: { kind: "text", fallback: "gemini-embedding-001", meaning: "Its model." },
  OLLAMA_HOST: {
    kind: "address",
    fallback: "127.0.0.1:11434",
    meaning: "Address of Ollama, in Ollama's own format.",
  },
  OLLAMA_MODEL: { kind: "text", fallback: "nomic-embed-text", meaning: "Its model." },
  MILVUS_ADDRESS: {
    kind: "address",
    fallback: "127.0.0.1:19530",
    meaning:
      "Address of Milvus, or the public endpoint of a Zilliz Cloud cluster, `https://…`, which uses TLS.",
  },
  MILVUS_TOKEN: {
    kind: "text",
    isSecret: true,
    meaning: "Its token: an API key of Zilliz Cloud, or `user:password`.",
  },
  MILVUS_DATABASE: { kind: "text", meaning: "Its database. Default: the server's." },
  COHERE_API_KEY: {
    kind: "text",
    isSecret: true,
    meaning: "Key for Cohere; self-hosted compatible servers often need none.",
  },
  JINA_API_KEY: {
    kind: "text",
    isSecret: true,
    meaning: "Key for Jina; self-hosted compatible servers often need none.",
  },
} as const satisfies Record<string, SettingContract>;

export type SettingName = keyof typeof SETTINGS;
/** Where indexes are kept. */
export type StoreName = (typeof SETTINGS.SATORI_STORE.choices)[number];

/** Prefixes of variables for tests and benchmarks, which are not checked. */
export const FREE_PREFIXES = ["SATORI_TEST_", "SATORI_BENCH_"] as const;

/** Configuration file in `SATORI_HOME`: an object with the same names, except settings with `outsideFile`. */
export const CONFIG_FILE = "satori.config.json";

/**
 * Why the configuration file may not contain a name; null if it may. The text follows the name and its
 * location in a message.
 */
export function fileNameProblem(name: string): string | null {
  if (!isSettingName(name)) return "is not a setting";
  const { outsideFile }: SettingContract = SETTINGS[name];
  return outsideFile === undefined ? null : `can only be set in the environment, since ${outsideFile}`;
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/**
 * Why a text is not a valid `choice` or `choice_list`; null if it is, or if the setting is of another kind.
 * The text follows the setting's name in a message.
 */
export function choiceProblem({ kind, choices = [] }: SettingContract, text: string): string | null {
  if (kind === "choice" && !choices.includes(text))
    return `is "${text}", but must be one of ${choices.join(", ")}`;
  if (kind === "choice_list" && choicesIn(text, choices) === null)
    return `is "${text}", but must be a list of ${choices.join(", ")}, separated by commas`;
  return null;
}

/** Words for the two states of a `switch`, in lower case; values may use either case. */
export const SWITCH_WORDS = { on: ["1", "true", "on", "yes"], off: ["0", "false", "off", "no"] } as const;

/** State that a text stands for as a value of a `switch`; null if it is not one of the words. */
export function switchState(text: string): "on" | "off" | null {
  const word = text.trim().toLowerCase();
  const says = (words: readonly string[]): boolean => words.includes(word);
  return says(SWITCH_WORDS.on) ? "on" : says(SWITCH_WORDS.off) ? "off" : null;
}

/** Choices in a comma-separated list, in its order; null if the list is empty or has another name. */
export function choicesIn<Choice extends string>(
  list: string,
  choices: readonly Choice[],
): readonly Choice[] | null {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const chosen = names.flatMap((name) => choices.filter((choice) => choice === name));
  return names.length > 0 && chosen.length === names.length ? chosen : null;
}
