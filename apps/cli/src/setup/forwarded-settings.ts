/**
 * Settings of this environment that a client has to pass to the server it starts: clients pass none on their
 * own. Pure.
 */
import { resolve } from "node:path";
import { SETTINGS, withHome } from "@satori/contracts";
import type { Scope } from "./clients.ts";

export interface PassedOn {
  /** Variables for the entry. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of settings that are not passed on, because they may contain keys or belong to this shell only. */
  readonly left: readonly string[];
}

export interface ServerSettings {
  readonly scope: Scope;
  /** Whether the server offers the tools of the workspace, which need two folders. */
  readonly hasWorkspace: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The folder of indexes, so that the server finds existing ones, but not in a file that others share; and the
 * folders that the server needs to start.
 */
export function passedOn({ scope, hasWorkspace, environment, home }: ServerSettings): PassedOn {
  const wanted = [
    ...(scope === "user" ? ["SATORI_HOME"] : []),
    ...(hasWorkspace ? ["DOCS_ROOT", "CODE_ROOT"] : []),
  ];
  const set = Object.keys(SETTINGS).filter((name) => (environment[name] ?? "") !== "");
  return {
    env: Object.fromEntries(
      set
        .filter((name) => wanted.includes(name))
        .map((name) => [name, resolve(withHome(environment[name] as string, home))]),
    ),
    left: set.filter((name) => name.startsWith("SATORI_") && !wanted.includes(name)),
  };
}
