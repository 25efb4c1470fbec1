/**
 * Prepares the indexed tree in which comparisons with the disk are measured, and measures `git status` for
 * comparison.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import type { ManageIndexOk } from "@satori/contracts";
import type { Bench } from "../support/benchmark.ts";
import { check } from "../support/failure.ts";
import { type CommandOptions, type Measured, measure } from "../support/measure.ts";
import { CLI, parseEnvelope } from "../support/product.ts";
import { figure } from "../support/target.ts";
import { writeTree } from "./tree.ts";

/** Writes the tree into the working directory of the options, commits it to git, and indexes it. */
export async function prepare(files: number, options: CommandOptions, bench: Bench): Promise<void> {
  bench.progress(`writing ${files} files`);
  mkdirSync(options.cwd);
  writeTree(options.cwd, files, bench);
  bench.progress("committing them");
  const author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-q", "-m", "tree"],
  ])
    execFileSync("git", [...author, ...args], { cwd: options.cwd, env: options.environment });
  bench.progress("indexing them");
  const { stdout, wallMs } = await measure([process.execPath, CLI, "index", "--json"], options);
  const { index } = parseEnvelope<ManageIndexOk>(stdout);
  check(index?.files === files, `the index holds ${index?.files ?? 0} of ${files} files`);
  bench.progress(`indexed in ${figure(wallMs / 1000)} s`);
}

/** @param tree whether it has to be as it was committed */
export async function gitStatus(
  options: CommandOptions,
  tree: "clean" | "edited" = "clean",
): Promise<Pick<Measured, "wallMs" | "cpuMs">> {
  const sample = await measure(["git", "status", "--porcelain"], options);
  check(tree === "edited" || sample.stdout === "", `git status says ${sample.stdout.slice(0, 200)}`);
  return sample;
}
