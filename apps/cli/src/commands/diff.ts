/** The command `diff`: the declarations that differ between two versions, as Markdown. */
import { LIMITS, withArguments } from "@satori/contracts";
import { printable, printableLine } from "@satori/render";
import { type Answer, type CommandSpec, given, named, numberOrText } from "../command.ts";
import { CommandError } from "../failure.ts";
import { renderChanges } from "../render/changes.ts";
import { forPeople } from "../render/wording.ts";
import { folderOf } from "../session.ts";
import { moreThan } from "./paths.ts";

export const diff: CommandSpec = {
  usage: "diff <versions...>",
  tool: "compare_versions",
  summary: "List the declarations that differ between two commits, as Markdown; needs git, but no index.",
  details:
    "Operands: BASE..HEAD [PATH], BASE HEAD [PATH], or BASE, which is compared with the checked-out commit. " +
    "Public declarations come first. Uncommitted changes are not compared.",
  options: [
    { flags: "--public", meaning: "only declarations that other modules can use" },
    { flags: "--limit <n>", meaning: "maximum number of changes, 1 to 5000; default: 5000" },
  ],
  foreignOptions: {
    ...named(["--stat", "--name-only", "--name-status"], "use git diff, which compares texts"),
    ...named(["--cached", "--staged"], "only commits are compared"),
  },
  examples: ["satori diff v1.2.0..v1.3.0 --public", "satori diff main", "satori diff main HEAD src --json"],
  run: async (context, operands, options): Promise<Answer> => {
    const session = await context.session();
    const { base, head, folder } = readVersions(operands);
    const args = given({
      path: folderOf(session, folder),
      base,
      head,
      publicOnly: options["public"] === true ? true : undefined,
      limit: numberOrText(options["limit"]) ?? LIMITS.compareVersions.changes.maximum,
    });
    const envelope = await session.call("compare_versions", args);
    if (envelope.status !== "ok") return { envelope, text: "" };
    const complete = withArguments(args, envelope);
    const { coverage, truncated, message } = envelope;
    return {
      envelope,
      text: context.globals.json ? "" : printable(renderChanges(complete)),
      told: ["OUTPUT_TRUNCATED", "FILES_SKIPPED", "DEADLINE_REACHED"],
      notes: [
        ...(message === undefined ? [] : [forPeople(message)]),
        ...(coverage.examples ?? []).map(
          ({ file, cause }) => `not compared: ${printableLine(file)} (${cause})`,
        ),
        ...(coverage.withoutVisibility
          ? [`all declarations count as public in ${coverage.withoutVisibility.join(", ")}`]
          : []),
        ...(truncated ? [moreThan(options["limit"], LIMITS.compareVersions.changes.maximum, "path")] : []),
      ],
    };
  },
};

/** What the operands name. */
export interface NamedVersions {
  readonly base: string;
  readonly head: string | undefined;
  readonly folder: string | undefined;
}

/** Reads `BASE..HEAD [PATH]` and `BASE [HEAD [PATH]]`. Throws `INVALID_ARGUMENTS`. */
export function readVersions(operands: readonly string[]): NamedVersions {
  const [first = "", ...rest] = operands;
  const range = /^(.*?)(\.{2,})(.*)$/s.exec(first);
  const [, base = first, dots, head] = range ?? [];
  if (dots !== undefined && dots !== "..")
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `${printableLine(first)}: pass two versions, BASE..HEAD; since their common ancestor, the changes of ` +
        `HEAD are $(git merge-base ${printableLine(base || "HEAD")} ${printableLine(head || "HEAD")})..HEAD`,
    );
  const most = range === null ? 2 : 1;
  if (rest.length > most)
    throw new CommandError(
      "INVALID_ARGUMENTS",
      `too many operands: ${printableLine(rest.slice(most).join(" "))}`,
    );
  return range === null
    ? { base, head: rest[0], folder: rest[1] }
    : { base: base || "HEAD", head: head || undefined, folder: rest[0] };
}
