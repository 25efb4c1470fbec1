/** outline: what a file declares. */
import type { FileOutlineOutput } from "@satori/contracts";
import { locateFile, placeInCodebase } from "../codebase.ts";
import { type Answer, type CommandSpec, given, numberOrText } from "../command.ts";
import { renderOutline } from "../render/outline.ts";
import { callWithIndex } from "../runs/first-use.ts";

export const outline: CommandSpec = {
  usage: "outline <file>",
  tool: "file_outline",
  summary: "Show what a file declares; indexes the codebase on first use.",
  options: [{ flags: "--limit <n>", meaning: "symbols, 1 to 5000; default: 500, and no outline larger than its file" }],
  examples: ["satori outline src/retry.ts", "satori outline src/retry.ts --json"],
  run: async (context, [operand = ""], options): Promise<Answer> => {
    const session = await context.session();
    const { root, file, indexable } = placeInCodebase(locateFile(operand, session.places), session);
    const args = given({ path: root, file, limitSymbols: numberOrText(options["limit"]) });
    const envelope = await callWithIndex(context, session, { tool: "file_outline", args, root: indexable });
    if (envelope.status === "error" || !("outline" in envelope) || envelope.outline === null) return { envelope, text: "" };
    const { out } = context.terminal;
    return { envelope, text: renderOutline(envelope.outline.symbols, out.style, out.columns()).join("\n"), notes: notesOf(envelope) };
  },
};

function notesOf({ status, hasMore, limitSymbols, warnings = [] }: Extract<FileOutlineOutput, { hasMore: boolean }>): string[] {
  if (status === "ok" && warnings.includes("OUTPUT_TRUNCATED")) return [`the file is shorter than its whole outline, ${hasMore ? "the rest" : "the details"} of which --limit ${limitSymbols} shows`];
  return hasMore ? [`more symbols than ${limitSymbols}: raise --limit`] : [];
}
