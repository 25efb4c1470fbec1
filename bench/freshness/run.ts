/**
 * The cost of a search being current in a tree of 100,000 small files: with a watch, without one, and after
 * an edit; compared to `git status` in the same tree, which checks every file.
 *
 *   npm run bench -- freshness [--files 100000] [--runs 20] [--json]
 *
 *   --files N   files of the synthetic tree, which is first written into a temporary folder (TMPDIR),
 *               committed to git and indexed; at 100,000, this takes minutes and about 1.5 GB of disk
 *   --runs N    runs of each way, in turns
 *
 * Two servers share the index: one with a watch, and one that compares everything before each search
 * (SATORI_WATCH=0, SATORI_FRESHNESS_MS=0). The query is always the same, so that only the work for being
 * current differs. A search after an edit counts only if it reports that it applied exactly one file. Wall
 * times are medians.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { countOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import type { CommandOptions } from "../support/measure.ts";
import { environmentIn, requireBuilt } from "../support/product.ts";
import { median } from "../support/statistics.ts";
import { figure, verdict } from "../support/target.ts";
import { gitStatus, prepare } from "../sync/prepare.ts";
import { fileAt } from "../sync/tree.ts";

/**
 * Target for what an edit adds to a search with a watch, as a share of `git status`: 30 ms, where `git
 * status` took 160 when the target was set.
 */
const EDIT_TARGET = 0.2;

await runBenchmark(import.meta.url, {
  options: { files: { type: "string", default: "100000" }, runs: { type: "string", default: "20" } },
  async measure(given, bench) {
    requireBuilt();
    const files = countOption("--files", given.files, 10);
    const runs = countOption("--runs", given.runs);
    const options: CommandOptions = {
      cwd: join(bench.folder, "tree"),
      environment: environmentIn(bench.folder),
      signal: bench.signal,
    };
    await prepare(files, options, bench);
    await using watching = await McpServer.start(options);
    await using comparing = await McpServer.start({
      ...options,
      environment: { ...options.environment, SATORI_WATCH: "0", SATORI_FRESHNESS_MS: "0" },
    });
    await untilWatched(watching, options, bench);
    const samples = new Map<string, number[]>();
    // The first run of each way fills caches and is not measured.
    for (let run = 0; run <= runs; run++) {
      const note = (way: string, wallMs: number): void =>
        void (run > 0 && samples.set(way, [...(samples.get(way) ?? []), wallMs]));
      note("git status", (await gitStatus(options, "edited")).wallMs);
      note("search, watched", await search(watching, options, "fresh"));
      note("search, compared", await search(comparing, options, "fresh"));
      appendFileSync(join(options.cwd, fileAt(run).path), `\n# edit ${run}\n`);
      note("search, watched, one file edited", await search(watching, options, "synced"));
      bench.progress(`run ${run} of ${runs}`);
    }
    return report(files, runs, samples);
  },
});

async function untilWatched(server: McpServer, options: CommandOptions, bench: Bench): Promise<void> {
  for (;;) {
    bench.signal.throwIfAborted();
    await server.call("search_codebase", { path: options.cwd, query: "load the parcel" });
    const status = await server.call("manage_index", { action: "status", path: options.cwd });
    const watch = "index" in status ? status.index?.watch : undefined;
    check(
      watch?.state !== "refused" && watch?.state !== "off",
      `the tree is not watched: ${JSON.stringify(watch)}`,
    );
    if (watch?.state === "live") break;
    await sleep(100);
  }
  // Changes that were pending when the watch began are applied here.
  await server.call("search_codebase", { path: options.cwd, query: "load the parcel" });
}

async function search(server: McpServer, { cwd }: CommandOptions, mode: "fresh" | "synced"): Promise<number> {
  const startedMs = performance.now();
  const answer = await server.call("search_codebase", { path: cwd, query: "load the parcel" });
  const wallMs = performance.now() - startedMs;
  const decision = answer.status === "ok" ? answer.freshnessDecision : null;
  const isAsExpected =
    decision?.mode === mode &&
    (mode === "fresh" ||
      (decision.changes?.modified === 1 && decision.changes.added + decision.changes.removed === 0));
  // The server that compares everything may apply the other's edit first.
  check(
    isAsExpected || (mode === "fresh" && decision?.mode === "synced"),
    `the search says ${JSON.stringify(decision)} instead of ${mode}`,
  );
  return wallMs;
}

function report(files: number, runs: number, samples: ReadonlyMap<string, readonly number[]>): Report {
  const medianOf = (way: string): number => median([...(samples.get(way) ?? [])]);
  const [peerMs, quietMs] = [medianOf("git status"), medianOf("search, watched")];
  const figures = [...samples.keys()].map((way) => ({
    way,
    wallMs: medianOf(way),
    moreMs: way === "git status" ? Number.NaN : medianOf(way) - quietMs,
  }));
  return {
    title: `Searches that are current, ${files} files, medians of ${runs} runs`,
    columns: ["", "wall ms", "more than watched", "of git status", "target"],
    rows: figures.map(({ way, wallMs, moreMs }) => [
      way,
      figure(wallMs),
      figure(moreMs),
      figure(moreMs / peerMs),
      way.endsWith("edited") ? verdict(moreMs / peerMs, EDIT_TARGET, "×") : "",
    ]),
    results: { files, runs, target: EDIT_TARGET, ways: figures },
  };
}
