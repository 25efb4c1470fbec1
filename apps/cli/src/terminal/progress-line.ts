/**
 * One line on stderr that shows how far a run is, drawn again and again; nothing where that cannot be done.
 */
import type { RunPhase } from "@satori/contracts";
import type { Terminal } from "./terminal.ts";
import { displayWidth, truncate } from "./width.ts";

export interface ProgressCounts {
  readonly filesDone: number;
  /** Null until they have been counted; none where a look at the codebase finds nothing to do. */
  readonly filesTotal: number | null;
  /** Null where that is not told. */
  readonly chunks: number | null;
}

export interface ProgressLineOptions {
  readonly terminal: Terminal;
  readonly isQuiet: boolean;
  /** Work that is done sooner shows no line. Default: what nobody takes for a wait. */
  readonly delayMs?: number;
  /** Milliseconds of a clock that never goes back; default the process's. */
  readonly nowMs?: () => number;
}

const DELAY_MS = 300;
const REDRAW_MS = 100;
const BAR_CELLS = 20;
const BAR = /\[[#-]+\] /;
/** Of the files, from which on there is a rate. */
const FROM_SHARE = 0.01;
const DEFAULT_COLUMNS = 80;
/** To the first column, and erase the line. */
const ERASE = "\r\x1b[2K";

export class ProgressLine implements Disposable {
  private readonly options: ProgressLineOptions;
  private readonly nowMs: () => number;
  private startedMs: number;
  /** When files began to be indexed; the rate counts from here. */
  private indexingMs: number | null = null;
  private drawnMs = Number.NEGATIVE_INFINITY;
  private isDrawn = false;

  constructor(options: ProgressLineOptions) {
    this.options = options;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.startedMs = this.nowMs();
  }

  /** @param label goes before the phase; for runs of other processes */
  update(phase: RunPhase, counts: ProgressCounts, label = ""): void {
    const now = this.nowMs();
    if (phase === "indexing") this.indexingMs ??= now;
    const { terminal, isQuiet, delayMs = DELAY_MS } = this.options;
    const isDue = now - this.startedMs >= delayMs && now - this.drawnMs >= REDRAW_MS;
    if (isQuiet || !terminal.canRedraw || !isDue) return;
    this.drawnMs = now;
    this.isDrawn = true;
    const columns = (terminal.err.columns() ?? DEFAULT_COLUMNS) - 1;
    const text = label + progressText(phase, counts, now - (this.indexingMs ?? now));
    // The numbers say what the bar shows, and more.
    terminal.err.write(
      `${ERASE}${truncate(displayWidth(text) > columns ? text.replace(BAR, "") : text, columns)}`,
    );
  }

  /** Takes the line away; on a terminal a last line takes its place, if there is one. */
  end(summary?: string): void {
    const { terminal, isQuiet } = this.options;
    if (this.isDrawn) terminal.err.write(ERASE);
    this.isDrawn = false;
    if (summary !== undefined && !isQuiet && terminal.err.isTerminal) terminal.err.write(`${summary}\n`);
  }

  /** However the work ends, no half of a line is left. */
  [Symbol.dispose](): void {
    this.end();
  }

  elapsedMs(): number {
    return this.nowMs() - this.startedMs;
  }
}

/**
 * Bar, phase, files, chunks, files a second, time left; what is not known yet is left out.
 *
 * @param indexingMs time since the first file
 */
export function progressText(
  phase: RunPhase,
  { filesDone, filesTotal, chunks }: ProgressCounts,
  indexingMs: number,
): string {
  if (filesTotal === null || filesTotal === 0) return `${phase}…`;
  const full = Math.floor((filesDone / filesTotal) * BAR_CELLS);
  const parts = [
    `[${"#".repeat(full)}${"-".repeat(BAR_CELLS - full)}] ${phase} ${filesDone}/${filesTotal} files`,
    ...(chunks === null ? [] : [`${chunks} chunks`]),
  ];
  // What the first files of many took says nothing of the rest: the parser is being loaded.
  if (filesDone > 0 && filesDone >= filesTotal * FROM_SHARE && indexingMs > 0) {
    const perSecond = (filesDone * 1_000) / indexingMs;
    parts.push(`${Math.round(perSecond)} files/s`);
    if (phase === "indexing") parts.push(`${duration(((filesTotal - filesDone) / perSecond) * 1_000)} left`);
  }
  return parts.join("  ");
}

/** `0.4 s`, `12 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
