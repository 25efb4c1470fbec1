/** The command `search`: puts a question to a codebase. */
import { resolve } from "node:path";
import { GROUP_BY, LIMITS, SEARCH_SCOPES, type SearchCodebaseOutput, withArguments } from "@satori/contracts";
import { type CompleteSearch, printable, printableLine, renderSearch, searchNotes } from "@satori/render";
import { kindAt, requireFolder } from "../codebase.ts";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  given,
  named,
  numberOrText,
} from "../command.ts";
import { viewOf } from "../render/view.ts";
import { callWithIndex } from "../runs/first-use.ts";
import type { Session } from "../session.ts";
import { AT, refOf } from "../version-option.ts";
import { shellWord } from "../words.ts";

export const search: CommandSpec = {
  usage: "search <query...>",
  tool: "search_codebase",
  summary: "Find code that answers a question; indexes the codebase on first use.",
  details:
    "Ask in words, by identifier, or with quoted text. A question may begin with operators: lang:ts  " +
    "path:src/**  -path:vendor/**  must:text  exclude:text, with quotes around values with blanks: " +
    'must:"two words"\nWith --path, only that folder is searched; its codebase is an indexed folder ' +
    "at or above it, or the top level of its git repository, or the folder itself.",
  options: [
    {
      flags: "--scope <scope>",
      meaning: "runtime (default): source only; docs: docs and tests; mixed: everything",
      choices: SEARCH_SCOPES,
    },
    {
      flags: "--limit <n>",
      meaning: `maximum number of results, 1 to 50; default: ${LIMITS.search.defaultLimit}`,
    },
    { flags: "--raw", meaning: "show whole chunks, not grouped by symbol" },
    { flags: "--group-by <what>", meaning: "symbol (default) or file", choices: GROUP_BY },
    { flags: "--max-tokens <n>", meaning: "token budget of the answer; texts are shortened to fit" },
    AT,
    { flags: "--debug", meaning: "add diagnostic details" },
    { flags: "--no-index", meaning: "never build an index" },
  ],
  foreignOptions: {
    ...named(["-t", "-l", "--lang", "--language", "--type"], "write lang:ts in front of the question"),
    ...named(["-g", "--glob", "--include"], "write path:src/** in front of the question"),
    "--exclude": "write -path:vendor/** in front of the question",
    ...named(["-n", "-k", "-m", "--top-k", "--max-results"], "use --limit"),
  },
  examples: [
    'satori search "where are retries scheduled"',
    "satori search --at v1.2 RetryQueue",
    "satori search lang:ts -path:'test/**' RetryQueue --limit 5 --json",
  ],
  run: runSearch,
};

async function runSearch(
  context: CommandContext,
  words: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  const { session, args, envelope, notes } = await putQuestion(context, words, {
    ...options,
    resultMode: options["raw"] === true ? "raw" : undefined,
  });
  if (!("results" in envelope)) return { envelope, text: "" };
  const complete = withArguments(args, envelope);
  const text = context.globals.json ? "" : textFor(context, session, complete);
  return {
    envelope,
    text,
    told: ["OUTPUT_TRUNCATED"],
    notes: [...searchNotes(complete, viewOf(context, session)), ...notes],
  };
}

interface AnsweredQuestion {
  readonly session: Session;
  readonly args: Readonly<Record<string, unknown>>;
  readonly envelope: SearchCodebaseOutput;
  /** What the reader should know of how the question was read. */
  readonly notes: readonly string[];
}

/** Searches the codebase of the command. @param options those of the command, and `resultMode` */
export async function putQuestion(
  context: CommandContext,
  words: readonly string[],
  options: CommandOptions,
): Promise<AnsweredQuestion> {
  const session = await context.session();
  const folder = context.globals.path === undefined ? session.codebase() : session.folder;
  const ref = refOf(options);
  // A commit may have folders that the disk lacks.
  if (session.isLocal && ref === undefined) requireFolder(folder);
  const args = given({
    path: folder,
    ref,
    query: questionOf(words),
    scope: options["scope"],
    resultMode: options["resultMode"],
    groupBy: options["groupBy"],
    limit: numberOrText(options["limit"]),
    maxTokens: numberOrText(options["maxTokens"]),
    debug: options["debug"],
  });
  const root = options["index"] === false ? null : session.codebase();
  return {
    session,
    args,
    envelope: await callWithIndex(context, session, { tool: "search_codebase", args, root }),
    notes: folderNotes(words, session),
  };
}

/**
 * Notes about folders after the question, which other programs would search in. Here they are words of the
 * question. Only words written as paths count, since a question may contain any file name.
 */
function folderNotes(words: readonly string[], { cwd, isLocal }: Session): string[] {
  const folders = isLocal
    ? words.slice(1).filter((word) => /^\.{1,2}$|[/\\]/.test(word) && kindAt(resolve(cwd, word)) === "folder")
    : [];
  return folders.map(
    (folder) =>
      `${printableLine(folder)} was read as part of the question; use --path ` +
      `${printableLine(shellWord(folder))} to search only that folder`,
  );
}

/**
 * Joins the arguments into one question. If there are several, an argument that begins with an operator and
 * contains blanks is one operator: the shell has removed the quotes of `must:"two words"`, so they are put
 * back.
 */
export function questionOf(words: readonly string[]): string {
  if (words.length === 1) return words[0] ?? "";
  const quoted = words.map((word) =>
    word.replace(
      OPERATOR_WITH_BLANKS,
      (_, operator: string, value: string) => `${operator}"${value.replace(/["\\]/g, String.raw`\$&`)}"`,
    ),
  );
  return quoted.join(" ");
}

/** A value that is still quoted does not match. */
const OPERATOR_WITH_BLANKS = /^(-?path:|must:|exclude:)(?!["'])(.*\s.*)$/s;

function textFor(context: CommandContext, session: Session, envelope: CompleteSearch): string {
  const text = renderSearch(envelope, viewOf(context, session));
  const debug = envelope.hints?.debugSearch;
  return debug === undefined ? text : `${text}\n\n${printable(JSON.stringify(debug, null, 2))}`;
}
