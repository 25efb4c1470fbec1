/**
 * Callers and callees of random functions and types in real codebases: how long a running server takes for
 * one.
 *
 *   npm run bench -- symbols --codebase DIR [--codebase DIR …] [--symbols N] [--seed N] [--json]
 *
 *   --codebase DIR   what to index and query; each one gets two rows
 *   --symbols N      functions, methods and classes, at most two per file, without tests (default 60)
 *   --seed N         selects them: the same seed, number and files give the same symbols (default 1)
 *
 * The server is `satori-mcp` over stdio, which has answered one such request before (`first`). Times are from
 * the request to the parsed answer, for the callers of each symbol, then for its callees. `edges` is the
 * total over all answers: a faster server that finds fewer edges is no improvement.
 */
import { basename } from "node:path";
import type { SymbolKind } from "@satori/contracts";
import { countOption, folderOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check, missing } from "../support/failure.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { McpServer } from "../support/mcp-server.ts";
import { requireBuilt } from "../support/product.ts";
import { type Random, seededRandom, shuffled } from "../support/random.ts";
import { median, percentile, sum } from "../support/statistics.ts";
import { figure } from "../support/target.ts";

const DIRECTIONS = ["callers", "callees"] as const;
const ASKED: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor", "class"]);
const TESTS = /(?:^|\/)(?:tests?|spec|__tests__)(?:\/|$)|[._-](?:test|spec)\.|(?:^|\/)test_/;
const MAX_OF_FILE = 2;

interface Row {
  readonly codebase: string;
  readonly direction: (typeof DIRECTIONS)[number];
  readonly symbols: number;
  readonly edges: number;
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

interface Asked {
  readonly file: string;
  readonly symbolId: string;
}

await runBenchmark(import.meta.url, {
  options: {
    codebase: { type: "string", multiple: true },
    symbols: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
  },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Name a folder to index, e.g. the source of Rails.";
    if (given.codebase === undefined) throw missing("--codebase", remedy);
    const [count, seed] = [countOption("--symbols", given.symbols, 2), countOption("--seed", given.seed, 0)];
    const rows: Row[] = [];
    for (const folder of given.codebase)
      rows.push(...(await rowsOf(folderOption("--codebase", folder, remedy), { count, seed, bench })));
    return report(rows);
  },
});

async function rowsOf(
  codebase: string,
  { count, seed, bench }: { readonly count: number; readonly seed: number; readonly bench: Bench },
): Promise<Row[]> {
  const { options, files } = await indexedCodebase(codebase, bench);
  const rows: Row[] = [];
  for (const direction of DIRECTIONS) {
    await using server = await McpServer.start(options);
    const asked = await symbolsOf(server, codebase, { files, count, random: seededRandom(seed) });
    bench.progress(`${direction} of ${asked.length} symbols of ${codebase}`);
    const answers: { readonly ms: number; readonly edges: number }[] = [];
    for (const symbolRef of asked) answers.push(...(await timed(server, codebase, direction, symbolRef)));
    check(answers.length > 1, `${codebase} has no functions`);
    const [first, ...others] = answers.map(({ ms }) => ms);
    rows.push({
      codebase: basename(codebase),
      direction,
      symbols: answers.length,
      edges: sum(answers.map(({ edges }) => edges)),
      firstMs: first as number,
      p50Ms: median(others),
      p95Ms: percentile(others, 0.95),
      maxMs: Math.max(...others),
    });
  }
  return rows;
}

async function symbolsOf(
  server: McpServer,
  codebase: string,
  {
    files,
    count,
    random,
  }: { readonly files: readonly string[]; readonly count: number; readonly random: Random },
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const file of shuffled(
    files.filter((path) => !TESTS.test(path)),
    random,
  )) {
    if (asked.length >= count) break;
    const answer = await server.call("file_outline", { path: codebase, file });
    const symbols =
      answer.status === "ok" ? answer.outline.symbols.filter(({ kind }) => ASKED.has(kind)) : [];
    asked.push(
      ...shuffled(symbols, random)
        .slice(0, MAX_OF_FILE)
        .map(({ symbolId }) => ({ file, symbolId })),
    );
  }
  return asked.slice(0, count);
}

/** Empty for a symbol of a language without calls (`.button` of a style sheet is a class, too). */
async function timed(
  server: McpServer,
  codebase: string,
  direction: Row["direction"],
  symbolRef: Asked,
): Promise<{ readonly ms: number; readonly edges: number }[]> {
  const startedMs = performance.now();
  const answer = await server.call("call_graph", { path: codebase, symbolRef, direction });
  const ms = performance.now() - startedMs;
  if (answer.status === "unsupported") return [];
  check(
    answer.status === "ok",
    `the ${direction} of ${symbolRef.symbolId} in ${symbolRef.file} are ${answer.status}: ` +
      `${answer.message ?? ""}`,
  );
  return [{ ms, edges: answer.edges.length }];
}

function report(rows: readonly Row[]): Report {
  return {
    title: "Call graphs of random symbols over satori-mcp",
    columns: ["codebase", "direction", "symbols", "edges", "first ms", "p50 ms", "p95 ms", "max ms"],
    rows: rows.map((row) => [
      row.codebase,
      row.direction,
      row.symbols,
      row.edges,
      figure(row.firstMs),
      figure(row.p50Ms),
      figure(row.p95Ms),
      figure(row.maxMs),
    ]),
    results: { rows },
  };
}
