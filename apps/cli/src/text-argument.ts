/**
 * What grep is asked to look for: the options that people know from other programs, as arguments of the tool.
 * Pure.
 */
import { LIMITS } from "@satori/contracts";
import { type CommandOptions, numberOrText } from "./command.ts";
import { CommandError } from "./failure.ts";

export interface TextArgument {
  readonly query: string;
  readonly regex: true | undefined;
  readonly case_sensitive: true | undefined;
  /** As many as are needed on either side; what is wrong with them is left to the tool's schema. */
  readonly context_lines: unknown;
}

/** Lines that are shown around a match; null: all that there are. */
export interface Around {
  readonly before: number | null;
  readonly after: number | null;
}

/** Options of which one alone can be meant. */
const OPPOSITES = [
  ["regex", "fixedStrings"],
  ["caseSensitive", "ignoreCase"],
  ["filesWithMatches", "count"],
] as const;

/** Throws `INVALID_ARGUMENTS` where options contradict each other. */
export function readTextArgument(text: string, options: CommandOptions): TextArgument {
  for (const [one, other] of OPPOSITES) {
    if (options[one] === true && options[other] === true)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        `${optionOf(one)} and ${optionOf(other)} conflict: pass only one`,
      );
  }
  const isExpression = options["regex"] === true;
  const isWord = options["wordRegexp"] === true;
  return {
    query: isWord && text !== "" ? wordExpression(isExpression ? text : literalExpression(text)) : text,
    regex: isExpression || isWord || undefined,
    case_sensitive: options["caseSensitive"] === true || undefined,
    context_lines: contextLines(options),
  };
}

/** What is shown of the context that the tool was asked for. */
export function readContextOptions(options: CommandOptions): Around {
  if (options["beforeContext"] === undefined && options["afterContext"] === undefined)
    return { before: null, after: null };
  const given = (name: string): number | null => (options[name] === undefined ? null : Number(options[name]));
  return {
    before: given("beforeContext") ?? given("context") ?? 0,
    after: given("afterContext") ?? given("context") ?? 0,
  };
}

/** Signs that a text was meant as an expression: few texts of code have them, and most expressions do. */
export function isLikelyRegex(text: string): boolean {
  return /\\[bBdDsSwW.()[\]{}|]|[.\])][*+?]|\w\|\w|\[[^\]]+\]|^\^\w|\w\$$/.test(text);
}

/**
 * The most of the three. Of several, those that the tool has no argument for are checked here: it would name
 * its own.
 */
function contextLines(options: CommandOptions): unknown {
  const sides = ["beforeContext", "afterContext"].filter((name) => options[name] !== undefined);
  const { minimum, maximum } = LIMITS.searchText.contextLines;
  for (const name of sides) {
    const value = String(options[name]);
    if (!/^\d+$/.test(value) || Number(value) > maximum)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        `${optionOf(name)} must be a whole number from ${minimum} to ${maximum}, not ` +
          `${JSON.stringify(value)}`,
      );
  }
  const context = numberOrText(options["context"]);
  if (sides.length === 0 || (context !== undefined && typeof context !== "number")) return context;
  return Math.max(context ?? 0, ...sides.map((name) => Number(options[name])));
}

/** Half boundaries are what ripgrep itself has for `-w`: a text may begin or end with what is no letter. */
function wordExpression(expression: string): string {
  return String.raw`\b{start-half}(?:${expression})\b{end-half}`;
}

function literalExpression(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, String.raw`\$&`);
}

function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
