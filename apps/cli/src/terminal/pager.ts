/**
 * Answers that are longer than the screen: which program shows them, and whether it is needed. Pure, but for
 * `page`.
 */
import { spawnSync } from "node:child_process";
import { splitCommand } from "../words.ts";
import { displayWidth } from "./width.ts";

export interface Pager {
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

/** As git starts less: leave the screen as it is, end at once when all fits, show colours. */
const LESS_FLAGS = "FRX";

/** `PAGER`, which is none where it is empty or `cat`, else less where systems have it. Null for none. */
export function pagerOf({ isTerminal, isOff, platform, environment }: PagerInput): Pager | null {
  if (!isTerminal || isOff || environment["TERM"] === "dumb") return null;
  const named = splitCommand(environment["PAGER"] ?? (platform === "win32" ? "" : "less"));
  return named === null || named.command === "cat"
    ? null
    : { ...named, environment: { LESS: LESS_FLAGS, ...environment } };
}

/**
 * Whether a text takes more lines than a screen has; lines that are too wide take several. Not of a screen of
 * unknown size.
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
  // The prompt has a line as well.
  return taken.reduce((sum, lines) => sum + lines, 0) > rows - 1;
}

const COLORS = /\x1b\[[\d;]*m/g;

/** Shows a text until the person has seen enough. False where the program cannot be started. */
export function page(text: string, { command, args, environment }: Pager): boolean {
  const { error } = spawnSync(command, args, {
    input: text,
    stdio: ["pipe", "inherit", "inherit"],
    env: { ...environment },
  });
  // Whoever leaves it early leaves the rest of the text unread.
  return error === undefined || (error as NodeJS.ErrnoException).code === "EPIPE";
}
