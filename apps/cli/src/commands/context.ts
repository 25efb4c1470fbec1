/** The command `context`: the evidence for a question, as Markdown. */
import { LIMITS, SEARCH_SCOPES, withArguments } from "@satori/contracts";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  named,
} from "../command.ts";
import { commandOf, renderContext } from "../render/context.ts";
import { viewOf } from "../render/view.ts";
import { printable, searchNotes } from "@satori/render";
import { AT } from "../version-option.ts";
import { putQuestion } from "./search.ts";

export const context: CommandSpec = {
  usage: "context <question...>",
  tool: "search_codebase",
  summary: "Print the code that answers a question as Markdown, within a token budget.",
  details:
    "For each symbol that answers: its signature, the lines that answer, and what encloses them; then the " +
    "calls between the symbols, and the types in their signatures. Questions are written as for search.",
  options: [
    {
      flags: "--max-tokens <n>",
      meaning: `token budget of the answer, 100 to 100000; default: ${LIMITS.contextDefaultTokens}`,
    },
    {
      flags: "--scope <scope>",
      meaning: "runtime (default): source only; docs: docs and tests; mixed: everything",
      choices: SEARCH_SCOPES,
    },
    { flags: "--limit <n>", meaning: "maximum number of symbols, 1 to 50; default: as many as fit" },
    AT,
    { flags: "--debug", meaning: "add diagnostic details" },
    { flags: "--no-index", meaning: "never build an index" },
  ],
  foreignOptions: {
    ...named(["-t", "--tokens", "--budget"], "use --max-tokens"),
    ...named(["-g", "--glob", "--include"], "write path:src/** in front of the question"),
  },
  examples: ['satori context "where are retries scheduled" --max-tokens 2000'],
  run: runContext,
};

async function runContext(
  command: CommandContext,
  words: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  const { session, args, envelope, notes } = await putQuestion(command, words, {
    ...options,
    resultMode: "context",
  });
  if (envelope.status !== "ok" || !("sections" in envelope)) return { envelope, text: "" };
  return {
    envelope,
    text: command.globals.json ? "" : printable(renderContext(envelope, commandOf)),
    // The text lists what did not fit, or a note says that it is missing.
    told: ["OUTPUT_TRUNCATED"],
    notes: [...searchNotes(withArguments(args, envelope), viewOf(command, session)), ...notes],
  };
}
