/** The command `paths`: files of a folder, without ignored ones. */
import { join } from "node:path";
import { LIMITS, rootOf } from "@satori/contracts";
import { printableLine } from "@satori/render";
import { shownPath } from "../codebase.ts";
import {
  type Answer,
  type CommandSpec,
  type ForeignOptions,
  type OptionSpec,
  given,
  named,
  numberOrText,
} from "../command.ts";
import { forPeople } from "../render/wording.ts";

const OTHER_FILES = "it covers the same files as an index; satori why FILE explains why a file is excluded";

/** Filters shared by `paths` and `grep`. */
export const SCOPE_OPTIONS: readonly OptionSpec[] = [
  {
    flags: "-g, --include <glob>",
    meaning:
      "only files that match this gitignore pattern, relative to the codebase's root; with ! in " +
      "front, like --exclude; can be repeated",
    isRepeatable: true,
  },
  {
    flags: "--exclude <glob>",
    meaning: "no files that match this pattern; can be repeated",
    isRepeatable: true,
  },
  {
    flags: "-t, --lang <language>",
    meaning: "only files in these languages, separated by commas; can be repeated",
    isRepeatable: true,
    choices: "languages",
  },
];

/** Names of these filters in other programs, and filters that other programs have and these commands lack. */
export const FOREIGN_SCOPE_OPTIONS: ForeignOptions = {
  "--glob": "use --include or -g",
  "--iglob": "use --include with a pattern; [Cc] matches either case",
  ...named(["--type", "--language"], "use --lang or -t"),
  ...named(["-T", "--type-not"], "use --exclude with a pattern, such as '*.md'"),
  ...named(["-a", "-u", "-.", "--hidden", "--no-ignore", "--text"], OTHER_FILES),
  ...named(["-L", "-R", "--follow"], "symbolic links are not followed"),
};

export function scopeArguments({ include, exclude, lang }: Readonly<Record<string, unknown>>): {
  readonly include_globs?: readonly string[];
  readonly exclude_globs?: readonly string[];
  readonly languages?: readonly string[];
} {
  // Each is a list, since each can be given several times.
  const [patterns, left, languages] = [include, exclude, lang] as (readonly string[] | undefined)[];
  const kept = patterns?.filter((pattern) => !pattern.startsWith("!")) ?? [];
  const excluded = [
    ...(left ?? []),
    ...(patterns ?? []).flatMap((pattern) => (pattern.startsWith("!") ? [pattern.slice(1)] : [])),
  ];
  return {
    ...(kept.length > 0 ? { include_globs: kept } : {}),
    ...(excluded.length > 0 ? { exclude_globs: excluded } : {}),
    ...(languages
      ? { languages: languages.flatMap((list) => list.split(",").map((language) => language.trim())) }
      : {}),
  };
}

/**
 * How to get the rest of a truncated answer: by a higher limit, up to the tool's maximum, or by a narrower
 * request.
 */
export function moreThan(limit: unknown, maximum: number, what: string): string {
  return Number(limit ?? maximum) < maximum ? `raise --limit, or narrow the ${what}` : `narrow the ${what}`;
}

export const paths: CommandSpec = {
  usage: "paths [path]",
  takesPath: true,
  tool: "list_paths",
  summary: "List the files of a folder that the ignore rules keep; needs no index.",
  details:
    "Lists the working directory or the given folder. Patterns are relative to the codebase's root: " +
    "*.ts matches at any depth, src/*.ts in that folder.",
  options: [
    ...SCOPE_OPTIONS,
    { flags: "--limit <n>", meaning: "maximum number of files, 1 to 10000; default: 10000" },
  ],
  foreignOptions: {
    ...FOREIGN_SCOPE_OPTIONS,
    ...named(["-e", "--extension"], "use --include with a pattern, such as '*.md'"),
    ...named(["-H", "-I"], OTHER_FILES),
  },
  examples: [
    "satori paths src",
    "satori paths --lang go --exclude '*_test.go'",
    "satori paths --include 'docs/' --json",
  ],
  run: async (context, _operands, options): Promise<Answer> => {
    const session = await context.session();
    // The list is often piped into other programs, which need all of it.
    const args = given({
      path: session.folder,
      ...scopeArguments(options),
      max_results: numberOrText(options["limit"]) ?? LIMITS.listPaths.maximum,
    });
    const envelope = await session.call("list_paths", args);
    if (envelope.status !== "ok") return { envelope, text: "" };
    const text = envelope.items
      .map(({ path }) =>
        printableLine(shownPath(session.cwd, join(rootOf(envelope) ?? session.folder, path))),
      )
      .join("\n");
    const hidden = envelope.total - envelope.items.length;
    return {
      envelope,
      text,
      told: [
        "OUTPUT_TRUNCATED",
        ...(envelope.message === undefined ? [] : (["FILES_SKIPPED", "NO_FILE_MATCHES"] as const)),
      ],
      notes: [
        ...(hidden > 0
          ? [`${hidden} more: ${moreThan(options["limit"], LIMITS.listPaths.maximum, "patterns")}`]
          : []),
        ...(envelope.message === undefined
          ? envelope.total === 0
            ? ["No file."]
            : []
          : [forPeople(envelope.message, rootOf(envelope) ?? session.folder)]),
      ],
    };
  },
};
