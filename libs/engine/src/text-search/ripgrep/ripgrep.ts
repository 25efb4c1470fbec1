/** Runs ripgrep once: its arguments, the lines that it writes, and the ways in which it ends. */
import { readdirSync } from "node:fs";
import { availableParallelism, constants, setPriority } from "node:os";
import { type ChildEnd, type StartedChild, runBoundedChild } from "../../bounded-child.ts";
import { isAside, tooLargePath } from "./notices.ts";
import { noRipgrep } from "./ripgrep-path.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import { currentClient } from "../../scope/session.ts";
import { Semaphore } from "../../semaphore.ts";
import type { TextSearch } from "../types.ts";

export interface RipgrepRun {
  /** Absolute paths of what may be ripgrep, best first. */
  readonly commands: readonly string[];
  readonly args: readonly string[];
  readonly folder: string;
  /** One JSON message of `--json`, without its line end. */
  readonly onMessage: (line: Buffer) => void;
  /** What ripgrep writes, as soon as it runs: while that is not read, it waits. */
  readonly onOutput: (output: StartedChild["output"]) => void;
  /** Ends the process at once. */
  readonly stop: AbortSignal;
  /**
   * No more of a message is kept: what a line with very many matches is followed by says where each of them
   * is.
   */
  readonly maxMessageBytes: number;
  /** Of all its threads, should it be left behind. */
  readonly cpuSeconds: number;
}

/**
 * Of an expression that has been compiled, and of the automata that each thread makes of it as it goes.
 * `\w{1,100}` and `(\w+\s+){1,100}` take 5 MB, an alternation of 200 words takes 10 KB. Ripgrep's own limits
 * are 100 MB and 1 GB.
 */
const MAX_REGEX_BYTES = 8 * 1024 * 1024;
const MAX_AUTOMATON_BYTES = 16 * 1024 * 1024;
/**
 * What twelve threads, as many as ripgrep starts at most, take with expressions at those limits is half of
 * it.
 */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;

/**
 * Of which files the lines count: where the query is ASCII, Latin-1 files are searched as they are, else
 * apart, as UTF-8 that ripgrep makes of them.
 */
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

export function ripgrepArguments({
  search,
  maxFileBytes,
  maxCount,
  ignoreList,
  readsIgnoreFiles,
  isSorted,
  encodings,
  globs,
  starts,
}: RipgrepArguments): string[] {
  return [
    "--no-config",
    "--json",
    "--hidden",
    "--no-ignore-messages",
    ...(readsIgnoreFiles
      ? [
          "--no-require-git",
          "--no-ignore-parent",
          "--no-ignore-dot",
          "--no-ignore-global",
          "--no-ignore-exclude",
        ]
      : ["--no-ignore"]),
    ...(ignoreList === null ? [] : [`--ignore-file=${ignoreList}`]),
    // What is binary and what is not is for our own reader to say: to it a NUL after the first 8,000 bytes
    // does not matter.
    "--text",
    "--crlf",
    ...(search.isRegex ? [] : ["--fixed-strings"]),
    `--regex-size-limit=${MAX_REGEX_BYTES}`,
    `--dfa-size-limit=${MAX_AUTOMATON_BYTES}`,
    search.isCaseSensitive ? "--case-sensitive" : "--ignore-case",
    // Only so does it tell what it passes over for its size.
    `--max-filesize=${maxFileBytes}`,
    "--debug",
    `--max-count=${maxCount}`,
    // Nothing below is searched, and in trees that are deeper than paths may be long ripgrep comes to no end.
    // It counts from each start.
    `--max-depth=${ENGINE_LIMITS.maxDepth + 1}`,
    ...(search.contextLines > 0 ? [`--context=${search.contextLines}`] : []),
    ...(isSorted ? ["--sort=path"] : []),
    ...(encodings === "latin_1" ? ["--encoding=latin1"] : []),
    ...globs.map((glob) => `--glob=${glob}`),
    `--regexp=${search.query}`,
    "--",
    ...starts.map((start) => `./${start}`),
  ];
}

export interface RipgrepEnd extends ChildEnd {
  /** 0 found, 1 nothing found, 2 some or all of it failed; null when it was killed. */
  readonly status: number | null;
  /** Lines of standard error on what went wrong. */
  readonly notices: readonly string[];
  /** Files that were passed over for their size, as ripgrep names them. */
  readonly tooLarge: readonly string[];
}

/**
 * Each ripgrep takes all processors that there are: more at a time would only take each other's. One that
 * takes longer than nearly all do goes on behind the others, so that nobody waits for the deadlines of two
 * expressions that come to no end.
 */
const slots = new Semaphore(Math.max(2, availableParallelism()), { afterMs: 1_000, most: 32, mostOfOne: 8 });
/** Of what ripgrep complains about in a tree; after that, and in bytes of one line, nobody reads on. */
const MAX_NOTICES = 10_000;
const MAX_NOTICE_BYTES = 64 * 1024;

/**
 * The best ripgrep that runs, when there is room for one. Throws `RIPGREP_MISSING` when none does, and
 * `PROCESS_LIMIT_REACHED`.
 */
export function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  const pids: number[] = [];
  return slots.run(() => runRipgrepAtOnce({ ...run, onPid: (pid) => pids.push(pid) }), {
    by: currentClient(),
    onOvertime: () => pids.forEach(giveWay),
  });
}

/** For one that another one waits for: where there is room for no more, it would come too late. */
export async function runRipgrepAtOnce(
  run: RipgrepRun & { readonly onPid?: (pid: number) => void },
): Promise<RipgrepEnd> {
  // Whoever does not want it any more does not have to wait for a process.
  if (run.stop.aborted) return { status: null, cutBy: "stop", notices: [], tooLarge: [] };
  for (const command of run.commands) {
    const end = await runOne(command, run);
    if (end !== null) return end;
  }
  throw noRipgrep();
}

/** Null when it does not run here. Throws what a listener throws. */
async function runOne(
  command: string,
  {
    args,
    folder,
    onMessage,
    onOutput,
    onPid,
    stop,
    maxMessageBytes,
    cpuSeconds,
  }: RipgrepRun & { readonly onPid?: (pid: number) => void },
): Promise<RipgrepEnd | null> {
  const notices: string[] = [];
  const tooLarge: string[] = [];
  let hasSpoken = false;
  const messages = new LineSplitter(maxMessageBytes, (line) => {
    hasSpoken = true;
    if (!stop.aborted) onMessage(line);
  });
  const complaints = new LineSplitter(MAX_NOTICE_BYTES, (line) => {
    const notice = line.toString();
    const path = tooLargePath(notice);
    if (path !== null && tooLarge.length < MAX_NOTICES) tooLarge.push(path);
    else if (!isAside(notice) && notices.length < MAX_NOTICES) notices.push(notice);
  });
  const end = await runBoundedChild({
    command,
    args,
    folder,
    stop,
    limits: { memoryBytes: MAX_MEMORY_BYTES, cpuSeconds },
    onOutput: (chunk) => messages.take(chunk),
    onErrors: (chunk) => complaints.take(chunk),
    onStart: ({ pid, output }) => {
      onPid?.(pid);
      onOutput(output);
    },
  });
  if (end === null) return null;
  // A message without a line end is one that was cut off.
  complaints.end();
  // A binary of another system may start and end at once, without the summary that each search ends with.
  const isOurs = hasSpoken || end.status === null || notices.some((line) => line.startsWith("rg: "));
  return isOurs ? { ...end, notices, tooLarge } : null;
}

/** Others go first from now on. Linux knows it of each thread. Does not throw. */
function giveWay(pid: number): void {
  try {
    const threads = process.platform === "linux" ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
    for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Lines of a stream, as bytes: most are only counted, and text of each would take longer than that. Of a long
 * line only the beginning is kept.
 */
class LineSplitter {
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly onLine: (line: Buffer) => void,
  ) {}

  take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      const part = chunk.subarray(from, end);
      from = end + 1;
      if (this.#bytes === 0)
        this.onLine(part.length > this.maxBytes ? part.subarray(0, this.maxBytes) : part);
      else {
        this.#keep(part);
        this.#give();
      }
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** What stands behind the last line end, as a line. */
  end(): void {
    if (this.#bytes > 0) this.#give();
  }

  #keep(part: Buffer): void {
    const room = this.maxBytes - this.#bytes;
    if (room <= 0) return;
    this.#parts.push(part.length > room ? part.subarray(0, room) : part);
    this.#bytes += Math.min(room, part.length);
  }

  #give(): void {
    const line = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    this.onLine(line);
  }
}

const LINE_FEED = 0x0a;
