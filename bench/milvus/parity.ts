/** The development questions asked of SQLite and of Milvus, in turns, in one process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchCodebaseOk, SearchScope } from "@satori/contracts";
import { type Engine, callTool, openEngine, readConfig } from "@satori/engine";
import { type BenchmarkQuestion, type Result, mean, ndcg } from "../retrieval/score.ts";
import { requiredPath } from "../support/arguments.ts";
import type { Bench, Report } from "../support/benchmark.ts";
import { BenchmarkError } from "../support/failure.ts";
import { percentile } from "../support/statistics.ts";
import { figure } from "../support/target.ts";
import { type Pair, agreement, haveSameFiles } from "./agreement.ts";

export interface ParityOptions {
  readonly sets: readonly string[];
  readonly modes: readonly string[];
  readonly scopes: readonly string[];
  /** Names; empty for all. */
  readonly repos: readonly string[];
  /** Whether questions with other files are listed. */
  readonly lists: boolean;
}

interface Asked extends Pair {
  readonly question: BenchmarkQuestion;
  readonly group: string;
  /** Of SQLite, of Milvus. */
  readonly scores: readonly [number, number];
  readonly durationsMs: readonly [number, number];
}

const CALL = { baseFolder: "/", roots: [], log: () => undefined };

export async function parity(options: ParityOptions, { progress }: Bench): Promise<Report> {
  await using sqlite = engineOver({ SATORI_HOME: requiredPath("SATORI_BENCH_HOME", "folder for the SQLite indexes") });
  await using milvus = engineOver({
    SATORI_HOME: requiredPath("SATORI_BENCH_MILVUS_HOME", "folder for the local parts of the indexes in Milvus"), SATORI_STORE: "milvus",
    MILVUS_ADDRESS: requiredPath("MILVUS_ADDRESS", "a server of Milvus's protocol"), MILVUS_TOKEN: process.env["MILVUS_TOKEN"] ?? "",
  });
  const asked: Asked[] = [];
  for (const mode of options.modes) {
    for (const [folder, questions] of questionsByFolder(options, mode)) {
      for (const engine of [sqlite, milvus]) await ensureIndex(engine, folder);
      const all = options.scopes.flatMap((scope) => questions.map(({ question, set }): Task => ({ question, set, mode, folder, scope: scope as SearchScope })));
      const differing: string[] = [];
      for (const task of all) {
        const pair = await askBoth(sqlite, milvus, task);
        asked.push(pair);
        if (!haveSameFiles(pair)) differing.push(`${task.question.id} (${task.scope}): only SQLite ${without(pair.one, pair.other)}, only Milvus ${without(pair.other, pair.one)}: ${task.question.query}`);
      }
      progress([`${folder}: ${questions.length} questions`, ...(options.lists ? differing : [])].join("\n    "));
    }
  }
  return report(asked);
}

interface Task {
  readonly question: BenchmarkQuestion;
  readonly set: string;
  readonly mode: string;
  readonly folder: string;
  readonly scope: SearchScope;
}

async function askBoth(sqlite: Engine, milvus: Engine, task: Task): Promise<Asked> {
  const [one, other] = [await ask(sqlite, task), await ask(milvus, task)];
  return {
    question: task.question, group: `${task.set} / ${task.mode} / ${task.scope}`, one: one.results, other: other.results,
    scores: [one.score, other.score], durationsMs: [one.durationMs, other.durationMs],
  };
}

function engineOver(environment: Readonly<Record<string, string>>): Engine {
  return openEngine({ config: readConfig({ environment, freshnessPolicy: "by_age" }), log: () => undefined });
}

/** Folder to index → the questions about it. */
function questionsByFolder({ sets, repos }: ParityOptions, mode: string): Map<string, { question: BenchmarkQuestion; set: string }[]> {
  const [from, folderOfSets] = [requiredPath("SATORI_BENCH_REPOS", "folder with the exported repositories"), requiredPath("SATORI_BENCH_SETS", "folder with the benchmark's questions")];
  const folders = new Map<string, { question: BenchmarkQuestion; set: string }[]>();
  for (const set of sets) {
    for (const line of readFileSync(join(folderOfSets, `${set}.dev.jsonl`), "utf8").split("\n").filter(Boolean)) {
      const question = JSON.parse(line) as BenchmarkQuestion;
      if (repos.length > 0 && !repos.includes(question.repo)) continue;
      const folder = join(from, question.repo, mode === "root" ? question.root : "").replace(/\/$/, "");
      folders.set(folder, [...(folders.get(folder) ?? []), { question, set }]);
    }
  }
  return folders;
}

async function ensureIndex(engine: Engine, path: string): Promise<void> {
  await callTool(engine, "manage_index", { action: "create", path }, CALL);
  await engine.waitForRun(path, "/");
}

async function ask(engine: Engine, { question, mode, folder, scope }: Task): Promise<{ results: Result[]; score: number; durationMs: number }> {
  const startedMs = performance.now();
  const answer = await callTool(engine, "search_codebase", { path: folder, query: question.query, scope, groupBy: "file", limit: 10, rankingMode: "default" }, CALL);
  const durationMs = performance.now() - startedMs;
  if (answer.status !== "ok") throw new BenchmarkError(`${question.id}: ${answer.status} ${answer.message ?? ""}`);
  const prefix = mode === "root" && question.root !== "" ? `${question.root}/` : "";
  const results = (answer as SearchCodebaseOk).results.map(({ file, span }) => ({ path: prefix + file, start: span.startLine, end: span.endLine }));
  return { results, score: ndcg(question.relevant, results), durationMs };
}

function without(some: readonly Result[], others: readonly Result[]): string {
  return some.flatMap(({ path }, at) => (others.some((other) => other.path === path) ? [] : [`${path} (${at + 1}.)`])).join(", ") || "none";
}

function report(asked: readonly Asked[]): Report {
  const groups = new Map<string, Asked[]>();
  for (const entry of asked) for (const group of [entry.group, "all"]) groups.set(group, [...(groups.get(group) ?? []), entry]);
  const rows = [...groups].sort(([left], [right]) => (left < right ? 1 : -1)).map(([group, entries]) => {
    const durations = (side: 0 | 1): number[] => entries.map(({ durationsMs }) => durationsMs[side]);
    return {
      group, questions: entries.length, ndcgSqlite: mean(entries.map(({ scores }) => scores[0])), ndcgMilvus: mean(entries.map(({ scores }) => scores[1])), ...agreement(entries),
      p50SqliteMs: percentile(durations(0), 0.5), p50MilvusMs: percentile(durations(1), 0.5), p95SqliteMs: percentile(durations(0), 0.95), p95MilvusMs: percentile(durations(1), 0.95),
    };
  });
  return {
    title: "The same questions on SQLite and on Milvus",
    columns: ["set / indexed / scope", "questions", "NDCG@10 SQLite", "Milvus", "same files", "same order", "same lines", "p50 ms SQLite", "Milvus", "p95 ms SQLite", "Milvus"],
    rows: rows.map((row) => [
      row.group, row.questions, row.ndcgSqlite.toFixed(4), row.ndcgMilvus.toFixed(4), percent(row.sameFiles), percent(row.sameOrder), percent(row.sameSpans),
      ...[row.p50SqliteMs, row.p50MilvusMs, row.p95SqliteMs, row.p95MilvusMs].map(figure),
    ]),
    notes: ["Files, order and lines are those of the first ten results. The target is the same files for 95 % of the questions."],
    results: { rows },
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
