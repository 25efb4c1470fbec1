/** The local processes of a workspace: which ones run, and their end. */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../tools/until.ts";
import type { Workspace } from "./workspace.ts";

export interface LocalProcess {
  readonly name: string;
  readonly pid: number;
  readonly socket: string;
}

/** Processes whose sockets are in the home, sorted by name. */
export function localProcesses({ home }: Pick<Workspace, "home">): readonly LocalProcess[] {
  const folder = join(home, "sockets");
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const running = spawnSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" }).stdout.split("\n");
  return readdirSync(folder)
    .filter((entry) => entry.endsWith(".sock"))
    .sort()
    .flatMap((entry) => {
      const name = entry.slice(0, -".sock".length);
      const line = running.find((one) => one.includes(`--local-process ${name}`));
      return line === undefined
        ? []
        : [{ name, pid: Number.parseInt(line, 10), socket: join(folder, entry) }];
    });
}

/** The only local process of a workspace. Throws if there is none, or another one. */
export function localProcess(workspace: Pick<Workspace, "home">): LocalProcess {
  const [only, ...others] = localProcesses(workspace);
  if (!only || others.length > 0)
    throw new Error(`there are ${others.length + (only ? 1 : 0)} local processes`);
  return only;
}

/** Kills what a test has left, so that it does not outlive the test. */
export async function endLocalProcesses(workspace: Pick<Workspace, "home">): Promise<void> {
  for (const { pid } of localProcesses(workspace)) process.kill(pid, "SIGKILL");
  await until("no local process is left", () => localProcesses(workspace).length === 0);
}
