/**
 * The experiment of `bench/kill` in small: whatever is killed with SIGKILL leaves an index that tells no lie
 * and mends by itself.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../support/process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const KILLS = 3;
/** Another one tries other moments; that of a failure comes again with it. */
const SEED = process.env["SATORI_TEST_SEED"] ?? "1";
/** Some hundred processes one after the other, beside other tests. */
const TIMEOUT_MS = 600_000;

interface Results {
  readonly operations: readonly {
    readonly operation: string;
    readonly kills: number;
    readonly survived: number;
    /** Of an index of its own. */
    readonly during?: number;
    /** Of views: kills before the operation had ended. */
    readonly beforeEnd?: number;
  }[];
  readonly violations: readonly string[];
}

test(
  `create, reindex, sync, clear and the marker survive ${KILLS} kills each (seed ${SEED})`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { operations, violations } = await bench(["--kills", String(KILLS)]);
    expect(violations).toEqual([]);
    const survived = ["create", "reindex", "sync", "clear", "marker"].map((operation) => ({
      operation,
      kills: KILLS,
      survived: KILLS,
    }));
    expect(operations).toMatchObject(survived);
    // What is killed before it begins, or when it has ended, proves nothing: some have to be in between,
    // whichever these are.
    const between = operations
      .filter(({ operation }) => /create|reindex|marker/.test(operation))
      .reduce((sum, { during = 0 }) => sum + during, 0);
    expect(between).toBeGreaterThan(0);
  },
);

test(
  `two views of one index file survive ${KILLS} kills of each kind (seed ${SEED})`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { operations, violations } = await bench(["--views", "--kills", String(KILLS)]);
    expect(violations).toEqual([]);
    expect(operations).toMatchObject(
      ["index a view", "remove a view", "index a commit"].map((operation) => ({
        operation,
        kills: KILLS,
        survived: KILLS,
      })),
    );
    // The first kill of each kind is after the end. Of the others, at least one hit something.
    expect(operations.reduce((sum, { beforeEnd = 0 }) => sum + beforeEnd, 0)).toBeGreaterThan(0);
  },
);

/** Runs the benchmark with the seed. */
async function bench(flags: readonly string[]): Promise<Results> {
  const command = [join(ROOT, "node_modules/.bin/tsx"), "tools/bench.ts", "kill", ...flags];
  const { stdout, stderr } = await run([...command, "--seed", SEED, "--json"], { cwd: ROOT });
  expect(stdout, stderr).not.toBe("");
  return (JSON.parse(stdout) as { results: Results }).results;
}
