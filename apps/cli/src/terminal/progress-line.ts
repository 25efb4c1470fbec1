/**
 * One line on stderr that shows the progress of a run and is redrawn repeatedly; nothing if stderr cannot
 * redraw.
 */
import type { RunPhase } from "@satori/contracts";
import { displayWidth, truncate } from "@satori/render";
import type { Terminal } from "./terminal.ts";

export interface ProgressCounts {
  readonly filesDone: number;
  /** Null until counted; 0 if there is nothing to do. */
  readonly filesTotal: number | null;
  /** Null if unknown. */
  readonly chunks: number | null;
}

export interface ProgressLineOptions {
  readonly terminal: Terminal;
  readonly isQuiet: boolean;
  /** Work that ends sooner shows no line. Default: `DELAY_MS`, which nobody perceives as waiting. */
  readonly delayMs?: number;
  /** Milliseconds of a monotonic clock; default: the process's. */
  readonly nowMs?: () => number;
}

const DELAY_MS = 300;
const REDRAW_MS = 100;
const BAR_CELLS = 20;
/** A shorter bar shows nothing. */
const LEAST_BAR_CELLS = 5;
/** Number of parts that may go. */
const MOST_PARTS = 3;
/** Share of the files from which on a rate is shown. */
const FROM_SHARE = 0.01;
const DEFAULT_COLUMNS = 80;
/** Phases that work through all files. */
const COUNTING: ReadonlySet<RunPhase> = new Set<RunPhase>(["indexing", "embedding"]);
/** Moves to the first column and erases the line. */
const ERASE = "\r\x1b[2K";

/** A progress line; redrawn at most every `REDRAW_MS`. */
export class ProgressLine implements Disposable {
  private readonly options: ProgressLineOptions;
  private readonly nowMs: () => number;
  private startedMs: number;
  /** The last phase that counts files, and when it began; the rate is measured from here. */
  private counted: { readonly phase: RunPhase; readonly sinceMs: number } | null = null;
  private drawnMs = Number.NEGATIVE_INFINITY;
  private isDrawn = false;
  private isHeld = false;

  constructor(options: ProgressLineOptions) {
    this.options = options;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.startedMs = this.nowMs();
  }

  /** @param label shown before the phase, for runs of other processes */
  update(phase: RunPhase, counts: ProgressCounts, label = ""): void {
    const now = this.nowMs();
    if (COUNTING.has(phase) && this.counted?.phase !== phase) this.counted = { phase, sinceMs: now };
    const { terminal, isQuiet, delayMs = DELAY_MS } = this.options;
    const isDue = now - this.startedMs >= delayMs && now - this.drawnMs >= REDRAW_MS;
    if (isQuiet || this.isHeld || !terminal.canRedraw || !isDue) return;
    this.drawnMs = now;
    this.isDrawn = true;
    const columns = (terminal.err.columns() ?? DEFAULT_COLUMNS) - 1;
    const countedMs = now - (this.counted?.sinceMs ?? now);
    const text = progressText(phase, counts, countedMs, columns - displayWidth(label));
    terminal.err.write(`${ERASE}${truncate(label + text, columns)}`);
  }

  /** Erases the line, and draws none while something else is printed. */
  hold(): void {
    this.end();
    this.isHeld = true;
  }

  resume(): void {
    this.isHeld = false;
  }

  /** Erases the line; on a terminal, prints a summary instead, if there is one. */
  end(summary?: string): void {
    const { terminal, isQuiet } = this.options;
    if (this.isDrawn) terminal.err.write(ERASE);
    this.isDrawn = false;
    if (summary !== undefined && !isQuiet && terminal.err.isTerminal) terminal.err.write(`${summary}\n`);
  }

  /** Leaves no partial line behind, however the work ends. */
  [Symbol.dispose](): void {
    this.end();
  }

  elapsedMs(): number {
    return this.nowMs() - this.startedMs;
  }
}

/**
 * Bar, phase, files, chunks, files per second, time left; unknown values are omitted. What does not fit goes,
 * the least important first: chunks, files per second, time left; then the bar becomes shorter, and is the
 * last to go.
 *
 * @param countedMs time since the first file of the phase
 * @param columns default: as many as it takes
 */
export function progressText(
  phase: RunPhase,
  { filesDone, filesTotal, chunks }: ProgressCounts,
  countedMs: number,
  columns = Number.POSITIVE_INFINITY,
): string {
  if (filesTotal === null || filesTotal === 0) return `${phase}…`;
  const what = `${phase} ${filesDone}/${filesTotal} files`;
  const rate = rateOf(filesDone, filesTotal, countedMs);
  const parts: readonly Part[] = [
    ...(chunks === null ? [] : [{ text: `${chunks} chunks`, goes: 0 }]),
    ...(rate === null ? [] : [{ text: `${Math.round(rate)} files/s`, goes: 1 }]),
    ...(rate === null || !COUNTING.has(phase)
      ? []
      : [{ text: `${duration(((filesTotal - filesDone) / rate) * 1_000)} left`, goes: 2 }]),
  ];
  const share = filesDone / filesTotal;
  for (let gone = 0; gone <= MOST_PARTS; gone++) {
    const text = [what, ...parts.filter(({ goes }) => goes >= gone).map((part) => part.text)].join("  ");
    if (displayWidth(barOf(BAR_CELLS, share) + text) <= columns) return barOf(BAR_CELLS, share) + text;
  }
  const cells = columns - displayWidth(barOf(0, share) + what);
  return cells < LEAST_BAR_CELLS ? what : barOf(cells, share) + what;
}

/** A part of the line; the ones with the smallest number go first. */
interface Part {
  readonly text: string;
  readonly goes: number;
}

function barOf(cells: number, share: number): string {
  const full = Math.floor(share * cells);
  return `[${"#".repeat(full)}${"-".repeat(cells - full)}] `;
}

/** Files per second; null for the first few files, while the parser is still being loaded. */
function rateOf(filesDone: number, filesTotal: number, countedMs: number): number | null {
  return filesDone > 0 && filesDone >= filesTotal * FROM_SHARE && countedMs > 0
    ? (filesDone * 1_000) / countedMs
    : null;
}

/** `0.4 s`, `12 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
