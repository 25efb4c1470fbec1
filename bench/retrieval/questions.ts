/** The development questions, and how benchmarks ask an engine: see `run.ts` for the folders. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type SearchCodebaseOk, type SearchScope, rootOf } from "@satori/contracts";
import { type Engine, callTool, openEngine, readConfig } from "@satori/engine";
import { type HistoryReader, readHistory } from "../../libs/engine/src/git/read-history.ts";
import { tokenize } from "../../libs/engine/src/lexical/tokens.ts";
import { requiredPath } from "../support/arguments.ts";
import { check } from "../support/failure.ts";
import type { BenchmarkQuestion, Result } from "./score.ts";

export interface QuestionOfSet {
  readonly question: BenchmarkQuestion;
  readonly set: string;
}

/** A question about a folder. */
export interface Task extends QuestionOfSet {
  /**
   * `root`: the folder is the part of the repository that the question is about; `full`: the whole
   * repository.
   */
  readonly mode: string;
  readonly folder: string;
  readonly scope: SearchScope;
}

export interface Asked {
  readonly answer: SearchCodebaseOk;
  /** Paths are relative to the repository. */
  readonly results: readonly Result[];
  readonly durationMs: number;
}

const CALL = { baseFolder: "/", roots: [], log: () => undefined };

export const reposFolder = (): string =>
  requiredPath("SATORI_BENCH_REPOS", "folder with the exported repositories");
export const indexHome = (): string => requiredPath("SATORI_BENCH_HOME", "folder for the indexes");

/** @param environment all of its settings */
export function openBenchEngine(
  environment: Readonly<Record<string, string>>,
  history: HistoryReader = withoutAnswers,
): Engine {
  return openEngine({
    config: readConfig({ environment, freshnessPolicy: "by_age" }),
    log: () => undefined,
    readHistory: history,
  });
}

const asWords = (tokens: readonly string[]): string => [...new Set(tokens)].sort().join(" ");

/**
 * A commit whose subject is the question must not give the answer away, and neither must its copy on another
 * branch.
 */
const withoutAnswers: HistoryReader = async (root, known, signal) => {
  const asked = new Set(questionsOf("commits").map(({ query }) => asWords(tokenize(query))));
  const history = await readHistory(root, known, signal);
  return (
    history && { ...history, commits: history.commits.filter(({ words }) => !asked.has(asWords(words))) }
  );
};

/** Questions in the order of the file. */
export function questionsOf(set: string): BenchmarkQuestion[] {
  const folder = requiredPath("SATORI_BENCH_SETS", "folder with the benchmark's questions");
  return readFileSync(join(folder, `${set}.dev.jsonl`), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BenchmarkQuestion);
}

/**
 * Folder to index → questions about it, in the order of the sets.
 *
 * @param repos names; empty for all
 */
export function questionsByFolder(
  { sets, repos }: { readonly sets: readonly string[]; readonly repos: readonly string[] },
  mode: string,
): Map<string, QuestionOfSet[]> {
  const folders = new Map<string, QuestionOfSet[]>();
  const all = sets.flatMap((set) => questionsOf(set).map((question) => ({ question, set })));
  for (const one of all.filter(({ question }) => repos.length === 0 || repos.includes(question.repo))) {
    const folder = join(reposFolder(), one.question.repo, mode === "root" ? one.question.root : "").replace(
      /\/$/,
      "",
    );
    folders.set(folder, [...(folders.get(folder) ?? []), one]);
  }
  return folders;
}

/** Updates the index of a folder, or builds it; with `isAnew`, always rebuilds it. */
export async function ensureIndex(engine: Engine, path: string, { isAnew = false } = {}): Promise<void> {
  await callTool(
    engine,
    "manage_index",
    { action: "create", path, ...(isAnew ? { force: true } : {}) },
    CALL,
  );
  await engine.waitForRun(path, "/");
}

/** The files that a search finds, best first; ten unless another limit is given. */
export async function ask(
  engine: Engine,
  { question, mode, folder, scope }: Task,
  { limit = 10, debug = false } = {},
): Promise<Asked> {
  const startedMs = performance.now();
  const answer = await callTool(
    engine,
    "search_codebase",
    { path: folder, query: question.query, scope, groupBy: "file", limit, rankingMode: "default", debug },
    CALL,
  );
  const durationMs = performance.now() - startedMs;
  check(answer.status === "ok", `${question.id}: ${answer.status} ${answer.message ?? ""}`);
  const prefix = mode === "root" && question.root !== "" ? `${question.root}/` : "";
  const found = answer as SearchCodebaseOk;
  // The index of a whole repository also answers for its folders.
  check(
    rootOf(found) === folder,
    `${folder} is answered by the index of ${rootOf(found)}: give SATORI_BENCH_HOME a folder ` +
      "without that one",
  );
  return {
    answer: found,
    results: found.results.map(({ file, span }) => ({
      path: prefix + file,
      start: span.startLine,
      end: span.endLine,
    })),
    durationMs,
  };
}
