/**
 * How often the commit that caused a regression is among the first suspects of `symbol_history`, over real
 * regressions whose fix names the guilty commit.
 *
 *   npm run bench -- suspects --repositories DIR [--part tuning|kept] [--json]
 *
 *   --repositories DIR   clones with their whole history, each in DIR/OWNER+NAME or DIR/OWNER+NAME/repo
 *   --part PART          only the half that weights were chosen on, or the other one; default: both
 *   --each               prints the rank of each guilty commit
 *
 * `regressions.jsonl` has the ids: of the fix, the guilty commit, and a good commit: the release before the
 * guilty commit, or a commit 90 days before it where that range has more than 5,000 commits. The trace is
 * the part of the fix's message that quotes the report; lines that name a commit are left out, and nothing of
 * the fix's changes is used. The range is from the good commit to the parent of the fix.
 *
 * `recent` ranks the commits that changed a file of the trace, newest first; `random` is the share of a
 * random order. Regressions whose repository is missing are left out.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOption } from "../support/arguments.ts";
import { type Bench, type Report, runBenchmark } from "../support/benchmark.ts";
import { missing } from "../support/failure.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { McpServer } from "../support/mcp-server.ts";
import { MCP, requireBuilt } from "../support/product.ts";
import { median } from "../support/statistics.ts";
import { traceOfMessage } from "./trace-of-message.ts";

const AMONG = [1, 5, 10] as const;
const MAX_SUSPECTS = 50;
/** The index is not what is measured: one file stands for the codebase. */
const PLACEHOLDER = "satori-bench.py";

interface Regression {
  readonly repository: string;
  readonly fix: string;
  readonly guilty: string;
  readonly good: string;
  readonly part: "tuning" | "kept";
}

/** Ranks from 1; 0 if the guilty commit is not listed. */
interface Ranked extends Regression {
  readonly suspect: number;
  readonly recent: number;
  readonly commits: number;
  readonly ms: number;
}

await runBenchmark(import.meta.url, {
  options: {
    repositories: { type: "string" },
    part: { type: "string" },
    each: { type: "boolean", default: false },
  },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Clone the repositories that bench/suspects/regressions.jsonl names.";
    if (given.repositories === undefined) throw missing("--repositories", remedy);
    const folder = folderOption("--repositories", given.repositories, remedy);
    const wanted = regressions().filter(({ part }) => given.part === undefined || part === given.part);
    const ranked: Ranked[] = [];
    for (const repository of new Set(wanted.map((one) => one.repository))) {
      const clone = cloneOf(folder, repository);
      if (clone === null) continue;
      const own = wanted.filter((one) => one.repository === repository);
      ranked.push(...(await rankAll(clone, own, bench)));
    }
    return report(ranked, given.each);
  },
});

function regressions(): Regression[] {
  const text = readFileSync(new URL("regressions.jsonl", import.meta.url), "utf8");
  // The file is written by hand and by scripts of this project.
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Regression);
}

function cloneOf(folder: string, repository: string): string | null {
  const path = join(folder, repository.replace("/", "+"));
  return [join(path, "repo"), path].find((candidate) => existsSync(candidate)) ?? null;
}

async function rankAll(clone: string, own: readonly Regression[], bench: Bench): Promise<Ranked[]> {
  const codebase = join(bench.folder, "code", own[0]?.repository ?? "");
  mkdirSync(codebase, { recursive: true });
  execFileSync("git", ["clone", "--quiet", "--shared", "--no-checkout", clone, codebase]);
  writeFileSync(join(codebase, PLACEHOLDER), "def placeholder():\n    return 1\n");
  const { options } = await indexedCodebase(codebase, bench);
  await using server = await McpServer.start(
    { ...options, environment: { ...options.environment, SATORI_REVIEW_DEADLINE_MS: "120000" } },
    [process.execPath, MCP, "--tools", "core,review"],
  );
  const ranked: Ranked[] = [];
  for (const regression of own) {
    bench.progress(`${regression.repository} ${regression.fix}`);
    const one = await rank(server, codebase, regression);
    if (one) ranked.push(one);
  }
  return ranked;
}

/** Null if the message has no trace with a frame in the repository. */
async function rank(server: McpServer, codebase: string, one: Regression): Promise<Ranked | null> {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", codebase, ...args], { maxBuffer: 1 << 28 })
      .toString()
      .trim();
  const trace = traceOfMessage(git("log", "-1", "--format=%B", one.fix));
  if (trace.trim() === "") return null;
  const range = `${one.good}..${git("rev-parse", `${one.fix}^`)}`;
  const startedMs = performance.now();
  const answer = await server.call("symbol_history", { path: codebase, trace, range, limit: MAX_SUSPECTS });
  const ms = performance.now() - startedMs;
  if (answer.status !== "ok") return null;
  const files = [...new Set((answer.frames ?? []).map(({ file }) => file))];
  const changing = git("log", "--no-merges", "--format=%H", range, "--", ...files).split("\n");
  return {
    ...one,
    suspect: (answer.suspects ?? []).findIndex(({ commit }) => commit === one.guilty) + 1,
    recent: changing.indexOf(one.guilty) + 1,
    commits: Number(git("rev-list", "--count", "--no-merges", range)),
    ms,
  };
}

function report(ranked: readonly Ranked[], printsEach: boolean): Report {
  const rows = (["tuning", "kept"] as const).map((part) => {
    const own = ranked.filter((one) => one.part === part);
    const share = (rankOf: (one: Ranked) => number, among: number): number =>
      own.filter((one) => rankOf(one) > 0 && rankOf(one) <= among).length / own.length;
    return {
      part,
      regressions: own.length,
      suspects: AMONG.map((among) => share(({ suspect }) => suspect, among)),
      recentAmong5: share(({ recent }) => recent, 5),
      randomAmong5: own.reduce((sum, { commits }) => sum + Math.min(1, 5 / commits), 0) / own.length,
      commits: median(own.map(({ commits }) => commits)),
      ms: median(own.map(({ ms }) => ms)),
    };
  });
  return {
    title: "Guilty commits among the first suspects of a trace",
    columns: ["part", "regressions", "first", "first 5", "first 10", "recent 5", "random 5", "commits", "ms"],
    rows: rows
      .filter(({ regressions: count }) => count > 0)
      .map((row) => [
        row.part,
        row.regressions,
        ...row.suspects.map((value) => value.toFixed(3)),
        row.recentAmong5.toFixed(3),
        row.randomAmong5.toFixed(3),
        row.commits,
        Math.round(row.ms),
      ]),
    notes: printsEach
      ? ranked.map((one) => `${one.repository} ${one.fix} suspect ${one.suspect}, recent ${one.recent}`)
      : [],
    results: { rows, ranked },
  };
}
