/** The parts of a command; `commands/index.ts` is the table of commands. */
import type { EnvelopeToolName, WarningCode } from "@satori/contracts";
import type { AnyAnswer } from "./failure.ts";
import type { Interruption } from "./interrupt.ts";
import type { Session } from "./session.ts";
import type { Ask } from "./terminal/ask.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Options of every command. */
export interface GlobalOptions {
  /** `--path`: where to look for the codebase. */
  readonly path?: string;
  /** `--server`: answers instead of the local engine. */
  readonly server?: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly color: boolean;
  readonly pager: boolean;
}

/** What a command's `run` may use. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly globals: GlobalOptions;
  readonly interruption: Interruption;
  /** Null if nobody can answer: in a pipe, in CI. */
  readonly ask: Ask | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of this command line. */
  readonly version: string;
  /** The engine or the server that answers, and the command's folder; opened on first use. */
  session(): Promise<Session>;
  /** Registers work for which the answer does not wait: it is done after the answer was printed. */
  afterAnswer(work: () => Promise<void>): void;
}

/** Option values by their names in camel case: strings, `true` for switches, lists for repeatable options. */
export type CommandOptions = Readonly<Record<string, unknown>>;

/** The result of a command, printed by `report.ts`. */
export interface Answer {
  /** How the command ended, and what `--json` prints unless `written` is given. */
  readonly envelope: AnyAnswer;
  /** The answer of a tool exactly as the tool gives it, in whatever form. */
  readonly written?: object;
  /** The text for people on stdout; it gets a line end unless it ends with one, or with NUL. */
  readonly text: string;
  /** Single lines for people on stderr, besides warnings. */
  readonly notes?: readonly string[];
  /** Warnings that text and notes already explain, so that people get them only once. */
  readonly told?: readonly WarningCode[];
  /** Prints the envelope with or without `--json`. */
  readonly isAlwaysJson?: true;
  /** The `--json` output was already printed when the work began. */
  readonly isPrinted?: true;
  /** The exit code of a process that did the work instead of this one. */
  readonly exitCode?: number;
  /** The exit code if the envelope is `ok`, instead of 0: the user asked for a failure. */
  readonly codeIfOk?: number;
}

export interface OptionSpec {
  /** In commander's notation: `-l, --long <value>`; the long form is required. */
  readonly flags: string;
  readonly meaning: string;
  /** Accepted because people type it, but not shown: it requests the default. */
  readonly isHidden?: true;
  /** Can be given several times. */
  readonly isRepeatable?: true;
  /**
   * All possible values, for completions. `"languages"` stands for the list that only the engine knows,
   * `"refs"` for the branches and tags of the repository around the working directory.
   */
  readonly choices?: readonly string[] | "languages" | "refs";
}

/** Advice by option, with its dashes: what to use instead, as the end of a sentence. */
export type ForeignOptions = Readonly<Record<string, string>>;

/** The same advice for several options. */
export function named(options: readonly string[], advice: string): ForeignOptions {
  return Object.fromEntries(options.map((option) => [option, advice]));
}

/** One row of the table of commands. */
export interface CommandSpec {
  /** Words of the command, then its operands in commander's notation. */
  readonly usage: string;
  /** The tool whose envelope is the answer; null if there is none. */
  readonly tool: EnvelopeToolName | null;
  /** Whether a server can answer it; default: if it has a tool. */
  readonly takesServer?: true;
  /** Whether its operand is a folder to look from, as `--path` is. */
  readonly takesPath?: true;
  /** Whether it needs no folder. `--path` is accepted, as by all commands, but not shown. */
  readonly ignoresPath?: true;
  readonly summary: string;
  /** More than one sentence, for the command's own help. */
  readonly details?: string;
  readonly options?: readonly OptionSpec[];
  /** Options of other programs that it does not have, with advice. */
  readonly foreignOptions?: ForeignOptions;
  /** The option that a number after a dash stands for, such as `-2` in grep. */
  readonly numberOption?: string;
  /** All possible values of the first operand, for completions. */
  readonly operandChoices?: readonly string[];
  /** Whether the operand may begin with a file although its name says otherwise; for completions. */
  readonly beginsWithFile?: true;
  readonly examples: readonly string[];
  run(context: CommandContext, operands: readonly string[], options: CommandOptions): Promise<Answer>;
}

export interface Flags {
  /** Both with their dashes; `short` is null if there is none. */
  readonly short: string | null;
  readonly long: string;
  /** The placeholder of its value; null for a switch. */
  readonly value: string | null;
}

/** Splits an option's flags into their parts. */
export function splitFlags({ flags }: Pick<OptionSpec, "flags">): Flags {
  const [, short = null, long = "", value = null] = /^(?:(-\w), )?(--[\w-]+)(?: (.+))?$/.exec(flags) ?? [];
  return { short, long, value };
}

/** Whether a placeholder stands for a file or a folder. */
export function isFileName(placeholder: string): boolean {
  return /^[<[](?:dir|file|path|paths)\b/.test(placeholder);
}

/** Converts numeric text into a number, so that the tool's schema reports what is wrong with other text. */
export function numberOrText(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value))
    ? Number(value)
    : value;
}

/** Drops arguments that were not given. */
export function given(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
