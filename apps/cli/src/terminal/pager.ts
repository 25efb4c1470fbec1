/** Decides whether an answer needs a pager, and which. Pure, but for `page`. */
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
