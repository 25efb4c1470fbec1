/** What a commit changed: its source files, and the test files that its parent has too. */
import { execFileSync } from "node:child_process";
import type { Repository } from "./repositories.ts";

/** Commits with more files reformat, rename or import code. */
const MAX_FILES = 30;
/** With more test files, a list of ten can't contain them. */
const MAX_TESTS = 10;

export interface ChangeOfCommit {
  readonly parent: string;
  /** Changed files outside of tests. */
  readonly paths: readonly string[];
  /** Test files that the commit changed and its parent has; ascending. */
  readonly tests: readonly string[];
}

export type Git = (...args: string[]) => string;

export function gitIn(folder: string): Git {
  return (...args) =>
    execFileSync("git", ["-C", folder, "-c", "core.quotePath=false", ...args], {
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "ignore"],
    }).toString();
}

/** Null for commits that do not change code and existing tests together, or that change too much. */
export function changeOf(git: Git, commit: string, repository: Repository): ChangeOfCommit | null {
  const printed = git("diff-tree", "-r", "-z", "--no-commit-id", "--name-status", "--no-renames", commit);
  const parts = printed.split("\0").filter((part) => part !== "");
  const changes = Array.from({ length: parts.length / 2 }, (_, at) => ({
    status: parts[2 * at] ?? "",
    path: parts[2 * at + 1] ?? "",
  }));
  if (changes.length > MAX_FILES) return null;
  const { tests: isTest, support, sources } = repository;
  const tests = changes
    .filter(({ status, path }) => status === "M" && isTest.test(path))
    .map(({ path }) => path)
    .sort();
  const paths = changes.map(({ path }) => path).filter((path) => !support.test(path));
  const isCode = changes.some(
    ({ status, path }) => status !== "A" && sources.test(path) && !support.test(path),
  );
  if (!isCode || tests.length === 0 || tests.length > MAX_TESTS) return null;
  return { parent: git("rev-parse", `${commit}^`).trim(), paths, tests };
}

export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
