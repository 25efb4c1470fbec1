/**
 * The settings in their written form (environment, flags, user's file): which ones exist and which values
 * they accept.
 */
import { readFileSync } from "node:fs";
import {
  CONFIG_FILE,
  FREE_PREFIXES,
  SETTINGS,
  type SettingContract,
  choiceProblem,
  fileNameProblem,
  switchState,
} from "@satori/contracts";
import { EngineError, isGone } from "./errors.ts";

/** Whether an environment variable looks like one of our settings but is not one. */
export function isUnknownSetting(name: string): boolean {
  return (
    name.startsWith("SATORI_") &&
    !Object.hasOwn(SETTINGS, name) &&
    !FREE_PREFIXES.some((prefix) => name.startsWith(prefix))
  );
}

/**
 * Throws `CONFIG_INVALID` for an unknown setting.
 *
 * @param where where the name was found
 */
export function requireSetting(name: string, where: string): void {
  if (!isUnknownSetting(name)) return;
  const known = Object.keys(SETTINGS)
    .filter((setting) => setting.startsWith("SATORI_"))
    .join(", ");
  throw new EngineError("CONFIG_INVALID", `${name} in ${where} is not a setting. Settings: ${known}`);
}

/** Checks a name from the user's file. Throws `CONFIG_INVALID`. */
export function requireOfFile(name: string): void {
  const problem = fileNameProblem(name);
  if (problem !== null) throw new EngineError("CONFIG_INVALID", `${name} in ${CONFIG_FILE} ${problem}`);
}

/** Checks the value of a setting. Throws `CONFIG_INVALID`. */
export function requireValid(name: string, setting: SettingContract, text: string): void {
  const { kind, minimum = 0, fallback, isSecret } = setting;
  // An HTTP header cannot carry other characters, and the error that it would raise quotes the value.
  if (isSecret && !/^[\x21-\x7e]*$/.test(text.trim()))
    throw new EngineError(
      "CONFIG_INVALID",
      `${name} contains a character that is not valid in a key, such as a blank or a line break`,
    );
  // If a setting is empty and has no default, the service's own address applies.
  if ((kind === "url" || kind === "address") && (text !== "" || fallback !== undefined))
    requireUrl(name, kind, text);
  if (kind === "decimal" && !/^\d+(\.\d+)?$/.test(text))
    throw new EngineError("CONFIG_INVALID", `${name} is "${text}", but must be a number such as 0.18`);
  const problem = choiceProblem(setting, text);
  if (problem !== null) throw new EngineError("CONFIG_INVALID", `${name} ${problem}`);
  if (kind === "integer" && !(/^\d+$/.test(text) && Number(text) >= minimum))
    throw new EngineError(
      "CONFIG_INVALID",
      `${name} is "${text}", but must be a whole number of at least ${minimum}`,
    );
  if (kind === "switch" && switchState(text) === null)
    throw new EngineError(
      "CONFIG_INVALID",
      `${name} is "${text}", but must be 0 or 1, or a word such as off or on`,
    );
}

/** The message never quotes the value, which may contain a password. */
function requireUrl(name: string, kind: "url" | "address", text: string): void {
  // Either the host or the port may be missing, but not both.
  const url = text.trim() === ":" ? null : parseUrl(kind === "address" ? withScheme(text) : text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw new EngineError(
      "CONFIG_INVALID",
      `${name} must be an address such as ${kind === "url" ? "https://host/v1" : "host:port"}`,
    );
  if (url.username !== "" || url.password !== "")
    throw new EngineError(
      "CONFIG_INVALID",
      `${name} must not contain a user name or password: keys have their own settings`,
    );
  if (url.search !== "" || url.hash !== "")
    throw new EngineError("CONFIG_INVALID", `${name} must not contain a query: paths are appended to it`);
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Adds `http://` to `host:port`. Host or port may be missing; the default host is 127.0.0.1. */
export function withScheme(address: string): string {
  return address.includes("://") ? address : `http://${address.startsWith(":") ? "127.0.0.1" : ""}${address}`;
}

/**
 * Reads the user's file as text values, unknown names included. Empty if there is no file. Throws
 * `CONFIG_INVALID`.
 */
export function readConfigFile(path: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    // Editors and shells on Windows start a file with a byte order mark.
    text = readFileSync(path, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    // If SATORI_HOME is not a folder, the store reports it.
    if (isGone(error)) return {};
    throw new EngineError("CONFIG_INVALID", `${CONFIG_FILE} in SATORI_HOME cannot be read`, { cause: error });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // The parser's message may quote the text, which may contain a key. If it does, it gives no position.
    const at = /at position (\d+)/.exec(String(error))?.[1];
    const where = at === undefined ? "" : ` from line ${text.slice(0, Number(at)).split("\n").length} on`;
    throw new EngineError("CONFIG_INVALID", `${CONFIG_FILE} in SATORI_HOME is not valid JSON${where}`, {
      cause: error,
    });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new EngineError("CONFIG_INVALID", `${CONFIG_FILE} must be an object of settings`);
  return Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [
      name,
      typeof value === "boolean" ? (value ? "1" : "0") : String(value),
    ]),
  );
}
