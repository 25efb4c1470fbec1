/** Which settings are set and where, and a configuration of the valid ones. */
import { existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import {
  CONFIG_FILE,
  SETTINGS,
  type SettingContract,
  type SettingName,
  fileNameProblem,
} from "@satori/contracts";
import { type EngineConfig, readConfig } from "../../config.ts";
import { isUnknownSetting, readConfigFile, requireValid } from "../../settings.ts";
import { homeOf, settingPath } from "../../codebase/home/home.ts";
import { EngineError } from "../../errors.ts";
import { slipsBetween } from "../../lexical/edit-distance.ts";
import { Secret } from "../../secret.ts";
import type { SettingFact, SettingFacts } from "../facts.ts";

export interface SettingSurvey {
  readonly facts: SettingFacts;
  /** Without invalid values. */
  readonly config: EngineConfig;
  /** All secrets that are set, in use or not. */
  readonly secrets: readonly Secret[];
}

type Texts = Readonly<Record<string, string>>;

/** Prefixes of names that belong to another program unless their service is chosen. */
const SERVICE_PREFIXES = ["OPENAI", "VOYAGE", "GEMINI", "OLLAMA", "COHERE", "JINA"];
/** Largest edit distance at which a name is suggested. */
const NEAR = 3;

export function surveySettings(environment: Readonly<Record<string, string | undefined>>): SettingSurvey {
  const path = resolve(homeOf(environment), CONFIG_FILE);
  const { file: written, problem } = readFile(path);
  const file = Object.fromEntries(Object.entries(written).filter(([name]) => fileNameProblem(name) === null));
  const set = (name: string): { text: string; source: SettingFact["source"] } | null => {
    const text = environment[name] || undefined;
    if (text !== undefined) return { text, source: "environment" };
    return file[name] === undefined ? null : { text: file[name], source: "file" };
  };
  const chosen = [set("SATORI_EMBEDDER")?.text, set("SATORI_RERANKER")?.text];
  const settings = (Object.keys(SETTINGS) as SettingName[]).flatMap((name) => {
    const value = set(name);
    return value ? [factOf(name, value, chosen)] : [];
  });
  const unknown = [
    ...Object.keys(environment)
      .filter(isUnknownSetting)
      .map((name) => ({
        name,
        source: "environment" as const,
        problem: "is not a setting",
        nearest: nearestTo(name),
      })),
    ...Object.keys(written).flatMap((name) => {
      const failure = fileNameProblem(name);
      return failure === null
        ? []
        : [
            {
              name,
              source: "file" as const,
              problem: failure,
              nearest: Object.hasOwn(SETTINGS, name) ? null : nearestTo(name),
            },
          ];
    }),
  ];
  const refused = new Set<string>(settings.filter((fact) => fact.problem !== null).map(({ name }) => name));
  const usable = <Value>(texts: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(texts).filter(([name]) => !refused.has(name) && !isUnknownSetting(name)),
    );
  return {
    facts: { file: { path, isThere: existsSync(path), problem }, settings, unknown },
    config: readConfig({
      environment: usable(environment),
      fileValues: usable(file),
      freshnessPolicy: "always",
    }),
    secrets: [environment, file].flatMap((texts) => secretsOf(texts)),
  };
}

function readFile(path: string): { file: Texts; problem: string | null } {
  try {
    return { file: readConfigFile(path), problem: null };
  } catch (error) {
    if (error instanceof EngineError) return { file: {}, problem: error.message };
    throw error;
  }
}

function factOf(
  name: SettingName,
  { text, source }: { text: string; source: SettingFact["source"] },
  chosen: readonly (string | undefined)[],
): SettingFact {
  const setting: SettingContract = SETTINGS[name];
  const prefix = name.slice(0, name.indexOf("_"));
  const isUsed = !SERVICE_PREFIXES.includes(prefix) || chosen.includes(prefix.toLowerCase());
  const problem = problemOf(name, setting, text);
  // A refused address may contain a password.
  const isShown =
    !setting.isSecret && !(problem !== null && (setting.kind === "url" || setting.kind === "address"));
  return {
    name,
    source,
    value: isShown ? text : String(new Secret(text)),
    problem,
    isUsed,
    missing: missingFolders(name, setting, text),
  };
}

function problemOf(name: string, setting: SettingContract, text: string): string | null {
  try {
    requireValid(name, setting, text);
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}

/** Folders of a setting that do not exist. The home has its own checks. */
function missingFolders(name: SettingName, { kind }: SettingContract, text: string): string[] {
  if (name === "SATORI_HOME" || (kind !== "path" && kind !== "path_list")) return [];
  return (kind === "path" ? [text] : text.split(delimiter))
    .filter((path) => path !== "")
    .map(settingPath)
    .filter((path) => !existsSync(path));
}

function nearestTo(name: string): string | null {
  const near = Object.keys(SETTINGS)
    .map((setting) => ({ setting, distance: slipsBetween(name, setting, NEAR) }))
    .filter(({ distance }) => distance <= NEAR);
  return near.sort((left, right) => left.distance - right.distance)[0]?.setting ?? null;
}

function secretsOf(texts: Readonly<Record<string, string | undefined>>): Secret[] {
  return Object.entries(SETTINGS as Readonly<Record<string, SettingContract>>).flatMap(
    ([name, { isSecret }]) => (isSecret && texts[name] ? [new Secret(texts[name].trim())] : []),
  );
}
