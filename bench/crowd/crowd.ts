/**
 * Many processes on one codebase: servers and commands that search, read, sync and ask for the state while
 * its files are being edited and its index is rebuilt once. Their answers are compared with what was on disk
 * at the time.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../support/random.ts";
import type { CommandOptions } from "../support/measure.ts";
import { environmentIn } from "../support/product.ts";
import { Actors } from "./actors.ts";
import { examine } from "./aftermath.ts";
import { runCommand } from "./command.ts";
import { Editor } from "./editor.ts";
import { History } from "./history.ts";
import { type MemoryCourse, MemoryWatch, leftProcesses } from "./processes.ts";
import { Tally, total } from "./tally.ts";
import { WriterWatch } from "./writer-watch.ts";

export interface CrowdOptions {
  /** Empty, canonical path. */
  readonly folder: string;
  /** Duration from the first request; extended while the rebuild is running. */
  readonly seconds: number;
  /** Concurrent servers; the last one is ended and replaced by a new one from time to time. */
  readonly servers: number;
  /** Concurrent commands. */
  readonly commands: number;
  /** Approximate number of files of the codebase. */
  readonly files: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
}

export interface CrowdResult {
  readonly tally: Tally;
  readonly edits: ReadonlyMap<string, number>;
  readonly started: { readonly servers: number; readonly commands: number };
  readonly writers: WriterWatch;
  readonly memory: readonly MemoryCourse[];
  readonly slowestEndMs: number;
  readonly orphans: readonly string[];
  /** Problems of the index afterwards. */
  readonly damage: readonly string[];
  /** Changes that no server had applied by the end. */
  readonly lateChanges: number;
}

/** Ends everything that it has started, also when it fails. */
export async function runCrowd(options: CrowdOptions): Promise<CrowdResult> {
  const { folder, seed, files, seconds, progress } = options;
  const failure = new AbortController();
  const root = join(folder, "code");
  const process: CommandOptions = {
    cwd: root,
    signal: AbortSignal.any([options.signal, failure.signal]),
    environment: environmentIn(folder),
  };
  const commandOptions = withSettings(process, { SATORI_LOG_LEVEL: "warn" });
  const random = seededRandom(seed);
  const history = new History();
  const editor = new Editor({ root, staging: join(folder, "staging"), history, random, files });
  progress(`seed ${seed}`);
  commit(process);
  await runCommand("manage_index", ["index"], commandOptions);
  const known = { root, history, startedMs: performance.now(), rebuild: null };
  const tally = new Tally(known);
  const actors = new Actors({
    known,
    editor,
    tally,
    random,
    seconds,
    commandOptions,
    serverOptions: withSettings(process, { SATORI_LOG_LEVEL: "debug" }),
  });
  const writers = new WriterWatch(join(folder, "home"));
  const memory = new MemoryWatch(actors.pids);
  try {
    await Promise.all([...everybody(actors, options), tell(actors, tally, progress)]);
  } catch (error) {
    failure.abort(error);
    throw error;
  } finally {
    writers[Symbol.dispose]();
    memory[Symbol.dispose]();
  }
  progress("all have ended; looking at what they leave");
  const orphans = await leftProcesses(folder);
  const { problems: damage, lateChanges } = await examine(
    commandOptions,
    withSettings(commandOptions, { SATORI_HOME: join(folder, "fresh-home") }),
  );
  const { serversStarted: servers, commandsStarted: commands, slowestEndMs } = actors;
  return {
    tally,
    edits: editor.made,
    started: { servers, commands },
    writers,
    memory: memory.courses(),
    slowestEndMs,
    orphans,
    damage,
    lateChanges,
  };
}

function everybody(actors: Actors, { servers, commands }: CrowdOptions): Promise<void>[] {
  const staying = Array.from({ length: servers - 1 }, (_, at) => actors.stay(at + 1));
  return [
    ...staying,
    actors.comeAndGo(),
    ...Array.from({ length: commands }, (_, at) => actors.type(at + 1)),
    actors.edit(),
  ];
}

async function tell(
  actors: Actors,
  { operations, errors, torn, stale }: Tally,
  progress: (line: string) => void,
): Promise<void> {
  for (; actors.isOn(); await sleep(1_000))
    progress(
      `${Math.round(actors.leftMs / 1000)} s left, ${total(operations)} operations, ` +
        `${errors.length + torn.length + stale.length} violations`,
    );
}

function withSettings(options: CommandOptions, settings: Readonly<Record<string, string>>): CommandOptions {
  return { ...options, environment: { ...options.environment, ...settings } };
}

/** Commits the tree, because every search runs git. */
function commit({ cwd, environment }: CommandOptions): void {
  const author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-q", "-m", "tree"],
  ])
    execFileSync("git", [...author, ...args], { cwd, env: environment });
}
