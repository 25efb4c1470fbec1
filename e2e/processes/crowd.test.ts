/**
 * The experiment of `bench/crowd` in small: several servers and commands on one codebase while its files are
 * edited all the time and its index is rebuilt. Nobody gets an error, nothing that is shown was never there,
 * and what is left is what one process would have made.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { run } from "../support/process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Of requests and edits; how these meet depends on the machine's load, too. */
const SEED = process.env["SATORI_TEST_SEED"] ?? String(Math.floor(Math.random() * 2 ** 31));
const FLAGS = ["--seconds", "13", "--servers", "5", "--commands", "1", "--files", "150", "--seed", SEED];
const isLinux = process.platform === "linux";

interface Results {
  readonly started: { readonly servers: number; readonly commands: number };
  /** Each in words; all of them empty when all is well. */
  readonly errors: readonly string[];
  readonly torn: readonly string[];
  readonly stale: readonly string[];
  readonly clashes: readonly string[];
  readonly orphans: readonly string[];
  readonly damage: readonly string[];
  readonly locks: { readonly wrote: number; readonly processes: number; readonly maxAtOnce: number };
  readonly answers: Readonly<Record<string, number>>;
  readonly edits: Readonly<Record<string, number>>;
}

let results: Results;

beforeAll(async () => {
  const { stdout, stderr } = await run(
    [join(ROOT, "node_modules/.bin/tsx"), "tools/bench.ts", "crowd", ...FLAGS, "--json"],
    { cwd: ROOT, environment: { SATORI_BENCH_SHARED: process.env["SATORI_TEST_SHARED"] ?? "0" } },
  );
  expect(stdout, stderr).not.toBe("");
  results = (JSON.parse(stdout) as { results: Results }).results;
});

test(`everybody gets answers that the contract allows, whatever is asked (seed ${SEED})`, () => {
  expect(results.errors).toEqual([]);
  expect(Object.keys(results.answers)).toEqual(
    expect.arrayContaining([
      "search_codebase ok",
      "file_outline ok",
      "read_file ok",
      "manage_index ok preflight_unknown",
    ]),
  );
  expect(results.edits["rewrite"]).toBeGreaterThan(0);
  // One of the servers came and went.
  expect(results.started.servers).toBeGreaterThan(5);
  expect(results.started.commands).toBeGreaterThan(0);
});

test(
  "what is shown of a file was one version of it, and one that was there if the answer calls itself " +
    "current",
  () => {
    expect(results.torn).toEqual([]);
    expect(results.stale).toEqual([]);
  },
);

test.skipIf(!isLinux)("whoever writes holds the lock, and is the only one", () => {
  expect(results.clashes).toEqual([]);
  expect(results.locks.maxAtOnce).toBe(1);
  // Several have written, and were seen to.
  expect(results.locks.processes).toBeGreaterThan(1);
  expect(results.locks.wrote).toBeGreaterThan(0);
});

test("all end by themselves, and what they started ends with them", () => {
  expect(results.orphans).toEqual([]);
});

test("the index is sound, at rest, and the same as a fresh one", () => {
  expect(results.damage).toEqual([]);
});
