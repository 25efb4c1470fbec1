/**
 * The commits that `symbol_history` lists for functions of real projects, compared with `git log -L` on the
 * lines that the function has now.
 *
 *   npm run bench -- symbol-history --codebase DIR [--codebase DIR …] [--functions N] [--json]
 *
 *   --codebase DIR   a clone with its whole history; each one gets a row
 *   --functions N    random functions and methods of at least 5 lines in each; default 50
 *   --missing        prints every commit that is missing
 *
 * Git follows lines: it knows no renames and no moves, goes on into other code where a function begins, and
 * counts comments, docstrings and layout. `git` is what it lists, `expected` those of them that have the function's name
 * and change more than that; `found` is the share of these that `symbol_history` lists. `more` are commits
 * that only `symbol_history` lists; `older` those of them that are older than all that git lists. Times are
 * per call, in a server that has the index open.
 */
import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import type { OutlineSymbol, SymbolHistoryOk } from "@satori/contracts";
import { folderOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check, missing } from "../support/failure.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { McpServer } from "../support/mcp-server.ts";
import { MCP, requireBuilt } from "../support/product.ts";
import { seededRandom } from "../support/random.ts";
import { median, percentile, sum } from "../support/statistics.ts";
import { codeOf, expectedCommits, lineLog } from "./line-log.ts";

const MIN_LINES = 5;
/** As many commits as an answer can have. */
const MAX_COMMITS = 50;
const TEST_FILE = /(?:^|\/)(?:tests?|spec|examples?|docs?)\/|_test\.|\.test\.|(?:^|\/)test_/;
const SOURCE_FILE = /\.(?:py|js|ts|go|java|rs|rb|php|cs)$/;

interface Compared {
  readonly symbol: string;
  readonly git: number;
  readonly expected: readonly string[];
  readonly missing: readonly string[];
  readonly more: number;
  readonly older: number;
  readonly layoutOnly: number;
  readonly answerMs: number;
  readonly gitMs: number;
}

await runBenchmark(import.meta.url, {
  options: {
    codebase: { type: "string", multiple: true },
    functions: { type: "string", default: "50" },
    missing: { type: "boolean", default: false },
  },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Name a clone with its whole history, e.g. of pallets/click.";
    if (given.codebase === undefined) throw missing("--codebase", remedy);
    const rows: { readonly codebase: string; readonly compared: readonly Compared[] }[] = [];
    for (const folder of given.codebase)
      rows.push({
        codebase: basename(folder),
        compared: await compare(folderOption("--codebase", folder, remedy), Number(given.functions), bench),
      });
    return report(rows, given.missing);
  },
});

async function compare(codebase: string, functions: number, bench: Bench): Promise<Compared[]> {
  const { options, files } = await indexedCodebase(codebase, bench);
  await using server = await McpServer.start(options, [process.execPath, MCP, "--tools", "core,review"]);
  const random = seededRandom(1);
  const sources = files.filter((file) => SOURCE_FILE.test(file) && !TEST_FILE.test(file));
  const compared: Compared[] = [];
  for (let tries = 0; compared.length < functions && tries < 20 * functions; tries++) {
    const file = sources[Math.floor(random() * sources.length)] as string;
    const outline = await server.call("file_outline", { path: codebase, file });
    if (outline.status !== "ok") continue;
    const eligible = outline.outline.symbols.filter(isEligible);
    const symbol = eligible[Math.floor(random() * eligible.length)];
    if (!symbol || compared.some((other) => other.symbol === `${file}:${symbol.symbolLabel}`)) continue;
    bench.progress(`${compared.length + 1} of ${functions}: ${file} ${symbol.symbolLabel}`);
    compared.push(await compareOne(server, { codebase, file, symbol }));
  }
  return compared;
}

function isEligible({ kind, span }: OutlineSymbol): boolean {
  return (kind === "function" || kind === "method") && span.endLine - span.startLine + 1 >= MIN_LINES;
}

interface ChosenSymbol {
  readonly codebase: string;
  readonly file: string;
  readonly symbol: OutlineSymbol;
}

async function compareOne(server: McpServer, { codebase, file, symbol }: ChosenSymbol): Promise<Compared> {
  const startedMs = performance.now();
  const answer = await server.call("symbol_history", {
    path: codebase,
    symbolRef: { file, symbolId: symbol.symbolId },
    limit: MAX_COMMITS,
    maxTokens: 100_000,
  });
  const answerMs = performance.now() - startedMs;
  check(answer.status === "ok", `the history of ${file} ${symbol.symbolLabel} is ${answer.status}`);
  const { commits = [], coverage } = answer as SymbolHistoryOk;
  const listed = new Set(commits.map(({ commit }) => commit));
  const names = new Set(
    [symbol.symbolLabel, ...commits.flatMap(({ from }) => (from ? [from.symbolLabel] : []))].map(
      (label) => label.split(".").at(-1) as string,
    ),
  );
  const gitStartedMs = performance.now();
  const log = lineLog(
    (args) => execFileSync("git", ["-C", codebase, ...args], { maxBuffer: 1 << 28 }).toString(),
    {
      file,
      ...symbol.span,
    },
  );
  const gitMs = performance.now() - gitStartedMs;
  const expected = expectedCommits(log, names, codeOf(file));
  const all = new Set(log.map(({ commit }) => commit));
  const oldest = Math.min(...log.map(({ date }) => date));
  const more = commits.filter(({ commit }) => !all.has(commit));
  return {
    symbol: `${file}:${symbol.symbolLabel}`,
    git: log.length,
    expected,
    missing: commits.length === MAX_COMMITS ? [] : expected.filter((commit) => !listed.has(commit)),
    more: more.length,
    older: more.filter(({ date }) => Date.parse(date) < oldest).length,
    layoutOnly: coverage.layoutOnly ?? 0,
    answerMs,
    gitMs,
  };
}

function report(
  rows: readonly { readonly codebase: string; readonly compared: readonly Compared[] }[],
  printsMissing: boolean,
): Report {
  const results = rows.map(({ codebase, compared }) => {
    const expected = sum(compared.map((one) => one.expected.length));
    const missed = sum(compared.map((one) => one.missing.length));
    return {
      codebase,
      functions: compared.length,
      git: sum(compared.map((one) => one.git)),
      expected,
      found: (expected - missed) / expected,
      more: sum(compared.map((one) => one.more)),
      older: sum(compared.map((one) => one.older)),
      answerMs: median(compared.map((one) => one.answerMs)),
      answerP95Ms: percentile(
        compared.map((one) => one.answerMs),
        95,
      ),
      gitMs: median(compared.map((one) => one.gitMs)),
      missing: compared.flatMap((one) => one.missing.map((commit) => `${one.symbol} ${commit}`)),
    };
  });
  return {
    title: "Commits of a symbol, compared with git log -L",
    columns: ["codebase", "functions", "git", "expected", "found", "more", "older", "ms", "p95 ms", "git ms"],
    rows: results.map((row) => [
      row.codebase,
      row.functions,
      row.git,
      row.expected,
      row.found.toFixed(3),
      row.more,
      row.older,
      Math.round(row.answerMs),
      Math.round(row.answerP95Ms),
      Math.round(row.gitMs),
    ]),
    notes: printsMissing ? results.flatMap(({ missing: list }) => list) : [],
    results,
  };
}
