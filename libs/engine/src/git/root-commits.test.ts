import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { committed, git } from "../testing/trees/git.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { rootCommits } from "./root-commits.ts";

/** A repository with two commits. */
function repository(): { readonly root: string; readonly first: string; readonly second: string } {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const root = committed(writeTree(join(folder.path, "repo"), "//- a.ts\na\n"));
  const head = (): string => git(root, "rev-parse", "HEAD").trim();
  const first = head();
  git(root, "commit", "-q", "--allow-empty", "-m", "second");
  return { root, first, second: head() };
}

it("finds the commits without parents, of all histories that were merged", async () => {
  const { root, first } = repository();
  expect(await rootCommits(root)).toEqual([first]);
  git(root, "checkout", "-q", "--orphan", "other");
  git(root, "commit", "-q", "-m", "another first");
  const other = git(root, "rev-parse", "HEAD").trim();
  git(root, "merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "merge", "main");
  expect(await rootCommits(root)).toEqual([first, other].sort());
});

it("is not misled by replacements and grafts", async () => {
  const { root, first, second } = repository();
  git(root, "replace", "--graft", second);
  expect(git(root, "rev-list", "--max-parents=0", "HEAD").trim()).toBe(second);
  expect(await rootCommits(root)).toEqual([first]);
  git(root, "replace", "-d", second);
  writeFile(join(root, ".git/info/grafts"), `${second}\n`);
  expect(git(root, "rev-list", "--max-parents=0", "HEAD").trim()).toBe(second);
  expect(await rootCommits(root)).toEqual([first]);
});

it("finds none without commits, and none outside of repositories", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  expect(await rootCommits(folder.path)).toEqual([]);
  git(folder.path, "init", "-q");
  expect(await rootCommits(folder.path)).toEqual([]);
});
