/**
 * The local store at sizes up to ten million chunks: what it takes to fill an index, and how long a server
 * takes to answer from it.
 *
 *   npm run bench -- scale [--chunks 50000,300000,1300000,10000000] [--keep FOLDER] [--json]
 *
 *   --chunks LIST    sizes, ascending, at least 16,000; the first one is the baseline of the ratios
 *   --keep FOLDER    keeps the indexes there, with what filling them took, for later runs. Remove the folder
 *                    when what indexes contain changes
 *
 * Parsing ten million chunks would take hours, so the codebase is synthetic (`codebase.ts`): 16 chunks per
 * file, each with about 160 tokens of which 55 are different; words by Zipf's law, words and identifiers of a
 * topic, identifiers of a file; six functions per file; vectors of 256 dimensions and four bits around 4,096
 * centres, which the built-in embedder gives the topics' words. Files are the same in each run, and each size
 * has those of the smaller ones. Imports, call facts and commits are left out: an index has 660 bytes per
 * chunk, one of real code about 1,100.
 *
 * The files are written as a run writes them, 128 in a batch, by the store of the sources, not of the build.
 * Two other processes make them meanwhile. `fill` is the time until the run is complete, `store` the time in
 * the store; CPU time and memory are of the process with the store.
 *
 * The codebase's files exist on disk, since a server compares them with the index before its first answer.
 * They are empty, and all files of a folder are links to one; the texts in answers come from the index. A
 * built `satori-mcp` with default settings makes that comparison by `manage_index sync` (`comparison`), then
 * answers `first question`, 20 others, and these 20 again, by `search_codebase` with default arguments, about
 * the first 1,000 files. It watches the folders, 128 files in each: without a watch, every question would
 * check each folder for changed ignore files. Answers have no deadline, so that slow ones are measured too.
 * The system has the index file in its cache from filling, if it fits. `memory` is the server's after the
 * last question, `peak memory` the most since its start.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathOption } from "../support/arguments.ts";
import { type Bench, runBenchmark } from "../support/benchmark.ts";
import { BenchmarkError, UsageError, check } from "../support/failure.ts";
import { indexFileOf } from "../support/home-index.ts";
import { McpServer } from "../support/mcp-server.ts";
import type { CommandOptions } from "../support/measure.ts";
import { peakBytesOf } from "../support/process-account.ts";
import { environmentIn, requireBuilt } from "../support/product.ts";
import { percentile } from "../support/statistics.ts";
import { figure } from "../support/target.ts";
import { CHUNKS_PER_FILE } from "./codebase.ts";
import { type Fill, fillIndex } from "./fill.ts";
import { type Answers, NO_ANSWERS, type Size, type Times, report } from "./report.ts";
import { openSyntheticCodebase } from "./vocabulary.ts";

const QUESTIONS = 20;
/** The first files, which all sizes have. */
const QUESTION_FILES = 1_000;
const DEADLINE_MS = 3_600_000;

await runBenchmark(import.meta.url, {
  options: {
    chunks: { type: "string", default: "50000,300000,1300000,10000000" },
    keep: { type: "string" },
  },
  async measure({ chunks, keep }, bench) {
    requireBuilt();
    const counts = countsOf(chunks);
    const folder = keep === undefined ? bench.folder : pathOption(keep);
    const questions = openSyntheticCodebase().questions(QUESTIONS + 1, QUESTION_FILES);
    const sizes: Size[] = [];
    for (const files of counts) {
      const place = join(folder, `${files * CHUNKS_PER_FILE}-chunks`);
      sizes.push(await measureSize(files, questions, { place, bench }));
      if (keep === undefined) rmSync(place, { recursive: true, force: true, maxRetries: 3 });
    }
    return report(sizes);
  },
});

/** Numbers of files. */
function countsOf(list: string): number[] {
  const counts = list.split(",").map((text) => Math.ceil(Number(text) / CHUNKS_PER_FILE));
  const isUsable = counts.every((count, at) => count > (counts[at - 1] ?? QUESTION_FILES - 1));
  const least = QUESTION_FILES * CHUNKS_PER_FILE;
  if (!isUsable)
    throw new UsageError(
      `--chunks is "${list}", but has to be ascending numbers with commas from ${least} on`,
    );
  return counts;
}

async function measureSize(
  files: number,
  questions: readonly string[],
  { place, bench }: { readonly place: string; readonly bench: Bench },
): Promise<Size> {
  const [root, home] = [join(place, "codebase"), join(place, "home")];
  const record = join(place, "fill.json");
  // Without it, a run that was interrupted has left files there.
  if (!existsSync(record)) rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  mkdirSync(root, { recursive: true });
  const options: CommandOptions = {
    cwd: root,
    environment: {
      ...environmentIn(place, home),
      SATORI_SEARCH_DEADLINE_MS: String(DEADLINE_MS),
    },
    signal: bench.signal,
  };
  if (!existsSync(record)) {
    const fill = await fillIndex({
      task: { root, home, files },
      options,
      onProgress: (line) => bench.progress(line),
    });
    writeFileSync(record, JSON.stringify(fill));
  }
  const chunks = files * CHUNKS_PER_FILE;
  const fill = JSON.parse(readFileSync(record, "utf8")) as Fill;
  const { size: fileBytes } = statSync(indexFileOf(home));
  const filled = { chunks, files, fill, fileBytes };
  try {
    const answers = await askServer(root, questions, options);
    bench.progress(`${chunks} chunks: p50 ${figure(answers.once.p50Ms)} ms`);
    return { ...filled, answers, problem: null };
  } catch (error) {
    // A server that has too little memory must not cost the figures of the other sizes.
    if (!(error instanceof BenchmarkError) || bench.signal.aborted) throw error;
    return { ...filled, answers: NO_ANSWERS, problem: error.message };
  }
}

async function askServer(
  path: string,
  [first = "", ...questions]: readonly string[],
  options: CommandOptions,
): Promise<Answers> {
  await using server = await McpServer.start(options);
  const comparisonMs = await compare(server, path);
  const firstMs = await askOnce(server, path, first);
  const once = await askAll(server, path, questions);
  const again = await askAll(server, path, questions);
  return {
    comparisonMs,
    firstMs,
    once,
    again,
    peakBytes: peakBytesOf(server.pid),
    residentBytes: server.residentBytes(),
  };
}

async function askAll(server: McpServer, path: string, questions: readonly string[]): Promise<Times> {
  const cpuBeforeMs = server.cpuMs();
  const durations: number[] = [];
  for (const query of questions) durations.push(await askOnce(server, path, query));
  return {
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
    cpuMs: (server.cpuMs() - cpuBeforeMs) / questions.length,
  };
}

/** The first comparison with the disk by this process. It has to find every file as it is in the index. */
async function compare(server: McpServer, path: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await server.call("manage_index", { action: "sync", path });
  const durationMs = performance.now() - startedMs;
  const { added, removed, modified } = ("stats" in answer ? answer.stats : undefined) ?? {};
  const differ = `a comparison with the disk answered ${JSON.stringify(answer).slice(0, 500)}`;
  check(answer.status === "ok" && added === 0 && removed === 0 && modified === 0, differ);
  return durationMs;
}

/** Throws if the server could not watch the folders: it would check them with each question. */
async function askOnce(server: McpServer, path: string, query: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await server.call("search_codebase", { path, query });
  const durationMs = performance.now() - startedMs;
  const isAnswer = "results" in answer && answer.results.length > 0;
  const isWatched = answer.warnings?.includes("INDEX_MAY_BE_BEHIND") !== true;
  check(isAnswer && isWatched, `"${query}" was answered with ${JSON.stringify(answer).slice(0, 500)}`);
  return durationMs;
}
