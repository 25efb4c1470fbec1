/**
 * How long `change_impact` takes for commits of about twenty files, in a running server.
 *
 *   npm run bench -- impact-time --repository DIR [--commits N] [--sources REGEX] [--json]
 *
 *   --repository DIR  a git repository with its history; commits are checked out in a copy
 *   --commits N       the newest N commits that change 15 to 25 source files (default 5)
 *   --sources REGEX   paths of source files (default: common extensions)
 *
 * Each commit is checked out, and the index is brought up to date. A new server is then asked what the commit
 * affects: `first` is its first answer, for which it opens the index; `again` is the median of five more, and
 * `cpu` their CPU time. `git diff` is the median of five runs for the same commits. `partial` answers reached
 * the deadline or a limit.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { ChangeImpactOk } from "@satori/contracts";
import { countOption, folderOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { check, missing } from "../support/failure.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { McpServer } from "../support/mcp-server.ts";
import { type CommandOptions, measure } from "../support/measure.ts";
import { CLI, MCP, requireBuilt } from "../support/product.ts";
import { median, sum } from "../support/statistics.ts";
import { figure, verdict } from "../support/target.ts";

const SOURCES = String.raw`\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|rb|php|c|cc|cpp|h|swift|scala)$`;
const [FEWEST_FILES, MOST_FILES] = [15, 25];
const REPEATED = 5;
const AGAIN_GOAL_MS = 200;
const FIRST_GOAL_MS = 1_000;

interface Row {
  readonly commit: string;
  readonly files: number;
  readonly changed: number;
  readonly affected: number;
  readonly isPartial: boolean;
  readonly firstMs: number;
  readonly againMs: number;
  readonly cpuMs: number;
  readonly gitMs: number;
}

interface Asked {
  readonly answer: ChangeImpactOk;
  readonly ms: number;
  readonly cpuMs: number;
}

await runBenchmark(import.meta.url, {
  options: {
    repository: { type: "string" },
    commits: { type: "string", default: "5" },
    sources: { type: "string", default: SOURCES },
  },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Name a git repository with its history.";
    if (given.repository === undefined) throw missing("--repository", remedy);
    const original = folderOption("--repository", given.repository, remedy);
    const clone = join(bench.folder, "repository");
    execFileSync("git", ["clone", "--quiet", "--shared", original, clone]);
    const count = countOption("--commits", given.commits, 1);
    const commits = commitsOf(clone, new RegExp(given.sources, "u")).slice(0, count);
    check(
      commits.length > 0,
      `no commit of ${original} changes ${FEWEST_FILES} to ${MOST_FILES} source files`,
    );
    const { options, files } = await indexedCodebase(clone, bench);
    const rows: Row[] = [];
    for (const commit of commits) rows.push(await rowOf(clone, commit, { options, bench }));
    return report(rows, files.filter((path) => !path.startsWith(".git/")).length);
  },
});

/** Commits with one parent that change as many source files, newest first. */
function commitsOf(clone: string, sources: RegExp): string[] {
  const args = ["log", "--no-merges", "--no-renames", "--format=%x00%H", "--name-only", "-2000"];
  return git(clone, args)
    .split("\0")
    .map((entry) => entry.split("\n").filter((line) => line !== ""))
    .filter(([, ...paths]) => {
      const changed = paths.filter((path) => sources.test(path)).length;
      return changed >= FEWEST_FILES && changed <= MOST_FILES;
    })
    .map(([commit]) => commit as string);
}

async function rowOf(
  clone: string,
  commit: string,
  { options, bench }: { readonly options: CommandOptions; readonly bench: Bench },
): Promise<Row> {
  git(clone, ["checkout", "--quiet", "--detach", commit]);
  await measure([process.execPath, CLI, "sync", clone], options);
  bench.progress(`asking about ${commit.slice(0, 10)}`);
  await using server = await McpServer.start(options, [process.execPath, MCP, "--tools", "core,review"]);
  const asked = async (): Promise<Asked> => {
    const [startedMs, usedMs] = [performance.now(), server.cpuMs()];
    const answer = await server.call("change_impact", { path: clone, base: `${commit}~1` });
    check(answer.status === "ok", `change_impact answered ${JSON.stringify(answer).slice(0, 500)}`);
    return { ms: performance.now() - startedMs, cpuMs: server.cpuMs() - usedMs, answer };
  };
  const first = await asked();
  const again: Asked[] = [];
  for (let at = 0; at < REPEATED; at++) again.push(await asked());
  const { coverage, counts } = first.answer;
  const { affected, misfits: _, cosmetic: __, ...changes } = counts;
  return {
    commit: commit.slice(0, 10),
    files: coverage.changedFiles,
    changed: sum(Object.values(changes)),
    affected,
    isPartial: !coverage.complete,
    firstMs: first.ms,
    againMs: median(again.map(({ ms }) => ms)),
    cpuMs: median(again.map(({ cpuMs }) => cpuMs)),
    gitMs: median(Array.from({ length: REPEATED }, () => gitDiffMs(clone, commit))),
  };
}

function gitDiffMs(clone: string, commit: string): number {
  const startedMs = performance.now();
  git(clone, ["diff", `${commit}~1`, commit]);
  return performance.now() - startedMs;
}

function git(clone: string, args: readonly string[]): string {
  return execFileSync("git", ["-C", clone, ...args], { encoding: "utf8", maxBuffer: 2 ** 30 });
}

function report(rows: readonly Row[], files: number): Report {
  const firstMs = median(rows.map((row) => row.firstMs));
  const againMs = median(rows.map((row) => row.againMs));
  return {
    title: `What commits of 15 to 25 source files affect, among ${files} files`,
    columns: "commit,files,changed,affected,partial,first ms,again ms,cpu ms,git diff ms".split(","),
    rows: rows.map(({ commit, files: of, changed, affected, isPartial, ...times }) => [
      commit,
      of,
      changed,
      affected,
      isPartial ? "yes" : "",
      ...[times.firstMs, times.againMs, times.cpuMs, times.gitMs].map(figure),
    ]),
    notes: [
      `First: ${figure(firstMs)} ms (median; ${verdict(firstMs, FIRST_GOAL_MS, " ms")}).`,
      `Again: ${figure(againMs)} ms (${verdict(againMs, AGAIN_GOAL_MS, " ms")}).`,
    ],
    results: { rows },
  };
}
