/**
 * Ranking quality on public questions: NDCG@10 over the development sets, by scope and by what is indexed.
 *
 *   SATORI_BENCH_REPOS  folder with one exported repository for each name in repos.dev.json
 *   SATORI_BENCH_SETS   folder with questions.dev.jsonl, commits.dev.jsonl, repos.dev.json
 *   SATORI_BENCH_HOME   folder for indexes; kept between runs, and updated by each
 *
 *   npm run bench -- retrieval [--sets questions,commits] [--modes root,full] [--scopes mixed,runtime]
 *                              [--out FILE] [--repo NAME] [--by category|repo|lang] [--reindex] [--ablate]
 *                              [--at-parent GIT]
 *
 * `--at-parent` puts commit subjects, and nothing else, to the tree and the history of the commit's parent,
 * with and without history in the index: what it is worth to someone who is about to make the change. GIT has
 * a bare repository `owner+name` for each repository. Exported trees have no history, so the other figures are
 * without.
 *
 * `--ablate` prints a second table: the same with each ranking signal turned off in turn. It ranks the first
 * 50 files of each answer again, so it does not show what a signal adds to these 50, nor its effect on the
 * passage that is shown.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { SearchCodebaseOk, SearchScope } from "@satori/contracts";
import type { Engine } from "@satori/engine";
import { readHistory } from "../../libs/engine/src/git/read-history.ts";
import { percentile } from "../support/statistics.ts";
import { printTable } from "../support/table.ts";
import { type ScoredAnswer, type ScoredResult, ablation } from "./ablation.ts";
import { questionsAtParents } from "./at-parent.ts";
import { ask, ensureIndex, indexHome, openBenchEngine, questionsByFolder, type Task } from "./questions.ts";
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
    "at-parent": { type: "string" },
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

const scored: Scored[] = [];
const repos = options.repo === undefined ? [] : [options.repo];
const modes = options.modes.split(",");
const scopes = options.scopes.split(",") as SearchScope[];
if (options["at-parent"] === undefined) await scoreExported();
else await scoreAtParents(options["at-parent"]);
report();

async function scoreExported(): Promise<void> {
  await using engine = openBenchEngine({ SATORI_HOME: indexHome() });
  for (const mode of modes)
    for (const [folder, questions] of questionsByFolder({ sets: options.sets.split(","), repos }, mode)) {
      await ensureIndex(engine, folder, { isAnew: options.reindex });
      for (const scope of scopes)
        for (const one of questions) scored.push(await score(engine, { ...one, mode, folder, scope }));
    }
}

async function scoreAtParents(gitFolder: string): Promise<void> {
  const home = indexHome();
  await using withHistory = openBenchEngine({ SATORI_HOME: join(home, "at-parent") }, readHistory);
  await using without = openBenchEngine({ SATORI_HOME: join(home, "without-history") }, () =>
    Promise.resolve(null),
  );
  const engines = [
    ["commits at parent", withHistory],
    ["the same without history", without],
  ] as const;
  for (const { folder: top, question } of questionsAtParents(gitFolder, join(home, "trees"), repos))
    for (const mode of modes)
      for (const [set, engine] of engines) {
        const folder = mode === "root" ? join(top, question.root) : top;
        await ensureIndex(engine, folder, { isAnew: options.reindex });
        for (const scope of scopes) scored.push(await score(engine, { question, set, mode, folder, scope }));
      }
}

async function score(engine: Engine, task: Task): Promise<Scored> {
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
