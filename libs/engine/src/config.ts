/**
 * The configuration of an engine: read once, validated, frozen. Precedence, strongest first: flags,
 * environment, the user's file, defaults.
 */
import { delimiter, resolve } from "node:path";
import {
  type AnswerForm,
  CONFIG_FILE,
  DEADLINE_SETTINGS,
  type DeadlineSetting,
  type Repo,
  SETTINGS,
  type SettingContract,
  type SettingName,
  type StoreName,
  TOOL_SETS,
  type ToolSet,
  choicesIn,
  switchState,
} from "@satori/contracts";
import { homeOf, settingPath } from "./codebase/home/home.ts";
import { Secret } from "./secret.ts";
import { readConfigFile, requireSetting, requireOfFile, requireValid, withScheme } from "./settings.ts";

export { settingPath } from "./codebase/home/home.ts";
// Re-exported here because it also reads settings: a server with the workspace tools checks their roots
// before it starts.
export { openWorkspaceRoots } from "./workspace/roots.ts";

export type EmbedderName = (typeof SETTINGS.SATORI_EMBEDDER.choices)[number];
/** Embedders that are services, with a selectable model. */
export type RemoteEmbedderName = Exclude<EmbedderName, "static" | "none">;

/** Whether a service computes the vectors. */
export function isRemoteEmbedder(name: EmbedderName): name is RemoteEmbedderName {
  return name !== "static" && name !== "none";
}
export type RerankerName = Exclude<(typeof SETTINGS.SATORI_RERANKER.choices)[number], "none">;
export type LogLevel = (typeof SETTINGS.SATORI_LOG_LEVEL.choices)[number];
export type LogFormat = (typeof SETTINGS.SATORI_LOG_FORMAT.choices)[number];

export interface EngineConfig {
  /** Absolute. */
  readonly home: string;
  readonly embedder: EmbedderName;
  /** Model of each embedder that lets the user choose one, whether that embedder is in use or not. */
  readonly models: Readonly<Record<RemoteEmbedderName, string>>;
  /** API key of each service that takes one; null if none is configured. */
  readonly keys: Readonly<Record<Exclude<RemoteEmbedderName, "ollama"> | RerankerName, Secret | null>>;
  /** Base URL of each service whose address can be configured: http or https, without a trailing slash. */
  readonly urls: Readonly<Record<"openai" | "ollama", string>>;
  /** Price of a million tokens; 0 if unknown. */
  readonly embedderPrice: number;
  /**
   * Reranker of the best results; null for none. `model` and `url` are null for the service's defaults; `url`
   * has no trailing slash.
   */
  readonly reranker: {
    readonly name: RerankerName;
    readonly model: string | null;
    readonly url: string | null;
  } | null;
  readonly store: StoreName;
  /** Where indexes are stored with `store: "milvus"`. A null `database` is the server's default. */
  readonly milvus: {
    readonly address: string;
    readonly token: Secret | null;
    readonly database: string | null;
    readonly layout: (typeof SETTINGS.SATORI_MILVUS_LAYOUT.choices)[number];
  };
  /** Maximum size of the embedding cache, in bytes; 0 turns it off. */
  readonly cacheBytes: number;
  /** Larger files are not indexed; in bytes. */
  readonly maxFileBytes: number;
  /** Age beyond which a search syncs first, in milliseconds. */
  readonly freshnessMs: number;
  /** `always`: every search compares the index with the disk, as one-shot processes do. */
  readonly freshnessPolicy: "always" | "by_age";
  /** Whether a long-running process watches the file system. */
  readonly watch: boolean;
  /** Whether a server over stdio has an engine of its own, instead of sharing a local process. */
  readonly standalone: boolean;
  /** How long a local process stays without a session and without a run, in milliseconds. */
  readonly localIdleMs: number;
  /** What readers get during a rebuild: `not_ready`, or answers from the previous run. */
  readonly reindexReads: (typeof SETTINGS.SATORI_REINDEX_READS.choices)[number];
  /** Whether a search answers during a first run, once everything but vectors is stored. */
  readonly firstReads: (typeof SETTINGS.SATORI_FIRST_READS.choices)[number];
  readonly readFileMaxLines: number;
  /** Time limits of answers in milliseconds, by setting. */
  readonly deadlinesMs: Readonly<Record<DeadlineSetting, number>>;
  readonly maxCandidates: number;
  readonly validateOutput: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** A session ends after this time without use; in milliseconds. */
  readonly sessionMaxAgeMs: number;
  /** Tool sets that a server offers. */
  readonly toolSets: readonly ToolSet[];
  /** Form of a server's answers. */
  readonly answers: AnswerForm;
  /**
   * Absolute folders of the workspace tools; null if not configured. Not checked here: `openWorkspaceRoots`
   * reports folders that cannot be used.
   */
  readonly workspaceRoots: Readonly<Record<Repo, string | null>>;
  /**
   * Absolute folders that a server may serve besides tracked codebases. Over HTTP, nothing else is served.
   */
  readonly allowedRoots: readonly string[];
  readonly http: HttpConfig;
}

/** What an HTTP server requires of its clients. */
export interface HttpConfig {
  /** Null if clients need no token. */
  readonly token: Secret | null;
  /** Host names of the server, in lower case, and allowed origins of web pages, besides the server's own. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

export interface ConfigSources {
  /** Values of flags, by setting name. */
  readonly flags?: Partial<Record<SettingName, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values of the user's file. Default: the file is read. */
  readonly fileValues?: Readonly<Record<string, string>>;
  readonly freshnessPolicy: EngineConfig["freshnessPolicy"];
}

/** Reads the user's file: values by setting name. Throws `CONFIG_INVALID`. */
export function fileValuesOf(
  environment: ConfigSources["environment"],
  flags: NonNullable<ConfigSources["flags"]>,
): Readonly<Record<string, string>> {
  return readConfigFile(resolve(homeOf(environment, flags.SATORI_HOME), CONFIG_FILE));
}

/**
 * Reads and validates the configuration. Throws `CONFIG_INVALID` with the setting, its value and the valid
 * values.
 */
export function readConfig({
  flags = {},
  environment,
  freshnessPolicy,
  fileValues,
}: ConfigSources): EngineConfig {
  for (const name of Object.keys(environment)) requireSetting(name, "the environment");
  const home = homeOf(environment, flags.SATORI_HOME);
  const file = fileValues ?? fileValuesOf(environment, flags);
  for (const name of Object.keys(file)) requireOfFile(name);
  // Shells unset a variable by making it empty.
  const given = (name: SettingName): string | undefined =>
    flags[name] ?? (environment[name] || undefined) ?? file[name];
  const value: ReadSetting = (name) => {
    const setting: SettingContract = SETTINGS[name];
    const text = given(name) ?? setting.fallback ?? "";
    requireValid(name, setting, text);
    return text;
  };
  const services = servicesOf(value);
  // A command that indexes a codebase for its first question should not wait for a service's vectors. Those
  // of the built-in embedder take a twentieth of a run: better to wait for the final answer.
  const isStaged =
    given("SATORI_FIRST_READS") === undefined && freshnessPolicy === "always"
      ? isRemoteEmbedder(services.embedder)
      : value("SATORI_FIRST_READS") === "staged";
  return Object.freeze({
    home,
    ...services,
    cacheBytes: Number(value("SATORI_CACHE_BYTES")),
    maxFileBytes: Number(value("SATORI_MAX_FILE_BYTES")),
    freshnessMs: Number(value("SATORI_FRESHNESS_MS")),
    freshnessPolicy,
    watch: switchState(value("SATORI_WATCH")) === "on",
    standalone: switchState(value("SATORI_STANDALONE")) === "on",
    localIdleMs: Number(value("SATORI_LOCAL_IDLE_MS")),
    reindexReads: value("SATORI_REINDEX_READS") as EngineConfig["reindexReads"],
    firstReads: isStaged ? "staged" : "gated",
    readFileMaxLines: Number(value("READ_FILE_MAX_LINES")),
    deadlinesMs: deadlinesOf(value),
    maxCandidates: Number(value("SEARCH_MAX_CANDIDATES")),
    validateOutput: switchState(value("SATORI_VALIDATE_OUTPUT")) === "on",
    logLevel: value("SATORI_LOG_LEVEL") as LogLevel,
    logFormat: value("SATORI_LOG_FORMAT") as LogFormat,
    sessionMaxAgeMs: Number(value("SESSION_MAX_AGE_SECONDS")) * 1_000,
    toolSets: choicesIn(value("SATORI_TOOLS"), TOOL_SETS) ?? [],
    answers: value("SATORI_ANSWERS") as AnswerForm,
    workspaceRoots: { docs: pathOf(value("DOCS_ROOT")), code: pathOf(value("CODE_ROOT")) },
    allowedRoots: value("SATORI_ALLOWED_ROOTS")
      .split(delimiter)
      .filter((path) => path !== "")
      .map(settingPath),
    http: {
      token: secretOf(value("SATORI_HTTP_TOKEN")),
      hosts: listOf(value("SATORI_ALLOWED_HOSTS")),
      origins: listOf(value("SATORI_ALLOWED_ORIGINS")),
    },
  });
}

/** Reads the validated value of a setting. Throws `CONFIG_INVALID`. */
type ReadSetting = (name: SettingName) => string;

/** The services that compute vectors, rerank results and store indexes. */
function servicesOf(
  value: ReadSetting,
): Pick<
  EngineConfig,
  "embedder" | "models" | "keys" | "urls" | "reranker" | "embedderPrice" | "store" | "milvus"
> {
  // `requireValid` has checked the choices.
  const embedder = value("SATORI_EMBEDDER") as EmbedderName;
  // Other programs use some of these variable names too. A value is validated only if its service is in use.
  const reranker = value("SATORI_RERANKER") as RerankerName | "none";
  const ofService = (service: RemoteEmbedderName | RerankerName, name: SettingName): string =>
    service === embedder || service === reranker
      ? value(name)
      : ((SETTINGS[name] as SettingContract).fallback ?? "");
  const store = value("SATORI_STORE") as StoreName;
  const ofMilvus = (name: SettingName): string =>
    store === "milvus" ? value(name) : ((SETTINGS[name] as SettingContract).fallback ?? "");
  const ownReranker = {
    model: value("SATORI_RERANKER_MODEL").trim() || null,
    url: withoutEndSlash(value("SATORI_RERANKER_URL")) || null,
  };
  return {
    embedder,
    models: {
      openai: value("OPENAI_MODEL"),
      voyage: value("VOYAGE_MODEL"),
      gemini: value("GEMINI_MODEL"),
      ollama: value("OLLAMA_MODEL"),
    },
    keys: {
      openai: secretOf(ofService("openai", "OPENAI_API_KEY")),
      voyage: secretOf(ofService("voyage", "VOYAGE_API_KEY")),
      gemini: secretOf(ofService("gemini", "GEMINI_API_KEY")),
      cohere: secretOf(ofService("cohere", "COHERE_API_KEY")),
      jina: secretOf(ofService("jina", "JINA_API_KEY")),
    },
    urls: {
      openai: withoutEndSlash(ofService("openai", "OPENAI_BASE_URL")),
      ollama: ollamaUrl(ofService("ollama", "OLLAMA_HOST")),
    },
    reranker: reranker === "none" ? null : { name: reranker, ...ownReranker },
    embedderPrice: Number(value("SATORI_EMBEDDER_PRICE")),
    store,
    milvus: {
      address: ofMilvus("MILVUS_ADDRESS"),
      token: secretOf(ofMilvus("MILVUS_TOKEN")),
      database: ofMilvus("MILVUS_DATABASE") || null,
      layout: value("SATORI_MILVUS_LAYOUT") as EngineConfig["milvus"]["layout"],
    },
  };
}

function deadlinesOf(value: ReadSetting): EngineConfig["deadlinesMs"] {
  const named = Object.values(DEADLINE_SETTINGS).map((name) => [name, Number(value(name))] as const);
  // Object.fromEntries loses the key type.
  return Object.fromEntries(named) as EngineConfig["deadlinesMs"];
}

function pathOf(text: string): string | null {
  return text === "" ? null : settingPath(text);
}

function secretOf(text: string): Secret | null {
  return text.trim() === "" ? null : new Secret(text.trim());
}

/** Splits a comma-separated list. Host names and origins are case-insensitive. */
function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "");
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/**
 * URL of Ollama. A server that listens on all interfaces is reached on this machine; without a scheme, the
 * default port is Ollama's.
 */
function ollamaUrl(host: string): string {
  const url = new URL(withScheme(host));
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  // The URL parser drops port 80, even if the user wrote it.
  if (!host.includes("://") && url.port === "" && !/:80(\/|$)/.test(host)) url.port = "11434";
  return withoutEndSlash(url.href);
}
