/** The command `impact`: what a change affects, and the tests to run after it. */
import { type ChangeImpactOutput, LIMITS, rootOf } from "@satori/contracts";
import { impactSummary, isImpactEmpty, PLAIN, printableLine, renderImpact } from "@satori/render";
import { kindAt, realPathOr } from "../codebase.ts";
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
import { FAILURE_REASONS, failureOf, readFailOn } from "../impact/fail-on.ts";
import { readImpactRange } from "../impact/impact-range.ts";
import { readPlannedChange } from "../impact/planned-change.ts";
import { readDiff } from "../impact/read-diff.ts";
import { listTests, type TestList } from "../impact/test-list.ts";
import { renderImpactMarkdown } from "../render/impact-markdown.ts";
import { viewOf } from "../render/view.ts";
import { forPeople } from "../render/wording.ts";
import { callWithIndex } from "../runs/first-use.ts";
import { folderOf, localOf, type Session } from "../session.ts";
import { aboutUnknownName } from "../symbol-argument.ts";
import { shellWord } from "../words.ts";

export const impact: CommandSpec = {
  usage: "impact [base] [head] [path]",
  tool: "change_impact",
  summary: "Show what a change affects, and the tests to run; indexes the codebase on first use.",
  details:
    "Without operands: the uncommitted changes. Operands: BASE..HEAD [PATH], BASE HEAD [PATH], or BASE, " +
    "which is compared with the checked-out commit; BASE...HEAD begins at their common ancestor.\n" +
    "Changed symbols come first, then the code that they affect, by file, with the steps that lead to the " +
    "change and its lines; then tests, the commands that run them, and what cannot be known. A place that " +
    "no longer fits, such as a call with too few arguments, says so.\n" +
    "--fail-on ends with exit code 1 if the change removes or renames a symbol, changes a signature, leaves " +
    "places that no longer fit (misfits), or changes a function that no test is known to reach (unreached).",
  options: [
    { flags: "--diff <file>", meaning: "a unified diff instead of versions; - is standard input" },
    {
      flags: "--symbol <name>",
      meaning:
        "a change that is only planned: NAME:remove, NAME:signature (default) or NAME:body; can be repeated",
      isRepeatable: true,
    },
    { flags: "--depth <n>", meaning: "steps from a changed symbol to affected code, 1 to 10; default: 3" },
    {
      flags: "--limit <n>",
      meaning: "maximum number of affected symbols, of changed ones, and of tests, 1 to 5000; default: 100",
    },
    { flags: "--max-tokens <n>", meaning: "estimated size of the answer; default: 10000" },
    {
      flags: "--markdown",
      meaning: "print a comment for a pull request; nothing if there is nothing to report",
    },
    { flags: "--tests", meaning: "print only the test files to run, one per line" },
    { flags: "--test-commands", meaning: "print only the commands that run these tests, one per line" },
    {
      flags: "-0, --null",
      meaning: "with --tests or --test-commands: end each with NUL instead of a line end",
    },
    {
      flags: "--fail-on <reasons>",
      meaning: `end with exit code 1 on any of these, separated by commas: ${FAILURE_REASONS.join(", ")}`,
      choices: FAILURE_REASONS,
    },
  ],
  foreignOptions: {
    ...named(["--stat", "--name-only", "--name-status"], "use git diff, which compares texts"),
    ...named(["--cached", "--staged"], "pass git diff --cached to --diff -"),
    "-n": "use --limit",
    "-z": "use -0",
  },
  examples: [
    "satori impact",
    "satori impact main...HEAD --fail-on removed,signature",
    "satori impact --symbol RetryQueue.schedule:remove",
    "git diff --cached | satori impact --diff -",
    "npx vitest run $(satori impact main...HEAD --tests)",
  ],
  run: runImpact,
};

/** What is printed to standard output. */
type Output = "text" | "json" | "markdown" | TestList;

async function runImpact(
  context: CommandContext,
  operands: readonly string[],
  options: CommandOptions,
): Promise<Answer> {
  const output = outputOf(context, options);
  const failOn = readFailOn(options["failOn"] as string | undefined);
  const session = await context.session();
  const { change, path } = await readChange(context, session, operands, options);
  // Programs need all tests, and a check has to see every changed symbol.
  const isForPrograms = output === "tests" || output === "test-commands" || failOn.includes("unreached");
  const { limit, maxTokens } = LIMITS.changeImpact;
  const args = given({
    path,
    ...change,
    depth: numberOrText(options["depth"]),
    limit: numberOrText(options["limit"]) ?? (isForPrograms ? limit.maximum : undefined),
    maxTokens: numberOrText(options["maxTokens"]) ?? (isForPrograms ? maxTokens.maximum : undefined),
  });
  const envelope = await callWithIndex(context, session, {
    tool: "change_impact",
    args,
    root: session.codebase(),
  });
  if (envelope.status !== "ok")
    return { envelope, text: "", notes: adviceOn(envelope, { session, operands, options }) };
  const failure = failureOf(envelope, failOn);
  const printed =
    output === "json" ? { text: "", notes: [] } : printedIn(output, envelope, context, session, options);
  return {
    envelope,
    text: printed.text,
    told: ["OUTPUT_TRUNCATED", "DEADLINE_REACHED", "FILES_SKIPPED"],
    notes: [
      ...printed.notes,
      ...(envelope.truncated ? ["more than is shown: raise --limit or --max-tokens"] : []),
      ...(failure === null ? [] : [`--fail-on: ${failure}`]),
    ],
    ...(failure === null ? {} : { codeIfOk: 1 }),
  };
}

/** Throws `INVALID_ARGUMENTS` for several forms at once. */
function outputOf({ globals }: CommandContext, options: CommandOptions): Output {
  const chosen: Output[] = [
    ...(globals.json ? (["json"] as const) : []),
    ...(options["markdown"] === true ? (["markdown"] as const) : []),
    ...(options["tests"] === true ? (["tests"] as const) : []),
    ...(options["testCommands"] === true ? (["test-commands"] as const) : []),
  ];
  const [output = "text", another] = chosen;
  if (another !== undefined)
    throw new CommandError("INVALID_ARGUMENTS", `--${output} and --${another} exclude each other: pass one`);
  if (options["null"] === true && output !== "tests" && output !== "test-commands")
    throw new CommandError("INVALID_ARGUMENTS", "--null needs --tests or --test-commands");
  return output;
}

interface RequestedChange {
  /** Arguments of the tool that say what changes; none for uncommitted changes. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly path: string;
}

async function readChange(
  { globals }: CommandContext,
  session: Session,
  operands: readonly string[],
  options: CommandOptions,
): Promise<RequestedChange> {
  const range = readImpactRange(operands);
  const file = options["diff"] as string | undefined;
  const symbols = options["symbol"] as readonly string[] | undefined;
  const sources = [
    ...(range === null ? [] : ["versions"]),
    ...(file === undefined ? [] : ["--diff"]),
    ...(symbols === undefined ? [] : ["--symbol"]),
  ];
  if (sources.length > 1)
    throw new CommandError("INVALID_ARGUMENTS", `${sources.join(" and ")} exclude each other: pass one`);
  const folder = range?.folder;
  // As an operand would, `--path` limits the changes to a folder.
  const path =
    folder === undefined && globals.path !== undefined
      ? realPathOr(session.folder)
      : folderOf(session, folder);
  if (file !== undefined) return { path, change: { diff: readDiff(file) } };
  if (symbols !== undefined)
    return { path, change: { symbols: symbols.map((text) => readPlannedChange(text, session)) } };
  if (range === null) return { path, change: {} };
  const { base, head } = range;
  return {
    path,
    change: given({ base: range.isSinceFork ? await forkOf(session, range, path) : base, head }),
  };
}

/** The common ancestor of both versions of a range. */
async function forkOf(
  session: Session,
  { base, head = "HEAD" }: { readonly base: string; readonly head: string | undefined },
  root: string,
): Promise<string> {
  localOf(session, `${printableLine(base)}...${printableLine(head)}`);
  const { commonAncestor } = await import("@satori/engine");
  return commonAncestor({ root, base, head }, session.signal);
}

type Complete = Extract<ChangeImpactOutput, { status: "ok" }>;

interface Printed {
  readonly text: string;
  readonly notes: readonly string[];
}

function printedIn(
  output: Exclude<Output, "json">,
  answer: Complete,
  context: CommandContext,
  session: Session,
  options: CommandOptions,
): Printed {
  const message = answer.message === undefined ? null : forPeople(answer.message, rootOf(answer) ?? null);
  const summary = message ?? impactSummary(answer, { style: PLAIN });
  if (output === "text") {
    if (answer.changed.length === 0 && isImpactEmpty(answer)) return { text: `${summary}\n`, notes: [] };
    const rest = message?.replaceAll(SHOWN, "").trim() ?? "";
    return {
      text: `${renderImpact(answer, viewOf(context, session))}\n`,
      notes: rest === "" ? [] : [rest],
    };
  }
  const listed =
    output === "markdown"
      ? { text: renderImpactMarkdown(answer), notes: [] }
      : listTests(answer, {
          list: output,
          isNullEnded: options["null"] === true,
          cwd: session.cwd,
        });
  return {
    text: listed.text,
    notes: [...listed.notes, ...(message !== null || listed.text === "" ? [summary] : [])],
  };
}

/** Sentences of a message that the text says in its own words. */
const SHOWN =
  /No symbol is changed in \d+ changed files?\.|\d+ changed files? could not be compared; --json says why\./g;

interface AboutCommand {
  readonly session: Session;
  readonly operands: readonly string[];
  readonly options: CommandOptions;
}

/** What to do about an answer that is not ok, if the answer does not say it. */
function adviceOn(
  envelope: Exclude<ChangeImpactOutput, Complete>,
  { session, operands: [first, ...rest], options }: AboutCommand,
): string[] {
  if (envelope.status === "not_found" || envelope.status === "ambiguous") {
    if (options["symbol"] === undefined) return [];
    const { candidates } = envelope as Extract<ChangeImpactOutput, { status: "not_found" | "ambiguous" }>;
    const ask = (file: string, symbol: string): string =>
      `Use satori impact --symbol ${shellWord(`${file}:${symbol}`)} for`;
    return [aboutUnknownName({ candidates, root: rootOf(envelope) }, session.cwd, ask)];
  }
  const isFolder =
    envelope.status === "error" &&
    envelope.error.code === "REF_NOT_FOUND" &&
    first !== undefined &&
    rest.length === 0 &&
    session.isLocal &&
    kindAt(folderOf(session, first)) !== null;
  return isFolder
    ? [
        `For the uncommitted changes of that folder, use satori impact --path ${printableLine(shellWord(first))}.`,
      ]
    : [];
}
