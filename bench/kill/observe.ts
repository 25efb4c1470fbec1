/**
 * Inspects an index as another process would find it: through the product, and in the index file itself.
 * Meanwhile the tree is moved away, so that no answer updates the index first.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { CodebaseState, WarningCode } from "@satori/contracts";
import type { Engine } from "@satori/engine";
import { comparableText, QUESTIONS } from "./comparable-answers.ts";
import { ask } from "./engines.ts";
import { type IndexFile, readIndexFile } from "../support/index-file.ts";

/** Locations of a codebase and its index. */
export interface Place {
  readonly root: string;
  /** `SATORI_HOME`, with this codebase only. */
  readonly home: string;
}

/** Everything that a complete index answers and contains. */
export interface IndexContent {
  /** Equal for equal rows and answers. */
  readonly digest: string;
  /** Null after an unfinished sync. */
  readonly merkleRoot: string | null;
  /** By path, a digest of the index's entry for a file's content. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Observation {
  readonly state: CodebaseState;
  /** Id of the complete run. */
  readonly runId: string | null;
  /** The run after it that failed or died. */
  readonly failedRunId: string | null;
  /** Null if there is no complete index. */
  readonly content: IndexContent | null;
  /** Generations of tables in the index file that do not belong to the complete run. */
  readonly deadGenerations: readonly number[];
  /** File names in the index folder; empty if there is none. */
  readonly names: readonly string[];
  /** Inconsistencies between the observations. */
  readonly problems: readonly string[];
}

export const NOTHING: Observation = {
  state: "not_found",
  runId: null,
  failedRunId: null,
  content: null,
  deadGenerations: [],
  names: [],
  problems: [],
};

interface Answers {
  readonly statuses: ReadonlySet<string>;
  readonly warnings: ReadonlySet<WarningCode>;
  readonly files: number;
  readonly digest: string;
}

export async function observe(engine: Engine, place: Place): Promise<Observation> {
  const status = await ask(engine, place, "manage_index", { action: "status" });
  const facts = "index" in status ? status.index : undefined;
  if (!facts)
    return { ...NOTHING, problems: [`status tells nothing of the index: ${JSON.stringify(status)}`] };
  const { codebases } = (await ask(engine, place, "list_codebases", {})) as {
    codebases?: Record<string, readonly { state: CodebaseState }[]>;
  };
  const listed =
    Object.values(codebases ?? {})
      .flat()
      .map(({ state }) => state)
      .join() || "not_found";
  const names = namesIn(place.home);
  const file = readIndexFile(join(folderIn(place.home), "index.db"));
  const isComplete = facts.lastIndexedAt !== null;
  const answers = isComplete
    ? await withTreeAway(place.root, () => answersOf(engine, place))
    : await answersOf(engine, place);
  const failedRunId = facts.lastFailure?.runId ?? null;
  const warnings = new Set([...answers.warnings, ...(status.warnings ?? [])]);
  const problems = [
    ...(file?.problems ?? []),
    ...unless(listed === facts.state, `status says ${facts.state}, list_codebases says ${listed}`),
    ...unless(facts.lockOwner === null, `somebody holds the lock: ${JSON.stringify(facts.lockOwner)}`),
    ...(isComplete
      ? contradictionsOfComplete(facts, file, answers)
      : contradictionsOfNone(status.status, facts.state, answers)),
    ...unless(
      warnings.has("LAST_RUN_FAILED") === (isComplete && failedRunId !== null),
      `LAST_RUN_FAILED is ${warnings.has("LAST_RUN_FAILED") ? "" : "not "}said, and the last failure ` +
        `is ${failedRunId}`,
    ),
  ];
  const complete = isComplete ? (file?.complete ?? null) : null;
  const { state, merkleRoot } = facts;
  const told = [
    facts.files,
    facts.chunks,
    facts.symbols,
    facts.languages,
    facts.skipped,
    facts.degradedFiles,
    facts.fingerprint,
    merkleRoot,
  ];
  return {
    state,
    failedRunId,
    names,
    problems,
    runId: complete?.runId ?? null,
    content: complete && {
      merkleRoot,
      files: complete.files,
      digest: digestOf([told, complete.digest, answers.digest]),
    },
    deadGenerations: (file?.generations ?? []).filter(
      (number) => number !== complete?.tables.run && number !== complete?.tables.pool,
    ),
  };
}

function contradictionsOfComplete(
  { files }: { readonly files: number },
  file: IndexFile | null,
  answers: Answers,
): string[] {
  const held = file?.complete?.files.size;
  return [
    ...unless(
      held === files && answers.files === files,
      `status counts ${files} files, search ${answers.files}, the index file ${held}`,
    ),
    ...unless(
      [...answers.statuses].join() === "ok",
      `a complete index answers searches with ${[...answers.statuses].join()}`,
    ),
  ];
}

function contradictionsOfNone(status: string, state: CodebaseState, answers: Answers): string[] {
  const expected = state === "indexfailed" ? "error" : "not_indexed";
  return [
    ...unless(
      state === "indexfailed" || state === "not_found",
      `the state is ${state} without a complete run`,
    ),
    ...unless(status === expected, `status answers ${status} in state ${state}`),
    ...unless(
      [...answers.statuses].join() === "not_indexed",
      `without an index searches are answered with ${[...answers.statuses].join()}`,
    ),
  ];
}

/** The index folder of a home, which contains one codebase. */
function folderIn(home: string): string {
  const indexes = join(home, "indexes");
  return join(indexes, existsSync(indexes) ? (readdirSync(indexes)[0] ?? "none") : "none");
}

function namesIn(home: string): string[] {
  const folder = folderIn(home);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

async function answersOf(engine: Engine, place: Place): Promise<Answers> {
  const answers = [];
  for (const question of QUESTIONS)
    answers.push(await ask(engine, place, "search_codebase", { ...question, rankingMode: "default" }));
  const text = comparableText(answers);
  return {
    statuses: new Set(answers.map(({ status }) => status)),
    warnings: new Set(answers.flatMap((answer) => answer.warnings ?? [])),
    files: Math.max(...answers.map((answer) => (answer.status === "ok" ? answer.coverage.files : 0))),
    digest: digestOf(text.replaceAll(JSON.stringify(place.root).slice(1, -1), "root")),
  };
}

async function withTreeAway<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  renameSync(root, `${root}.away`);
  try {
    return await work();
  } finally {
    renameSync(`${root}.away`, root);
  }
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

function unless(isSo: boolean, problem: string): string[] {
  return isSo ? [] : [problem];
}
