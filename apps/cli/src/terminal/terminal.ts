/** The output of a command: answers go to stdout, everything else to stderr. */
import { spawnSync } from "node:child_process";
import { displayWidth, type Style } from "@satori/render";
import { splitCommand } from "../words.ts";
import { createStyle, hasColor } from "./style.ts";

/** The part of a stream that is needed here. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
}

/** One output stream with its style. */
export interface Channel {
  readonly isTerminal: boolean;
  readonly style: Style;
  /** Width in columns; null if there is none or it is unknown. */
  columns(): number | null;
  write(text: string): void;
}

export interface Terminal {
  readonly out: Channel;
  /**
   * Writes an answer to stdout; through a pager, if there is one and the answer is longer than the screen.
   */
  show(text: string): void;
  readonly err: Channel;
  /** Whether lines can be redrawn on stderr. */
  readonly canRedraw: boolean;
}

export interface TerminalOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `--no-color`. */
  readonly isColorOff: boolean;
  /** `--no-pager`. */
  readonly isPagerOff: boolean;
}

export function createTerminal({
  stdout,
  stderr,
  environment,
  isColorOff,
  isPagerOff,
}: TerminalOptions): Terminal {
  const channel = (stream: OutputStream): Channel => {
    const isTerminal = stream.isTTY === true;
    const style = createStyle(hasColor({ isTerminal, isOff: isColorOff, environment }));
    return {
      isTerminal,
      style,
      columns: () => (isTerminal ? sizeOf(stream.columns) : null),
      write: (text) => void stream.write(text),
    };
  };
  const out = channel(stdout);
  const pager = pagerOf({
    isTerminal: out.isTerminal,
    isOff: isPagerOff,
    platform: process.platform,
    environment,
  });
  const show = (text: string): void => {
    const isPaged =
      pager !== null &&
      isLongerThan(text, { columns: out.columns(), rows: sizeOf(stdout.rows) }) &&
      page(text, pager);
    if (!isPaged) out.write(text);
  };
  return {
    out,
    err: channel(stderr),
    show,
    canRedraw: stderr.isTTY === true && environment["TERM"] !== "dumb",
  };
}

/** Terminals without a known size (in some editors, in containers, over a serial line) report 0. */
function sizeOf(cells: number | undefined): number | null {
  return cells === undefined || cells < 1 ? null : cells;
}

// Decides whether an answer needs a pager, and which. Pure, but for `page`.

interface Pager {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface PagerInput {
  readonly isTerminal: boolean;
  /** `--no-pager`. */
  readonly isOff: boolean;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** As git starts less: keep the screen, exit at once if everything fits, show colours. */
const LESS_FLAGS = "FRX";

/** The pager in `PAGER`, unless that is empty or `cat`; by default less, except on Windows. Null for none. */
export function pagerOf({ isTerminal, isOff, platform, environment }: PagerInput): Pager | null {
  if (!isTerminal || isOff || environment["TERM"] === "dumb") return null;
  const named = splitCommand(environment["PAGER"] ?? (platform === "win32" ? "" : "less"));
  return named === null || named.command === "cat"
    ? null
    : { ...named, environment: { LESS: LESS_FLAGS, ...environment } };
}

/**
 * Whether a text takes more lines than the screen has, counting wrapped lines. False if the size of the
 * screen is unknown.
 */
export function isLongerThan(
  text: string,
  { columns, rows }: { readonly columns: number | null; readonly rows: number | null },
): boolean {
  if (rows === null) return false;
  const taken = text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) =>
      Math.max(1, Math.ceil(displayWidth(line.replace(COLORS, "")) / (columns ?? Number.POSITIVE_INFINITY))),
    );
  // The shell prompt takes a line too.
  return taken.reduce((sum, lines) => sum + lines, 0) > rows - 1;
}

const COLORS = /\x1b\[[\d;]*m/g;

/** Shows a text in the pager until the user leaves it. False if the program cannot be started. */
export function page(text: string, { command, args, environment }: Pager): boolean {
  const { error } = spawnSync(command, args, {
    input: text,
    stdio: ["pipe", "inherit", "inherit"],
    env: { ...environment },
  });
  // A user who leaves early does not read the rest of the text.
  return error === undefined || (error as NodeJS.ErrnoException).code === "EPIPE";
}
