/** The command `grep`: exact text, line by line. */
import { LIMITS, type SearchTextOk, rootOf } from "@satori/contracts";
import { renderCounts, renderFiles, renderMatches, within } from "@satori/render";
import { readGrepPaths } from "../grep-paths.ts";
import { matchPattern, readContextOptions, readTextArgument } from "../text-argument.ts";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  type ForeignOptions,
  given,
  named,
  numberOrText,
} from "../command.ts";
import { viewOf } from "../render/view.ts";
import { forPeople } from "../render/wording.ts";
import type { Session } from "../session.ts";
import { FOREIGN_SCOPE_OPTIONS, SCOPE_OPTIONS, moreThan, scopeArguments } from "./paths.ts";

/** Options of ripgrep and grep that the tool does not support, with the nearest alternative. */
const FOREIGN_OPTIONS: ForeignOptions = {
  ...FOREIGN_SCOPE_OPTIONS,
  ...named(["-v", "--invert-match"], "lines without a match cannot be searched for"),
  ...named(
    ["-L", "--files-without-match"],
    "files without a match cannot be listed; -l lists files with a match",
  ),
  ...named(
    ["-e", "-f", "--regexp", "--file"],
    "pass the text as the first operand, after -- if it begins with a dash",
  ),
  ...named(["-P", "--pcre2", "--perl-regexp"], "use --regex; it has no look-around"),
  ...named(["-U", "--multiline"], "matches never span lines"),
  ...named(["-o", "--only-matching"], "whole lines are shown"),
  ...named(["-m", "--max-count"], "use --limit, which limits all lines together"),
  ...named(["-S", "--smart-case"], "use -s to match case"),
  "-q": "use --json: `total` is the number of matching lines",
  "--files": "use satori paths to list files",
};

export const grep: CommandSpec = {
  usage: "grep <text> [paths...]",
  tool: "search_text",
  summary: "Find exact text or a regular expression in the files that the ignore rules keep; needs no index.",
  details:
    "Searches the working directory or the folder of --path; paths are files, folders or patterns in " +
    "it. The text is plain and case is ignored, unless --regex or --case-sensitive is given. Put -- " +
    "in front of a text that begins with a dash. The grep and ripgrep options -r, -n, -H, -F and -i " +
    "are the default. Unlike theirs, the exit code is 0 even without matches: see `total` with " +
    "--json. On a terminal, matches are marked and lines that are too long are cut around the first one; " +
    "in a pipe they are whole.",
  options: [
    { flags: "-E, --regex", meaning: "the text is a regular expression in Rust syntax" },
    { flags: "-s, --case-sensitive", meaning: "match case" },
    { flags: "-w, --word-regexp", meaning: "match whole words only" },
    ...SCOPE_OPTIONS,
    { flags: "-l, --files-with-matches", meaning: "print only file names" },
    { flags: "-c, --count", meaning: "print only the number of lines per file" },
    { flags: "-C, --context <n>", meaning: "lines before and after each match, 0 to 10; -2 means -C 2" },
    { flags: "-B, --before-context <n>", meaning: "lines before each match" },
    { flags: "-A, --after-context <n>", meaning: "lines after each match" },
    { flags: "--limit <n>", meaning: "maximum number of lines, 1 to 1000; default: 1000" },
    { flags: "-i, --ignore-case", meaning: "ignore case (default)", isHidden: true },
    { flags: "-F, --fixed-strings", meaning: "plain text (default)", isHidden: true },
    { flags: "-n, --line-number", meaning: "number lines (default)", isHidden: true },
    { flags: "-r, --recursive", meaning: "search folders recursively (default)", isHidden: true },
    { flags: "-H, --with-filename", meaning: "print file names (default)", isHidden: true },
  ],
  foreignOptions: FOREIGN_OPTIONS,
  numberOption: "--context",
  examples: [
    "satori grep 'retry_after'",
    "satori grep -E 'fn \\w+_retry' src -t rust -C 2",
    "satori grep -lw retry",
  ],
  run: runGrep,
};

async function runGrep(
  context: CommandContext,
  [text = "", ...paths]: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  const asked = readTextArgument(text, options);
  const session = await context.session();
  const filters = scopeArguments(options);
  const args = given({
    ...asked,
    ...readGrepPaths(session, paths, filters.include_globs !== undefined),
    ...filters,
    max_results: numberOrText(options["limit"]) ?? LIMITS.searchText.results.maximum,
  });
  const envelope = await session.call("search_text", args);
  if (envelope.status !== "ok") return { envelope, text: "" };
  return {
    envelope,
    text: context.globals.json ? "" : textOf(context, session, { text, envelope }, options),
    told: [
      "OUTPUT_TRUNCATED",
      ...(envelope.message === undefined
        ? []
        : (["FILES_SKIPPED", "DEADLINE_REACHED", "NO_FILE_MATCHES"] as const)),
    ],
    notes: notesOf(envelope, session, options),
  };
}

interface Found {
  readonly text: string;
  readonly envelope: SearchTextOk;
}

function textOf(
  context: CommandContext,
  session: Session,
  { text, envelope }: Found,
  options: CommandOptions,
): string {
  const view = viewOf(context, session);
  const shown = (path: string): string => view.file(rootOf(envelope) ?? session.folder, path);
  if (options["filesWithMatches"] === true) return renderFiles(envelope.matches, shown, view).join("\n");
  if (options["count"] === true) return renderCounts(envelope.matches, shown, view).join("\n");
  return renderMatches(within(envelope.matches, readContextOptions(options)), shown, {
    ...view,
    pattern: matchPattern(text, options),
  }).join("\n");
}

function notesOf(
  { matches, warnings = [], message, path, effectiveRoot = path }: SearchTextOk,
  { folder }: Session,
  options: CommandOptions,
): string[] {
  const isOfFiles = options["filesWithMatches"] === true || options["count"] === true;
  const lines = `${matches.length} ${matches.length === 1 ? "line" : "lines"}`;
  return [
    ...(warnings.includes("OUTPUT_TRUNCATED")
      ? [
          `more than ${lines}${isOfFiles ? ", the rest is not counted" : ""}: ` +
            `${moreThan(options["limit"], LIMITS.searchText.results.maximum, "search")}`,
        ]
      : []),
    ...(message !== undefined
      ? [forPeople(message, effectiveRoot ?? folder)]
      : matches.length === 0
        ? ["No match."]
        : []),
  ];
}
