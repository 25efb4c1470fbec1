/**
 * Warm search: how long a query takes in a process that has the index open.
 *
 *   npm run bench -- search --codebase DIR [--codebase DIR …] [--json]
 *
 *   --codebase DIR     what to index and query; each one gets rows of its own. The target is for about
 *                      50,000 chunks: Django's source has nearly as many
 *   --questions FILE   one query per line; default: generated from the codebase's documentation and names
 *   --count N          number of generated queries, at least 200 (default 300)
 *   --rounds N         how often each query is sent each way, in turns (default 3)
 *   --rg PATH          ripgrep, for comparison (default: rg, if installed)
 *
 * `engine` is the engine called inside this process, `satori-mcp` the server called over stdio; both with
 * default settings and arguments, each query sent to one and then to the other. `first` is the first time
 * that a query is sent, after some that are not measured; `again` is the median of the later rounds of each
 * query. p50 and p95 are over all queries. CPU is user and system time per query, all threads. ripgrep counts
 * the lines with one word of a query in the same tree, with a new process for each word. A query counts only
 * if both ways give the same results, and nearly all queries must have results.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { ManageIndexOk, SearchCodebaseOk } from "@satori/contracts";
import { countOption, folderOption, pathOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check, missing } from "../support/failure.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { CLI, environmentIn, parseEnvelope, requireBuilt } from "../support/product.ts";
import { median, percentile, sum } from "../support/statistics.ts";
import { figure, verdict } from "../support/target.ts";
import { questionsAbout } from "./questions.ts";
import { sourceTexts } from "./source-texts.ts";
import { type Asked, type Searcher, grep, isThere, openSearchers } from "./ways.ts";

const TARGET_P50_MS = 15;
const LEAST_QUESTIONS = 200;
const WARM_UP_QUESTIONS = 20;
/** Share of queries that may find nothing. */
const MAX_EMPTY = 0.05;
const GREP_WORDS = 50;

/** Times of one way over all queries. */
interface Row {
  readonly codebase: string;
  readonly chunks: number;
  readonly way: string;
  readonly questions: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Null for other products. */
  readonly cpuMs: number | null;
}

await runBenchmark(import.meta.url, {
  options: {
    codebase: { type: "string", multiple: true },
    questions: { type: "string" },
    count: { type: "string", default: "300" },
    rounds: { type: "string", default: "3" },
    rg: { type: "string", default: "rg" },
  },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Name a folder to index, e.g. the source of Django.";
    if (given.codebase === undefined) throw missing("--codebase", remedy);
    const codebases = given.codebase.map((folder) => folderOption("--codebase", folder, remedy));
    const count = countOption("--count", given.count, LEAST_QUESTIONS);
    const rounds = countOption("--rounds", given.rounds);
    const listed = given.questions === undefined ? undefined : linesOf(pathOption(given.questions));
    const rg = isThere(given.rg) ? given.rg : undefined;
    const rows: Row[] = [];
    for (const codebase of codebases) {
      const questions = listed ?? questionsAbout(sourceTexts(codebase), count + WARM_UP_QUESTIONS);
      check(
        questions.length >= LEAST_QUESTIONS + WARM_UP_QUESTIONS,
        `only ${questions.length} questions about ${codebase}, ${LEAST_QUESTIONS + WARM_UP_QUESTIONS} ` +
          "are needed; choose a larger codebase or give more with --questions",
      );
      rows.push(...(await searchRows(codebase, questions, rounds, bench)));
      if (rg !== undefined) rows.push(grepRow(rg, codebase, questions, rows.at(-1)?.chunks ?? 0));
    }
    return report(
      rows,
      rounds,
      rg === undefined ? ["No row for ripgrep: there is no rg (install it, or pass --rg PATH)."] : [],
    );
  },
});

function linesOf(file: string): string[] {
  return [
    ...new Set(
      readFileSync(file, "utf8")
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    ),
  ];
}

async function searchRows(
  codebase: string,
  questions: readonly string[],
  rounds: number,
  bench: Bench,
): Promise<Row[]> {
  const environment = environmentIn(bench.folder);
  const options: CommandOptions = { cwd: bench.folder, environment, signal: bench.signal };
  bench.progress(`indexing ${codebase}`);
  const { index } = parseEnvelope<ManageIndexOk>(
    (await measure([process.execPath, CLI, "index", "--json", codebase], options)).stdout,
  );
  check(index !== undefined && index.chunks > 0, `nothing of ${codebase} was indexed`);
  const [engine, server] = await openSearchers(environment["SATORI_HOME"] ?? "", options);
  await using _engine = engine;
  await using _server = server;
  const measured = questions.slice(WARM_UP_QUESTIONS);
  for (const query of questions.slice(0, WARM_UP_QUESTIONS)) await askBoth([engine, server], codebase, query);
  const asked = new Map<Searcher, Asked[][]>([
    [engine, []],
    [server, []],
  ]);
  for (let round = 0; round < rounds; round++) {
    const answers = new Map<Searcher, Asked[]>([
      [engine, []],
      [server, []],
    ]);
    for (const [at, query] of measured.entries()) {
      bench.signal.throwIfAborted();
      // Alternates, because the first one finds less in the processor's caches.
      const pair = await askBoth(at % 2 === 0 ? [engine, server] : [server, engine], codebase, query);
      for (const [searcher, answer] of pair) answers.get(searcher)?.push(answer);
    }
    for (const [searcher, list] of answers) asked.get(searcher)?.push(list);
    bench.progress(
      `round ${round + 1} of ${rounds}: ${measured.length} questions over ${index.chunks} chunks`,
    );
  }
  requireResults(asked.get(engine)?.[0] ?? []);
  const row = (way: string, sets: readonly (readonly Asked[])[]): Row => ({
    codebase: basename(codebase),
    chunks: index.chunks,
    way,
    questions: measured.length,
    ...percentilesOf(measured.map((_, at) => median(sets.map((set) => set[at]?.wallMs ?? Number.NaN)))),
    cpuMs: sum(sets.flat().map(({ cpuMs }) => cpuMs)) / sets.flat().length,
  });
  return [...asked].flatMap(([{ name }, [first = [], ...later]]) => [
    row(`${name}, first`, [first]),
    ...(later.length > 0 ? [row(`${name}, again`, later)] : []),
  ]);
}

/** Throws unless both give the same results. */
async function askBoth(
  searchers: readonly Searcher[],
  path: string,
  query: string,
): Promise<Map<Searcher, Asked>> {
  const answers = new Map<Searcher, Asked>();
  for (const searcher of searchers) answers.set(searcher, await searcher.ask({ path, query }));
  const [one, other] = [...answers.values()].map(({ answer }) => placesOf(answer));
  check(one === other, `the engine and the server differ about "${query}"`);
  return answers;
}

function placesOf({ results }: SearchCodebaseOk): string {
  return JSON.stringify(results.map(({ file, span, score }) => [file, span, score]));
}

function requireResults(answers: readonly Asked[]): void {
  const empty = answers.filter(({ answer }) => answer.results.length === 0).length;
  check(empty <= answers.length * MAX_EMPTY, `${empty} of ${answers.length} questions found nothing`);
}

function grepRow(rg: string, codebase: string, questions: readonly string[], chunks: number): Row {
  const words = [
    ...new Set(
      questions.map(
        (question) =>
          question
            .split(/\W+/)
            .sort((left, right) => right.length - left.length || (left < right ? -1 : 1))[0] ?? "",
      ),
    ),
  ].slice(0, GREP_WORDS);
  grep(rg, words[0] ?? "", codebase);
  const times = words.map((word) => grep(rg, word, codebase)).filter((wallMs) => wallMs !== null);
  check(times.length > words.length / 2, "ripgrep found next to none of the words");
  return {
    codebase: basename(codebase),
    chunks,
    way: "ripgrep, one word",
    questions: times.length,
    ...percentilesOf(times),
    cpuMs: null,
  };
}

function percentilesOf(times: readonly number[]): { p50Ms: number; p95Ms: number } {
  return { p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) };
}

function report(rows: readonly Row[], rounds: number, notes: readonly string[]): Report {
  return {
    title: `Warm search, ${rounds} rounds`,
    columns: ["", "codebase", "chunks", "questions", "p50 ms", "p95 ms", "CPU ms", "target p50"],
    rows: rows.map(({ way, codebase, chunks, questions, p50Ms, p95Ms, cpuMs }) => [
      way,
      codebase,
      chunks,
      questions,
      figure(p50Ms),
      figure(p95Ms),
      cpuMs === null ? "" : figure(cpuMs),
      cpuMs === null ? "" : verdict(p50Ms, TARGET_P50_MS, " ms"),
    ]),
    notes: ["The target is for about 50,000 chunks.", ...notes],
    results: { rounds, targetP50Ms: TARGET_P50_MS, rows },
  };
}
