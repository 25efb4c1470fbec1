/**
 * The cost of searching several codebases as one: NDCG@10 of `semantic_search` over the development
 * questions, asked of a question's own repository alone and of several; and how often the own repository
 * comes first.
 *
 *   SATORI_BENCH_REPOS, SATORI_BENCH_SETS, SATORI_BENCH_HOME as for `retrieval`
 *
 *   npm run bench -- several [--beside 1,4,24] [--every 4]
 *
 * --every N uses every N-th question. The other repositories are those that follow the own one in order of
 * names.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { SemanticSearchOk } from "@satori/contracts";
import { callTool } from "@satori/engine";
import { ensureIndex, indexHome, openBenchEngine, questionsOf, reposFolder } from "../retrieval/questions.ts";
import { type Result, mean, ndcg } from "../retrieval/score.ts";
import { countOption } from "../support/arguments.ts";
import { percentile } from "../support/statistics.ts";
import { printTable } from "../support/table.ts";

const { values: options } = parseArgs({
  options: { beside: { type: "string", default: "1,4,24" }, every: { type: "string", default: "4" } },
});
const REPOS = reposFolder();

const engine = openBenchEngine({ SATORI_HOME: indexHome() });
const call = { baseFolder: REPOS, roots: [REPOS], log: () => undefined };
const every = countOption("--every", options.every);
const all = questionsOf("questions");
const names = [...new Set(all.map(({ repo }) => repo))].sort();
const questions = all.filter((_, at) => at % every === 0);
for (const name of names) await ensureIndex(engine, join(REPOS, name));
const rows: (string | number)[][] = [];
for (const beside of ["0", ...options.beside.split(",")])
  rows.push(await measure(countOption("--beside", beside, 0)));
await engine[Symbol.asyncDispose]();
printTable(
  "Several codebases as one, whole repositories",
  ["other codebases", "questions", "NDCG@10", "own first", "p50 ms", "p95 ms"],
  rows,
);

async function measure(beside: number): Promise<(string | number)[]> {
  const scores: number[] = [];
  const firsts: number[] = [];
  const durations: number[] = [];
  for (const question of questions) {
    const from = names.indexOf(question.repo);
    const repos = Array.from({ length: Math.min(beside, names.length - 1) + 1 }, (_, at) =>
      join(REPOS, names[(from + at) % names.length] as string),
    );
    const startedMs = performance.now();
    const answer = await callTool(
      engine,
      "semantic_search",
      { query: question.query, repos, limit: 20 },
      call,
    );
    durations.push(performance.now() - startedMs);
    if (answer.status !== "ok") throw new Error(`${question.id}: ${answer.status} ${answer.message ?? ""}`);
    const own = repos[0] as string;
    const results = filesOf(answer).map(({ repo, path, start, end }) => ({
      path: repo === undefined || repo === own ? path : `${repo}:`,
      start,
      end,
    }));
    scores.push(ndcg(question.relevant, results));
    firsts.push(Number(answer.findings[0] !== undefined && (answer.findings[0].repo ?? own) === own));
  }
  return [
    beside,
    questions.length,
    mean(scores).toFixed(4),
    mean(firsts).toFixed(3),
    percentile(durations, 0.5).toFixed(1),
    percentile(durations, 0.95).toFixed(1),
  ];
}

/** Findings are chunks and targets are files: the first finding of each file counts. */
function filesOf({ findings }: SemanticSearchOk): (Result & { readonly repo: string | undefined })[] {
  const seen = new Set<string>();
  return findings.flatMap(({ repo, file, span }) => {
    const key = `${repo ?? ""}:${file}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ repo, path: file, start: span.startLine, end: span.endLine }];
  });
}
