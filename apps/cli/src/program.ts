/** The command line: from the table of commands to the requested command. Reads arguments, writes nothing. */
import { homedir } from "node:os";
import { join, posix, win32 } from "node:path";
import { withHome } from "@satori/contracts";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { printableLine } from "@satori/render";
import {
  type CommandOptions,
  type CommandSpec,
  type ForeignOptions,
  type GlobalOptions,
  type OptionSpec,
  isFileName,
  splitFlags,
} from "./command.ts";
import { FOREIGN_OPTIONS, adviceOnCommand, adviceOnOperator, adviceOnOption } from "./unsupported-options.ts";

/** A command with its operands and options, as parsed from the arguments. */
export interface ParsedCommand {
  readonly kind: "command";
  readonly spec: CommandSpec;
  readonly operands: readonly string[];
  readonly options: CommandOptions;
  readonly globals: GlobalOptions;
}

export type Parsed =
  | ParsedCommand
  /** Help or the version. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "usage_error"; readonly message: string; readonly spec: CommandSpec | null };

const PATH_OPTION: OptionSpec = {
  flags: "--path <dir>",
  meaning: "find the codebase from this folder instead of the working directory",
};

/** Options of every command. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [
  PATH_OPTION,
  { flags: "--json", meaning: "print only the answer, as one line of JSON" },
  { flags: "--quiet", meaning: "no progress, no warnings" },
  { flags: "--no-color", meaning: "no colors (NO_COLOR and FORCE_COLOR work, too)" },
  { flags: "--no-pager", meaning: "no pager (by default PAGER shows answers longer than the screen)" },
];

/** An option of commands that a server can answer. */
const SERVER_OPTION: OptionSpec = {
  flags: "--server <server>",
  meaning: "use this server (an address, or a command that starts one) instead of the local engine",
};

/** Options that a command's help shows besides its own. */
export function sharedOptions(spec: CommandSpec): readonly OptionSpec[] {
  const common = spec.ignoresPath
    ? COMMON_OPTIONS.filter((option) => option !== PATH_OPTION)
    : COMMON_OPTIONS;
  return isForServers(spec) ? [...common, SERVER_OPTION] : common;
}

/** Whether a server can answer the command. */
export function isForServers({ tool, takesServer }: CommandSpec): boolean {
  return tool !== null || takesServer === true;
}

const OVERVIEW = `Satori finds code by meaning, words and names, in an index on your machine.

Try first, in a folder with code:
  satori search "where are retries scheduled"    indexes the folder on first use
  satori outline src/main.ts                     a file's declarations
  satori callers startServer                     who calls a symbol, as a tree
  satori status                                  what is indexed

`;

const HELP_OPTION = ["-h, --help", "show this help"] as const;

/**
 * Prefix for `-path:…` in a question, so that it is not parsed as an option; it is removed when the question
 * is read.
 */
const OPERATOR_MARK = " ";

/**
 * Parses the arguments. An invalid command line is a `usage_error`, not an exception.
 *
 * @param argv without the program's own name
 */
export function parseCommandLine(
  argv: readonly string[],
  specs: readonly CommandSpec[],
  version: string,
): Parsed {
  const [first, ...behind] = argv;
  // Commander would ignore what follows the flag.
  if ((first === "--help" || first === "-h") && behind.some((word) => !word.startsWith("-")))
    return parseCommandLine(["help", ...behind], specs, version);
  let text = "";
  let parsed: Parsed | undefined;
  const program = new Command("satori")
    .description(OVERVIEW.trimEnd())
    .version(version, "-V, --version", "print the version")
    .helpOption(...HELP_OPTION)
    .helpCommand("help [command]", "Show the help of a command.");
  program.configureHelp({ subcommandTerm: termOf });
  program
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: (part) => void (text += part), writeErr: () => undefined });
  addOptions(program, [...COMMON_OPTIONS, SERVER_OPTION]);
  for (const spec of specs) {
    addCommand(program, spec, (operands, own, globals) => {
      parsed = { kind: "command", spec, operands: operands.map(withoutMark), options: own, globals };
    });
  }
  if (argv.length === 0) return { kind: "text", text: program.helpInformation() };
  try {
    program.parse(markOperators(spellNumber(argv, specAmong(argv, specs))), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.help")
      return (
        insteadOfHelp(program, (words) => parseCommandLine(words, specs, version)) ?? {
          kind: "text",
          text: text === "" ? program.helpInformation() : text,
        }
      );
    if (error.exitCode === 0) return { kind: "text", text };
    const spec = specAmong(argv, specs);
    return { kind: "usage_error", message: messageOf(error, argv, spec), spec };
  }
  return parsed ?? { kind: "text", text: program.helpInformation() };
}

/**
 * The answer where commander would show help but something is missing or unknown: no command after the
 * options, no command after a group's name, or an unknown word after `help`, where commander reads only one
 * word and ignores an unknown one. Null if showing help is right.
 */
function insteadOfHelp(program: Command, parse: (words: readonly string[]) => Parsed): Parsed | null {
  const [first, ...rest] = program.args.filter((word) => !word.startsWith("-"));
  // A script with an empty variable would take the help for an answer.
  if (first === undefined) return { kind: "usage_error", message: "a command is missing", spec: null };
  if (first === "help") return rest.length === 0 ? null : helpOf(program, rest, parse);
  const offered =
    program.commands.find((command) => command.name() === first)?.commands.map((command) => command.name()) ??
    [];
  return {
    kind: "usage_error",
    message: `'${first}' requires a command: ${offered.join(", ")}`,
    spec: null,
  };
}

function helpOf(
  program: Command,
  words: readonly string[],
  parse: (words: readonly string[]) => Parsed,
): Parsed {
  let command = program;
  for (const [at, word] of words.entries()) {
    const next = command.commands.find((candidate) => candidate.name() === word);
    // The same error as when calling the unknown command, with commander's suggestion.
    if (!next && command.commands.length > 0) return parse(words.slice(0, at + 1));
    if (!next)
      return {
        kind: "usage_error",
        message: `unknown command '${printableLine(words.join(" "))}'`,
        spec: null,
      };
    command = next;
  }
  return parse([...words, "--help"]);
}

/** The words of a command, without operands. */
export function nameOf({ usage }: CommandSpec): string {
  return splitUsage(usage).words.join(" ");
}

type Action = (operands: readonly string[], own: CommandOptions, globals: GlobalOptions) => void;

function addCommand(program: Command, spec: CommandSpec, action: Action): void {
  const { words, operands } = splitUsage(spec.usage);
  let parent = program;
  for (const word of words.slice(0, -1)) {
    parent =
      parent.commands.find((command) => command.name() === word) ??
      parent
        .command(word)
        .description(`${word} …`)
        .helpOption(...HELP_OPTION)
        .enablePositionalOptions();
    if (parent.description() === `${word} …`) parent.description(spec.summary).helpCommand(false);
  }
  // A command of a group that requires no operand is the group's default.
  const isDefault = parent !== program && !operands.startsWith("<");
  const command = parent
    .command(`${words.at(-1)} ${operands}`.trim(), { isDefault })
    .summary(spec.summary)
    .description(spec.details ? `${spec.summary}\n\n${spec.details}` : spec.summary)
    .helpOption(...HELP_OPTION);
  addOptions(command, [...(spec.options ?? []), ...sharedOptions(spec)]);
  if (spec.ignoresPath) command.addOption(new Option(PATH_OPTION.flags, PATH_OPTION.meaning).hideHelp());
  for (const argument of command.registeredArguments)
    if (isFileName(`<${argument.name()}`)) argument.argParser(pathFromWord);
  command.addHelpText("after", `\nExamples:\n${spec.examples.map((example) => `  ${example}`).join("\n")}`);
  command.action(() => {
    const own: CommandOptions = command.opts();
    const root: CommandOptions = program.opts();
    // Both come from the same options, which commander parses as strings or switches.
    const globals = {
      ...root,
      ...own,
      color: root["color"] !== false && own["color"] !== false,
      pager: root["pager"] !== false && own["pager"] !== false,
    } as unknown as GlobalOptions;
    const [operand] = command.args;
    action(
      command.args,
      own,
      spec.takesPath && operand !== undefined
        ? { ...globals, path: pathFrom(globals.path, operand) }
        : globals,
    );
  });
}

/** Paths of the server's machine, on whichever system, stay as they are. */
function pathFrom(folder: string | undefined, path: string): string {
  return folder === undefined || posix.isAbsolute(path) || win32.isAbsolute(path) ? path : join(folder, path);
}

function addOptions(command: Command, options: readonly OptionSpec[]): void {
  for (const { flags, meaning, isRepeatable, isHidden } of options) {
    const option = new Option(flags, meaning).hideHelp(isHidden === true);
    if (isFileName(splitFlags({ flags }).value ?? "")) option.argParser(pathFromWord);
    command.addOption(
      isRepeatable
        ? option.argParser((value: string, before: readonly string[] | undefined) => [
            ...(before ?? []),
            value,
          ])
        : option,
    );
  }
}

/**
 * Resolves `~`, which shells expand only in words of their own, not after `=`. Throws for an empty word: it
 * is probably an unset variable of a script, not the working directory.
 */
function pathFromWord(word: string): string {
  if (word === "") throw new InvalidArgumentError("write . for the working directory");
  return withHome(word, homedir());
}

/** A group is listed with its only command. */
function termOf(command: Command): string {
  const [only, ...others] = command.commands;
  const rest = only && others.length === 0 ? termOf(only) : operandsOf(command);
  return `${command.name()} ${rest}`.trim();
}

function operandsOf(command: Command): string {
  return command.registeredArguments
    .map(
      (operand) =>
        `${operand.required ? "<" : "["}${operand.name()}${operand.variadic ? "..." : ""}${operand.required ? ">" : "]"}`,
    )
    .join(" ");
}

/** `tool call <name>` → its words and its operands. */
export function splitUsage(usage: string): { words: string[]; operands: string } {
  const [, words = "", operands = ""] = /^([a-z ]+?)(?: ([<[].*))?$/.exec(usage) ?? [];
  return { words: words.split(" "), operands };
}

function specAmong(argv: readonly string[], specs: readonly CommandSpec[]): CommandSpec | null {
  const [first, second] = argv.filter((word) => !word.startsWith("-"));
  const fits = ({ usage }: CommandSpec): boolean => {
    const { words } = splitUsage(usage);
    return words[0] === first && (words[1] === undefined || words[1] === second);
  };
  return specs.find(fits) ?? null;
}

/**
 * Rewrites `-2` as the command's number option, since commander would parse it as an operand. The values of
 * other options stay.
 */
function spellNumber(argv: readonly string[], spec: CommandSpec | null): readonly string[] {
  const { numberOption, options = [] } = spec ?? {};
  if (spec === null || numberOption === undefined) return argv;
  const end = argv.indexOf("--");
  const takesValue = (word: string | undefined): boolean =>
    [...options, ...sharedOptions(spec)]
      .map(splitFlags)
      .some(({ short, long, value }) => value !== null && (word === short || word === long));
  return argv.map((word, at) =>
    /^-\d+$/.test(word) && (end === -1 || at < end) && !takesValue(argv[at - 1])
      ? `${numberOption}=${word.slice(1)}`
      : word,
  );
}

function markOperators(argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  return argv.map((word, at) =>
    word.startsWith("-path:") && (end === -1 || at < end) ? OPERATOR_MARK + word : word,
  );
}

function withoutMark(word: string): string {
  return word.startsWith(`${OPERATOR_MARK}-path:`) ? word.slice(OPERATOR_MARK.length) : word;
}

/** The beginning of commander's message about an error that `pathFromWord` throws. */
const EMPTY_PATH =
  /^(?:option '(--[\w-]+).*?' argument|command-argument value) '' is invalid(?: for argument '(\w+)')?\. /;

/** Operands that may be any text, for which an unknown option may have been meant as text to search. */
const TEXT_OPERAND = /<(?:query|text)\b/;

function messageOf({ message }: CommanderError, argv: readonly string[], spec: CommandSpec | null): string {
  const said = printableLine(
    message
      .replace(/^error: /, "")
      .replaceAll("\n", " ")
      .trim(),
  ).replace(EMPTY_PATH, (_, option?: string, operand?: string) => `${option ?? operand} is empty: `);
  const [, kind, word = ""] = /^unknown (command|option) '([^'=]+)/.exec(said) ?? [];
  const isFirst = argv.find((argument) => !argument.startsWith("-")) === word;
  const foreign: ForeignOptions = { ...FOREIGN_OPTIONS, ...spec?.foreignOptions };
  const isQuestion = spec?.tool === "search_codebase";
  const isText = TEXT_OPERAND.test(spec?.usage ?? "") && !said.includes("Did you mean");
  const advice =
    kind === "option"
      ? ((isQuestion ? adviceOnOperator(word) : undefined) ??
        adviceOnOption(word, foreign) ??
        (isText ? "put -- in front of a text that begins with a dash" : undefined))
      : kind === "command" && isFirst
        ? adviceOnCommand(word)
        : undefined;
  // Commander's own suggestion is only based on similar spelling.
  return advice === undefined ? said : `unknown ${kind} '${word}': ${advice}`;
}
