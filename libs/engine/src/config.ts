/** The configuration of an engine: read once, validated, frozen. Flags win over the environment, the environment over the user's file, the file over defaults. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CONFIG_FILE, FREE_PREFIXES, SETTINGS, type SettingContract, type SettingName } from "@satori/contracts";
import { defaultHome } from "./codebase/home.ts";
import { EngineError, systemCode } from "./errors.ts";

export type EmbedderName = (typeof SETTINGS.SATORI_EMBEDDER.choices)[number];
/** Those that a service computes, with a model to choose. */
type RemoteEmbedderName = Exclude<EmbedderName, "static" | "none">;
export type StoreName = (typeof SETTINGS.SATORI_STORE.choices)[number];
export type LogLevel = (typeof SETTINGS.SATORI_LOG_LEVEL.choices)[number];
export type LogFormat = (typeof SETTINGS.SATORI_LOG_FORMAT.choices)[number];

export interface EngineConfig {
  /** Absolute. */
  readonly home: string;
  readonly embedder: EmbedderName;
  /** Of each embedder that has one to choose, whether it is in use or not. */
  readonly models: Readonly<Record<RemoteEmbedderName, string>>;
  readonly store: StoreName;
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
  readonly maxCandidates: number;
  readonly validateOutput: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Sets of tools that a server offers, as written. */
  readonly tools: string;
}

export interface ConfigSources {
  /** Values of flags, by name of the setting. */
  readonly flags?: Partial<Record<SettingName, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly freshnessPolicy: EngineConfig["freshnessPolicy"];
}

/** Throws `CONFIG_INVALID`, naming the setting, its value and what it can be. */
export function readConfig({ flags = {}, environment, freshnessPolicy }: ConfigSources): EngineConfig {
  for (const name of Object.keys(environment)) requireKnown(name, "the environment");
  const home = resolve(flags.SATORI_HOME || environment["SATORI_HOME"] || defaultHome(environment, process.platform));
  const file = readConfigFile(resolve(home, CONFIG_FILE));
  const value = (name: SettingName): string => {
    const setting: SettingContract = SETTINGS[name];
    // An empty variable is how shells unset one.
    const text = flags[name] ?? (environment[name] || undefined) ?? file[name] ?? setting.fallback ?? "";
    requireValid(name, setting, text);
    return text;
  };
  return Object.freeze({
    home,
    // `requireValid` has just made sure that choices are among theirs.
    embedder: value("SATORI_EMBEDDER") as EmbedderName,
    models: { openai: value("OPENAI_MODEL"), voyage: value("VOYAGE_MODEL"), gemini: value("GEMINI_MODEL"), ollama: value("OLLAMA_MODEL") },
    store: value("SATORI_STORE") as StoreName,
    cacheBytes: Number(value("SATORI_CACHE_BYTES")),
    maxFileBytes: Number(value("SATORI_MAX_FILE_BYTES")),
    freshnessMs: Number(value("SATORI_FRESHNESS_MS")),
    freshnessPolicy,
    watch: value("SATORI_WATCH") === "1",
    reindexReads: value("SATORI_REINDEX_READS") as EngineConfig["reindexReads"],
    readFileMaxLines: Number(value("READ_FILE_MAX_LINES")),
    maxCandidates: Number(value("SEARCH_MAX_CANDIDATES")),
    validateOutput: value("SATORI_VALIDATE_OUTPUT") === "1",
    logLevel: value("SATORI_LOG_LEVEL") as LogLevel,
    logFormat: value("SATORI_LOG_FORMAT") as LogFormat,
    tools: value("SATORI_TOOLS"),
  });
}

function requireKnown(name: string, where: string): void {
  if (!name.startsWith("SATORI_") || Object.hasOwn(SETTINGS, name) || FREE_PREFIXES.some((prefix) => name.startsWith(prefix))) return;
  const known = Object.keys(SETTINGS).filter((setting) => setting.startsWith("SATORI_")).join(", ");
  throw new EngineError("CONFIG_INVALID", `${name} in ${where} is no setting. Known are ${known}`);
}

function requireValid(name: string, { kind, choices, minimum = 0 }: SettingContract, text: string): void {
  if (kind === "choice" && !choices?.includes(text)) throw new EngineError("CONFIG_INVALID", `${name} is "${text}", but has to be one of ${choices?.join(", ")}`);
  if (kind === "integer" && !(/^\d+$/.test(text) && Number(text) >= minimum)) throw new EngineError("CONFIG_INVALID", `${name} is "${text}", but has to be a whole number from ${minimum} on`);
  if (kind === "switch" && text !== "0" && text !== "1") throw new EngineError("CONFIG_INVALID", `${name} is "${text}", but has to be 0 or 1`);
}

/** The user's file as text values; empty when there is none. */
function readConfigFile(path: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    // A home that is no folder is for the store to tell.
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return {};
    throw new EngineError("CONFIG_INVALID", `${CONFIG_FILE} in SATORI_HOME cannot be read`, { cause: error });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new EngineError("CONFIG_INVALID", `${CONFIG_FILE} in SATORI_HOME is no JSON`, { cause: error });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new EngineError("CONFIG_INVALID", `${CONFIG_FILE} has to be an object of settings`);
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => {
    if (!Object.hasOwn(SETTINGS, name)) throw new EngineError("CONFIG_INVALID", `${name} in ${CONFIG_FILE} is no setting`);
    return [name, typeof value === "boolean" ? (value ? "1" : "0") : String(value)];
  }));
}
