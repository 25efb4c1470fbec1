/**
 * Ranking quality on public questions: NDCG@10 over the development sets, by scope and by what is indexed.
 *
 *   SATORI_BENCH_REPOS  folder with one exported repository for each name in repos.dev.json
 *   SATORI_BENCH_SETS   folder with questions.dev.jsonl, commits.dev.jsonl, repos.dev.json
 *   SATORI_BENCH_HOME   where indexes go; kept between runs, brought up to date by each
 *
 *   npm run bench -- retrieval [--sets questions,commits] [--modes root,full] [--scopes mixed,runtime] [--out FILE] [--repo NAME] [--by category|repo|lang] [--reindex] [--ablate]
 *
 * `--ablate` prints a second table: the same with each signal of ranking turned off in turn. It orders the first 50 files of
 * each answer once more, so that what a signal brings among these 50 is not seen, nor which chunk it has shown.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { SearchCodebaseOk, SearchScope } from "@satori/contracts";
import { type Engine, callTool, openEngine, readConfig } from "@satori/engine";
import { requiredPath } from "../support/arguments.ts";
import { percentile } from "../support/statistics.ts";
import { printTable } from "../support/table.ts";
import { type ScoredAnswer, type ScoredResult, ablation } from "./ablation.ts";
import { type BenchmarkQuestion, type Result, hitsFirst, mean, ndcg } from "./score.ts";

const { values: options } = parseArgs({
  options: {
    sets: { type: "string", default: "questions,commits" }, modes: { type: "string", default: "root,full" }, scopes: { type: "string", default: "mixed,runtime" },
    out: { type: "string" }, repo: { type: "string" }, by: { type: "string" }, reindex: { type: "boolean", default: false }, ablate: { type: "boolean", default: false },
  },
});
const REPOS = requiredPath("SATORI_BENCH_REPOS", "folder with the exported repositories");
const SETS = requiredPath("SATORI_BENCH_SETS", "folder with the benchmark's questions");
const HOME = requiredPath("SATORI_BENCH_HOME", "folder for the indexes");

interface Scored {
  readonly question: BenchmarkQuestion;
  readonly set: string;
  readonly mode: string;
  readonly scope: string;
  readonly score: number;
  readonly isFirst: boolean;
  readonly durationMs: number;
  readonly results: readonly Result[];
  readonly answer: ScoredAnswer | null;
}

/** As many as a search gives at most. */
const ABLATED_FILES = 50;

const engine = openEngine({ config: readConfig({ environment: { SATORI_HOME: HOME }, freshnessPolicy: "by_age" }), log: () => undefined });
const call = { baseFolder: "/", roots: [], log: () => undefined };
const scored: Scored[] = [];
for (const mode of options.modes.split(",")) {
  for (const [folder, questions] of questionsByFolder(mode)) {
    await ensureIndex(engine, folder);
    for (const scope of options.scopes.split(",")) for (const { question, set } of questions) scored.push(await ask(question, set, mode, scope as SearchScope, folder));
  }
}
await engine[Symbol.asyncDispose]();
report();

/** Folder to index → the questions about it. */
function questionsByFolder(mode: string): Map<string, { question: BenchmarkQuestion; set: string }[]> {
  const folders = new Map<string, { question: BenchmarkQuestion; set: string }[]>();
  for (const set of options.sets.split(",")) {
    for (const line of readFileSync(join(SETS, `${set}.dev.jsonl`), "utf8").split("\n").filter(Boolean)) {
      const question = JSON.parse(line) as BenchmarkQuestion;
      if (options.repo && question.repo !== options.repo) continue;
      const folder = join(REPOS, question.repo, mode === "root" ? question.root : "");
      folders.set(folder, [...(folders.get(folder) ?? []), { question, set }]);
    }
  }
  return folders;
}

async function ensureIndex(target: Engine, folder: string): Promise<void> {
  const path = folder.replace(/\/$/, "");
  await callTool(target, "manage_index", { action: "create", path, ...(options.reindex ? { force: true } : {}) }, call);
  await target.waitForRun(path, "/");
}

async function ask(question: BenchmarkQuestion, set: string, mode: string, scope: SearchScope, folder: string): Promise<Scored> {
  const startedMs = performance.now();
  const answer = await callTool(engine, "search_codebase", { path: folder, query: question.query, scope, groupBy: "file", limit: options.ablate ? ABLATED_FILES : 10, rankingMode: "default", debug: options.ablate }, call);
  const durationMs = performance.now() - startedMs;
  if (answer.status !== "ok") throw new Error(`${question.id}: ${answer.status} ${answer.message ?? ""}`);
  const prefix = mode === "root" && question.root !== "" ? `${question.root}/` : "";
  const results = (answer as SearchCodebaseOk).results.map(({ file, span }) => ({ path: prefix + file, start: span.startLine, end: span.endLine }));
  const scoredAnswer = options.ablate ? { question, ...debugged(answer as SearchCodebaseOk, results) } : null;
  return { question, set, mode, scope, score: ndcg(question.relevant, results), isFirst: hitsFirst(question.relevant, results), durationMs, results, answer: scoredAnswer };
}

function debugged({ hints }: SearchCodebaseOk, results: readonly Result[]): Pick<ScoredAnswer, "weights" | "results"> {
  const debug = hints?.debugSearch as { readonly weights: ScoredAnswer["weights"]; readonly scores: readonly Pick<ScoredResult, "prior" | "signals">[] };
  return { weights: debug.weights, results: results.map((result, at) => ({ ...result, ...(debug.scores[at] as Pick<ScoredResult, "prior" | "signals">) })) };
}

function report(): void {
  const rows = [...grouped(scored)].map(([key, entries]) => [
    key, entries.length, mean(entries.map(({ score }) => score)).toFixed(4), mean(entries.map(({ isFirst }) => Number(isFirst))).toFixed(3),
    percentile(entries.map(({ durationMs }) => durationMs), 0.5).toFixed(1), percentile(entries.map(({ durationMs }) => durationMs), 0.95).toFixed(1),
  ]);
  printTable("Retrieval, development sets", ["set / indexed / scope", "questions", "NDCG@10", "first", "p50 ms", "p95 ms"], rows);
  if (options.ablate) {
    const groups = [...grouped(scored)].map(([key, entries]) => ({ key, figures: ablation(entries.flatMap(({ answer }) => answer ?? [])) }));
    printTable("Without a signal, NDCG@10", ["without", ...groups.map(({ key }) => key)], (groups[0]?.figures ?? []).map(([without], at) => [without, ...groups.map(({ figures }) => figures[at]?.[1].toFixed(4) ?? "")]));
  }
  if (options.out) writeFileSync(options.out, scored.map(({ question, set, mode, scope, score, results }) => `${JSON.stringify({ id: question.id, set, mode, scope, score, results })}\n`).join(""));
}

function keyOf({ set, mode, scope, question }: Scored): string {
  const part = options.by === "category" ? question.category : options.by === "repo" ? question.repo : options.by === "lang" ? question.lang : null;
  return [set, mode, scope, ...(part === null ? [] : [part])].join(" / ");
}

function grouped(entries: readonly Scored[]): Map<string, Scored[]> {
  const groups = new Map<string, Scored[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}
