/** Runs ripgrep once: its arguments, the lines that it writes, and the ways in which it ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Readable } from "node:stream";
import { isAside, tooLargePath } from "./notices.ts";
import { noRipgrep } from "./ripgrep-path.ts";
import { currentClient } from "../../scope/session.ts";
import { Slots } from "../../slots.ts";
import type { TextSearch } from "../asked.ts";

export interface RipgrepRun {
  /** Absolute paths of what may be ripgrep, best first. */
  readonly commands: readonly string[];
  readonly args: readonly string[];
  readonly folder: string;
  /** One JSON message of `--json`, without its line end. */
  readonly onMessage: (line: Buffer) => void;
  /** What ripgrep writes, as soon as it runs: while that is not read, it waits. */
  readonly onOutput: (output: Pick<Readable, "pause" | "resume">) => void;
  /** Ends the process at once. */
  readonly stop: AbortSignal;
}

/** Of which files the lines count: where the query is ASCII, Latin-1 files are searched as they are, else apart, as UTF-8 that ripgrep makes of them. */
export type Encodings = "all" | "all_but_latin_1" | "latin_1";

export interface RipgrepArguments {
  readonly search: Pick<TextSearch, "query" | "isRegex" | "isCaseSensitive" | "contextLines">;
  readonly maxFileBytes: number;
  readonly maxCount: number;
  /** Absolute path of the list of what is left out; null for nothing. */
  readonly ignoreList: string | null;
  /** Whether ripgrep reads each `.gitignore`; else the list is all that counts. */
  readonly readsIgnoreFiles: boolean;
  readonly isSorted: boolean;
  readonly encodings: Encodings;
  readonly globs: readonly string[];
  readonly starts: readonly string[];
}

export function ripgrepArguments({ search, maxFileBytes, maxCount, ignoreList, readsIgnoreFiles, isSorted, encodings, globs, starts }: RipgrepArguments): string[] {
  return [
    "--no-config", "--json", "--hidden", "--no-ignore-messages",
    ...(readsIgnoreFiles ? ["--no-require-git", "--no-ignore-parent", "--no-ignore-dot", "--no-ignore-global", "--no-ignore-exclude"] : ["--no-ignore"]),
    ...(ignoreList === null ? [] : [`--ignore-file=${ignoreList}`]),
    // What is binary and what is not is for our own reader to say: to it a NUL after the first 8,000 bytes does not matter.
    "--text", "--crlf",
    ...(search.isRegex ? [] : ["--fixed-strings"]),
    search.isCaseSensitive ? "--case-sensitive" : "--ignore-case",
    // Only so does it tell what it passes over for its size.
    `--max-filesize=${maxFileBytes}`, "--debug",
    `--max-count=${maxCount}`,
    ...(search.contextLines > 0 ? [`--context=${search.contextLines}`] : []),
    ...(isSorted ? ["--sort=path"] : []),
    ...(encodings === "latin_1" ? ["--encoding=latin1"] : []),
    ...globs.map((glob) => `--glob=${glob}`),
    `--regexp=${search.query}`, "--",
    ...starts.map((start) => `./${start}`),
  ];
}

export interface RipgrepEnd {
  /** 0 found, 1 nothing found, 2 some or all of it failed; null when it was killed. */
  readonly status: number | null;
  /** Lines of standard error on what went wrong. */
  readonly notices: readonly string[];
  /** Files that were passed over for their size, as ripgrep names them. */
  readonly tooLarge: readonly string[];
}

/** Each ripgrep takes all processors that there are: more at a time would only take each other's. */
const slots = new Slots(Math.max(2, availableParallelism()));

/** The best ripgrep that runs, when there is room for one. Throws `RIPGREP_MISSING` when none does. */
export function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  return slots.run(() => runRipgrepAtOnce(run), { by: currentClient() });
}

/** For one that another one waits for: where there is room for no more, it would come too late. */
export async function runRipgrepAtOnce(run: RipgrepRun): Promise<RipgrepEnd> {
  // Whoever does not want it any more does not have to wait for a process.
  if (run.stop.aborted) return { status: null, notices: [], tooLarge: [] };
  for (const command of run.commands) {
    const end = await runOne(command, run);
    if (end !== null) return end;
  }
  throw noRipgrep();
}

/** Null when it does not run here. Throws what a listener throws. */
async function runOne(command: string, { args, folder, onMessage, onOutput, stop }: RipgrepRun): Promise<RipgrepEnd | null> {
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
  const kill = (): void => void child.kill("SIGKILL");
  stop.addEventListener("abort", kill);
  if (stop.aborted) kill();
  const notices: string[] = [];
  const tooLarge: string[] = [];
  let hasSpoken = false;
  let defect: { readonly error: unknown } | null = null;
  /** What is thrown here, nobody would catch. */
  const guarded = (onLine: (line: Buffer) => void) => (line: Buffer): void => {
    if (defect) return;
    try {
      onLine(line);
    } catch (error) {
      defect = { error };
      kill();
    }
  };
  byLine(child.stdout, guarded((line) => {
    hasSpoken = true;
    if (!stop.aborted) onMessage(line);
  }));
  onOutput(child.stdout);
  byLine(child.stderr, guarded((line) => {
    const notice = line.toString();
    const path = tooLargePath(notice);
    if (path !== null) tooLarge.push(path);
    else if (!isAside(notice)) notices.push(notice);
  }));
  const status = await statusOf(child);
  stop.removeEventListener("abort", kill);
  if (defect) throw (defect as { readonly error: unknown }).error;
  // A binary of another system may start and end at once, without the summary that each search ends with.
  const isOurs = status !== "unstarted" && (hasSpoken || status === null || notices.some((line) => line.startsWith("rg: ")));
  return isOurs ? { status, notices, tooLarge } : null;
}

/** Null when it was killed. Never rejects. */
function statusOf(child: ChildProcess): Promise<number | null | "unstarted"> {
  return new Promise((resolve) => {
    child.once("error", () => resolve("unstarted"));
    child.once("close", resolve);
  });
}

/** As bytes: most lines are only counted, and text of each would take longer than that. */
function byLine(stream: NodeJS.ReadableStream, onLine: (line: Buffer) => void): void {
  let rest: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      const line = chunk.subarray(from, end);
      onLine(rest.length === 0 ? line : Buffer.concat([...rest, line]));
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  });
  stream.on("end", () => {
    if (rest.length > 0) onLine(Buffer.concat(rest));
  });
}

const LINE_FEED = 0x0a;
