/** The command `grep`: exact text, line by line. */
import { join } from "node:path";
import { LIMITS, type SearchTextOk } from "@satori/contracts";
import { readGrepPaths, isPattern } from "../grep-paths.ts";
import { readContextOptions, readTextArgument, isLikelyRegex } from "../text-argument.ts";
import { shownPath } from "../codebase.ts";
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
import { renderCounts, renderFiles, renderMatches, within } from "../render/matches.ts";
import { forPeople } from "../render/wording.ts";
import type { Session } from "../session.ts";
import { printableLine } from "../terminal/printable.ts";
import { FOREIGN_SCOPE_OPTIONS, SCOPE_OPTIONS, moreThan, scopeArguments } from "./paths.ts";

/** Options of ripgrep and grep that the tool does not support, with the nearest alternative. */
const FOREIGN_OPTIONS: ForeignOptions = {
  ...FOREIGN_SCOPE_OPTIONS,
  ...named(["-v", "--invert-match"], "nothing finds lines without a text"),
  ...named(
    ["-L", "--files-without-match"],
    "nothing finds files without a text; those with it are what -l lists",
  ),
  ...named(
    ["-e", "-f", "--regexp", "--file"],
    "the text is the first operand, with -- in front of one that begins with a dash",
  ),
  ...named(["-P", "--pcre2", "--perl-regexp"], "--regex takes expressions, without look-around"),
  ...named(["-U", "--multiline"], "nothing fits over the end of a line"),
  ...named(["-o", "--only-matching"], "lines are shown whole"),
  ...named(["-m", "--max-count"], "--limit bounds the lines of the whole answer"),
  ...named(["-S", "--smart-case"], "capitals count with -s"),
  "-q": "`total` of --json says whether a line has it",
  "--files": "satori paths lists files",
};

export const grep: CommandSpec = {
  usage: "grep <text> [paths...]",
  tool: "search_text",
  summary: "Find exact text or a regular expression in the files that the ignore rules keep; needs no index.",
  details:
    "Looks in the working directory, or in the folder of --path; paths are files, folders or patterns " +
    "in it. The text is plain text and capitals do not count, unless --regex and --case-sensitive are " +
    "given. Put -- in front of a text that begins with a dash. " +
    "Of options of grep and ripgrep, -r, -n, -H, -F and -i ask for what is done anyway. Unlike theirs, " +
    "the exit code is 0 as well where no line has the text: `total` of --json tells.",
  options: [
    { flags: "-E, --regex", meaning: "the text is a regular expression, in the syntax of Rust" },
    { flags: "-s, --case-sensitive", meaning: "capitals count" },
    { flags: "-w, --word-regexp", meaning: "only as a whole word" },
    ...SCOPE_OPTIONS,
    { flags: "-l, --files-with-matches", meaning: "only the names of files" },
    { flags: "-c, --count", meaning: "only the number of lines in each file" },
    { flags: "-C, --context <n>", meaning: "lines before and behind each match, 0 to 10; -2 is -C 2" },
    { flags: "-B, --before-context <n>", meaning: "lines before it" },
    { flags: "-A, --after-context <n>", meaning: "lines behind it" },
    { flags: "--limit <n>", meaning: "matching lines, 1 to 1000; default: 1000" },
    { flags: "-i, --ignore-case", meaning: "capitals do not count", isHidden: true },
    { flags: "-F, --fixed-strings", meaning: "the text is plain text", isHidden: true },
    { flags: "-n, --line-number", meaning: "lines are numbered", isHidden: true },
    { flags: "-r, --recursive", meaning: "folders are looked into", isHidden: true },
    { flags: "-H, --with-filename", meaning: "files are named", isHidden: true },
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
    text: context.globals.json ? "" : textOf(context, session, envelope, options),
    told: [
      "OUTPUT_TRUNCATED",
      ...(envelope.message === undefined ? [] : (["FILES_SKIPPED", "DEADLINE_REACHED"] as const)),
    ],
    notes: [
      ...nothingNotes(envelope, session, { text, paths, options }),
      ...notesOf(envelope, session, options),
    ],
  };
}

function textOf(
  { terminal: { out } }: CommandContext,
  session: Session,
  envelope: SearchTextOk,
  options: CommandOptions,
): string {
  const shown = (path: string): string =>
    shownPath(session.cwd, join(envelope.effectiveRoot ?? session.folder, path));
  if (options["filesWithMatches"] === true) return renderFiles(envelope.matches, shown, out.style).join("\n");
  if (options["count"] === true) return renderCounts(envelope.matches, shown, out.style).join("\n");
  return renderMatches(within(envelope.matches, readContextOptions(options)), shown, out.style).join("\n");
}

interface Asked {
  readonly text: string;
  readonly paths: readonly string[];
  readonly options: CommandOptions;
}

/** Explains an empty result: perhaps no file matched the patterns, which the answer does not tell. */
function nothingNotes(
  { matches, truncated, effectiveRoot }: SearchTextOk,
  { folder }: Session,
  { text, paths, options }: Asked,
): string[] {
  // If the search was cut short, the message says so.
  if (matches.length > 0 || truncated) return [];
  const { include, exclude, lang, regex } = options;
  const root = printableLine(effectiveRoot ?? folder);
  const patterns =
    include !== undefined
      ? `; --include is relative to ${root}`
      : paths.some(isPattern)
        ? `; patterns are relative to ${printableLine(folder)}`
        : "";
  const isNarrowed = patterns !== "" || exclude !== undefined || lang !== undefined;
  return [
    isNarrowed ? `no line of a file that fits has it${patterns}` : "no line has it",
    ...(regex !== true && isLikelyRegex(text)
      ? ["it was looked for as plain text; --regex takes it for an expression"]
      : []),
  ];
}

function notesOf(
  { matches, warnings = [], message, effectiveRoot }: SearchTextOk,
  { folder }: Session,
  options: CommandOptions,
): string[] {
  const isOfFiles = options["filesWithMatches"] === true || options["count"] === true;
  const lines = `${matches.length} ${matches.length === 1 ? "line" : "lines"}`;
  return [
    ...(warnings.includes("OUTPUT_TRUNCATED")
      ? [
          `more than ${lines}${isOfFiles ? ", and what comes behind them is left out" : ""}: ` +
            `${moreThan(options["limit"], LIMITS.searchText.results.maximum, "search")}`,
        ]
      : []),
    ...(message === undefined ? [] : [forPeople(message, effectiveRoot ?? folder)]),
  ];
}
