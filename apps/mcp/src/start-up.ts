/** What starting a server takes, whatever it is spoken to over: settings out of flags, and what keeps it from starting. */
import { statSync } from "node:fs";
import type { SettingName, ToolSet } from "@satori/contracts";
import type { EngineConfig, LogEvent } from "@satori/engine";
import { openWorkspaceRoots, readConfig, settingPath } from "@satori/engine/config";
import type { ServeFlags } from "./flags.ts";

/** A setting or flag that cannot be used; its message is for people. */
export class StartError extends Error {}

export interface StartUp {
  readonly config: EngineConfig;
  readonly sets: readonly ToolSet[];
  /** `--root`, absolute; null when not given. */
  readonly root: string | null;
}

/** Throws `StartError` and `CONFIG_INVALID`. */
export function startUp(flags: ServeFlags, environment: Readonly<Record<string, string | undefined>>): StartUp {
  const config = readConfig({ flags: settingsOf(flags), environment, freshnessPolicy: "by_age" });
  if (config.toolSets.includes("workspace")) openWorkspaceRoots(config.workspaceRoots);
  return { config, sets: config.toolSets, root: flags.root === null ? null : requireFolder("--root", settingPath(flags.root)) };
}

/** @param name of the flag or setting that names the folder */
export function requireFolder(name: string, path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new StartError(`${name} is ${path}, which is no folder`);
}

/** A defect is a log line; what other calls are doing goes on. */
export function surviveDefects(log: LogEvent): void {
  const note = (event: string) => (error: unknown) => log("error", event, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.on("uncaughtException", note("uncaught_exception")).on("unhandledRejection", note("unhandled_rejection"));
}

function settingsOf({ tools, logLevel, logFormat }: ServeFlags): Partial<Record<SettingName, string>> {
  return { ...(tools === null ? {} : { SATORI_TOOLS: tools }), ...(logLevel === null ? {} : { SATORI_LOG_LEVEL: logLevel }), ...(logFormat === null ? {} : { SATORI_LOG_FORMAT: logFormat }) };
}
