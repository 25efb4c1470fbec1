/**
 * Compares SQLite drivers: their speed, and the state of a database after a system call fails.
 *
 *   npm run bench -- sqlite-drivers --packages FOLDER [--drivers "libsql,node:sqlite"] [--rows 50000]
 *                                   [--calls 8] [--rounds 3] [--node PATH]
 *
 *   --packages FOLDER   with the packages of the drivers in its node_modules: npm install --ignore-scripts
 *                       --prefix FOLDER libsql node-sqlite3-wasm
 *   --drivers LIST      of libsql, "libsql, default VFS" (as a plain path opens it), node:sqlite,
 *                       better-sqlite3, node-sqlite3-wasm; separated by semicolons
 *   --rows N            rows of the speed test: FTS5 rows and blobs of 600 bytes
 *   --calls N           each fault is injected at the first, second, … N-th call; 0 for no faults
 *   --rounds N          rounds of the speed test, the drivers in turn; the table has medians
 *   --node PATH         the Node.js that runs the drivers; default: this one
 *
 * Faults are injected with strace (Linux), for reads, writes, fsync and truncate of the database and of its
 * log. Each run starts with a sound database of 200 rows, commits three transactions of 300, runs a
 * checkpoint and counts the rows. The file is then judged by integrity_check and by the rows of committed
 * transactions. *honest*: an error or a success, with an intact database. *silent*: a success with a corrupt
 * one. *destroyed*: an error with a corrupt one. *false*: an error that calls an intact one corrupt.
 */
import { resolve } from "node:path";
import { countOption, folderOption } from "../support/arguments.ts";
import { runBenchmark } from "../support/benchmark.ts";
import { median } from "../support/statistics.ts";
import { figure } from "../support/target.ts";
import { type DriverProcess, measureSpeed } from "./driver-process.ts";
import { OUTCOMES, injectFaults } from "./faults.ts";

const STEPS = ["open", "insert", "checkpoint", "pointReads", "columnRead"] as const;

await runBenchmark(import.meta.url, {
  options: {
    packages: { type: "string" },
    drivers: { type: "string", default: "libsql;node:sqlite" },
    rows: { type: "string", default: "50000" },
    calls: { type: "string", default: "8" },
    rounds: { type: "string", default: "3" },
    node: { type: "string", default: process.execPath },
  },
  async measure(given, { folder, progress }) {
    const packages = folderOption(
      "--packages",
      given.packages,
      "Install the drivers there; --help says how.",
    );
    const [rows, calls, rounds] = [
      countOption("--rows", given.rows),
      countOption("--calls", given.calls, 0),
      countOption("--rounds", given.rounds),
    ];
    const drivers = given.drivers
      .split(";")
      .map((driver): DriverProcess => ({ driver, node: resolve(given.node), packages, folder }));
    const speeds = drivers.map((): Awaited<ReturnType<typeof measureSpeed>>[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [at, driver] of drivers.entries()) speeds[at]?.push(await measureSpeed(driver, rows));
    }
    const results = [];
    for (const [at, driver] of drivers.entries()) {
      const own = speeds[at] ?? [];
      const faults = calls === 0 ? null : await injectFaults(driver, calls);
      progress(`${driver.driver} done`);
      results.push({
        driver: driver.driver,
        medianMs: Object.fromEntries(
          STEPS.map((step) => [step, median(own.map(({ timesMs }) => timesMs[step] ?? 0))]),
        ),
        rssBytes: median(own.map(({ rssBytes }) => rssBytes)),
        faults,
      });
    }
    return {
      title: `SQLite drivers, ${rows} rows`,
      columns: ["driver", ...STEPS.map((step) => `${step} ms`), "memory MB", ...OUTCOMES],
      rows: results.map(({ driver, medianMs, rssBytes, faults }) => [
        driver,
        ...STEPS.map((step) => figure(Math.round(medianMs[step] ?? 0))),
        figure(Math.round(rssBytes / 1e6)),
        ...OUTCOMES.map((outcome) => faults?.counts[outcome] ?? ""),
      ]),
      notes: results.flatMap(({ driver, faults }) =>
        (faults?.worst ?? []).map((line) => `${driver}: ${line}`),
      ),
      results: { rows, calls, drivers: results },
    };
  },
});
