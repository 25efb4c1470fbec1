/**
 * Text search compared to ripgrep itself: the same query on the same tree, by the engine and by a ripgrep
 * that a user would start.
 *
 *   npm run bench -- text-search --folder DIR [--folder DIR …] [--runs 15] [--json]
 *
 *   --folder DIR   what to search; each one gets rows of its own
 *   --query TEXT   may be given several times (default: words that are rare, common, and absent in most code)
 *   --runs N       runs of each way, in turns
 *
 * ripgrep is the one that is installed with the product. It runs with its own defaults and writes JSON to a
 * pipe whose contents are discarded; the engine returns at most a hundred matches. Times include the start of
 * the process. Medians of wall time. `first` is the first search of a tree, which has to visit all of its
 * folders; `limited` is ripgrep with the engine's limit on file sizes, for which it has to stat each file.
 */
import { spawn } from "node:child_process";
import { noDeadline } from "../../libs/engine/src/deadline.ts";
import { FolderCache } from "../../libs/engine/src/text-search/rules/folder-cache.ts";
import { ripgrepPaths } from "../../libs/engine/src/text-search/ripgrep/ripgrep-path.ts";
import type { TextSearchResult } from "../../libs/engine/src/text-search/types.ts";
import { searchText } from "../../libs/engine/src/text-search/search-text.ts";
import { countOption, folderOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check, missing } from "../support/failure.ts";
import { requireBuilt } from "../support/product.ts";
import { median } from "../support/statistics.ts";
import { figure, verdict } from "../support/target.ts";

const MAX_RATIO = 1.1;
const GRACE_MS = 5;
const MAX_FILE_BYTES = 1024 * 1024;
const QUERIES = ["deprecated", "import", "no such text at all"];

interface Row {
  readonly folder: string;
  readonly query: string;
  readonly total: number;
  readonly isTruncated: boolean;
  readonly ripgrepMs: number;
  readonly limitedMs: number;
  readonly engineMs: number;
  readonly firstMs: number;
}

await runBenchmark(import.meta.url, {
  options: {
    folder: { type: "string", multiple: true },
    query: { type: "string", multiple: true },
    runs: { type: "string", default: "15" },
  },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Name a folder to search, e.g. the source of Django.";
    if (given.folder === undefined) throw missing("--folder", remedy);
    const runs = countOption("--runs", given.runs);
    const rows: Row[] = [];
    for (const folder of given.folder.map((path) => folderOption("--folder", path, remedy))) {
      for (const query of given.query ?? QUERIES) rows.push(await rowOf(folder, query, runs, bench));
    }
    return report(rows, runs);
  },
});

async function rowOf(folder: string, query: string, runs: number, bench: Bench): Promise<Row> {
  const folders = new FolderCache();
  await ripgrep(folder, query);
  const [firstMs, first] = await timed(() => engine(folder, query, bench, folders));
  const ripgrepMs: number[] = [];
  const limitedMs: number[] = [];
  const engineMs: number[] = [];
  for (let run = 0; run < runs; run++) {
    // Alternates, because the first one finds less in the caches.
    const measureRipgrep = async (): Promise<void> =>
      void ripgrepMs.push((await timed(() => ripgrep(folder, query)))[0]);
    if (run % 2 === 0) await measureRipgrep();
    const [ms, result] = await timed(() => engine(folder, query, bench, folders));
    engineMs.push(ms);
    if (run % 2 === 1) await measureRipgrep();
    limitedMs.push((await timed(() => ripgrep(folder, query, [`--max-filesize=${MAX_FILE_BYTES}`])))[0]);
    check(JSON.stringify(result) === JSON.stringify(first), `two searches for "${query}" differ`);
    bench.progress(`${folder}: "${query}", run ${run + 1} of ${runs}`);
  }
  return {
    folder,
    query,
    total: first.total,
    isTruncated: first.isTruncated,
    ripgrepMs: median(ripgrepMs),
    limitedMs: median(limitedMs),
    engineMs: median(engineMs),
    firstMs,
  };
}

function engine(
  root: string,
  query: string,
  { folder, signal }: Bench,
  folders: FolderCache,
): Promise<TextSearchResult> {
  const settings = { customExtensions: [], ignorePatterns: [] };
  return searchText(
    {
      root,
      query,
      isRegex: false,
      isCaseSensitive: false,
      within: [],
      named: [],
      include: [],
      exclude: [],
      accepts: () => true,
      settings,
      maxResults: 100,
      contextLines: 0,
    },
    { home: folder, maxFileBytes: MAX_FILE_BYTES, deadline: noDeadline(signal), folders },
  );
}

async function ripgrep(folder: string, query: string, more: readonly string[] = []): Promise<void> {
  const [command = "rg"] = await ripgrepPaths();
  await new Promise<void>((resolve, reject) => {
    const child = spawn(
      command,
      ["--no-config", "--json", "--ignore-case", "--fixed-strings", ...more, `--regexp=${query}`, "./"],
      { cwd: folder, stdio: ["ignore", "pipe", "inherit"] },
    );
    child.stdout.resume();
    child.once("error", reject);
    child.once("close", (status) =>
      status === 0 || status === 1 ? resolve() : reject(new Error(`ripgrep ended with ${status}`)),
    );
  });
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, value: T]> {
  const startedMs = performance.now();
  const value = await work();
  return [performance.now() - startedMs, value];
}

function report(rows: readonly Row[], runs: number): Report {
  return {
    title: `Text search, ${runs} runs`,
    columns: ["folder", "query", "matches", "ripgrep ms", "limited ms", "engine ms", "first ms", "target"],
    rows: rows.map(({ folder, query, total, isTruncated, ripgrepMs, limitedMs, engineMs, firstMs }) => {
      const limitMs = Number(figure(MAX_RATIO * ripgrepMs + GRACE_MS));
      return [
        folder.replace(/^.*[/\\]/, ""),
        query,
        `${total}${isTruncated ? "+" : ""}`,
        figure(ripgrepMs),
        figure(limitedMs),
        figure(engineMs),
        figure(firstMs),
        verdict(engineMs, limitMs, " ms"),
      ];
    }),
    notes: [`The target is ${MAX_RATIO} × ripgrep + ${GRACE_MS} ms.`],
    results: { runs, maxRatio: MAX_RATIO, graceMs: GRACE_MS, rows },
  };
}
