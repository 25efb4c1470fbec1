/** grep: exact text, line by line. */
import { join } from "node:path";
import { LIMITS } from "@satori/contracts";
import { shownPath } from "../codebase.ts";
import { type Answer, type CommandSpec, given, numberOrText } from "../command.ts";
import { renderMatches } from "../render/matches.ts";
import { printableLine } from "../terminal/printable.ts";
import { SCOPE_OPTIONS, scopeArguments } from "./paths.ts";

export const grep: CommandSpec = {
  usage: "grep <text> [paths...]",
  tool: "search_text",
  summary: "Find exact text or a regular expression in the files that the ignore rules keep; needs no index.",
  details: "Looks in the working directory, or in the folder of --path; paths are files, folders or patterns in it. Capitals do not count, unless --case-sensitive is given. Put -- in front of a text that begins with a dash.",
  options: [
    { flags: "--regex", meaning: "the text is a regular expression, in the syntax of Rust" },
    { flags: "--case-sensitive", meaning: "capitals count" },
    ...SCOPE_OPTIONS,
    { flags: "--context <n>", meaning: "lines before and behind each match, 0 to 10" },
    { flags: "--limit <n>", meaning: "matching lines, 1 to 1000; default: 1000" },
  ],
  examples: ["satori grep 'retry_after'", "satori grep --regex 'fn \\w+_retry' src --lang rust --context 2"],
  run: async (context, [query, ...within], options): Promise<Answer> => {
    const session = await context.session();
    const args = given({
      query, path: session.folder, paths: within.length > 0 ? within : undefined, regex: options["regex"], case_sensitive: options["caseSensitive"], ...scopeArguments(options),
      context_lines: numberOrText(options["context"]), max_results: numberOrText(options["limit"]) ?? LIMITS.searchText.results.maximum,
    });
    const envelope = await session.call("search_text", args);
    if (envelope.status !== "ok") return { envelope, text: "" };
    const shown = (path: string): string => shownPath(session.cwd, join(envelope.effectiveRoot ?? session.folder, path));
    const text = context.globals.json ? "" : renderMatches(envelope.matches, shown, context.terminal.out.style).join("\n");
    const nothing = envelope.matches.length === 0 ? [options["include"] === undefined ? "no line has it" : `no line of a file that fits has it; --include is relative to ${printableLine(envelope.effectiveRoot ?? session.folder)}`] : [];
    return { envelope, text, told: ["OUTPUT_TRUNCATED"], notes: [...nothing, ...(envelope.truncated ? [`more than ${envelope.matches.length} ${envelope.matches.length === 1 ? "line" : "lines"}: raise --limit, or narrow the search`] : []), ...(envelope.message === undefined ? [] : [envelope.message])] };
  },
};
