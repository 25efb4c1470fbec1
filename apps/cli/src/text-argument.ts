/** Translates grep's options, as people know them from other programs, into arguments of the tool. Pure. */
import { LIMITS } from "@satori/contracts";
import type { Around } from "@satori/render";
import { type CommandOptions, numberOrText } from "./command.ts";
import { CommandError } from "./failure.ts";

export interface TextArgument {
  readonly query: string;
  readonly regex: true | undefined;
  readonly case_sensitive: true | undefined;
  /** The larger number of lines needed on either side; invalid values are left to the tool's schema. */
  readonly context_lines: unknown;
}

/** Pairs of options that exclude each other. */
const OPPOSITES = [
  ["regex", "fixedStrings"],
  ["caseSensitive", "ignoreCase"],
  ["filesWithMatches", "count"],
] as const;

/** Throws `INVALID_ARGUMENTS` if options contradict each other. */
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

/** Unbounded repetitions that are tried: each one multiplies the time of a line by its length. */
const MAX_REPETITIONS = 3;
/** What JavaScript reads otherwise, and repeated groups, which can take it exponential time. */
const UNLIKE_JAVASCRIPT = /\[\[:|&&|--|~~|\)[*+{]/;

/**
 * What to mark in the lines found. Null for an expression that JavaScript reads otherwise than the tool, or
 * that could take it long: its lines are shown without marks.
 */
export function matchPattern(text: string, options: CommandOptions): RegExp | null {
  const [, flags = "", rest = text] = /^\(\?(i|-i)\)(.*)$/s.exec(text) ?? [];
  const isExpression = options["regex"] === true;
  const expression = isExpression ? rest : text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const repetitions = expression.match(/[*+]|\{\d+,/g) ?? [];
  if (text === "" || (isExpression && (UNLIKE_JAVASCRIPT.test(rest) || repetitions.length > MAX_REPETITIONS)))
    return null;
  const isCaseSensitive = isExpression && flags !== "" ? flags === "-i" : options["caseSensitive"] === true;
  const whole =
    options["wordRegexp"] === true ? `(?<![\\p{L}\\p{N}_])(?:${expression})(?![\\p{L}\\p{N}_])` : expression;
  try {
    return new RegExp(whole, isCaseSensitive ? "gu" : "giu");
  } catch {
    return null;
  }
}

/** The part of the requested context that is shown. */
export function readContextOptions(options: CommandOptions): Around {
  if (options["beforeContext"] === undefined && options["afterContext"] === undefined)
    return { before: null, after: null };
  const given = (name: string): number | null => (options[name] === undefined ? null : Number(options[name]));
  return {
    before: given("beforeContext") ?? given("context") ?? 0,
    after: given("afterContext") ?? given("context") ?? 0,
  };
}

/**
 * The largest of the three options. Values without an argument of their own in the tool are checked here,
 * since the tool's error would name its own argument.
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

/** Half boundaries are what ripgrep uses for `-w`, since a text may begin or end with a non-letter. */
function wordExpression(expression: string): string {
  return String.raw`\b{start-half}(?:${expression})\b{end-half}`;
}

function literalExpression(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$#&~-]/g, String.raw`\$&`);
}

function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
