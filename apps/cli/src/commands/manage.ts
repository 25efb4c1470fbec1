/** status, list, sync and clear. */
import type { ManageIndexOutput } from "@satori/contracts";
import { linkStats } from "../codebase.ts";
import { type Answer, type CommandContext, type CommandSpec, named } from "../command.ts";
import { renderList, renderSkipped } from "../render/status.ts";
import { type Session, folderOf } from "../session.ts";
import { forPeople } from "../render/wording.ts";
import { ProgressLine } from "../terminal/progress-line.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { shellWord } from "../words.ts";

export const status: CommandSpec = {
  usage: "status [path]",
  tool: "manage_index",
  summary: "Show what an index holds, and how a run is getting on.",
  foreignOptions: named(["-a", "--all"], "satori list shows all codebases"),
  examples: ["satori status", "satori status ~/src/shop --json"],
  run: async (context, operands) => {
    const envelope = await manage(context, operands, "status");
    const text =
      envelope.status === "ok"
        ? [printable(envelope.humanText), ...(envelope.index ? renderSkipped(envelope.index) : [])].join("\n")
        : "";
    // The text has both.
    return { envelope, text, told: ["FILES_SKIPPED", "LAST_RUN_FAILED"], notes: nextSteps(envelope) };
  },
};

/** What to do about what the state of an index tells. */
function nextSteps({ status, warnings = [], effectiveRoot }: ManageIndexOutput): string[] {
  if (status !== "ok") return [];
  return [
    ...(warnings.includes("LAST_RUN_FAILED")
      ? [
          forPeople(
            "the index before the later run answers; `manage_index reindex` starts it again",
            effectiveRoot ?? null,
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
    return { envelope, text: envelope.status === "ok" ? renderList(envelope) : "" };
  },
};

export const sync: CommandSpec = {
  usage: "sync [path]",
  tool: "manage_index",
  summary: "Bring an index up to date with the disk now.",
  examples: ["satori sync", "satori sync --path ~/src/shop"],
  run: async (context, operands) => withMessage(await manage(context, operands, "sync")),
};

export const clear: CommandSpec = {
  usage: "clear [path]",
  tool: "manage_index",
  summary: "Remove an index; the files that it is about stay as they are.",
  foreignOptions: named(["-f", "-y", "--force", "--yes"], "nothing is asked before an index is removed"),
  examples: ["satori clear", "satori clear ~/src/shop"],
  run: async (context, operands) => {
    const envelope = await manage(context, operands, "clear");
    return {
      ...withMessage(envelope),
      notes: envelope.status === "not_indexed" ? [whatIsIndexed(await context.session(), envelope.path)] : [],
    };
  },
};

/** Where the index may be that was meant: above the folder, or under another name. */
function whatIsIndexed({ indexedRoot, local }: Session, path: string): string {
  const root = indexedRoot(path);
  if (root !== null)
    return (
      `The index of ${printableLine(root)} covers it; satori clear ${printableLine(shellWord(root))} ` +
      "removes that."
    );
  return (
    `${local && linkStats(path) === null ? "There is no such folder, either; " : ""}\`satori list\` ` +
    "shows what is indexed."
  );
}

async function manage(
  { terminal, globals, session: open }: CommandContext,
  [path]: readonly string[],
  action: "status" | "sync" | "clear",
): Promise<ManageIndexOutput> {
  const session = await open();
  using progress = new ProgressLine({ terminal, isQuiet: globals.quiet === true });
  const target = folderOf(session, path);
  return await session.call("manage_index", { action, path: target }, (phase, counts) =>
    progress.update(phase, counts),
  );
}

function withMessage(envelope: ManageIndexOutput): Answer {
  return {
    envelope,
    text: envelope.status === "ok" ? forPeople(envelope.message, envelope.effectiveRoot ?? null) : "",
  };
}
