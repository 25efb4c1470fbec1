/** The command `log`: the commits that changed a symbol, or that may have caused a failure. */
import { readFileSync } from "node:fs";
import { LIMITS, type SymbolHistoryOutput, rootOf } from "@satori/contracts";
import { renderHistory } from "@satori/render";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  given,
  numberOrText,
} from "../command.ts";
import { realPathOr } from "../codebase.ts";
import { CommandError } from "../failure.ts";
import { viewOf } from "../render/view.ts";
import { callWithIndex } from "../runs/first-use.ts";
import type { Session } from "../session.ts";
import { aboutUnknownName, readSymbolArgument } from "../symbol-argument.ts";
import { shellWord } from "../words.ts";

const STANDARD_INPUT = 0;

export const log: CommandSpec = {
  usage: "log [symbol]",
  tool: "symbol_history",
  summary: "Show the commits that changed a symbol; indexes the codebase on first use.",
  details:
    "The symbol is a name, a qualified name, an id, FILE:NAME or FILE:LINE. Its history goes on under " +
    "older names and in the files that it was moved from. Commits that changed only comments, docstrings " +
    "or layout are counted, but not listed.\nWith --trace, a stack trace or the output of a failing test " +
    "takes the place of the symbol. The commits of the range that changed what its frames run are listed, " +
    "most suspect first; without --range, the last " +
    `${LIMITS.symbolHistory.traceCommits.default.toLocaleString("en")} commits are looked at.`,
  options: [
    { flags: "--why <question>", meaning: "sort the commits by how well they answer a question" },
    { flags: "--range <commits>", meaning: "commits to look at: GOOD..BAD, as in git" },
    {
      flags: "--trace <file>",
      meaning: "find the commits that may have caused this failure; - is standard input",
    },
    { flags: "--limit <n>", meaning: "maximum number of commits, 1 to 50; default: 20" },
    {
      flags: "--max-tokens <n>",
      meaning: "leave out changed lines beyond this estimated size; default: 6000",
    },
  ],
  foreignOptions: { "-n": "use --limit", "-L": "name the symbol, as in satori log FILE:NAME" },
  beginsWithFile: true,
  examples: [
    "satori log RetryQueue.schedule",
    'satori log src/retry.ts:backoff --why "why is the delay capped"',
    "satori log --trace failure.txt --range v1.2..HEAD",
  ],
  run: (context, [operand], options) => runLog(context, operand, options),
};

async function runLog(
  context: CommandContext,
  operand: string | undefined,
  options: CommandOptions,
): Promise<Answer> {
  const bounds = given({
    range: options["range"],
    question: options["why"],
    limit: numberOrText(options["limit"]),
    maxTokens: numberOrText(options["maxTokens"]),
  });
  const trace = options["trace"];
  if (trace !== undefined && operand !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", "log takes a symbol or --trace, not both");
  if (trace === undefined && (operand === undefined || operand.trim() === ""))
    throw new CommandError("INVALID_ARGUMENTS", "log needs a symbol, or --trace with a file");
  const session = await context.session();
  if (trace !== undefined) {
    const text = readTrace(String(trace));
    return answerOf(
      context,
      session,
      await ask(context, session, { path: pathOf(context, session), trace: text, ...bounds }),
      "",
    );
  }
  const symbol = operand ?? "";
  const { indexable, callGraphArguments } = await readSymbolArgument(context, session, {
    operand: symbol,
    ref: undefined,
  });
  const [named = { path: pathOf(context, session), symbol }] = callGraphArguments;
  return answerOf(context, session, await ask(context, session, { ...named, ...bounds }, indexable), symbol);
}

/** The codebase, or the folder of `--path` inside it. */
function pathOf({ globals }: CommandContext, { folder, codebase }: Session): string {
  return globals.path === undefined ? codebase() : realPathOr(folder);
}

function ask(
  context: CommandContext,
  session: Session,
  args: Readonly<Record<string, unknown>>,
  root: string | null = session.codebase(),
): Promise<SymbolHistoryOutput> {
  return callWithIndex(context, session, { tool: "symbol_history", args, root });
}

/** The end of a long text: the error is there, and what surrounds it. */
function readTrace(file: string): string {
  try {
    return readFileSync(file === "-" ? STANDARD_INPUT : file, "utf8").slice(
      -LIMITS.symbolHistory.maxTraceChars,
    );
  } catch (error) {
    const code = (error as { readonly code?: unknown }).code;
    throw new CommandError(
      code === "ENOENT" ? "PATH_NOT_FOUND" : code === "EISDIR" ? "PATH_NOT_A_FILE" : "PATH_UNREADABLE",
      `--trace ${file} cannot be read (${String(code)})`,
    );
  }
}

function answerOf(
  context: CommandContext,
  session: Session,
  envelope: SymbolHistoryOutput,
  operand: string,
): Answer {
  const isShown = envelope.status === "ok" && !context.globals.json;
  return {
    envelope,
    text: isShown ? `${renderHistory(envelope, viewOf(context, session))}\n` : "",
    told: ["OUTPUT_TRUNCATED", "DEADLINE_REACHED"],
    notes: notesOf(envelope, operand, session),
  };
}

function notesOf(envelope: SymbolHistoryOutput, operand: string, { cwd }: Session): string[] {
  if (operand === "" || (envelope.status !== "not_found" && envelope.status !== "ambiguous")) return [];
  return [
    aboutUnknownName(
      { candidates: envelope.candidates, root: rootOf(envelope) },
      cwd,
      (place, symbol) => `Use satori log ${shellWord(`${place}:${symbol}`)} for`,
    ),
  ];
}
