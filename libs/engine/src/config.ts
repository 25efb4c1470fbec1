/**
 * The configuration of an engine: read once, validated, frozen. Flags win over the environment, the
 * environment over the user's file, the file over defaults.
 */
import { delimiter, resolve } from "node:path";
import {
  CONFIG_FILE,
  DEADLINE_SETTINGS,
  type DeadlineSetting,
  type Repo,
  SETTINGS,
  type SettingContract,
  type SettingName,
  TOOL_SETS,
  type ToolSet,
  choicesIn,
  switchState,
} from "@satori/contracts";
import { homeOf, settingPath } from "./codebase/home/home.ts";
import { Secret } from "./secret.ts";
import { readConfigFile, requireSetting, requireOfFile, requireValid, withScheme } from "./settings.ts";

export { settingPath } from "./codebase/home/home.ts";
// Kept here, since it reads settings as well: a server that offers the workspace tools looks at them before
// it starts.
export { openWorkspaceRoots } from "./workspace/roots.ts";

export type EmbedderName = (typeof SETTINGS.SATORI_EMBEDDER.choices)[number];
/** Those that a service computes, with a model to choose. */
export type RemoteEmbedderName = Exclude<EmbedderName, "static" | "none">;
export type RerankerName = Exclude<(typeof SETTINGS.SATORI_RERANKER.choices)[number], "none">;
export type StoreName = (typeof SETTINGS.SATORI_STORE.choices)[number];
export type LogLevel = (typeof SETTINGS.SATORI_LOG_LEVEL.choices)[number];
export type LogFormat = (typeof SETTINGS.SATORI_LOG_FORMAT.choices)[number];

export interface EngineConfig {
  /** Absolute. */
  readonly home: string;
  readonly embedder: EmbedderName;
  /** Of each embedder that has one to choose, whether it is in use or not. */
  readonly models: Readonly<Record<RemoteEmbedderName, string>>;
  /** Of each service that takes one; null where none is given. */
  readonly keys: Readonly<Record<Exclude<RemoteEmbedderName, "ollama"> | RerankerName, Secret | null>>;
  /** Of each service whose address can be chosen: an http or https URL without a slash at its end. */
  readonly urls: Readonly<Record<"openai" | "ollama", string>>;
  /** Of a million tokens of the embedder; 0 where it is not known. */
  readonly embedderPrice: number;
  /**
   * What re-orders the best results; null for nothing. Model and URL, which ends without a slash, are null
   * where they are its own.
   */
  readonly reranker: {
    readonly name: RerankerName;
    readonly model: string | null;
    readonly url: string | null;
  } | null;
  readonly store: StoreName;
  /** Where indexes lie with `store: "milvus"`. The database is null for the server's default. */
  readonly milvus: {
    readonly address: string;
    readonly token: Secret | null;
    readonly database: string | null;
    readonly layout: (typeof SETTINGS.SATORI_MILVUS_LAYOUT.choices)[number];
  };
  /** Largest size of the cache of embeddings, in bytes; 0 for none. */
  readonly cacheBytes: number;
  /** Files larger than this are not indexed, in bytes. */
  readonly maxFileBytes: number;
  /** Age beyond which a search syncs first, in milliseconds. */
  readonly freshnessMs: number;
  /** `always`: every search looks at the disk, as one-shot processes do. */
  readonly freshnessPolicy: "always" | "by_age";
  /** Whether a process that lives for many calls watches the file system. */
  readonly watch: boolean;
  /** What readers get during a rebuild: a gate, or answers from the run before it. */
  readonly reindexReads: (typeof SETTINGS.SATORI_REINDEX_READS.choices)[number];
  readonly readFileMaxLines: number;
  /** How long an answer may take, in milliseconds, by the setting that says so. */
  readonly deadlinesMs: Readonly<Record<DeadlineSetting, number>>;
  readonly maxCandidates: number;
  readonly validateOutput: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Without use for longer than this a session is over, in milliseconds. */
  readonly sessionMaxAgeMs: number;
  /** Sets of tools that a server offers. */
  readonly toolSets: readonly ToolSet[];
  /**
   * Folders of the workspace tools, absolute; null where none is named. Whether they can be used is told
   * where they are.
   */
  readonly workspaceRoots: Readonly<Record<Repo, string | null>>;
  /** Folders that a server may serve besides what it tracks; over HTTP, alone. Absolute. */
  readonly allowedRoots: readonly string[];
  readonly http: HttpConfig;
}

/** What a server over HTTP asks of its clients. */
export interface HttpConfig {
  /** Null where clients need none. */
  readonly token: Secret | null;
  /** Names of the server, in lower case, and origins of pages, besides its own. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

export interface ConfigSources {
  /** Values of flags, by name of the setting. */
  readonly flags?: Partial<Record<SettingName, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the user's file says; default: it is read. */
  readonly fileValues?: Readonly<Record<string, string>>;
  readonly freshnessPolicy: EngineConfig["freshnessPolicy"];
}

/** What the user's file says, by name of the setting. Throws `CONFIG_INVALID`. */
export function fileValuesOf(
  environment: ConfigSources["environment"],
  flags: NonNullable<ConfigSources["flags"]>,
): Readonly<Record<string, string>> {
  return readConfigFile(resolve(homeOf(environment, flags.SATORI_HOME), CONFIG_FILE));
}

/** Throws `CONFIG_INVALID`, naming the setting, its value and what it can be. */
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
  const value: ReadSetting = (name) => {
    const setting: SettingContract = SETTINGS[name];
    // An empty variable is how shells unset one.
    const text = flags[name] ?? (environment[name] || undefined) ?? file[name] ?? setting.fallback ?? "";
    requireValid(name, setting, text);
    return text;
  };
  return Object.freeze({
    home,
    ...servicesOf(value),
    cacheBytes: Number(value("SATORI_CACHE_BYTES")),
    maxFileBytes: Number(value("SATORI_MAX_FILE_BYTES")),
    freshnessMs: Number(value("SATORI_FRESHNESS_MS")),
    freshnessPolicy,
    watch: switchState(value("SATORI_WATCH")) === "on",
    reindexReads: value("SATORI_REINDEX_READS") as EngineConfig["reindexReads"],
    readFileMaxLines: Number(value("READ_FILE_MAX_LINES")),
    deadlinesMs: deadlinesOf(value),
    maxCandidates: Number(value("SEARCH_MAX_CANDIDATES")),
    validateOutput: switchState(value("SATORI_VALIDATE_OUTPUT")) === "on",
    logLevel: value("SATORI_LOG_LEVEL") as LogLevel,
    logFormat: value("SATORI_LOG_FORMAT") as LogFormat,
    sessionMaxAgeMs: Number(value("SESSION_MAX_AGE_SECONDS")) * 1_000,
    toolSets: choicesIn(value("SATORI_TOOLS"), TOOL_SETS) ?? [],
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

/** The services that compute vectors, re-order results and keep indexes. */
function servicesOf(
  value: ReadSetting,
): Pick<
  EngineConfig,
  "embedder" | "models" | "keys" | "urls" | "reranker" | "embedderPrice" | "store" | "milvus"
> {
  // `requireValid` makes sure that choices are among theirs.
  const embedder = value("SATORI_EMBEDDER") as EmbedderName;
  // These names belong to other programs as well: what is set for them disturbs nobody who does not use the
  // service.
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
  // Object.fromEntries forgets the names that it was given.
  return Object.fromEntries(named) as EngineConfig["deadlinesMs"];
}

function pathOf(text: string): string | null {
  return text === "" ? null : settingPath(text);
}

function secretOf(text: string): Secret | null {
  return text.trim() === "" ? null : new Secret(text.trim());
}

/** Names and origins are the same in either case. */
function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "");
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/** A server that listens everywhere is asked on this machine; without a scheme the port is Ollama's own. */
function ollamaUrl(host: string): string {
  const url = new URL(withScheme(host));
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  // The parser leaves out the port of the scheme, which may be meant all the same.
  if (!host.includes("://") && url.port === "" && !/:80(\/|$)/.test(host)) url.port = "11434";
  return withoutEndSlash(url.href);
}
