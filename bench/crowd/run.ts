/**
 * Many processes on one codebase for a minute: `satori-mcp` servers and `satori` commands search, read, sync
 * and ask for the state while files are being edited, and the index is rebuilt once.
 *
 *   npm run bench -- crowd [--seconds 60] [--servers 8] [--commands 2] [--files 300] [--seed N] [--json]
 *
 *   --seconds N    duration of requests and edits, without preparation and final checks
 *   --servers N    concurrent servers; the last one is ended and replaced from time to time
 *   --commands N   concurrent sequences of commands
 *   --files N      files of the synthetic tree, which is written into a temporary folder (TMPDIR)
 *   --seed N       decides on requests and edits; their timing depends on the machine's load, so a run
 *                  cannot be repeated exactly
 *
 * Every line of every file version names that version, and all versions are recorded. A result is torn if it
 * shows something that was never in one version of the file at that position. It is stale if the answer
 * claims to be current although that version had been replaced before the request. Errors are all answers,
 * exit codes, lines on stderr, and log lines of level warn that the contract does not allow at that time.
 * Writers are observed in the system's lock table, every 2 ms (on Linux; elsewhere neither writers nor memory
 * are observed). Afterwards, the index has to be sound and equal to a fresh one. Violations are printed in
 * full, and the exit code is 1.
 *
 *   npm run bench -- crowd --repository DIR [--commit HEAD] [--served 5] [--indexed 20] [--commits-apart 10]
 *                          [--edited-files 20] [--asked-files 8] [--rounds 3] [--json]
 *
 * Instead, measures several work trees of a repository in one index file: the memory of a server that answers
 * questions about one of them, and of another server that answers the same questions about several, in turns;
 * and the size of the file.
 *
 *   --repository DIR   a git repository, which is not changed; published figures are for netty, commit e8df52e
 *   --commit C         commit of the first work tree
 *   --served N         work trees that the second server serves
 *   --indexed N        work trees in the file at the end
 *   --commits-apart N  commits between a work tree and the next one
 *   --edited-files N   files that are edited in each work tree but the first one
 *   --asked-files N    files per work tree for which there are questions: the outline, callers and callees
 *                      of a function, and two searches
 *   --rounds N         servers of each kind
 */
import { countOption, folderOption } from "../support/arguments.ts";
import { type Report, runBenchmark } from "../support/benchmark.ts";
import { requireBuilt } from "../support/product.ts";
import type { Cell } from "../support/table.ts";
import { percentile } from "../support/statistics.ts";
import { figure, megabytes } from "../support/target.ts";
import { type CrowdResult, runCrowd } from "./crowd.ts";
import { reportWorkTrees } from "./report-work-trees.ts";
import { serveWorkTrees } from "./served-work-trees.ts";
import type { MemoryCourse } from "./processes.ts";
import { total } from "./tally.ts";

const MAX_SEED = 2 ** 31;
/** Number of violations that are printed in full. */
const MAX_PRINTED = 20;

await runBenchmark(import.meta.url, {
  options: {
    seconds: { type: "string", default: "60" },
    servers: { type: "string", default: "8" },
    commands: { type: "string", default: "2" },
    files: { type: "string", default: "300" },
    seed: { type: "string", default: String(Math.floor(Math.random() * MAX_SEED)) },
    repository: { type: "string" },
    commit: { type: "string", default: "HEAD" },
    served: { type: "string", default: "5" },
    indexed: { type: "string", default: "20" },
    "commits-apart": { type: "string", default: "10" },
    "edited-files": { type: "string", default: "20" },
    "asked-files": { type: "string", default: "8" },
    rounds: { type: "string", default: "3" },
  },
  async measure(given, bench) {
    requireBuilt();
    if (given.repository !== undefined) {
      const served = countOption("--served", given.served, 2);
      const options = {
        repository: folderOption("--repository", given.repository, "Name the folder of a git repository."),
        commit: given.commit,
        served,
        indexed: countOption("--indexed", given.indexed, served),
        commitsApart: countOption("--commits-apart", given["commits-apart"], 0),
        editedFiles: countOption("--edited-files", given["edited-files"], 0),
        askedFiles: countOption("--asked-files", given["asked-files"]),
        rounds: countOption("--rounds", given.rounds),
      };
      return reportWorkTrees(options, await serveWorkTrees(options, bench));
    }
    const { folder, signal, progress } = bench;
    const size = {
      seconds: countOption("--seconds", given.seconds, 5),
      servers: countOption("--servers", given.servers, 2),
      commands: countOption("--commands", given.commands, 0),
      files: countOption("--files", given.files, 20),
      seed: countOption("--seed", given.seed, 0),
    };
    const result = await runCrowd({ ...size, folder, signal, progress });
    if (violationsOf(result).length > 0) process.exitCode = 1;
    return report(size, result);
  },
});

function violationsOf({ tally, writers, orphans, damage }: CrowdResult): string[] {
  return [
    ...tally.errors.map((what) => `error: ${what}`),
    ...tally.torn.map((what) => `torn: ${what}`),
    ...tally.stale.map((what) => `stale: ${what}`),
    ...writers.clashes.map((what) => `writers: ${what}`),
    ...orphans.map((what) => `left running: ${what}`),
    ...damage.map((what) => `afterwards: ${what}`),
  ];
}

/** A server reaches its memory size with its first searches and syncs; from then on it should not grow. */
function memoryRow({ name, thirdsBytes, peakBytes }: MemoryCourse): Cell[] {
  const [first, middle, last] = thirdsBytes;
  return [
    `${name}, MB in thirds of the time (last ÷ first, last ÷ middle), peak`,
    `${thirdsBytes.map(megabytes).join(" ")} (${figure(last / first)}×, ${figure(last / middle)}×) ` +
      `${megabytes(peakBytes)}`,
  ];
}

function report(size: { readonly seconds: number; readonly seed: number }, result: CrowdResult): Report {
  const { tally, edits, started, writers, memory, slowestEndMs, orphans, damage, lateChanges } = result;
  const violations = violationsOf(result);
  const counted = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  const [p50, p95] = [percentile(tally.searchMs, 0.5), percentile(tally.searchMs, 0.95)];
  const rows: Cell[][] = [
    ["servers, commands started", `${started.servers}, ${started.commands}`],
    ["operations", total(tally.operations)],
    ["edits", total(edits)],
    ["syncs of servers between calls", total(tally.ownSyncs)],
    ["errors", tally.errors.length],
    ["torn reads", tally.torn.length],
    ["stale answers that call themselves current", tally.stale.length],
    ["writers at a time, at most", writers.looks === 0 ? "–" : writers.maxAtOnce],
    ["looks that saw a write without the lock", writers.looks === 0 ? "–" : writers.clashes.length],
    ["processes that held the codebase's lock", writers.processes.size],
    [
      "the lock held: times, p50, p95 ms",
      `${writers.holdsMs.length}, ${figure(percentile(writers.holdsMs, 0.5))}, ` +
        `${figure(percentile(writers.holdsMs, 0.95))}`,
    ],
    ["orphans", orphans.length],
    ["faults of the index afterwards", damage.length],
    ["search p50, p95 ms", `${figure(p50)}, ${figure(p95)}`],
    ["longest end of a server, ms", figure(slowestEndMs)],
    ...memory.map(memoryRow),
  ];
  return {
    title: `A crowd on one codebase, ${size.seconds} s, seed ${size.seed}`,
    columns: ["", "figure"],
    rows,
    notes: [
      `operations: ${counted(tally.operations)}`,
      `answers: ${counted(tally.answers)}`,
      `searches by freshness: ${counted(tally.modes)}`,
      `edits: ${counted(edits)}`,
      `syncs of servers: ${counted(tally.ownSyncs)}; changes left for the last sync: ${lateChanges}`,
      `locks: ${writers.looks} looks, ${writers.held} saw the codebase's lock held, ${writers.wrote} a ` +
        "transaction",
      `oldest text shown had been replaced ${Math.round(tally.maxLagMs)} ms before the question`,
      ...violations.slice(0, MAX_PRINTED),
      ...(violations.length > MAX_PRINTED ? [`and ${violations.length - MAX_PRINTED} more violations`] : []),
    ],
    results: {
      ...size,
      started,
      errors: tally.errors,
      torn: tally.torn,
      stale: tally.stale,
      clashes: writers.clashes,
      orphans,
      damage,
      locks: {
        looks: writers.looks,
        held: writers.held,
        wrote: writers.wrote,
        processes: writers.processes.size,
        maxAtOnce: writers.maxAtOnce,
      },
      searchP50Ms: p50,
      searchP95Ms: p95,
      slowestEndMs,
      memory,
      maxLagMs: tally.maxLagMs,
      operations: Object.fromEntries(tally.operations),
      answers: Object.fromEntries(tally.answers),
      modes: Object.fromEntries(tally.modes),
      edits: Object.fromEntries(edits),
      ownSyncs: Object.fromEntries(tally.ownSyncs),
    },
  };
}
