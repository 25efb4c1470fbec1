/** The command `hierarchy`: supertypes and subtypes of a type, overrides of a method. */
import { type TypeHierarchyOutput, rootOf } from "@satori/contracts";
import { renderHierarchy } from "@satori/render";
import { kindAt, realPathOr, requireFolder } from "../codebase.ts";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  given,
  numberOrText,
} from "../command.ts";
import { CommandError } from "../failure.ts";
import { viewOf } from "../render/view.ts";
import { callWithIndex } from "../runs/first-use.ts";
import type { Session } from "../session.ts";
import { aboutUnknownName, readSymbolArgument } from "../symbol-argument.ts";
import { AT, atOption, refOf } from "../version-option.ts";
import { shellWord } from "../words.ts";

export const hierarchy: CommandSpec = {
  usage: "hierarchy <symbol>",
  tool: "type_hierarchy",
  summary: "Show the supertypes and subtypes of a type; indexes the codebase on first use.",
  details:
    "The symbol is a name, a qualified name, an id, FILE:NAME or FILE:LINE. For a type, one tree has what it " +
    "derives from, and one what derives from it; bases outside the codebase are listed by name. For a " +
    "method, the trees have the methods that it overrides or implements, and those that override or " +
    'implement it.\nRelations without a mark are certain. "possible": one of several declarations, or a ' +
    'type that has the methods of an interface without naming it. "matched by name": only the name matches.',
  options: [
    { flags: "--up", meaning: "only supertypes, or overridden methods" },
    { flags: "--down", meaning: "only subtypes, or overriding methods" },
    { flags: "--depth <n>", meaning: "maximum distance, 1 to 100; default: 10" },
    { flags: "--limit <n>", meaning: "maximum number of entries of each tree, 1 to 200; default: 50" },
    AT,
  ],
  foreignOptions: { "--direction": "use --up or --down", "-d": "use --depth" },
  beginsWithFile: true,
  examples: [
    "satori hierarchy Store",
    "satori hierarchy src/store.ts:Store.save --down",
    "satori hierarchy Base --up --json",
  ],
  run: (context, [operand = ""], options) => runHierarchy(context, operand, options),
};

async function runHierarchy(
  context: CommandContext,
  operand: string,
  options: CommandOptions,
): Promise<Answer> {
  if (operand.trim() === "") throw new CommandError("INVALID_ARGUMENTS", "hierarchy needs a symbol");
  const session = await context.session();
  if (
    session.isLocal &&
    refOf(options) === undefined &&
    context.globals.path !== undefined &&
    !isFileOf(session)
  )
    requireFolder(session.folder);
  const argument = { operand, ref: refOf(options) };
  const { root, indexable, callGraphArguments, ref } = await readSymbolArgument(context, session, argument);
  const bounds = given({
    ref,
    direction: directionOf(options),
    depth: numberOrText(options["depth"]),
    limit: numberOrText(options["limit"]),
  });
  const folder = context.globals.path === undefined ? root : realPathOr(session.folder);
  const ask = (named: Readonly<Record<string, unknown>>): Promise<TypeHierarchyOutput> =>
    callWithIndex(context, session, {
      tool: "type_hierarchy",
      args: { ...named, ...bounds },
      root: indexable,
    });
  const [first = { path: folder, symbol: operand }, ...others] = callGraphArguments;
  let envelope = await ask(first);
  // The innermost symbol on a line may be in no hierarchy, but a symbol around it may be.
  for (const other of others) {
    if (envelope.status !== "unsupported") break;
    envelope = await ask(other);
  }
  return {
    envelope,
    text:
      envelope.status === "ok" && !context.globals.json
        ? `${renderHierarchy(envelope, viewOf(context, session))}\n`
        : "",
    told: ["OUTPUT_TRUNCATED", "DEADLINE_REACHED"],
    notes: notesOf(envelope, session),
  };
}

/** Whether `--path` names a file of a codebase: then the command is about symbols of that file. */
function isFileOf({ folder, codebase }: Session): boolean {
  return kindAt(folder) === "file" && codebase() !== realPathOr(folder);
}

function directionOf({ up, down }: CommandOptions): string | undefined {
  if (up === down) return undefined;
  return up ? "supertypes" : "subtypes";
}

function notesOf(envelope: TypeHierarchyOutput, { cwd }: Session): string[] {
  if (envelope.status !== "not_found" && envelope.status !== "ambiguous") return [];
  const at = atOption(envelope);
  return [
    aboutUnknownName(
      { candidates: envelope.candidates, root: rootOf(envelope) },
      cwd,
      (place, symbol) => `Use satori hierarchy ${shellWord(`${place}:${symbol}`)}${at} for`,
    ),
  ];
}
