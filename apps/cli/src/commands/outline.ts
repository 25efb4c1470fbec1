/** The command `outline`: what a file declares, or the files of a folder. */
import { type FileOutlineOutput, LIMITS, type WithArguments, withArguments } from "@satori/contracts";
import { printableLine, renderOutline } from "@satori/render";
import { outlineNotes } from "../render/outline-notes.ts";
import { kindAt, locateInCodebase, realPathOr, shownPath } from "../codebase.ts";
import { type Answer, type CommandSpec, given, numberOrText } from "../command.ts";
import { CommandError } from "../failure.ts";
import { type Lines, parseFileOperand } from "../file-operand.ts";
import { viewOf } from "../render/view.ts";
import { callWithIndex } from "../runs/first-use.ts";
import { AT, refOf } from "../version-option.ts";
import { shellWord } from "../words.ts";
import { outlineFolder } from "./outline-folder.ts";

export const outline: CommandSpec = {
  usage: "outline <path>",
  tool: "file_outline",
  summary: "Show the declarations of a file, or of the files in a folder; indexes the codebase on first use.",
  details:
    "FILE:LINE and FILE:START-END limit it to symbols that overlap these lines. Of a folder, each file " +
    "has a line with its number of symbols and its outermost declarations; subfolders follow, with their " +
    "number of files.",
  options: [
    {
      flags: "--limit <n>",
      meaning:
        "maximum number of symbols, 1 to 5000; default: 500, with --json also 30 % of the file; of a " +
        "folder, of files, 1 to 500; default: 40",
    },
    AT,
  ],
  examples: ["satori outline src/retry.ts", "satori outline src", "satori outline src/retry.ts --json"],
  run: async (context, [operand = ""], options): Promise<Answer> => {
    const session = await context.session();
    const { path, lines } = parseFileOperand(operand, session.places);
    const ref = refOf(options);
    if (session.isLocal && kindAt(path) === "folder" && ref !== undefined)
      throw new CommandError(
        "INVALID_ARGUMENTS",
        `--at outlines files, not folders such as ${operand}: name a file that the version has`,
      );
    if (session.isLocal && kindAt(path) === "folder")
      return outlineFolder(context, session, realPathOr(path), options);
    const { root, file, indexable } = locateInCodebase(path, session);
    const args = given({
      path: root,
      file,
      ref,
      // As text, an outline is short: without a limit in bytes, nothing is omitted from it.
      limitSymbols:
        numberOrText(options["limit"]) ?? (context.globals.json ? undefined : LIMITS.outline.default),
      start_line: lines?.start,
      end_line: lines?.end ?? lines?.start,
    });
    const envelope = await callWithIndex(context, session, { tool: "file_outline", args, root: indexable });
    if (envelope.status === "not_found")
      return {
        envelope,
        text: "",
        // That explains the files on disk.
        notes:
          ref === undefined
            ? [`satori why ${printableLine(shellWord(shownPath(session.cwd, path)))} explains why.`]
            : [],
      };
    if (envelope.status === "error" || !("outline" in envelope) || envelope.outline === null)
      return { envelope, text: "", told: ["SYMBOL_METADATA_MISSING"] };
    const complete = withArguments(args, envelope);
    return {
      envelope,
      text: renderOutline(envelope.outline.symbols, viewOf(context, session)).join("\n"),
      told: ["OUTPUT_TRUNCATED"],
      notes: [
        ...emptyNote(complete, lines),
        ...pastEndNote(complete, lines),
        ...outlineNotes(complete, shellWord(shownPath(session.cwd, path))),
      ],
    };
  },
};

/** A note for an empty outline: without it, printing nothing could be a failure too. */
function emptyNote(
  { status, outline: shown, file }: WithArguments<Extract<FileOutlineOutput, { hasMore: boolean }>>,
  lines: Lines | null,
): string[] {
  if (status !== "ok" || shown === null || shown.symbols.length > 0) return [];
  return [
    lines === null
      ? `${printableLine(file)} has no declarations`
      : `${printableLine(file)} has no declarations on these lines`,
  ];
}

function pastEndNote(
  { start_line: first }: WithArguments<Extract<FileOutlineOutput, { hasMore: boolean }>>,
  lines: Lines | null,
): string[] {
  return first !== undefined && lines !== null && first < lines.start
    ? [`no line ${lines.start}: the file ends with line ${first}, whose outline is shown`]
    : [];
}
