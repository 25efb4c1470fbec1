/**
 * How often the right place comes first for the questions of a working day: names, errors and plain sentences
 * about real projects, each with the file, and where it matters the symbol, that answers it.
 *
 *   SATORI_BENCH_HOME   folder for the indexes; kept between runs, and updated by each
 *
 *   npm run bench -- questions --repos DIR [--questions FILE] [--scope runtime] [--misses] [--json]
 *
 *   --repos DIR        has a checkout of each repository, named owner+name, at the commit that the questions
 *                      name
 *   --questions FILE   lines of JSON: repository, commit, question, file and symbol (regular expressions; any
 *                      symbol if empty). Default: questions.jsonl here
 *   --misses           shows the questions whose answer is not first, with what is
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SearchCodebaseOk, SearchScope } from "@satori/contracts";
import { callTool, openEngine, readConfig } from "@satori/engine";
import { ensureIndex, indexHome } from "../retrieval/questions.ts";
import { folderOption, pathOption } from "../support/arguments.ts";
import { type Bench, runBenchmark } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";

interface WorkingDayQuestion {
  readonly repository: string;
  readonly question: string;
  readonly file: string;
  readonly symbol: string;
}

/** Position of the right place among ten, 0 for none; and what is first. */
interface Graded extends WorkingDayQuestion {
  readonly rank: number;
  readonly first: string;
}

const OWN = fileURLToPath(new URL("questions.jsonl", import.meta.url));
const CALL = { baseFolder: "/", roots: [], log: () => undefined };

await runBenchmark(import.meta.url, {
  options: {
    repos: { type: "string" },
    questions: { type: "string", default: OWN },
    scope: { type: "string", default: "runtime" },
    misses: { type: "boolean", default: false },
  },
  async measure({ repos, questions, scope, misses = false }, bench) {
    const folder = folderOption("--repos", repos, "Name the folder with the checkouts.");
    const asked = readFileSync(pathOption(questions), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as WorkingDayQuestion);
    const graded = await grade(asked, { folder, scope: scope as SearchScope }, bench);
    const groups = [...new Set(asked.map(({ repository }) => repository)), null];
    return {
      title: "Questions of a working day",
      columns: ["repository", "questions", "first", "among three", "not among ten"],
      rows: groups.map((repository) => {
        const own = graded.filter((one) => repository === null || one.repository === repository);
        const share = (wanted: (rank: number) => boolean): string =>
          (own.filter(({ rank }) => wanted(rank)).length / own.length).toFixed(2);
        return [
          repository ?? "all",
          String(own.length),
          share((rank) => rank === 1),
          share((rank) => rank >= 1 && rank <= 3),
          share((rank) => rank === 0),
        ];
      }),
      notes: misses
        ? graded
            .filter(({ rank }) => rank !== 1)
            .map(({ rank, repository, question, first }) => `${rank} ${repository}: ${question} → ${first}`)
        : [],
      results: { graded },
    };
  },
});

async function grade(
  questions: readonly WorkingDayQuestion[],
  { folder, scope }: { readonly folder: string; readonly scope: SearchScope },
  bench: Bench,
): Promise<Graded[]> {
  await using engine = openEngine({
    config: readConfig({ environment: { SATORI_HOME: indexHome() }, freshnessPolicy: "by_age" }),
    log: () => undefined,
  });
  const graded: Graded[] = [];
  for (const repository of new Set(questions.map((one) => one.repository))) {
    const path = join(folder, repository.replace("/", "+"));
    bench.progress(`asking ${repository}`);
    await ensureIndex(engine, path);
    for (const one of questions.filter((question) => question.repository === repository)) {
      const query = { path, query: one.question, scope, limit: 10 };
      const answer = await callTool(engine, "search_codebase", query, CALL);
      check(answer.status === "ok", `${one.question}: ${answer.status} ${answer.message ?? ""}`);
      const places = (answer as SearchCodebaseOk).results.map((result) => ({
        file: result.file,
        label: "symbolLabel" in result ? (result.symbolLabel ?? "") : "",
      }));
      const isRight = ({ file, label }: (typeof places)[number]): boolean =>
        new RegExp(one.file).test(file) && new RegExp(one.symbol, "i").test(label);
      const [first] = places;
      graded.push({
        ...one,
        rank: places.findIndex(isRight) + 1,
        first: first ? `${first.file} ${first.label}` : "nothing",
      });
    }
  }
  return graded;
}
