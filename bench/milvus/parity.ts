/** Asks the development questions of SQLite and Milvus, in turns, in one process. */
import type { SearchScope } from "@satori/contracts";
import type { Engine } from "@satori/engine";
import {
  type Task,
  ask,
  ensureIndex,
  indexHome,
  openBenchEngine,
  questionsByFolder,
} from "../retrieval/questions.ts";
import { type BenchmarkQuestion, type Result, mean, ndcg } from "../retrieval/score.ts";
import { requiredPath } from "../support/arguments.ts";
import type { Bench, Report } from "../support/benchmark.ts";
import { percentile } from "../support/statistics.ts";
import { figure } from "../support/target.ts";
import { type Pair, agreement, haveSameFiles } from "./agreement.ts";

export interface ParityOptions {
  readonly sets: readonly string[];
  readonly modes: readonly string[];
  readonly scopes: readonly string[];
  /** Names; empty for all. */
  readonly repos: readonly string[];
  /** Whether questions with different files are listed. */
  readonly lists: boolean;
}

interface Asked extends Pair {
  readonly question: BenchmarkQuestion;
  readonly group: string;
  /** Of SQLite, of Milvus. */
  readonly scores: readonly [number, number];
  readonly durationsMs: readonly [number, number];
}

export async function parity(options: ParityOptions, { progress }: Bench): Promise<Report> {
  await using sqlite = openBenchEngine({ SATORI_HOME: indexHome() });
  await using milvus = openBenchEngine({
    SATORI_HOME: requiredPath(
      "SATORI_BENCH_MILVUS_HOME",
      "folder for the local parts of the indexes in Milvus",
    ),
    SATORI_STORE: "milvus",
    MILVUS_ADDRESS: requiredPath("MILVUS_ADDRESS", "a server of Milvus's protocol"),
    MILVUS_TOKEN: process.env["MILVUS_TOKEN"] ?? "",
  });
  const asked: Asked[] = [];
  for (const mode of options.modes) {
    for (const [folder, questions] of questionsByFolder(options, mode)) {
      for (const engine of [sqlite, milvus]) await ensureIndex(engine, folder);
      const all = options.scopes.flatMap((scope) =>
        questions.map(({ question, set }): Task => ({
          question,
          set,
          mode,
          folder,
          scope: scope as SearchScope,
        })),
      );
      const differing: string[] = [];
      for (const task of all) {
        const pair = await askBoth(sqlite, milvus, task);
        asked.push(pair);
        if (!haveSameFiles(pair))
          differing.push(
            `${task.question.id} (${task.scope}): only SQLite ${without(pair.one, pair.other)}, only ` +
              `Milvus ${without(pair.other, pair.one)}: ${task.question.query}`,
          );
      }
      progress(
        [`${folder}: ${questions.length} questions`, ...(options.lists ? differing : [])].join("\n    "),
      );
    }
  }
  return report(asked);
}

async function askBoth(sqlite: Engine, milvus: Engine, task: Task): Promise<Asked> {
  const [one, other] = [await ask(sqlite, task), await ask(milvus, task)];
  return {
    question: task.question,
    group: `${task.set} / ${task.mode} / ${task.scope}`,
    one: one.results,
    other: other.results,
    scores: [ndcg(task.question.relevant, one.results), ndcg(task.question.relevant, other.results)],
    durationsMs: [one.durationMs, other.durationMs],
  };
}

function without(some: readonly Result[], others: readonly Result[]): string {
  return (
    some
      .flatMap(({ path }, at) =>
        others.some((other) => other.path === path) ? [] : [`${path} (${at + 1}.)`],
      )
      .join(", ") || "none"
  );
}

function report(asked: readonly Asked[]): Report {
  const groups = new Map<string, Asked[]>();
  for (const entry of asked)
    for (const group of [entry.group, "all"]) groups.set(group, [...(groups.get(group) ?? []), entry]);
  const rows = [...groups]
    .sort(([left], [right]) => (left < right ? 1 : -1))
    .map(([group, entries]) => {
      const durations = (side: 0 | 1): number[] => entries.map(({ durationsMs }) => durationsMs[side]);
      return {
        group,
        questions: entries.length,
        ndcgSqlite: mean(entries.map(({ scores }) => scores[0])),
        ndcgMilvus: mean(entries.map(({ scores }) => scores[1])),
        ...agreement(entries),
        p50SqliteMs: percentile(durations(0), 0.5),
        p50MilvusMs: percentile(durations(1), 0.5),
        p95SqliteMs: percentile(durations(0), 0.95),
        p95MilvusMs: percentile(durations(1), 0.95),
      };
    });
  return {
    title: "The same questions on SQLite and on Milvus",
    columns: [
      "set / indexed / scope",
      "questions",
      "NDCG@10 SQLite",
      "Milvus",
      "same files",
      "same order",
      "same lines",
      "p50 ms SQLite",
      "Milvus",
      "p95 ms SQLite",
      "Milvus",
    ],
    rows: rows.map((row) => [
      row.group,
      row.questions,
      row.ndcgSqlite.toFixed(4),
      row.ndcgMilvus.toFixed(4),
      percent(row.sameFiles),
      percent(row.sameOrder),
      percent(row.sameSpans),
      ...[row.p50SqliteMs, row.p50MilvusMs, row.p95SqliteMs, row.p95MilvusMs].map(figure),
    ]),
    notes: [
      "Files, order and lines are those of the first ten results. The target is the same files for 95 " +
        "% of the questions.",
    ],
    results: { rows },
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
