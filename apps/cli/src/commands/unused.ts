/** The command `unused`: symbols that nothing is known to call or use. */
import { LIMITS, UNUSED_KINDS, counted } from "@satori/contracts";
import { renderUnused } from "@satori/render";
import { realPathOr } from "../codebase.ts";
import {
  type Answer,
  type CommandContext,
  type CommandOptions,
  type CommandSpec,
  given,
  named,
  numberOrText,
} from "../command.ts";
import { viewOf } from "../render/view.ts";
import { callWithIndex } from "../runs/first-use.ts";
import { moreThan } from "./paths.ts";

/** Exit code with `--fail` if there are any. */
const FOUND = 1;

export const unused: CommandSpec = {
  usage: "unused [path]",
  takesPath: true,
  tool: "unused_symbols",
  summary: "List symbols that nothing calls or uses; indexes the codebase on first use.",
  details:
    "Symbols without a user that may be alive nevertheless are only counted: because a package exports them, " +
    "a decorator or a text names them, they override a method, and so on. With --possibly they are listed, " +
    "each with its reason. Uses in tests count.",
  options: [
    { flags: "--possibly", meaning: "also list symbols that may be alive, with the reason" },
    { flags: "--kind <kind>", meaning: `only these kinds: ${UNUSED_KINDS.join(", ")}`, isRepeatable: true },
    { flags: "--tests", meaning: "also symbols of tests, examples, generated and vendored code" },
    { flags: "--fail", meaning: "exit with code 1 if a symbol is unused, for continuous integration" },
    { flags: "--limit <n>", meaning: "maximum number of symbols, 1 to 5000; default: 5000" },
  ],
  foreignOptions: { ...named(["--fix"], "remove the symbols yourself"), "-n": "use --limit" },
  examples: ["satori unused", "satori unused src --possibly", "satori unused --kind function --fail"],
  run: (context, [operand], options) => runUnused(context, operand, options),
};

async function runUnused(
  context: CommandContext,
  operand: string | undefined,
  options: CommandOptions,
): Promise<Answer> {
  const session = await context.session();
  const args = given({
    path: operand === undefined ? session.codebase() : realPathOr(session.folder),
    kinds: options["kind"],
    includeTests: options["tests"] === true ? true : undefined,
    limit: numberOrText(options["limit"]) ?? LIMITS.unusedSymbols.symbols.maximum,
  });
  const envelope = await callWithIndex(context, session, {
    tool: "unused_symbols",
    args,
    root: session.codebase(),
  });
  if (envelope.status !== "ok") return { envelope, text: "" };
  const { counts, truncated, coverage } = envelope;
  const isListed = options["possibly"] === true;
  const isComplete = coverage.notExamined === undefined && coverage.files > 0;
  return {
    envelope,
    text: context.globals.json
      ? ""
      : `${renderUnused(envelope, viewOf(context, session), { possibly: isListed ? "listed" : "counted" })}\n`,
    told: ["OUTPUT_TRUNCATED", "FILES_SKIPPED", "DEADLINE_REACHED"],
    notes: [
      ...(!isListed && counts.possibly > 0
        ? [`${counted(counts.possibly, "symbol")} may be alive: add --possibly to see why`]
        : []),
      ...(truncated ? [moreThan(options["limit"], LIMITS.unusedSymbols.symbols.maximum, "path")] : []),
    ],
    ...(options["fail"] === true && (counts.unused > 0 || !isComplete) ? { exitCode: FOUND } : {}),
  };
}
