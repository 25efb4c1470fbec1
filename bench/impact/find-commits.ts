/**
 * Prints the commits of a repository as lines for `commits.jsonl`, oldest first.
 *
 *   node bench/impact/find-commits.ts OWNER/NAME CLONE
 *
 * Of the newest 100 commits that changed source files and test files together, every fourth: with at most 30
 * files, at most 10 of them tests that the parent has too. A hash of the commit decides the half.
 */
import { createHash } from "node:crypto";
import { UsageError } from "../support/failure.ts";
import { changeOf, gitIn } from "./changes.ts";
import { REPOSITORIES } from "./repositories.ts";

const MAX_FOUND = 100;
const EVERY = 4;
const MAX_LOOKED_AT = 5_000;

const [name, clone] = process.argv.slice(2);
const repository = REPOSITORIES.find((one) => one.name === name);
if (repository === undefined || clone === undefined)
  throw new UsageError("Pass OWNER/NAME of a repository in repositories.ts, and the folder of its clone.");
const git = gitIn(clone);
const found: string[] = [];
const log = git("log", "--no-merges", "--format=%H", `--max-count=${MAX_LOOKED_AT}`, "HEAD").split("\n");
for (const commit of log) {
  if (found.length >= MAX_FOUND) break;
  if (commit !== "" && changeOf(git, commit, repository)) found.push(commit);
}
for (const commit of found.filter((_, at) => at % EVERY === 0).reverse()) {
  const part = (createHash("sha256").update(commit).digest()[0] ?? 0) % 2 === 0 ? "tuning" : "kept";
  console.log(JSON.stringify({ repository: name, commit, part }));
}
