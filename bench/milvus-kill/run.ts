/**
 * Kills Milvus, or the process that uses it, with SIGKILL at random moments of create, sync and search, and
 * inspects the index afterwards. Required are: the previous index or the new one, never half of one that
 * claims to be complete; the next search, sync or create repairs it, down to the answers of a new index; and
 * nothing is left over on the server.
 *
 *   npm run bench -- milvus-kill [--kills 30] [--seed N] [--victim server|client] [--json]
 *
 *   --kills N   kills of each operation, for the server and for the process
 *   --seed N    decides on edits and moments; printed with the table; default: random
 *   --victim V  what is killed; default: first the server, then the client
 *
 * Installs Milvus Lite from PyPI once, into node_modules/.cache. A killed server comes back after up to four
 * seconds. Exits with 1 if a kill is not survived.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startMilvus } from "../../tools/milvus/server.ts";
import { countOption } from "../support/arguments.ts";
import { runBenchmark } from "../support/benchmark.ts";
import { BenchmarkError, UsageError } from "../support/failure.ts";
import { environmentIn, requireBuilt } from "../support/product.ts";
import { seededRandom } from "../support/random.ts";
import { median } from "../support/statistics.ts";
import { figure } from "../support/target.ts";
import { OPERATIONS, type Round, type Victim, runLane } from "./experiment.ts";

const VICTIMS: readonly Victim[] = ["server", "client"];

await runBenchmark(import.meta.url, {
  options: { kills: { type: "string", default: "30" }, seed: { type: "string" }, victim: { type: "string" } },
  async measure(given, { folder, signal, progress }) {
    requireBuilt();
    const kills = countOption("--kills", given.kills);
    const seed = given.seed === undefined ? Date.now() % 1_000_000 : countOption("--seed", given.seed, 0);
    Object.assign(process.env, environmentIn(folder));
    delete process.env["SATORI_HOME"];
    progress(`seed ${seed}`);
    const rounds: Round[] = [];
    // One after the other: on a busy machine, kills would miss their moments.
    for (const [at, victim] of victimsOf(given.victim)) {
      await using server = await startMilvus();
      if (!server) throw new BenchmarkError("Milvus Lite cannot be installed");
      const own = join(folder, victim);
      mkdirSync(own, { recursive: true });
      let done = 0;
      const onRound = ({ operation, violations }: Round): void => {
        done++;
        for (const violation of violations)
          progress(`VIOLATION seed ${seed}, ${victim}, round ${done}, ${operation}: ${violation}`);
        if (done % 10 === 0) progress(`${victim}: ${done} of ${kills * OPERATIONS.length}`);
      };
      rounds.push(
        ...(await runLane({
          folder: own,
          victim,
          server,
          kills,
          random: seededRandom(seed * 1_000 + at),
          signal,
          onRound,
        })),
      );
    }
    return report(rounds, seed);
  },
});

/** Victims, with their numbers. */
function victimsOf(given: string | undefined): (readonly [number, Victim])[] {
  const chosen = [...VICTIMS.entries()].filter(([, victim]) => given === undefined || victim === given);
  if (chosen.length === 0) throw new UsageError("--victim is server or client");
  return chosen;
}

function report(rounds: readonly Round[], seed: number) {
  const violations = rounds.flatMap((round) =>
    round.violations.map((violation) => `${round.victim}, ${round.operation}: ${violation}`),
  );
  if (violations.length > 0) process.exitCode = 1;
  const operations = VICTIMS.filter((victim) => rounds.some((round) => round.victim === victim)).flatMap(
    (victim) =>
      OPERATIONS.map((operation) => {
        const own = rounds.filter((round) => round.operation === operation && round.victim === victim);
        const survived = own.filter((round) => round.violations.length === 0).length;
        return {
          victim,
          operation,
          kills: own.length,
          survived,
          during: own.filter(({ isDuring }) => isDuring).length,
          indexed: own.filter(({ isIndexed }) => isIndexed).length,
          medianRoundMs: Math.round(median(own.map(({ durationMs }) => durationMs))),
        };
      }),
  );
  return {
    title: `Milvus and processes that use it killed with SIGKILL, seed ${seed}`,
    columns: ["killed", "during", "kills", "survived", "on the way", "index there", "median round ms"],
    rows: operations.map(({ victim, operation, kills, survived, during, indexed, medianRoundMs }) => [
      victim,
      operation,
      kills,
      survived,
      during,
      indexed,
      figure(medianRoundMs),
    ]),
    notes: violations,
    results: { seed, operations, violations },
  };
}
