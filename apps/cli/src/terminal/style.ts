/** Colours: whether a stream gets them, and the colour of each role. Pure. */
import type { Style } from "@satori/render";

export interface ColorInput {
  readonly isTerminal: boolean;
  /** `--no-color`. */
  readonly isOff: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The flag decides, then FORCE_COLOR, then NO_COLOR (no-color.org), then the terminal's abilities: the same
 * order as in Node.js.
 */
export function hasColor({ isTerminal, isOff, environment }: ColorInput): boolean {
  if (isOff) return false;
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment;
  if (force !== undefined) return force !== "0" && force !== "false";
  return !no && isTerminal && term !== "dumb";
}

export function createStyle(colored: boolean): Style {
  const role = (code: string) => (text: string) =>
    colored && text !== "" ? `\x1b[${code}m${text}\x1b[0m` : text;
  return {
    file: role("36"),
    symbol: role("1"),
    quiet: role("2"),
    match: role("1;33"),
    warning: role("33"),
    error: role("31"),
  };
}
