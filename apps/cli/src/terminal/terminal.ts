/** Where a command's words go: answers to stdout, everything else to stderr. */
import { type Style, createStyle, hasColor } from "./style.ts";

/** What is needed of a stream. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface Channel {
  readonly isTerminal: boolean;
  readonly style: Style;
  /** Width in columns; null where there is none. */
  columns(): number | null;
  write(text: string): void;
}

export interface Terminal {
  readonly out: Channel;
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
}

export function createTerminal({ stdout, stderr, environment, isColorOff }: TerminalOptions): Terminal {
  const channel = (stream: OutputStream): Channel => {
    const isTerminal = stream.isTTY === true;
    const style = createStyle(hasColor({ isTerminal, isOff: isColorOff, environment }));
    return { isTerminal, style, columns: () => (isTerminal ? (stream.columns ?? null) : null), write: (text) => void stream.write(text) };
  };
  return { out: channel(stdout), err: channel(stderr), canRedraw: stderr.isTTY === true && environment["TERM"] !== "dumb" };
}
