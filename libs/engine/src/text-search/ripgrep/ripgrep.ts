/** Runs ripgrep once: its arguments, its output line by line, and how it ends. */
import { readdirSync } from "node:fs";
import { availableParallelism, constants, setPriority } from "node:os";
import { type ChildEnd, type StartedChild, runBoundedChild } from "../../bounded-child.ts";
import { isAside, tooLargePath } from "./notices.ts";
import { noRipgrep } from "./ripgrep-path.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import { expressionForBothForms, unicodeForms } from "../../model/unicode-forms.ts";
import { currentClient } from "../../scope/session.ts";
import { Semaphore } from "../../semaphore.ts";
import type { Encodings } from "../encodings.ts";
import type { TextSearch } from "../types.ts";

/** Input of one run. */
export interface RipgrepRun {
  /** Absolute paths of possible ripgrep binaries, best first. */
  readonly commands: readonly string[];
  readonly args: readonly string[];
  readonly folder: string;
  /** Receives one message, without its end: JSON of `--json`, or a path. */
  readonly onMessage: (message: Buffer) => void;
  /** The byte that ends a message; default a line feed. */
  readonly messageEnd?: number;
  /** Receives ripgrep's output stream as soon as it runs. While nothing reads it, ripgrep waits. */
  readonly onOutput: (output: StartedChild["output"]) => void;
  /** Ends the process at once. */
  readonly stop: AbortSignal;
  /**
   * Bytes of a message that are kept. A line with very many matches ends with the position of each match,
   * which is not needed.
   */
  readonly maxMessageBytes: number;
  /** CPU time of all its threads, in seconds. It ends a ripgrep that this process has left behind. */
  readonly cpuSeconds: number;
}

/**
 * Limits for a compiled expression, and for the automata that each thread builds from it. `\w{1,100}` and
 * `(\w+\s+){1,100}` take 5 MB, an alternation of 200 words takes 10 KB. Ripgrep's own limits are 100 MB and 1
 * GB.
 */
const MAX_REGEX_BYTES = 8 * 1024 * 1024;
const MAX_AUTOMATON_BYTES = 16 * 1024 * 1024;
/** Twice what twelve threads (the most that ripgrep starts) take with expressions at those limits. */
const MAX_MEMORY_BYTES = 1024 * 1024 * 1024;

/** Which files ripgrep visits. */
export interface VisitArguments {
  readonly maxFileBytes: number;
  /** Absolute path of the list of ignored paths; null for none. */
  readonly ignoreList: string | null;
  /** Whether ripgrep reads each `.gitignore` itself; otherwise only the list counts. */
  readonly readsIgnoreFiles: boolean;
  readonly globs: readonly string[];
  readonly starts: readonly string[];
}

export interface RipgrepArguments extends VisitArguments {
  readonly search: Pick<TextSearch, "query" | "isRegex" | "isCaseSensitive" | "contextLines">;
  readonly maxCount: number;
  readonly isSorted: boolean;
  readonly encodings: Encodings;
}

/** The command line of one run. Output is JSON; configuration files of the user are ignored. */
export function ripgrepArguments(run: RipgrepArguments): string[] {
  const { search, maxCount, isSorted, encodings } = run;
  return [
    "--json",
    ...visitArguments(run),
    "--crlf",
    ...(search.isRegex ? [] : ["--fixed-strings"]),
    `--regex-size-limit=${MAX_REGEX_BYTES}`,
    `--dfa-size-limit=${MAX_AUTOMATON_BYTES}`,
    search.isCaseSensitive ? "--case-sensitive" : "--ignore-case",
    `--max-count=${maxCount}`,
    ...(search.contextLines > 0 ? [`--context=${search.contextLines}`] : []),
    ...(isSorted ? ["--sort=path"] : []),
    ...encodingArguments(encodings),
    ...expressionsOf(search).map((expression) => `--regexp=${expression}`),
    "--",
    ...run.starts.map((start) => `./${start}`),
  ];
}

/** The expressions of a query, of which a line must match one. */
function expressionsOf({ query, isRegex }: Pick<TextSearch, "query" | "isRegex">): readonly string[] {
  return isRegex ? [expressionForBothForms(query)] : unicodeForms(query);
}

/** The command line of a run that prints the paths of files with bytes that match; a NUL ends each path. */
export function fileArguments(visit: VisitArguments, byteExpression: string): string[] {
  return [
    "--files-with-matches",
    "--null",
    ...visitArguments(visit),
    "--encoding=none",
    `--regexp=(?-u:${byteExpression})`,
    "--",
    ...visit.starts.map((start) => `./${start}`),
  ];
}

function encodingArguments(encodings: Encodings): readonly string[] {
  switch (encodings) {
    case "all":
    case "unicode":
    case "cells":
      return [];
    case "windows-1252":
      return ["--encoding=windows-1252"];
    case "utf-8-lossy":
      return ["--encoding=utf-8"];
  }
}

function visitArguments({ maxFileBytes, ignoreList, readsIgnoreFiles, globs }: VisitArguments): string[] {
  return [
    "--no-config",
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
    // Our own reader decides what is binary: to it, a NUL after the first 8,000 bytes does not matter.
    "--text",
    // Ripgrep reports files that it skips for their size only with `--debug`.
    `--max-filesize=${maxFileBytes}`,
    "--debug",
    // Nothing below this depth is searched. Without the limit, ripgrep never finishes in trees that are
    // deeper than a path can be long. Ripgrep counts the depth from each start.
    `--max-depth=${ENGINE_LIMITS.maxDepth + 1}`,
    ...globs.map((glob) => `--glob=${glob}`),
  ];
}

/** How a run ended. */
export interface RipgrepEnd extends ChildEnd {
  /** 0: matches, 1: no matches, 2: partial or total failure; null if it was killed. */
  readonly status: number | null;
  /** Lines of standard error about failures. */
  readonly notices: readonly string[];
  /** Files that were skipped for their size, as ripgrep names them. */
  readonly tooLarge: readonly string[];
}

/**
 * Limits how many ripgreps run at once, since each of them uses all processors. A run that takes longer than
 * nearly all others gives up its slot, so that nobody waits for the deadlines of two expressions that never
 * finish.
 */
const slots = new Semaphore(Math.max(2, availableParallelism()), { afterMs: 1_000, most: 32, mostOfOne: 8 });
/** Limits for notices, and for the bytes of one; the rest of standard error is not read. */
const MAX_NOTICES = 10_000;
const MAX_NOTICE_BYTES = 64 * 1024;

/**
 * Runs the best ripgrep that works, once a slot is free. Throws `RIPGREP_MISSING` if none works, and
 * `PROCESS_LIMIT_REACHED`.
 */
export function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  const pids: number[] = [];
  return slots.run(() => runRipgrepAtOnce({ ...run, onPid: (pid) => pids.push(pid) }), {
    by: currentClient(),
    onOvertime: () => pids.forEach(giveWay),
  });
}

/**
 * Runs ripgrep without a slot, for a run that another running search waits for: in the queue it would come
 * too late.
 */
export async function runRipgrepAtOnce(
  run: RipgrepRun & { readonly onPid?: (pid: number) => void },
): Promise<RipgrepEnd> {
  // A cancelled search does not have to wait for a process.
  if (run.stop.aborted) return { status: null, cutBy: "stop", notices: [], tooLarge: [] };
  for (const command of run.commands) {
    const end = await runOne(command, run);
    if (end !== null) return end;
  }
  throw noRipgrep();
}

/** Runs one command; null if it does not run here. Throws what a listener throws. */
async function runOne(
  command: string,
  {
    args,
    folder,
    onMessage,
    messageEnd = LINE_FEED,
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
  const messages = new LineSplitter({ maxBytes: maxMessageBytes, end: messageEnd }, (line) => {
    hasSpoken = true;
    if (!stop.aborted) onMessage(line);
  });
  const complaints = new LineSplitter({ maxBytes: MAX_NOTICE_BYTES, end: LINE_FEED }, (line) => {
    const notice = line.toString();
    // A run that prints paths only may print nothing else.
    if (isAside(notice)) hasSpoken = true;
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
  // A message without a line end was cut off.
  complaints.end();
  // A binary for another system may start and end at once, without the summary that ends each search.
  const isOurs = hasSpoken || end.status === null || notices.some((line) => line.startsWith("rg: "));
  return isOurs ? { ...end, notices, tooLarge } : null;
}

/** Lowers the priority of a ripgrep; on Linux, priorities belong to threads. Does not throw. */
function giveWay(pid: number): void {
  try {
    const threads = process.platform === "linux" ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
    for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended in the meantime.
  }
}

/**
 * Splits a stream into lines of bytes: most lines are only counted, and decoding each would take longer than
 * that. Keeps only the beginning of a long line.
 */
class LineSplitter {
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(
    private readonly format: { readonly maxBytes: number; readonly end: number },
    private readonly onLine: (line: Buffer) => void,
  ) {}

  take(chunk: Buffer): void {
    const { maxBytes, end: mark } = this.format;
    let from = 0;
    for (let end = chunk.indexOf(mark); end !== -1; end = chunk.indexOf(mark, from)) {
      const part = chunk.subarray(from, end);
      from = end + 1;
      if (this.#bytes === 0) this.onLine(part.length > maxBytes ? part.subarray(0, maxBytes) : part);
      else {
        this.#keep(part);
        this.#give();
      }
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** Passes on what follows the last line end, as a line. */
  end(): void {
    if (this.#bytes > 0) this.#give();
  }

  #keep(part: Buffer): void {
    const room = this.format.maxBytes - this.#bytes;
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
