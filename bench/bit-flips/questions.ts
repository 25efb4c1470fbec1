/** The questions for each damaged index, and how their answers compare to those of the sound index. */
import type { ToolName } from "@satori/contracts";
import { type Engine, callTool } from "@satori/engine";

export interface Question {
  readonly name: string;
  readonly tool: ToolName;
  readonly input: object;
}

/** Questions about `fixtures/courier`. Reads come last, since they work without an index too. */
export const QUESTIONS: readonly Question[] = [
  ask("search_codebase", { query: "where are retries scheduled", scope: "mixed", limit: 20 }),
  ask("search_codebase", { query: "CircuitBreaker", scope: "runtime", resultMode: "raw", limit: 20 }),
  ask("search_codebase", { query: "lang:go parse cron expression", scope: "runtime", limit: 10 }),
  ask("search_codebase", { query: "path:docs/** how to restore the database", scope: "docs", limit: 10 }),
  ask("search_codebase", {
    query: "must:invoice total with tax",
    scope: "mixed",
    groupBy: "file",
    limit: 10,
  }),
  ask("search_codebase", { query: "lru cach", scope: "mixed", limit: 5 }),
  ask("file_outline", { file: "web/src/http/client.ts" }),
  ask("file_outline", { file: "reports/courier_reports/aggregate.py" }),
  ask("call_graph", { symbol: "nextDelay", direction: "both", depth: 2 }),
  ask("call_graph", { symbol: "Queue", direction: "callers" }),
  ask("call_graph", { symbol: "no_such_symbol" }),
  ask("read_file", { open_symbol: "CircuitBreaker" }),
  ask("read_file", { open_symbol: "parse" }),
  ask("manage_index", { action: "status" }),
  ask("list_codebases", {}),
];

function ask(tool: ToolName, input: object): Question {
  return { name: `${tool} ${JSON.stringify(input)}`, tool, input };
}

export interface Answer {
  /** The answer, without values that differ from one call to the next. */
  readonly text: string;
  readonly status: string;
  readonly errorCode: string | null;
  readonly warnings: readonly string[];
}

const VOLATILE: ReadonlySet<string> = new Set([
  "meta",
  "freshnessDecision",
  "stalenessBucket",
  "lastSyncedAt",
  "syncedAt",
  "ageMs",
  "lastSync",
  "sizeBytes",
  "session_id",
  "humanText",
]);

/** Answers in the order of the questions. */
export async function answersOf(
  engine: Engine,
  root: string,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { tool, input } of questions) {
    const given = tool === "list_codebases" ? input : { ...input, path: root };
    const answer = (await callTool(engine, tool, given, {
      baseFolder: root,
      roots: [root],
      log: () => undefined,
    })) as unknown as Envelope;
    answers.push({
      text: JSON.stringify(answer, (key, value: unknown) => (VOLATILE.has(key) ? undefined : value)),
      status: answer.status,
      errorCode: answer.error?.code ?? null,
      warnings: (answer.warnings ?? []).map((warning) => JSON.stringify(warning)),
    });
    await engine.waitForRun(root, root);
  }
  return answers;
}

interface Envelope {
  readonly status: string;
  readonly error?: { readonly code: string };
  readonly warnings?: readonly object[];
}

export type Verdict = "same" | "told" | "silent" | "crash";

/**
 * A verdict per question: whether the answer is the `same`, says that something is wrong (`told`), or differs
 * without saying so (`silent`).
 */
export function verdictsOf(sound: readonly Answer[], damaged: readonly Answer[]): readonly Verdict[] {
  const hasNotSynced = damaged.some(({ warnings }) =>
    warnings.some((warning) => warning.includes("INDEX_MAY_BE_BEHIND")),
  );
  return damaged.map((answer, at) =>
    verdictOfOne(sound[at], hasNotSynced ? { ...answer, text: asIfSynced(answer.text) } : answer),
  );
}

/**
 * The text with the state that a sync would have set. If every answer says that syncs fail, the earlier state
 * is correct.
 */
function asIfSynced(text: string): string {
  return text.replace('"state":"indexed"', '"state":"sync_completed"');
}

/** The worst verdict among all questions. */
export function verdictOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes("silent") ? "silent" : verdicts.includes("told") ? "told" : "same";
}

function verdictOfOne(sound: Answer | undefined, damaged: Answer): Verdict {
  if (sound?.text === damaged.text) return "same";
  const { errorCode, status, warnings, text } = damaged;
  const isRefused =
    errorCode?.startsWith("STORE_") === true || errorCode === "INDEX_FAILED" || status === "requires_reindex";
  // Listing all codebases succeeds even if one of them is broken.
  const isListed = text.includes('"state":"indexfailed"') || text.includes('"state":"requires_reindex"');
  const isWarned = warnings.some((warning) => sound?.warnings.includes(warning) !== true);
  return isRefused || isListed || isWarned ? "told" : "silent";
}
