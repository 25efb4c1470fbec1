/**
 * Kills processes with SIGKILL at random points of create, reindex, sync, clear and of writing the marker,
 * and inspects what they leave. Required are: a sound index file; a state that the transition table allows;
 * the previous index or the new one, never half of one; and nothing that the next create, sync or search does
 * not repair by itself.
 *
 *   npm run bench -- kill [--kills 200] [--seed N] [--lanes 2] [--views] [--json]
 *
 *   --kills N   kills of each operation
 *   --seed N    decides on edits, order and moments; printed with the table; default: random
 *   --lanes N   parallel codebases, each with its own index and its share of the kills
 *   --views     instead, two work trees in one index file: kills while two processes index them at once, while
 *               one of them is removed and the other one is read, and while a commit is indexed
 *
 * A third of the kills of create, reindex and sync is spread over the whole operation, a third over the time
 * after its first batch is written, and a third follows one of its writes into the index folder. Kills of
 * clear are of the first and last sort; kills of the marker are spread over the time after publishing begins.
 * Whether a kill hit before, during or after is decided by what is left: nothing of the operation, a part of
 * it, or all. Exits with 1 if a kill is not survived, and prints seed, lane and round.
 */
import { countOption } from "../support/arguments.ts";
import { type Report, runBenchmark } from "../support/benchmark.ts";
import { environmentIn, requireBuilt } from "../support/product.ts";
import { median } from "../support/statistics.ts";
import { figure } from "../support/target.ts";
import { type NumberedRound, runExperiment } from "./experiment.ts";
import { OPERATIONS } from "./moments.ts";
import { VIEW_OPERATIONS, type ViewRound, runViews } from "./views.ts";

await runBenchmark(import.meta.url, {
  options: {
    kills: { type: "string", default: "200" },
    seed: { type: "string" },
    lanes: { type: "string", default: "2" },
    views: { type: "boolean", default: false },
  },
  async measure(given, { folder, signal, progress }) {
    requireBuilt();
    const [kills, lanes] = [countOption("--kills", given.kills), countOption("--lanes", given.lanes)];
    const seed = given.seed === undefined ? Date.now() % 1_000_000 : countOption("--seed", given.seed, 0);
    Object.assign(process.env, environmentIn(folder));
    delete process.env["SATORI_HOME"];
    progress(`seed ${seed}`);
    if (given.views) {
      const onRound = (round: ViewRound): void => {
        for (const violation of round.violations) progress(describeView(violation, round, seed));
      };
      return reportViews(await runViews({ folder, kills, seed, signal, onRound }), seed);
    }
    let done = 0;
    const onRound = (round: NumberedRound): void => {
      for (const violation of round.violations) progress(describe(violation, round, seed));
      if (++done % 100 === 0) progress(`${done} of ${kills * OPERATIONS.length} kills`);
    };
    const rounds = await runExperiment({ folder, kills, seed, lanes, signal, onRound });
    return report(rounds, seed);
  },
});

function describe(
  violation: string,
  { operation, deed, lane, number, moment }: NumberedRound,
  seed: number,
): string {
  return (
    `VIOLATION seed ${seed}, lane ${lane}, round ${number}, ${operation} (${deed}), killed at ` +
    `${JSON.stringify(moment)}: ${violation}`
  );
}

function report(rounds: readonly NumberedRound[], seed: number): Report {
  const violations = rounds.flatMap((round) =>
    round.violations.map((violation) => describe(violation, round, seed)),
  );
  if (violations.length > 0) process.exitCode = 1;
  const operations = OPERATIONS.map((operation) => {
    const own = rounds.filter((round) => round.operation === operation);
    const hits = (hit: string): number => own.filter((round) => round.hit === hit).length;
    return {
      operation,
      kills: own.length,
      survived: own.filter((round) => round.violations.length === 0).length,
      before: hits("before"),
      during: hits("during"),
      after: hits("after"),
      medianRoundMs: Math.round(median(own.map(({ durationMs }) => durationMs))),
    };
  });
  return {
    title: `Processes killed with SIGKILL, seed ${seed}`,
    columns: ["", "kills", "survived", "hit before", "during", "after", "median round ms"],
    rows: operations.map(({ operation, kills, survived, before, during, after, medianRoundMs }) => [
      operation,
      kills,
      survived,
      before,
      during,
      after,
      figure(medianRoundMs),
    ]),
    notes: violations,
    results: { seed, operations, violations },
  };
}

function describeView(
  violation: string,
  { operation, deed, number, moment }: ViewRound,
  seed: number,
): string {
  return (
    `VIOLATION seed ${seed}, round ${number}, ${operation} (${deed}), killed at ${JSON.stringify(moment)}: ` +
    violation
  );
}

function reportViews(rounds: readonly ViewRound[], seed: number): Report {
  const violations = rounds.flatMap((round) =>
    round.violations.map((violation) => describeView(violation, round, seed)),
  );
  if (violations.length > 0) process.exitCode = 1;
  const operations = VIEW_OPERATIONS.map((operation) => {
    const own = rounds.filter((round) => round.operation === operation);
    return {
      operation,
      kills: own.length,
      survived: own.filter((round) => round.violations.length === 0).length,
      beforeEnd: own.filter(({ hasEnded }) => !hasEnded).length,
      medianRoundMs: Math.round(median(own.map(({ durationMs }) => durationMs))),
    };
  });
  return {
    title: `Processes killed with SIGKILL at views of one index file, seed ${seed}`,
    columns: ["", "kills", "survived", "before the end", "median round ms"],
    rows: operations.map(({ operation, kills, survived, beforeEnd, medianRoundMs }) => [
      operation,
      kills,
      survived,
      beforeEnd,
      figure(medianRoundMs),
    ]),
    notes: violations,
    results: { seed, operations, violations },
  };
}
