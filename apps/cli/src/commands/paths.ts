/** paths: files of a folder, without what the ignore rules leave out. */
import { join } from "node:path";
import { LIMITS } from "@satori/contracts";
import { shownPath } from "../codebase.ts";
import { type Answer, type CommandSpec, type OptionSpec, given, numberOrText } from "../command.ts";
import { printableLine } from "../terminal/printable.ts";

/** Filters that paths and grep have in common. */
export const SCOPE_OPTIONS: readonly OptionSpec[] = [
  { flags: "--include <glob>", meaning: "only files that fit this pattern of gitignore, relative to the codebase's root; can be repeated", isRepeatable: true },
  { flags: "--exclude <glob>", meaning: "no file that fits this pattern; can be repeated", isRepeatable: true },
  { flags: "--lang <language>", meaning: "only files in this language, or in several separated by commas; can be repeated", isRepeatable: true },
];

export function scopeArguments(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // Given several times, it is a list.
  const languages = options["lang"] as readonly string[] | undefined;
  return { include_globs: options["include"], exclude_globs: options["exclude"], languages: languages?.flatMap((list) => list.split(",").map((language) => language.trim())) };
}

export const paths: CommandSpec = {
  usage: "paths",
  tool: "list_paths",
  summary: "List the files of a folder that the ignore rules keep; needs no index.",
  details: "Lists the working directory, or the folder of --path. Patterns are relative to the codebase's root: *.ts fits at any depth, src/*.ts in that folder.",
  options: [...SCOPE_OPTIONS, { flags: "--limit <n>", meaning: "files, 1 to 10000; default: 10000" }],
  examples: ["satori paths --lang go --exclude '*_test.go'", "satori paths --include 'docs/' --json"],
  run: async (context, _operands, options): Promise<Answer> => {
    const session = await context.session();
    // People pipe the list into other programs, which want all of it.
    const args = given({ path: session.folder, ...scopeArguments(options), max_results: numberOrText(options["limit"]) ?? LIMITS.listPaths.maximum });
    const envelope = await session.call("list_paths", args);
    if (envelope.status !== "ok") return { envelope, text: "" };
    const text = envelope.items.map(({ path }) => printableLine(shownPath(session.cwd, join(envelope.effectiveRoot ?? session.folder, path)))).join("\n");
    const nothing = envelope.total === 0 ? [`no file fits; patterns are relative to ${printableLine(envelope.effectiveRoot ?? session.folder)}`] : [];
    const hidden = envelope.total - envelope.items.length;
    return { envelope, text, told: ["OUTPUT_TRUNCATED"], notes: [...nothing, ...(hidden > 0 ? [`${hidden} more: raise --limit, or narrow the patterns`] : []), ...(envelope.message === undefined ? [] : [envelope.message])] };
  },
};
