/**
 * A `sync` that finds no changes in a tree of 100,000 small files, compared to `git status` in the same tree.
 *
 *   npm run bench -- sync [--files 100000] [--runs 10] [--json]
 *
 *   --files N   files of the synthetic tree, which is first written into a temporary folder (TMPDIR),
 *               committed to git and indexed; at 100,000, this takes minutes and about 1.5 GB of disk
 *   --runs N    runs of each way, in turns
 *
 * Both check every file and read none. `satori sync` is a new process each time, like `git status`, including
 * its start, by itself and answered by the local process; the server's sync is a call over stdio to one
 * `satori-mcp` that keeps running. Wall times are medians. CPU is user and system time, the mean of all runs,
 * because a server's CPU time is measured in steps of 10 ms. A run counts only if it reports that nothing
 * changed; at the end three files change, and both ways have to find exactly these.
 */
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ManageIndexOutput } from "@satori/contracts";
import { countOption } from "../support/arguments.ts";
import { type Report, runBenchmark } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import { type CommandOptions, type Measured, measure } from "../support/measure.ts";
import { CLI, environmentIn, parseEnvelope, requireBuilt } from "../support/product.ts";
import { median } from "../support/statistics.ts";
import { figure, verdict } from "../support/target.ts";
import { gitStatus, prepare } from "./prepare.ts";
import { fileAt } from "./tree.ts";

/** Targets of the wall time, as multiples of `git status`. A command includes the start of Node.js. */
const TARGETS: Readonly<Record<string, number>> = {
  "satori sync": 2.2,
  "satori sync, by the local process": 1.5,
  "sync by satori-mcp": 0.8,
};

type Sample = Pick<Measured, "wallMs" | "cpuMs">;

await runBenchmark(import.meta.url, {
  options: { files: { type: "string", default: "100000" }, runs: { type: "string", default: "10" } },
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
    await using server = await McpServer.start(options);
    const shared = {
      ...options,
      environment: { ...options.environment, SATORI_STANDALONE: "0", SATORI_LOCAL_IDLE_MS: "1000" },
    };
    // Keeps the local process until the end.
    await using _session = await McpServer.start(shared);
    const ways = {
      "git status": () => gitStatus(options),
      "satori sync": () => syncByCli(options),
      "satori sync, by the local process": () => syncByCli(shared),
      "sync by satori-mcp": () => syncByServer(server, options),
    };
    const samples = new Map<string, Sample[]>(Object.keys(ways).map((way) => [way, []]));
    // The first run of each way fills caches and is not measured.
    for (let run = 0; run <= runs; run++) {
      for (const [way, measureOnce] of Object.entries(ways)) {
        const sample = await measureOnce();
        if (run > 0) samples.get(way)?.push(sample);
      }
      bench.progress(`run ${run} of ${runs}`);
    }
    await proveThatSyncLooks(files, server, options);
    return report(files, runs, samples);
  },
});

async function syncByCli(options: CommandOptions): Promise<Sample> {
  const sample = await measure([process.execPath, CLI, "sync", "--json"], options);
  requireChanges(parseEnvelope(sample.stdout), [0, 0, 0]);
  return sample;
}

async function syncByServer(server: McpServer, { cwd }: CommandOptions): Promise<Sample> {
  const cpuBefore = server.cpuMs();
  const startedMs = performance.now();
  const envelope = await server.call("manage_index", { action: "sync", path: cwd });
  const wallMs = performance.now() - startedMs;
  requireChanges(envelope, [0, 0, 0]);
  return { wallMs, cpuMs: server.cpuMs() - cpuBefore };
}

function requireChanges(
  envelope: ManageIndexOutput,
  expected: readonly [added: number, removed: number, modified: number],
): void {
  const stats = envelope.status === "ok" ? envelope.stats : undefined;
  const found = [stats?.added, stats?.removed, stats?.modified];
  check(
    expected.every((count, at) => count === found[at]),
    `sync found ${found.join(", ")} files added, removed and modified instead of ` +
      `${expected.join(", ")}: ${envelope.message ?? ""}`,
  );
}

/** Otherwise, a sync that is fast because it checks nothing would pass. */
async function proveThatSyncLooks(files: number, server: McpServer, options: CommandOptions): Promise<void> {
  const path = (at: number): string => join(options.cwd, fileAt(at).path);
  for (const turn of [0, 1]) {
    appendFileSync(path(turn), "\n# changed\n");
    rmSync(path(files - 1 - turn));
    writeFileSync(join(options.cwd, `new${turn}.py`), "changed = True\n");
    const envelope =
      turn === 0
        ? parseEnvelope<ManageIndexOutput>(
            (await measure([process.execPath, CLI, "sync", "--json"], options)).stdout,
          )
        : await server.call("manage_index", { action: "sync", path: options.cwd });
    requireChanges(envelope, [1, 1, 1]);
  }
}

function report(files: number, runs: number, samples: ReadonlyMap<string, readonly Sample[]>): Report {
  const wallOf = (way: string): number => median((samples.get(way) ?? []).map(({ wallMs }) => wallMs));
  const peerMs = wallOf("git status");
  const figures = [...samples].map(([way, taken]) => ({
    way,
    wallMs: wallOf(way),
    fastestMs: Math.min(...taken.map(({ wallMs }) => wallMs)),
    cpuMs: taken.reduce((total, { cpuMs }) => total + cpuMs, 0) / taken.length,
    ratio: wallOf(way) / peerMs,
  }));
  return {
    title: `Sync without changes, ${files} files, medians of ${runs} runs`,
    columns: ["", "wall ms", "fastest", "CPU ms", "ratio", "target"],
    rows: figures.map(({ way, wallMs, fastestMs, cpuMs, ratio }) => [
      way,
      figure(wallMs),
      figure(fastestMs),
      figure(cpuMs),
      figure(ratio),
      TARGETS[way] === undefined ? "" : verdict(ratio, TARGETS[way], "×"),
    ]),
    results: { files, runs, targets: TARGETS, ways: figures },
  };
}
