/** What a command is made of; `commands/index.ts` is the table of them. */
import type { EnvelopeToolName, WarningCode } from "@satori/contracts";
import type { AnyAnswer } from "./failure.ts";
import type { Interruption } from "./interrupt.ts";
import type { Session } from "./session.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface GlobalOptions {
  /** `--path`; the codebase is looked for from here. */
  readonly path?: string;
  /** `--server`: what answers in the place of the engine here. */
  readonly server?: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly color: boolean;
  readonly pager: boolean;
}

export interface CommandContext {
  readonly terminal: Terminal;
  readonly globals: GlobalOptions;
  readonly interruption: Interruption;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The engine, or the server that is to answer, and where the command stands; opened at first use. */
  session(): Promise<Session>;
}

/** Values of options by their names in camel case: text, true for switches, lists for repeatable ones. */
export type CommandOptions = Readonly<Record<string, unknown>>;

export interface Answer {
  /** How the command ended, and what `--json` prints unless `written` is given. */
  readonly envelope: AnyAnswer;
  /** The answer of a tool as the tool gives it, whatever its form. */
  readonly written?: object;
  /** What people get on stdout. */
  readonly text: string;
  /** Single lines for people on stderr, besides warnings. */
  readonly notes?: readonly string[];
  /** Warnings that text and notes tell of in words of the command; people get them once. */
  readonly told?: readonly WarningCode[];
  /** The envelope is printed whether `--json` is given or not. */
  readonly isAlwaysJson?: true;
  /** The one that `--json` prints has been printed when the work began. */
  readonly isPrinted?: true;
  /** Of a process that did the work in the place of this one. */
  readonly exitCode?: number;
}

export interface OptionSpec {
  /** As commander writes them: `-l, --long <value>`; the long one has to be there. */
  readonly flags: string;
  readonly meaning: string;
  /** Taken because people type it, and not shown: what it asks for is so anyway. */
  readonly isHidden?: true;
  /** Can be given several times. */
  readonly isRepeatable?: true;
  /** All values that it can have, for completions; languages are known to the engine alone. */
  readonly choices?: readonly string[] | "languages";
}

/** By an option with its dashes: what to give in its place, as the end of a sentence. */
export type ForeignOptions = Readonly<Record<string, string>>;

/** Several options of which the same is said. */
export function named(options: readonly string[], advice: string): ForeignOptions {
  return Object.fromEntries(options.map((option) => [option, advice]));
}

export interface CommandSpec {
  /** Words of the command, then its operands as commander writes them. */
  readonly usage: string;
  /** The tool whose envelope answers; null if there is none. */
  readonly tool: EnvelopeToolName | null;
  /** A server can answer it; default: where a tool does. */
  readonly takesServer?: true;
  /** The operand is a folder to look from, as `--path` is. */
  readonly takesPath?: true;
  /** No folder is of interest to it: `--path` is taken, as by all commands, and not shown. */
  readonly ignoresPath?: true;
  readonly summary: string;
  /** More than one sentence, for the command's own help. */
  readonly details?: string;
  readonly options?: readonly OptionSpec[];
  /** Options of other programs that it does not have, and what is said of them. */
  readonly foreignOptions?: ForeignOptions;
  /** The option that a number behind one dash stands for, as `-2` does in grep. */
  readonly numberOption?: string;
  /** All values that the first operand can have, for completions. */
  readonly operandChoices?: readonly string[];
  /** The operand may begin with a file though it is called otherwise, for completions. */
  readonly beginsWithFile?: true;
  readonly examples: readonly string[];
  run(context: CommandContext, operands: readonly string[], options: CommandOptions): Promise<Answer>;
}

export interface Flags {
  /** Both with their dashes; null: there is no short one. */
  readonly short: string | null;
  readonly long: string;
  /** What stands for its value; null for a switch. */
  readonly value: string | null;
}

export function splitFlags({ flags }: Pick<OptionSpec, "flags">): Flags {
  const [, short = null, long = "", value = null] = /^(?:(-\w), )?(--[\w-]+)(?: (.+))?$/.exec(flags) ?? [];
  return { short, long, value };
}

/** Whether what stands for a value, or an operand, is a file or a folder. */
export function isFileName(placeholder: string): boolean {
  return /^[<[](?:dir|file|path|paths)\b/.test(placeholder);
}

/** A number where the text is one, so that the tool's schema says what is wrong with the rest. */
export function numberOrText(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value))
    ? Number(value)
    : value;
}

/** Leaves out what was not given. */
export function given(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
