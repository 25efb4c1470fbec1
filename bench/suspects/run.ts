/**
 * How often the commit that caused a regression is among the first suspects of `symbol_history`, over real
 * regressions whose fix names the guilty commit.
 *
 *   npm run bench -- suspects --repositories DIR [--part tuning|kept] [--save FILE]
 *     [--deadline-ms N] [--each] [--json]
 *
 *   --repositories DIR   clones with their whole history, each in DIR/OWNER+NAME or DIR/OWNER+NAME/repo
 *   --part PART          only the half that weights were chosen on, or the other one; default: both
 *   --save FILE          adds each result to this file, and takes those that it already has from there
 *   --deadline-ms N      SATORI_REVIEW_DEADLINE_MS; default: that of a new installation, 30000. More shows the
 *                        ranks alone, where the machine is busy
 *   --each               prints the rank of each guilty commit
 *
 * `regressions.jsonl` has the ids: of the fix, the guilty commit, and a good commit: the release before the
 * guilty commit, or a commit 90 days before it where that range has more than 5,000 commits
 * (`find-regressions.ts` finds them). The trace is the part of the fix's message that quotes the report; lines
 * that name a commit are left out, and nothing of the fix's changes is used. The range is from the good commit
 * to the parent of the fix. Errors, and traces without a frame in the repository, count as missed; messages
 * without a trace are left out.
 *
 * `recent` ranks the commits that changed a file of the trace, newest first; `random` is the share of a
 * random order. Regressions whose repository is missing are left out.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOption } from "../support/arguments.ts";
import { type Bench, runBenchmark } from "../support/benchmark.ts";
import { missing } from "../support/failure.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { McpServer } from "../support/mcp-server.ts";
import { MCP, requireBuilt } from "../support/product.ts";
import { type Regression, languageOf, readRegressions } from "./regressions.ts";
import { type Ranked, reportOf } from "./report.ts";
import { SavedResults } from "./saved-results.ts";
import { traceOfMessage } from "./trace-of-message.ts";

const MAX_SUSPECTS = 50;
/** The index is not what is measured: one file stands for the codebase. */
const PLACEHOLDER = "satori-bench.py";

await runBenchmark(import.meta.url, {
  options: {
    repositories: { type: "string" },
    part: { type: "string" },
    save: { type: "string" },
    "deadline-ms": { type: "string", default: "30000" },
    each: { type: "boolean", default: false },
  },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Clone the repositories that bench/suspects/regressions.jsonl names.";
    if (given.repositories === undefined) throw missing("--repositories", remedy);
    const folder = folderOption("--repositories", given.repositories, remedy);
    const wanted = readRegressions().filter(({ part }) => given.part === undefined || part === given.part);
    const saved = new SavedResults(given.save);
    const ranked: Ranked[] = [];
    for (const repository of new Set(wanted.map((one) => one.repository))) {
      const clone = cloneOf(folder, repository);
      if (clone === null) continue;
      const own = wanted.filter((one) => one.repository === repository);
      const rest = own.filter((one) => saved.resultOf(one) === undefined);
      if (rest.length > 0) await rankAll(clone, rest, { bench, saved, deadlineMs: given["deadline-ms"] });
      ranked.push(...own.flatMap((one) => saved.resultOf(one) ?? []));
    }
    return reportOf(ranked, given.each);
  },
});

function cloneOf(folder: string, repository: string): string | null {
  const path = join(folder, repository.replace("/", "+"));
  return [join(path, "repo"), path].find((candidate) => existsSync(candidate)) ?? null;
}

async function rankAll(
  clone: string,
  regressions: readonly Regression[],
  {
    bench,
    saved,
    deadlineMs,
  }: { readonly bench: Bench; readonly saved: SavedResults; readonly deadlineMs: string },
): Promise<void> {
  const codebase = join(bench.folder, "code", regressions[0]?.repository ?? "");
  mkdirSync(codebase, { recursive: true });
  execFileSync("git", ["clone", "--quiet", "--shared", "--no-checkout", clone, codebase]);
  writeFileSync(join(codebase, PLACEHOLDER), "def placeholder():\n    return 1\n");
  const { options } = await indexedCodebase(codebase, bench);
  const environment = { ...options.environment, SATORI_REVIEW_DEADLINE_MS: deadlineMs };
  await using server = await McpServer.start({ ...options, environment }, [
    process.execPath,
    MCP,
    "--tools",
    "core,review",
  ]);
  for (const regression of regressions) {
    bench.progress(`${regression.repository} ${regression.fix}`);
    const result = await rank(server, codebase, regression);
    if (result) saved.add(result);
  }
}

/** Null if the message has no trace. */
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
  const found = answer.status === "ok" ? answer : { frames: [], suspects: [] };
  // Frames of other code are of other languages, such as those of a sanitizer.
  const located = (found.frames ?? []).map(({ file, line }) => `${file}:${line}`).join("\n");
  const files = [...new Set((found.frames ?? []).map(({ file }) => file))];
  const changing =
    files.length === 0 ? [] : git("log", "--no-merges", "--format=%H", range, "--", ...files).split("\n");
  return {
    ...one,
    language: languageOf(located === "" ? trace : located),
    outcome: answer.status === "error" ? answer.error.code : answer.status,
    warnings: answer.warnings ?? [],
    suspect: (found.suspects ?? []).findIndex(({ commit }) => commit === one.guilty) + 1,
    recent: changing.indexOf(one.guilty) + 1,
    commits: Number(git("rev-list", "--count", "--no-merges", range)),
    ms,
  };
}
