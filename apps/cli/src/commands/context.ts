/** The command `context`: the evidence for a question, as Markdown. */
import { LIMITS, SEARCH_SCOPES, rootOf } from "@satori/contracts";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  named,
} from "../command.ts";
import { commandOf, renderContext } from "../render/context.ts";
import { forPeople } from "../render/wording.ts";
import { printable } from "@satori/render";
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
  const { envelope } = await putQuestion(command, words, { ...options, resultMode: "context" });
  if (envelope.status !== "ok" || !("sections" in envelope)) return { envelope, text: "" };
  const { confidence, message, sections, unknownTerms } = envelope;
  const unknown = unknownTerms.length === 0 ? "" : `; not in this codebase: ${unknownTerms.join(", ")}`;
  return {
    envelope,
    text: command.globals.json ? "" : printable(renderContext(envelope, commandOf)),
    // What did not fit is listed in the text.
    told: ["OUTPUT_TRUNCATED"],
    notes: [
      ...(sections.length === 0 ? ["no results"] : []),
      ...(confidence === "high" ? [] : [printable(`confidence: ${confidence}${unknown}`)]),
      ...(message === undefined ? [] : [forPeople(message, rootOf(envelope))]),
    ],
  };
}
