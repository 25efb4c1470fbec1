/** The command `read`: a file, lines of it, or one symbol. */
import { type ReadFileOk, type ReadFileOutput, type WarningCode, rootOf } from "@satori/contracts";
import {
  PLAIN,
  padStart,
  printable,
  printableLine,
  renderCandidates,
  renderOutline,
  resultHeading,
  type View,
} from "@satori/render";
import { aboutUnknownName, splitAtFile } from "../symbol-argument.ts";
import { locateInCodebase, shownPath } from "../codebase.ts";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  given,
  named,
  numberOrText,
} from "../command.ts";
import { CommandError } from "../failure.ts";
import { parseFileOperand } from "../file-operand.ts";
import { forPeople } from "../render/wording.ts";
import { personView, viewOf } from "../render/view.ts";
import { callWithIndex } from "../runs/first-use.ts";
import type { Session } from "../session.ts";
import type { Channel } from "../terminal/terminal.ts";
import { AT, atOption, refOf } from "../version-option.ts";
import { shellWord } from "../words.ts";

export const read: CommandSpec = {
  usage: "read [file]",
  tool: "read_file",
  summary: "Show a file, lines of it (FILE:START-END), or one symbol.",
  details:
    "FILE:START shows the lines from START on, and so does FILE:LINE:COLUMN, as printed by grep. " +
    "Lines are numbered on a terminal, but not in a pipe. With --symbol and no file, the whole " +
    "codebase is searched for the symbol. Its file and lines are shown above the text on a terminal; in " +
    "a pipe they go to standard error, so that `satori read --symbol X > copy` writes the text alone.",
  options: [
    { flags: "--start <line>", meaning: "first line, from 1" },
    { flags: "--end <line>", meaning: "last line, inclusive" },
    { flags: "--symbol <name>", meaning: "show only this symbol: id, qualified name or name" },
    { flags: "--annotated", meaning: "add the outline of the lines shown" },
    { ...AT, meaning: "read this branch, tag or commit, without a checkout" },
  ],
  foreignOptions: named(["-l", "-n", "--lines", "--line"], "write the lines after the file: FILE:START-END"),
  examples: [
    "satori read src/retry.ts:10-40",
    "satori read --symbol RetryQueue.schedule",
    "satori read src/retry.ts --at v1.2",
  ],
  run: runRead,
};

async function runRead(
  context: CommandContext,
  [operand]: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  const symbol = options["symbol"];
  if (operand === undefined && symbol === undefined)
    throw new CommandError("INVALID_ARGUMENTS", "read requires a file, or --symbol with a name");
  const session = await context.session();
  const { path, lines } =
    operand === undefined
      ? { path: session.codebase(), lines: null }
      : parseFileOperand(operand, session.places);
  const indexable = operand === undefined ? session.codebase() : locateInCodebase(path, session).indexable;
  const ref = refOf(options);
  const args = given({
    path,
    ref,
    start_line: numberOrText(options["start"]) ?? lines?.start,
    end_line: numberOrText(options["end"]) ?? lines?.end ?? undefined,
    open_symbol: symbol,
    mode: options["annotated"] === true ? "annotated" : undefined,
  });
  const needsIndex = symbol !== undefined || options["annotated"] === true;
  const envelope = await callWithIndex(context, session, {
    tool: "read_file",
    args,
    root: needsIndex ? indexable : null,
  });
  // No note covers an outline that was cut or is unknown, so its warning is shown.
  const told: readonly WarningCode[] =
    envelope.status !== "ok" ? ["SYMBOL_METADATA_MISSING"] : envelope.truncated ? ["OUTPUT_TRUNCATED"] : [];
  return {
    envelope,
    text: textOf(envelope, context.terminal.out, viewOf(context, session)),
    told,
    notes: [
      ...placeNote(envelope, context.terminal.out, session),
      ...notesOf(envelope, { operand, ref, session }),
    ],
  };
}

function textOf(envelope: ReadFileOutput, { isTerminal }: Channel, view: View): string {
  if (envelope.status === "ambiguous") return renderCandidates(envelope.candidates, view).join("\n");
  if (envelope.status !== "ok") return "";
  const content = printable(envelope.content);
  const annotation = envelope.outline
    ? `\n\n${renderOutline(envelope.outline.symbols, view).join("\n")}`
    : "";
  if (!isTerminal) return content.replace(/\n$/, "") + annotation;
  const lines = content.replace(/\n$/, "").split("\n");
  const width = String(envelope.endLine).length;
  const numbered = lines.map(
    (line, at) => `${view.style.quiet(padStart(String(envelope.startLine + at), width))}  ${line}`,
  );
  return [...headingOf(envelope, view), ...numbered].join("\n") + annotation;
}

/** The place of a symbol, as `search` heads its results; none if the reader has named the file's lines. */
function headingOf(envelope: ReadFileOk, view: View): string[] {
  const root = rootOf(envelope);
  return envelope.symbol === undefined || root === undefined
    ? []
    : [resultHeading({ ...envelope.symbol, file: envelope.file }, root, view)];
}

/** In a pipe, the heading would become part of a copied text. */
function placeNote(envelope: ReadFileOutput, { isTerminal }: Channel, { cwd }: Session): string[] {
  return envelope.status === "ok" && !isTerminal
    ? headingOf(envelope, personView({ cwd, style: PLAIN, columns: null }))
    : [];
}

interface Asked {
  readonly operand: string | undefined;
  /** The version that the command is about; undefined for the files on disk. */
  readonly ref: string | undefined;
  readonly session: Session;
}

function notesOf(envelope: ReadFileOutput, { operand, ref, session }: Asked): string[] {
  const { cwd } = session;
  const at = "commit" in envelope ? atOption(envelope, ref) : atOption({}, ref);
  if (envelope.status === "not_found")
    return [
      aboutUnknownName(
        { candidates: envelope.candidates, root: rootOf(envelope) },
        cwd,
        (file, symbol) => `Use satori read ${shellWord(file)} --symbol ${shellWord(symbol)}${at} to open`,
      ),
    ];
  if (envelope.status === "ambiguous") return [`satori read --symbol ID${at} opens the one with this id.`];
  if (envelope.status === "error" && envelope.error.code === "PATH_NOT_FOUND")
    return symbolNote({ operand, ref, session }, at);
  if (envelope.status !== "ok") return [];
  const { message, hints, outlineStatus, startLine, endLine, totalLines } = envelope;
  const next = hints?.continue?.args;
  const isWithoutOutline = outlineStatus !== undefined && outlineStatus !== "ok";
  return [
    ...(message === undefined ? [] : [forPeople(message)]),
    // If a line was cut, its rest cannot be read with a later line.
    ...(next === undefined
      ? []
      : [
          `lines ${startLine} to ${endLine} of ${totalLines}; read on with ` +
            `${envelope.symbol ? `${placeIn(next, cwd)}${at}` : `--start ${endLine + 1}`}`,
        ]),
    ...(isWithoutOutline
      ? [`no outline of ${operand ?? envelope.file}: ${outlineStatus.replaceAll("_", " ")}`]
      : []),
  ];
}

/** Advice for `FILE:NAME`, which other commands accept as a symbol. */
function symbolNote({ operand = "", ref, session }: Asked, at: string): string[] {
  const named = splitAtFile(operand, session, ref);
  return named === null
    ? []
    : [
        printableLine(
          `Use satori read ${shellWord(shownPath(session.cwd, named.path))} --symbol ` +
            `${shellWord(named.rest)}${at} to open a symbol of that file.`,
        ),
      ];
}

/** The rest of a symbol as a range of lines: `--symbol` does not accept a start. */
function placeIn(
  { path, start_line: start, end_line: end }: Readonly<Record<string, unknown>>,
  cwd: string,
): string {
  return `satori read ${printableLine(shownPath(cwd, String(path)))}:${start}-${end}`;
}
