/** What can be completed, derived from the table of commands. Pure. */
import { COMMON_OPTIONS, sharedOptions, splitUsage } from "../program.ts";
import { type CommandSpec, type OptionSpec, isFileName, splitFlags } from "../command.ts";

/** Possible values: unknown, files, branches and tags, or one of some words. */
export type Values = "unknown" | "files" | "refs" | readonly string[];

/** A shell command that prints the branches and tags of the repository around the working directory. */
export const LIST_REFS = 'git for-each-ref --format="%(refname:strip=2)" refs/heads refs/tags 2>/dev/null';

export interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  /** With its dash; null if there is none. */
  readonly short: string | null;
  readonly meaning: string;
  /** Null for a switch. */
  readonly value: Values | null;
}

export interface CompletedCommand {
  /** Words joined by blanks; empty for the program itself. */
  readonly path: string;
  readonly summary: string;
  /** Words that may follow to form another command. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
  readonly options: readonly CompletedOption[];
  /** Values of the operands; a list of words applies only to the first. */
  readonly operands: Exclude<Values, "refs">;
}

/** The program first, then its commands in the order of the table, each group before its members. */
export function completedCommands(
  specs: readonly CommandSpec[],
  languages: readonly string[],
): readonly CompletedCommand[] {
  const optionsOf = (options: readonly OptionSpec[]): CompletedOption[] =>
    options.filter(({ isHidden }) => isHidden !== true).map((option) => completedOption(option, languages));
  const leaves = specs.map((spec): CompletedCommand => {
    const { words, operands } = splitUsage(spec.usage);
    return {
      path: words.join(" "),
      summary: spec.summary,
      next: [],
      options: optionsOf([...(spec.options ?? []), ...sharedOptions(spec), HELP]),
      operands:
        spec.operandChoices ??
        (spec.beginsWithFile || isFileName(operands) || operands.includes(" [paths") ? "files" : "unknown"),
    };
  });
  const groups = [
    ...new Set(
      leaves.flatMap(({ path }) => (path.includes(" ") ? [path.slice(0, path.lastIndexOf(" "))] : [])),
    ),
  ];
  const grouped = groups.map((path) => ({
    path,
    summary: leaves.find((leaf) => leaf.path.startsWith(`${path} `))?.summary ?? "",
    next: nextOf(path, leaves),
    options: optionsOf([HELP]),
    operands: "unknown" as const,
  }));
  const top = [...leaves.filter(({ path }) => !path.includes(" ")), ...grouped];
  const help: CompletedCommand = {
    path: "help",
    summary: "Show the help of a command.",
    next: [],
    options: [],
    operands: top.map(({ path }) => path),
  };
  const program: CompletedCommand = {
    path: "",
    summary: "",
    next: [...top, help].map(({ path, summary }) => ({ word: path, summary })),
    options: optionsOf([...COMMON_OPTIONS, HELP, VERSION]),
    operands: "unknown",
  };
  return [
    program,
    ...leaves.filter(({ path }) => !path.includes(" ")),
    ...grouped.flatMap((group) => [group, ...leaves.filter(({ path }) => path.startsWith(`${group.path} `))]),
    help,
  ];
}

/** Options that take a value in any command. */
export function valuedOptions(commands: readonly CompletedCommand[]): readonly string[] {
  return [
    ...new Set(
      commands.flatMap(({ options }) => options.filter(({ value }) => value !== null).flatMap(namesOf)),
    ),
  ];
}

/** All spellings of an option. */
export function namesOf({ name, short }: Pick<CompletedOption, "name" | "short">): readonly string[] {
  return short === null ? [name] : [short, name];
}

const HELP: OptionSpec = { flags: "--help", meaning: "show this help" };
const VERSION: OptionSpec = { flags: "--version", meaning: "print the version" };

function nextOf(path: string, leaves: readonly CompletedCommand[]): CompletedCommand["next"] {
  return leaves
    .filter((leaf) => leaf.path.startsWith(`${path} `))
    .map((leaf) => ({ word: leaf.path.slice(path.length + 1), summary: leaf.summary }));
}

function completedOption(
  { meaning, choices, ...option }: OptionSpec,
  languages: readonly string[],
): CompletedOption {
  const { short, long, value } = splitFlags(option);
  const offered = choices === "languages" ? languages : choices;
  return {
    name: long,
    short,
    meaning,
    value: value === null ? null : (offered ?? (isFileName(value) ? "files" : "unknown")),
  };
}
