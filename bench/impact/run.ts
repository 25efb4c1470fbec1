/**
 * How many test files of real commits are among the tests to run that `change_impact` lists, for commits that
 * changed code and tests together.
 *
 *   npm run bench -- impact --repositories DIR [--part tuning|kept] [--only OWNER/NAME] [--save FILE]
 *     [--each] [--json]
 *
 *   --repositories DIR   clones with their whole history, each in DIR/OWNER+NAME or DIR/OWNER+NAME/repo
 *   --part PART          only the half that weights were chosen on, or the other one; default: both
 *   --only OWNER/NAME    only this repository
 *   --save FILE          adds each result to this file, and takes those that it already has from there
 *   --each               prints the ranks of each commit
 *
 * `commits.jsonl` has the commits (`find-commits.ts` finds them), `repositories.ts` says which files are tests.
 * The index is of the parent, and the tool gets the commit's diff without anything that belongs to tests. The
 * truth are the test files that the commit changed and the parent has. Recall at 5, 10 and 20 is the mean over
 * commits; `list` is the median number of test files to run, `of tests` its share of all test files.
 *
 * `imports` has the tests whose imports name a changed file, `nearest` all tests; both by how many words their
 * paths have in common with a changed file.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOption } from "../support/arguments.ts";
import { type Bench, runBenchmark } from "../support/benchmark.ts";
import { missing } from "../support/failure.ts";
import { indexedCodebase } from "../support/indexed-codebase.ts";
import { McpServer } from "../support/mcp-server.ts";
import { MCP, requireBuilt } from "../support/product.ts";
import { importingTests, nearestTests } from "./baselines.ts";
import { type ChangeOfCommit, changeOf, gitIn } from "./changes.ts";
import { type ImpactCommit, readCommits } from "./commits.ts";
import { type Measured, reportOf } from "./report.ts";
import { REPOSITORIES, type Repository } from "./repositories.ts";
import { SavedResults } from "./saved-results.ts";

/** Enough to show every test file. */
const LIMIT = 5_000;
const MAX_TOKENS = 1_000_000;
/** Lists are what is measured, not how long a busy machine takes. */
const DEADLINE_MS = "600000";
/** Files that a stored copy of a repository may lack, because they are large. */
const NOT_CHECKED_OUT = ["/*", "!*.exe", "!*.dll", "!*.wasm", "!*.png", "!*.gif", "!*.jpg", "!*.mp4"];

await runBenchmark(import.meta.url, {
  options: {
    repositories: { type: "string" },
    part: { type: "string" },
    only: { type: "string" },
    save: { type: "string" },
    each: { type: "boolean", default: false },
  },
  async measure(given, bench) {
    requireBuilt();
    const remedy = "Clone the repositories of bench/impact/repositories.ts.";
    if (given.repositories === undefined) throw missing("--repositories", remedy);
    const folder = folderOption("--repositories", given.repositories, remedy);
    const wanted = readCommits().filter(
      ({ part, repository }) =>
        (given.part === undefined || part === given.part) &&
        (given.only === undefined || repository === given.only),
    );
    const saved = new SavedResults(given.save);
    const measured: Measured[] = [];
    for (const repository of REPOSITORIES) {
      const clone = cloneOf(folder, repository.name);
      const own = wanted.filter((one) => one.repository === repository.name);
      if (clone === null || own.length === 0) continue;
      const rest = own.filter((one) => saved.resultOf(one) === undefined);
      if (rest.length > 0) await measureAll(clone, rest, { repository, bench, saved });
      measured.push(...own.flatMap((one) => saved.resultOf(one) ?? []));
    }
    return reportOf(measured, given.each);
  },
});

function cloneOf(folder: string, repository: string): string | null {
  const path = join(folder, repository.replace("/", "+"));
  return [join(path, "repo"), path].find((candidate) => existsSync(candidate)) ?? null;
}

interface Measuring {
  readonly repository: Repository;
  readonly bench: Bench;
  readonly saved: SavedResults;
}

async function measureAll(
  clone: string,
  commits: readonly ImpactCommit[],
  { repository, bench, saved }: Measuring,
): Promise<void> {
  const codebase = join(bench.folder, "code", repository.name);
  mkdirSync(codebase, { recursive: true });
  execFileSync("git", ["clone", "--quiet", "--shared", "--no-checkout", clone, codebase]);
  writeFileSync(join(codebase, ".git/info/sparse-checkout"), `${NOT_CHECKED_OUT.join("\n")}\n`);
  // Files have the line ends of the commit, as the diff has.
  writeFileSync(join(codebase, ".git/info/attributes"), "* -text\n");
  const git = gitIn(codebase);
  git("config", "core.sparseCheckout", "true");
  git("checkout", "--quiet", "--force", "--detach", `${commits[0]?.commit}^`);
  const { options } = await indexedCodebase(codebase, bench);
  const environment = { ...options.environment, SATORI_REVIEW_DEADLINE_MS: DEADLINE_MS };
  const command = [process.execPath, MCP, "--tools", "core,review"];
  await using server = await McpServer.start({ ...options, environment }, command);
  for (const one of commits) {
    bench.progress(`${one.repository} ${one.commit}`);
    const change = changeOf(git, one.commit, repository);
    if (change === null) continue;
    git("checkout", "--quiet", "--force", "--detach", change.parent);
    await server.call("manage_index", { action: "sync", path: codebase });
    const diff = git(
      "diff",
      "--no-ext-diff",
      "--no-textconv",
      "--no-renames",
      change.parent,
      one.commit,
      "--",
      ...change.paths,
    );
    const startedMs = performance.now();
    const answer = await server.call("change_impact", {
      path: codebase,
      diff,
      limit: LIMIT,
      maxTokens: MAX_TOKENS,
    });
    const ms = performance.now() - startedMs;
    const listed = answer.status === "ok" ? answer.tests.files.map(({ file }) => file) : [];
    const outcome = answer.status === "error" ? answer.error.code : answer.status;
    if (answer.status === "error") bench.progress(`${outcome}: ${answer.error.message}`);
    saved.add({ ...one, ...compared(codebase, change, { listed, repository }), outcome, ms });
  }
}

/** The lists of all ways, against the test files of the commit. */
function compared(
  codebase: string,
  { paths, tests }: ChangeOfCommit,
  { listed, repository }: { readonly listed: readonly string[]; readonly repository: Repository },
): Pick<Measured, "language" | "ranks" | "lengths" | "testFiles"> {
  const all = gitIn(codebase)("ls-files", "-z")
    .split("\0")
    .filter((path) => repository.tests.test(path) && existsSync(join(codebase, path)));
  const importing = importingTests(
    paths,
    all.map((path) => ({ path, text: readFileSync(join(codebase, path), "utf8") })),
  );
  const nearest = nearestTests(paths, all);
  const ranksIn = (list: readonly string[]): readonly number[] => tests.map((test) => list.indexOf(test) + 1);
  return {
    language: repository.language,
    ranks: { impact: ranksIn(listed), imports: ranksIn(importing), nearest: ranksIn(nearest) },
    lengths: { impact: listed.length, imports: importing.length, nearest: nearest.length },
    testFiles: all.length,
  };
}
