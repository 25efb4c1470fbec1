/** The commands `callers` and `callees`: the call graph of one symbol, in either direction. */
import { existsSync } from "node:fs";
import { type CallGraphOutput, type Growth, rootOf, withArguments } from "@satori/contracts";
import { printableLine, renderCalls } from "@satori/render";
import { aboutUnknownName, readSymbolArgument } from "../symbol-argument.ts";
import { kindAt, realPathOr, requireFolder, shownPath } from "../codebase.ts";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  given,
  numberOrText,
} from "../command.ts";
import { CommandError } from "../failure.ts";
import { parseFileOperand } from "../file-operand.ts";
import { omissionOf } from "../render/omission.ts";
import { viewOf } from "../render/view.ts";
import { callWithIndex } from "../runs/first-use.ts";
import type { Session } from "../session.ts";
import { AT, atOption, refOf } from "../version-option.ts";
import { shellWord } from "../words.ts";

export const callers = calls(
  "callers",
  "Show who calls or uses a symbol; indexes the codebase on first use.",
  [
    "satori callers RetryQueue.schedule",
    "satori callers src/retry.ts:42 --depth 3",
    "satori callers RetryOptions.maxDelayMs",
  ],
);
export const callees = calls("callees", "Show what a symbol calls; indexes the codebase on first use.", [
  "satori callees src/retry.ts:backoff",
  "satori callees RetryQueue.schedule --depth 2 --json",
]);

function calls(direction: Growth, summary: string, examples: readonly string[]): CommandSpec {
  return {
    usage: `${direction} <symbol>`,
    tool: "call_graph",
    summary,
    details:
      "The symbol is a name, a qualified name, an id, FILE:NAME, FILE:LINE for the innermost " +
      "function around a line, or the innermost symbol if there is no function, or FILE:START-END " +
      "for the symbol with these lines. If several definitions share a name, each gets a tree; " +
      "--path limits them to a folder. With an id, --path limits the calls to a folder or " +
      "file.\nBelow each definition are its calls, with their lines in the caller's file. Calls " +
      'without a mark are certain. "possible": a call may reach them instead of the named method, as ' +
      'with implementations of an interface. "matched by name": only the name matches. The last line ' +
      "summarizes what was found and what may be missing." +
      (direction === "callers"
        ? " For types, variables and fields, which are not called, it shows their uses."
        : ""),
    options: [
      { flags: "--depth <n>", meaning: "levels of calls to follow, 1 (default) to 5" },
      {
        flags: "--limit <n>",
        meaning: "maximum number of definitions, including the requested ones, 1 to 50; default: 20",
      },
      AT,
    ],
    foreignOptions: { "--direction": "use the commands callers and callees", "-d": "use --depth" },
    beginsWithFile: true,
    examples,
    run: (context, [operand = ""], options) => runCalls(context, direction, operand, options),
  };
}

interface Reply {
  readonly args: Readonly<Record<string, unknown>>;
  readonly envelope: CallGraphOutput;
}

async function runCalls(
  context: CommandContext,
  direction: Growth,
  operand: string,
  options: CommandOptions,
): Promise<Answer> {
  if (operand.trim() === "") throw new CommandError("INVALID_ARGUMENTS", `${direction} needs a symbol`);
  const session = await context.session();
  const isOnDisk = refOf(options) === undefined;
  if (session.isLocal && isOnDisk && context.globals.path !== undefined && !isFileOf(session))
    requireFolder(session.folder);
  const argument = { operand, ref: refOf(options) };
  const { root, indexable, callGraphArguments, ref } = await readSymbolArgument(context, session, argument);
  const bounds = given({
    ref,
    direction,
    depth: numberOrText(options["depth"]),
    limit: numberOrText(options["limit"]),
  });
  const ask = async (asked: Readonly<Record<string, unknown>>): Promise<Reply> => {
    const args = { ...asked, ...bounds };
    return {
      args,
      envelope: await callWithIndex(context, session, { tool: "call_graph", args, root: indexable }),
    };
  };
  const folder = context.globals.path === undefined ? root : realPathOr(session.folder);
  const [first = { path: folder, symbol: operand }, ...others] = callGraphArguments;
  let reply = await ask(first);
  // The innermost symbol on a line may not be callable, but a symbol around it may be.
  for (const other of others) {
    if (reply.envelope.status !== "unsupported") break;
    reply = await ask(other);
  }
  const { envelope } = reply;
  return {
    envelope,
    text: textOf(context, session, direction, reply),
    told: ["OUTPUT_TRUNCATED", "SYMBOL_METADATA_MISSING"],
    notes: notesOf(envelope, { direction, operand, session, ref }),
  };
}

/** Whether `--path` names a file of a codebase: then the command is about symbols of that file. */
function isFileOf({ folder, codebase }: Session): boolean {
  return kindAt(folder) === "file" && codebase() !== realPathOr(folder);
}

function textOf(
  context: CommandContext,
  session: Session,
  direction: Growth,
  { args, envelope }: Reply,
): string {
  if (envelope.status !== "ok" || context.globals.json) return "";
  const { cwd } = session;
  const view = viewOf(context, session);
  const complete = withArguments(args, envelope);
  return renderCalls(
    complete,
    direction,
    view,
    omissionOf(complete, direction, (path) => shownPath(cwd, path)),
  );
}

interface Asked {
  readonly direction: Growth;
  readonly operand: string;
  /** The version that the command is about; undefined for the files on disk. */
  readonly ref: string | undefined;
  readonly session: Session;
}

function notesOf(
  envelope: CallGraphOutput,
  { direction, operand, ref, session: { places, isLocal, cwd } }: Asked,
): string[] {
  if (envelope.status !== "not_found") return [];
  // What the disk has says nothing about a commit.
  const isOnDisk = isLocal && ref === undefined;
  const at = atOption(envelope);
  const { path, lines } = parseFileOperand(operand, places);
  const file = shownPath(cwd, path);
  const outline = `satori outline ${printableLine(shellWord(file))}${at}`;
  // If the file is in the index, the answer already explains how to name its symbols.
  const aboutFile =
    envelope.hints?.fileOutline === undefined
      ? `It is a file: use FILE:NAME or FILE:LINE for one of its symbols, listed by ${outline}.`
      : `List its symbols with ${outline}.`;
  if (lines === null)
    return [
      isOnDisk && kindAt(path) === "file"
        ? aboutFile
        : aboutUnknownName(
            { candidates: envelope.candidates, root: rootOf(envelope) },
            cwd,
            (place, symbol) => `Use satori ${direction} ${shellWord(`${place}:${symbol}`)}${at} for`,
          ),
    ];
  if (isOnDisk && !existsSync(path)) return [`${printableLine(file)} does not exist.`];
  return [`FILE:LINE means a symbol around that line; list the symbols with ${outline}.`];
}
