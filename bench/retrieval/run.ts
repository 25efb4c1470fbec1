/**
 * Ranking quality on public questions: NDCG@10 over the development sets, by scope and by what is indexed.
 *
 *   SATORI_BENCH_REPOS  folder with one exported repository for each name in repos.dev.json
 *   SATORI_BENCH_SETS   folder with questions.dev.jsonl, commits.dev.jsonl, repos.dev.json
 *   SATORI_BENCH_HOME   folder for indexes; kept between runs, and updated by each
 *
 *   npm run bench -- retrieval [--sets questions,commits] [--modes root,full] [--scopes mixed,runtime]
 *                              [--out FILE] [--repo NAME] [--by category|repo|lang] [--reindex] [--ablate]
 *
 * `--ablate` prints a second table: the same with each ranking signal turned off in turn. It ranks the first
 * 50 files of each answer again, so it does not show what a signal adds to these 50, nor its effect on the
 * passage that is shown.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { SearchCodebaseOk, SearchScope } from "@satori/contracts";
import { percentile } from "../support/statistics.ts";
import { printTable } from "../support/table.ts";
import { type ScoredAnswer, type ScoredResult, ablation } from "./ablation.ts";
import { type Task, ask, ensureIndex, indexHome, openBenchEngine, questionsByFolder } from "./questions.ts";
import { type Result, hitsFirst, mean, ndcg } from "./score.ts";

const { values: options } = parseArgs({
  options: {
    sets: { type: "string", default: "questions,commits" },
    modes: { type: "string", default: "root,full" },
    scopes: { type: "string", default: "mixed,runtime" },
    out: { type: "string" },
    repo: { type: "string" },
    by: { type: "string" },
    reindex: { type: "boolean", default: false },
    ablate: { type: "boolean", default: false },
  },
});

interface Scored extends Task {
  readonly score: number;
  readonly isFirst: boolean;
  readonly durationMs: number;
  readonly results: readonly Result[];
  readonly answer: ScoredAnswer | null;
}

/** The most that a search returns. */
const ABLATED_FILES = 50;

const engine = openBenchEngine({ SATORI_HOME: indexHome() });
const scored: Scored[] = [];
for (const mode of options.modes.split(",")) {
  for (const [folder, questions] of questionsByFolder(
    { sets: options.sets.split(","), repos: options.repo === undefined ? [] : [options.repo] },
    mode,
  )) {
    await ensureIndex(engine, folder, { isAnew: options.reindex });
    for (const scope of options.scopes.split(","))
      for (const one of questions)
        scored.push(await score({ ...one, mode, folder, scope: scope as SearchScope }));
  }
}
await engine[Symbol.asyncDispose]();
report();

async function score(task: Task): Promise<Scored> {
  const { answer, results, durationMs } = await ask(
    engine,
    task,
    options.ablate ? { limit: ABLATED_FILES, debug: true } : {},
  );
  const { question } = task;
  const scoredAnswer = options.ablate ? { question, ...debugged(answer, results) } : null;
  return {
    ...task,
    score: ndcg(question.relevant, results),
    isFirst: hitsFirst(question.relevant, results),
    durationMs,
    results,
    answer: scoredAnswer,
  };
}

function debugged(
  { hints }: SearchCodebaseOk,
  results: readonly Result[],
): Pick<ScoredAnswer, "weights" | "results"> {
  const debug = hints?.debugSearch as {
    readonly weights: ScoredAnswer["weights"];
    readonly scores: readonly Pick<ScoredResult, "prior" | "signals">[];
  };
  return {
    weights: debug.weights,
    results: results.map((result, at) => ({
      ...result,
      ...(debug.scores[at] as Pick<ScoredResult, "prior" | "signals">),
    })),
  };
}

function report(): void {
  const rows = [...grouped(scored)].map(([key, entries]) => [
    key,
    entries.length,
    mean(entries.map(({ score }) => score)).toFixed(4),
    mean(entries.map(({ isFirst }) => Number(isFirst))).toFixed(3),
    percentile(
      entries.map(({ durationMs }) => durationMs),
      0.5,
    ).toFixed(1),
    percentile(
      entries.map(({ durationMs }) => durationMs),
      0.95,
    ).toFixed(1),
  ]);
  printTable(
    "Retrieval, development sets",
    ["set / indexed / scope", "questions", "NDCG@10", "first", "p50 ms", "p95 ms"],
    rows,
  );
  if (options.ablate) {
    const groups = [...grouped(scored)].map(([key, entries]) => ({
      key,
      figures: ablation(entries.flatMap(({ answer }) => answer ?? [])),
    }));
    printTable(
      "Without a signal, NDCG@10",
      ["without", ...groups.map(({ key }) => key)],
      (groups[0]?.figures ?? []).map(([without], at) => [
        without,
        ...groups.map(({ figures }) => figures[at]?.[1].toFixed(4) ?? ""),
      ]),
    );
  }
  if (options.out)
    writeFileSync(
      options.out,
      scored
        .map(
          ({ question, set, mode, scope, score, results }) =>
            `${JSON.stringify({ id: question.id, set, mode, scope, score, results })}\n`,
        )
        .join(""),
    );
}

function keyOf({ set, mode, scope, question }: Scored): string {
  const part =
    options.by === "category"
      ? question.category
      : options.by === "repo"
        ? question.repo
        : options.by === "lang"
          ? question.lang
          : null;
  return [set, mode, scope, ...(part === null ? [] : [part])].join(" / ");
}

function grouped(entries: readonly Scored[]): Map<string, Scored[]> {
  const groups = new Map<string, Scored[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}
