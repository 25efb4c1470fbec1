/**
 * Faults of the disk under an index: failing system calls and power failures.
 *
 *   npm run bench -- faults [--injections N] [--cuts N] [--seed N] [--lanes N] [--node PATH] [--minutes N]
 *                           [--case JSON] [--json]
 *
 *   --injections N   failing system calls, one per case (default 2000)
 *   --cuts N         power failures, one per case (default 500)
 *   --seed N         repeats the same cases (default 1)
 *   --lanes N        parallel processes (default 2)
 *   --node PATH      another Node.js, and so another SQLite driver (default: this one)
 *   --minutes N      ends after this time, with the results so far
 *   --case JSON      a single case, as printed with a violation, or a list of cases
 *
 * Needs Linux with glibc and a C compiler (cc). A library is preloaded into a process with the built product.
 * It makes the n-th call of a kind on a file of the index fail: open, read, write, sync, truncate, lock,
 * entry (unlink, rename, mkdir, rmdir) or map; once, or permanently from then on. Operations: create,
 * reindex, sync, clear, search, and search of an edited tree. A power failure cuts the log of all disk
 * changes at any point; unsynced changes are kept, dropped, or reordered and torn.
 *
 * After each case, the process itself and another one inspect the index, with all rows and answers, and the
 * next sync or create must lead to a complete index. kept: an index as before, or the new one, answers in
 * full. told: the problem is reported. SILENT: something is missing or different without a report. FALSE
 * DAMAGE: a sound file is reported as corrupt. LOST: an index is gone. STUCK: the next run does not help.
 * Exits with 1 after any of the last four, a crash or a hang.
 */
import { countOption, pathOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { requireBuilt } from "../support/product.ts";
import { seededRandom } from "../support/random.ts";
import {
  type Case,
  type CaseResult,
  OPERATIONS,
  type Operation,
  VERDICTS,
  faultCases,
  powerCases,
} from "./cases.ts";
import type { CallCounts } from "./control.ts";
import { Lane } from "./lane.ts";
import { buildPreload } from "./preload.ts";

/** Long, since a busy machine may delay a case by minutes. */
const MAX_CASE_MS = 600_000;
/** Number of violations described below the table. */
const MAX_NOTES = 20;

interface Tried {
  readonly experiment: Case;
  readonly result: CaseResult;
}

await runBenchmark(import.meta.url, {
  options: {
    injections: { type: "string", default: "2000" },
    cuts: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    lanes: { type: "string", default: "2" },
    node: { type: "string" },
    minutes: { type: "string", default: "600" },
    case: { type: "string" },
  },
  async measure(given, bench) {
    requireBuilt();
    const [injections, cuts, seed] = [
      countOption("--injections", given.injections, 0),
      countOption("--cuts", given.cuts, 0),
      countOption("--seed", given.seed, 0),
    ];
    const options = {
      folder: bench.folder,
      library: buildPreload(bench.folder),
      node: given.node === undefined ? process.execPath : pathOption(given.node),
      signal: bench.signal,
      maxCaseMs: MAX_CASE_MS,
    };
    const startedMs = performance.now();
    const lanes = Array.from({ length: countOption("--lanes", given.lanes) }, () => new Lane(options));
    try {
      const cases =
        given.case === undefined
          ? await plan(lanes, { injections, cuts, seed })
          : [JSON.parse(given.case) as Case | Case[]].flat();
      const untilMs = startedMs + countOption("--minutes", given.minutes) * 60_000;
      const tried = await tryAll(lanes, cases, { ...bench, untilMs });
      return report(tried, { seed, seconds: Math.round((performance.now() - startedMs) / 1_000) });
    } finally {
      await Promise.all(lanes.map((lane) => lane[Symbol.asyncDispose]()));
    }
  },
});

async function plan(
  [lane]: readonly Lane[],
  { injections, cuts, seed }: { readonly injections: number; readonly cuts: number; readonly seed: number },
): Promise<Case[]> {
  const counts = new Map<Operation, CallCounts>();
  const changes = new Map<Operation, number>();
  for (const operation of OPERATIONS) {
    const measured = await lane?.measure(operation);
    if (!measured) continue;
    counts.set(operation, measured.counts);
    changes.set(operation, measured.changes);
  }
  return [
    ...faultCases(counts, injections, seededRandom(seed)),
    ...powerCases(changes, cuts, seededRandom(seed + 1)),
  ];
}

async function tryAll(
  lanes: readonly Lane[],
  cases: readonly Case[],
  { progress, untilMs }: Pick<Bench, "progress"> & { readonly untilMs: number },
): Promise<Tried[]> {
  const tried: Tried[] = [];
  const waiting = cases.values();
  await Promise.all(
    lanes.map(async (lane) => {
      for (const experiment of waiting) {
        if (performance.now() > untilMs) break;
        const result = await lane.try(experiment);
        tried.push({ experiment, result });
        if (!isGood(result)) progress(describe({ experiment, result }));
        if (tried.length % 100 === 0) progress(`${tried.length} of ${cases.length}`);
      }
    }),
  );
  return tried;
}

function isGood({ verdict }: CaseResult): boolean {
  return verdict === "kept" || verdict === "told";
}

function describe({ experiment, result: { verdict, detail } }: Tried): string {
  return `${verdict} ${JSON.stringify(experiment)}: ${detail}`;
}

/** The table row that a case counts in. */
function rowOf(experiment: Case): string {
  if (experiment.kind === "power loss")
    return [experiment.operation, "power loss", experiment.unsynced].join("\t");
  const { kind, error, isLasting } = experiment.fault;
  return [experiment.operation, kind, isLasting ? `${error}, lasting` : error].join("\t");
}

function report(
  tried: readonly Tried[],
  { seed, seconds }: { readonly seed: number; readonly seconds: number },
): Report {
  const hit = tried.filter(({ result }) => result.hits > 0);
  const bad = hit.filter(({ result }) => !isGood(result));
  if (bad.length > 0) process.exitCode = 1;
  const countsOf = (some: readonly Tried[]): number[] =>
    VERDICTS.map((verdict) => some.filter(({ result }) => result.verdict === verdict).length);
  const names = [...new Set(hit.map(({ experiment }) => rowOf(experiment)))].sort();
  const rows = names.map(
    (name) => [name, hit.filter(({ experiment }) => rowOf(experiment) === name)] as const,
  );
  const injected = hit.filter(({ experiment }) => experiment.kind === "fault");
  const results = Object.fromEntries(
    rows.map(([row, some]) => [
      row.replaceAll("\t", ", "),
      Object.fromEntries(countsOf(some).map((count, at) => [VERDICTS[at], count])),
    ]),
  );
  return {
    title:
      `Faults of the disk, seed ${seed}: ${injected.length} injections, ${hit.length - injected.length} ` +
      `power failures, ${seconds} s`,
    columns: ["operation", "call", "error", "cases", ...VERDICTS],
    rows: [
      ...rows.map(([row, some]) => [...row.split("\t"), some.length, ...countsOf(some)]),
      ["all", "", "", hit.length, ...countsOf(hit)],
    ],
    notes: bad.slice(0, MAX_NOTES).map(describe),
    results: {
      seed,
      seconds,
      injections: injected.length,
      cuts: hit.length - injected.length,
      rows: results,
      violations: bad.map(describe),
    },
  };
}
