/**
 * What scope filters add to a search, by kind of filter: the time that the engine itself needs for them.
 *
 *   npm run bench -- filters --codebase DIR [--rounds 50]
 *
 * The index is built in a separate folder, which is removed afterwards. Target: at most 5 ms at the 95th
 * percentile over 100,000 chunks.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ScopeFilters } from "@satori/contracts";
import { callTool, openEngine, readConfig } from "@satori/engine";
import { countOption, folderOption } from "../support/arguments.ts";
import { percentile } from "../support/statistics.ts";
import { printTable } from "../support/table.ts";

const { values: options } = parseArgs({
  options: { codebase: { type: "string" }, rounds: { type: "string", default: "50" } },
});
const path = folderOption("--codebase", options.codebase, "Name a large one.");
const rounds = countOption("--rounds", options.rounds);

const SCOPES: readonly (readonly [string, ScopeFilters])[] = [
  ["glob: *.py", { include_globs: ["*.py"] }],
  ["glob: a folder, without another", { include_globs: ["django/"], exclude_globs: ["tests/"] }],
  ["glob: with asterisks inside", { include_globs: ["**/test_*.py"] }],
  ["language", { languages: ["python"] }],
  ["combined", { include_globs: ["*.py"], exclude_globs: ["tests/"], languages: ["python"] }],
];

const home = mkdtempSync(join(tmpdir(), "satori-bench-"));
let filterMs: number[] = [];
const log = (_level: string, event: string, fields: Readonly<Record<string, unknown>>): void => {
  if (event === "Applied scope filters") filterMs.push(fields["duration_ms"] as number);
};
const engine = openEngine({
  config: readConfig({
    environment: { SATORI_HOME: home, SATORI_LOG_LEVEL: "debug" },
    freshnessPolicy: "by_age",
  }),
  log,
});
const call = { baseFolder: path, roots: [path], log: () => undefined };
await callTool(engine, "manage_index", { action: "create", path }, call);
await engine.waitForRun(path, path);
const rows: (string | number)[][] = [];
let chunks = 0;
for (const [name, scope] of SCOPES) {
  await callTool(engine, "set_scope", scope, call);
  filterMs = [];
  for (let round = 0; round < rounds; round++) {
    const answer = await callTool(
      engine,
      "search_codebase",
      { path, query: "where are retries scheduled", scope: "mixed" },
      call,
    );
    if (answer.status !== "ok") throw new Error(`${answer.status} ${answer.message ?? ""}`);
    chunks = answer.coverage.chunks;
  }
  rows.push([
    name,
    filterMs.length,
    percentile(filterMs, 0.5).toFixed(2),
    percentile(filterMs, 0.95).toFixed(2),
  ]);
}
await engine[Symbol.asyncDispose]();
rmSync(home, { recursive: true, force: true });
printTable(`Filters of a scope, ${chunks} chunks`, ["filter", "searches", "p50 ms", "p95 ms"], rows);
