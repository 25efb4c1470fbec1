/** The commands `status`, `list`, `sync` and `clear`. */
import { type ManageAction, type ManageIndexOutput, rootOf } from "@satori/contracts";
import { printable, printableLine, renderList, renderSkipped } from "@satori/render";
import { linkStats } from "../codebase.ts";
import { type Answer, type CommandContext, type CommandSpec, given, named } from "../command.ts";
import { type Session, folderOf } from "../session.ts";
import { viewOf } from "../render/view.ts";
import { forPeople } from "../render/wording.ts";
import { ProgressLine } from "../terminal/progress-line.ts";
import { INDEX_AT, refOf } from "../version-option.ts";
import { shellWord } from "../words.ts";

export const status: CommandSpec = {
  usage: "status [path]",
  tool: "manage_index",
  summary: "Show the contents of an index and the progress of a run.",
  options: [INDEX_AT],
  foreignOptions: named(["-a", "--all"], "use satori list to show all codebases"),
  examples: ["satori status", "satori status ~/src/shop --json", "satori status --at v1.2"],
  run: async (context, operands, options) => {
    const envelope = await manage(context, operands, { action: "status", ref: refOf(options) });
    const text =
      envelope.status === "ok"
        ? [
            printable(envelope.humanText),
            ...(envelope.index ? renderSkipped(envelope.index, { name: printableLine }) : []),
          ].join("\n")
        : "";
    // The text contains both.
    return { envelope, text, told: ["FILES_SKIPPED", "LAST_RUN_FAILED"], notes: nextSteps(envelope) };
  },
};

/** What to do about problems that the status reports. */
function nextSteps(answer: ManageIndexOutput): string[] {
  const { status, warnings = [] } = answer;
  if (status !== "ok") return [];
  return [
    ...(warnings.includes("LAST_RUN_FAILED")
      ? [
          forPeople(
            "the index from before the failed run answers; run `manage_index reindex` to try again",
            rootOf(answer) ?? null,
          ),
        ]
      : []),
    ...(warnings.includes("FILES_SKIPPED") ? ["`satori why <path>` explains why a file was left out"] : []),
  ];
}

export const list: CommandSpec = {
  usage: "list",
  tool: "list_codebases",
  ignoresPath: true,
  summary: "List all indexed codebases.",
  examples: ["satori list", "satori list --json"],
  run: async (context): Promise<Answer> => {
    const session = await context.session();
    const envelope = await session.call("list_codebases", {});
    return { envelope, text: envelope.status === "ok" ? renderList(envelope, viewOf(context, session)) : "" };
  },
};

export const sync: CommandSpec = {
  usage: "sync [path]",
  tool: "manage_index",
  summary: "Bring an index up to date with the disk now.",
  examples: ["satori sync", "satori sync --path ~/src/shop"],
  run: async (context, operands) => withMessage(await manage(context, operands, { action: "sync" })),
};

export const clear: CommandSpec = {
  usage: "clear [path]",
  tool: "manage_index",
  summary: "Remove an index; the indexed files are not touched.",
  foreignOptions: named(["-f", "-y", "--force", "--yes"], "there is no confirmation prompt"),
  options: [INDEX_AT],
  examples: ["satori clear", "satori clear ~/src/shop", "satori clear --at v1.2"],
  run: async (context, operands, options) => {
    const ref = refOf(options);
    const envelope = await manage(context, operands, { action: "clear", ref });
    if (envelope.status !== "not_indexed") return withMessage(envelope);
    const session = await context.session();
    return {
      ...withMessage(envelope),
      notes: ref === undefined ? [whatIsIndexed(session, envelope.path)] : [WHICH_VERSIONS],
    };
  },
};

const WHICH_VERSIONS = "`satori list` shows which versions are kept.";

/** Where the intended index may be: above the folder, or under another name. */
function whatIsIndexed({ indexedRoot, isLocal }: Session, path: string): string {
  const root = indexedRoot(path);
  if (root !== null)
    return (
      `It is part of the index of ${printableLine(root)}; satori clear ` +
      `${printableLine(shellWord(root))} removes that index.`
    );
  return (
    `${isLocal && linkStats(path) === null ? "The folder does not exist; " : ""}\`satori list\` shows ` +
    "all indexed codebases."
  );
}

async function manage(
  { terminal, globals, session: open }: CommandContext,
  [path]: readonly string[],
  asked: { readonly action: ManageAction; readonly ref?: string | undefined },
): Promise<ManageIndexOutput> {
  const session = await open();
  using progress = new ProgressLine({ terminal, isQuiet: globals.quiet === true });
  const target = folderOf(session, path);
  return await session.call("manage_index", given({ ...asked, path: target }), (phase, counts) =>
    progress.update(phase, counts),
  );
}

function withMessage(envelope: ManageIndexOutput): Answer {
  return {
    envelope,
    text: envelope.status === "ok" ? forPeople(envelope.message, rootOf(envelope) ?? null) : "",
  };
}
