/** The output of a command: answers go to stdout, everything else to stderr. */
import { isLongerThan, page, pagerOf } from "./pager.ts";
import { type Style, createStyle, hasColor } from "./style.ts";

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
