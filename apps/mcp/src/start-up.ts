/** Start-up shared by both transports: settings from flags, and errors that prevent a start. */
import { statSync } from "node:fs";
import type { SettingName, ToolSet } from "@satori/contracts";
import type { ConfigSources, EngineConfig } from "@satori/engine";
import { fileValuesOf, openWorkspaceRoots, readConfig, settingPath } from "@satori/engine/config";
import { programOf } from "@satori/engine/local-process";
import type { ServeFlags } from "./flags.ts";

/** An invalid setting or flag; its message is for people. */
export class StartError extends Error {}

export interface StartUp {
  readonly config: EngineConfig;
  /** What the configuration was read from, besides the environment. */
  readonly sources: Required<Pick<ConfigSources, "flags" | "fileValues">>;
  readonly sets: readonly ToolSet[];
  /** `--root`, absolute; null if not given. */
  readonly root: string | null;
}

/** Throws `StartError` and `CONFIG_INVALID`. */
export function startUp(
  flags: ServeFlags,
  environment: Readonly<Record<string, string | undefined>>,
): StartUp {
  const settings = settingsOf(flags);
  const sources = { flags: settings, fileValues: fileValuesOf(environment, settings) };
  const config = readConfig({ ...sources, environment, freshnessPolicy: "by_age" });
  if (config.toolSets.includes("workspace")) openWorkspaceRoots(config.workspaceRoots);
  return {
    config,
    sources,
    sets: config.toolSets,
    root: flags.root === null ? null : requireFolder("--root", settingPath(flags.root)),
  };
}

/**
 * Returns the path of an existing folder. Throws `StartError`.
 *
 * @param name the flag or setting that contains the path
 */
export function requireFolder(name: string, path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new StartError(`${name} is ${path}, which is not a folder`);
}

function settingsOf({
  tools,
  answers,
  isStandalone,
  logLevel,
  logFormat,
}: ServeFlags): Partial<Record<SettingName, string>> {
  return {
    ...(tools === null ? {} : { SATORI_TOOLS: tools }),
    ...(answers === null ? {} : { SATORI_ANSWERS: answers }),
    ...(isStandalone ? { SATORI_STANDALONE: "1" } : {}),
    ...(logLevel === null ? {} : { SATORI_LOG_LEVEL: logLevel }),
    ...(logFormat === null ? {} : { SATORI_LOG_FORMAT: logFormat }),
  };
}

/**
 * The working folder. If another process has removed it, the server moves to `--root`, because threads cannot
 * be started in a missing folder; throws if `--root` is not given.
 */
export function workingFolder(root: string | null): string {
  try {
    return process.cwd();
  } catch (error) {
    if (root === null) throw error;
    process.chdir(root);
    return root;
  }
}

/**
 * Tells a person in a terminal, to whom a server that prints nothing would seem to hang, what it waits for.
 *
 * @param manifest package.json of the server
 */
export function explainTerminal(manifest: URL): void {
  if (!process.stdin.isTTY) return;
  process.stderr.write(
    `satori-mcp ${programOf(manifest).version} is waiting for messages of an MCP client, which normally ` +
      "starts it. Press Ctrl-C to stop; see satori-mcp --help\n",
  );
}
