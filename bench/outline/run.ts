/**
 * Outlines of every file of a codebase: how long one takes in a server that has the index open, and how large
 * it is compared to its file.
 *
 *   npm run bench -- outline --codebase DIR [--codebase DIR …] [--json]
 *
 *   --codebase DIR   what to index and outline; each one gets a row
 *
 * The server is `satori-mcp` over stdio, which outlines each file once; times are from the request to the
 * parsed answer. Sizes are bytes of the symbols as JSON. An outline `fits` if it is no larger than its file;
 * for files below 4 KiB, an outline of up to 4 KiB is returned anyway (`short`). `thinned` outlines lack some
 * docs or signatures, `cut` ones some symbols. `symbol` is the time of `read_file` with a symbol's id and the
 * codebase's folder, for one symbol of every file.
 */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import type { FileOutlineOutput } from "@satori/contracts";
import { folderOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check, missing } from "../support/failure.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { McpServer } from "../support/mcp-server.ts";
import { requireBuilt } from "../support/product.ts";
import { median, percentile, sum } from "../support/statistics.ts";
import { figure, verdict } from "../support/target.ts";

const TARGET_P50_MS = 5;
/** Outlines up to this size are returned whatever the size of their file. */
const ALWAYS_BYTES = 4_096;
const WARM_UP_FILES = 20;

type OutlineOk = Extract<FileOutlineOutput, { status: "ok" }>;

interface Outlined {
  readonly fileBytes: number;
  readonly outlineBytes: number;
  readonly state: "whole" | "thinned" | "cut";
  readonly outlineMs: number;
  /** NaN if the file has no symbol. */
  readonly symbolMs: number;
}

await runBenchmark(import.meta.url, {
  options: { codebase: { type: "string", multiple: true } },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Name a folder to index, e.g. the source of Django.";
    if (given.codebase === undefined) throw missing("--codebase", remedy);
    const rows: { readonly codebase: string; readonly outlines: readonly Outlined[] }[] = [];
    for (const folder of given.codebase)
      rows.push({
        codebase: basename(folder),
        outlines: await outlinesOf(folderOption("--codebase", folder, remedy), bench),
      });
    return report(rows);
  },
});

async function outlinesOf(codebase: string, bench: Bench): Promise<Outlined[]> {
  const { options, files } = await indexedCodebase(codebase, bench);
  await using server = await McpServer.start(options);
  for (const file of files.slice(0, WARM_UP_FILES))
    await server.call("file_outline", { path: codebase, file });
  const outlined: Outlined[] = [];
  for (const file of files) {
    const startedMs = performance.now();
    const answer = await server.call("file_outline", { path: codebase, file });
    const outlineMs = performance.now() - startedMs;
    check(
      answer.status === "ok" || answer.status === "not_found" || answer.status === "unsupported",
      `the outline of ${file} is ${answer.status}`,
    );
    if (answer.status === "ok")
      outlined.push({
        fileBytes: statSync(join(codebase, file)).size,
        ...sizeOf(answer),
        outlineMs,
        symbolMs: await symbolMs(server, codebase, answer),
      });
  }
  check(outlined.length > 0, `no file of ${codebase} has an outline`);
  return outlined;
}

function sizeOf({ outline, warnings, hasMore }: OutlineOk): Pick<Outlined, "outlineBytes" | "state"> {
  const isThinned = warnings?.includes("OUTPUT_TRUNCATED") === true;
  return {
    outlineBytes: Buffer.byteLength(JSON.stringify(outline.symbols)),
    state: isThinned ? (hasMore ? "cut" : "thinned") : "whole",
  };
}

async function symbolMs(server: McpServer, codebase: string, { outline }: OutlineOk): Promise<number> {
  const symbol = outline.symbols.at(-1);
  if (!symbol) return Number.NaN;
  const startedMs = performance.now();
  const answer = await server.call("read_file", { path: codebase, open_symbol: symbol.symbolId });
  const wallMs = performance.now() - startedMs;
  check(
    answer.status === "ok" && answer.symbol?.symbolId === symbol.symbolId,
    `${symbol.symbolLabel} is not opened by its id`,
  );
  return wallMs;
}

function report(
  rows: readonly { readonly codebase: string; readonly outlines: readonly Outlined[] }[],
): Report {
  const results = rows.map(({ codebase, outlines }) => {
    const times = outlines.map(({ outlineMs }) => outlineMs);
    const symbolTimes = outlines.map((one) => one.symbolMs).filter((ms) => !Number.isNaN(ms));
    const count = (isSo: (one: Outlined) => boolean): number => outlines.filter(isSo).length;
    const isLarger = ({ outlineBytes, fileBytes }: Outlined): boolean => outlineBytes > fileBytes;
    return {
      codebase,
      files: outlines.length,
      p50Ms: median(times),
      p95Ms: percentile(times, 0.95),
      maxMs: Math.max(...times),
      bytesOfFiles:
        sum(outlines.map(({ outlineBytes }) => outlineBytes)) /
        sum(outlines.map(({ fileBytes }) => fileBytes)),
      short: count((one) => isLarger(one) && one.outlineBytes <= ALWAYS_BYTES),
      larger: count((one) => isLarger(one) && one.outlineBytes > ALWAYS_BYTES),
      thinned: count(({ state }) => state === "thinned"),
      cut: count(({ state }) => state === "cut"),
      symbolP50Ms: median(symbolTimes),
      symbolP95Ms: percentile(symbolTimes, 0.95),
    };
  });
  return {
    title: "Outlines over satori-mcp",
    columns: [
      "codebase",
      "files",
      "p50 ms",
      "p95 ms",
      "max ms",
      "target",
      "bytes of files",
      "short",
      "larger",
      "thinned",
      "cut",
      "symbol p50 ms",
      "p95 ms",
    ],
    rows: results.map((row) => [
      row.codebase,
      row.files,
      figure(row.p50Ms),
      figure(row.p95Ms),
      figure(row.maxMs),
      verdict(row.p50Ms, TARGET_P50_MS, " ms"),
      figure(row.bytesOfFiles),
      row.short,
      row.larger,
      row.thinned,
      row.cut,
      figure(row.symbolP50Ms),
      figure(row.symbolP95Ms),
    ]),
    notes: ["larger: outlines of more than 4 KiB that are larger than their file; there must be none."],
    results: { rows: results },
  };
}
