/**
 * Rewrites sentences of envelopes for the command line: tools and arguments become commands and options.
 * Pure.
 */
import { type CallOf, WARNINGS, type WarningCode } from "@satori/contracts";
import type { AnyAnswer } from "../failure.ts";
import { printableLine } from "@satori/render";
import { shellWord } from "../words.ts";

/** A key that starts with another key comes before it. */
const COMMAND_OF: Readonly<Record<string, string>> = {
  "manage_index create` with `force": "satori index --force",
  "manage_index reindex with allowUnnecessaryReindex": "satori reindex --allow-unnecessary",
  "manage_index create": "satori index",
  "manage_index reindex": "satori reindex",
  "manage_index sync": "satori sync",
  "manage_index status": "satori status",
  "manage_index clear": "satori clear",
  search_codebase: "satori search",
  file_outline: "satori outline",
  read_file: "satori read",
  search_text: "satori grep",
  list_paths: "satori paths",
  list_codebases: "satori list",
  unused_symbols: "satori unused",
  compare_versions: "satori diff",
  call_graph: "satori callers",
  change_impact: "satori impact",
  'direction "callers"': "satori callers",
};
/** Only whole words: `Engine.read_file`, `read_files` and `src/read_file.py` are names in somebody's code. */
const TOOL_CALLS = new RegExp(
  `(?<![\\w./"-])(?:${Object.keys(COMMAND_OF).join("|")})(?![\\w/-]|\\.\\w)`,
  "g",
);
/**
 * Arguments whose option is not simply their name in kebab case, or that are operands; prefixed with the tool
 * if that decides.
 */
const OPTION_OF: Readonly<Record<string, string>> = {
  query: "the query",
  "search_text.query": "the text",
  paths: "the paths",
  file: "the file",
  "read_file.path": "the file",
  "file_outline.file": "the path",
  "compare_versions.base": "the base",
  "compare_versions.head": "the head",
  "change_impact.base": "the base",
  "change_impact.head": "the head",
  "change_impact.symbols": "--symbol",
  publicOnly: "--public",
  kinds: "--kind",
  includeTests: "--tests",
  symbol: "the symbol",
  "symbol_history.question": "--why",
  symbolRef: "the symbol",
  start_line: "--start",
  end_line: "--end",
  open_symbol: "--symbol",
  limitSymbols: "--limit",
  max_results: "--limit",
  context_lines: "--context",
  resultMode: "--raw",
  include_globs: "--include",
  exclude_globs: "--exclude",
  languages: "--lang",
  ignorePatterns: "--ignore",
  customExtensions: "--extension",
  allowUnnecessaryReindex: "--allow-unnecessary",
  ref: "--at",
};
/** In sentences, only names that are not English words, and none inside a quoted value. */
const ARGUMENTS = new RegExp(
  `(?<![\\w."])(?:${Object.keys(OPTION_OF)
    .filter((name) => /^[a-z]+[_A-Z]\w*$/.test(name))
    .join("|")})(?![\\w"])`,
  "g",
);

/** Ids are not shown: the command says how to ask. */
const ASK_BY_ID = / To select (?:it|one), pass its symbolId[^.]*\./;

/** What such a call would find is in a sentence of its own. */
const MAKE_CALL = / make the call in `hints\.\w+` if present,|, or use those in `hints\.\w+` if present/;

/**
 * Rewrites a sentence for people.
 *
 * @param folder the folder that the sentence is about; commands include it, so that they can be run from
 *   anywhere. Null if it is about none
 */
export function forPeople(sentence: string, folder: string | null = null): string {
  const named =
    folder === null
      ? sentence
      : sentence.replaceAll(`manage_index create of ${folder}`, "manage_index create");
  const commands = named.replace(
    TOOL_CALLS,
    (call) =>
      `${COMMAND_OF[call] ?? call}${folder !== null && call.startsWith("manage_index") ? ` ${shellWord(folder)}` : ""}`,
  );
  return printableLine(
    commands
      .replace(/\bpass force\b/g, "pass --force")
      .replace(/\braise maxTokens\b/g, "raise --max-tokens")
      .replaceAll("`regex: true`", "--regex")
      .replaceAll("`regex: false`", "without --regex")
      .replaceAll("`case_sensitive: false`", "without --case-sensitive")
      .replace(/`(include_globs|paths): (\[.*?\])`/g, (sentence, name: string, list: string) =>
        patternsForPeople(sentence, name, list),
      )
      .replaceAll("with `ref`", "with --at")
      .replace(/^ref (?=\S)/, "--at ")
      .replaceAll("`coverage` says why", "--json says why")
      .replaceAll("the session's root", "the working directory")
      .replaceAll('direction "callers"', "satori callers")
      .replace(ASK_BY_ID, "")
      .replace(MAKE_CALL, "")
      .replace(/ in `details`/g, ""),
  );
}

/** Patterns of a corrected argument, as the command line takes them. */
function patternsForPeople(sentence: string, argument: string, list: string): string {
  const patterns = patternsIn(list)?.map(shellWord);
  // A name or text that the user wrote may look the same.
  if (patterns === undefined) return sentence;
  return argument === "paths" ? patterns.join(" ") : patterns.map((one) => `--include ${one}`).join(" ");
}

function patternsIn(list: string): readonly string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(list);
    return Array.isArray(parsed) && parsed.every((item) => typeof item === "string") ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** One line for an answer that is not ok. */
export function problemLine(answer: AnyAnswer): string {
  const { tool, status, message, error } = answer;
  const folder = folderOf(answer);
  if (!error) return `${status.replaceAll("_", " ")}: ${forPeople(message ?? "", folder)}`;
  if (error.code === "INVALID_ARGUMENTS" && Array.isArray(error.details))
    return `error ${error.code}: ${argumentProblems(tool ?? "", error.details)}`;
  if (error.code === "CANCELLED") return `cancelled: ${forPeople(error.message, folder)}`;
  if (error.code === "INTERNAL")
    return (
      "error INTERNAL: " +
      `${forPeople(`${message ?? error.message} SATORI_LOG_LEVEL=error shows that line.`)}`
    );
  return (
    `error ${error.code}: ` +
    `${forPeople(error.code === "INVALID_ARGUMENTS" ? error.message : (message ?? error.message), folder)}`
  );
}

/**
 * The folder for the next steps of an answer: the one to index, else the codebase of the answer, else null.
 */
export function folderOf({ path, effectiveRoot, hints = {}, error }: AnyAnswer): string | null {
  // Hints that are calls have the same name and shape in all answers.
  const { create } = hints as { readonly create?: CallOf<"manage_index"> };
  const details = (error?.details ?? {}) as { readonly path?: unknown };
  const folder = create?.args["path"] ?? effectiveRoot ?? details.path ?? path;
  return typeof folder === "string" ? folder : null;
}

/**
 * A warning in the form of an error line, with the code to look up. @param folder the folder that the answer
 * is about
 */
export function warningLine(code: string, folder: string | null): string {
  if (!(code in WARNINGS)) return `warning ${code}`;
  // The check above has proven it.
  const { meaning, nextStep } = WARNINGS[code as WarningCode];
  return `warning ${code}: ${forPeople(`${meaning} ${nextStep}`, folder)}`;
}

function argumentProblems(
  tool: string,
  details: readonly { readonly path: string; readonly message: string }[],
): string {
  return printableLine(
    details
      .map(({ path, message }) =>
        problemOf(
          optionOf(tool, path),
          message.replace(ARGUMENTS, (name) => optionOf(tool, name)),
        ),
      )
      .join("; "),
  );
}

/** A message that begins with a capital is a sentence of its own. */
function problemOf(option: string, message: string): string {
  return /^\p{Lu}/u.test(message) ? message : `${option} ${message}`.trim();
}

/** The option or operand that sets an argument of a tool; for an item of a list, that of the list. */
export function optionOf(tool: string, argument: string): string {
  const name = argument.replace(/(?:\[\d+\]|\.\d+)$/, "");
  return (
    OPTION_OF[`${tool}.${name}`] ??
    OPTION_OF[name] ??
    (name === ""
      ? ""
      : `--${name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
  );
}
