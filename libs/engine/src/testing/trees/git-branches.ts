/** A small git repository whose branches differ in everything that a checkout can change in a tree. */
import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { committed, git } from "./git.ts";
import type { TimedTree } from "./timed-tree.ts";
import { type TemporaryFolder, temporaryFolder, writeTree } from "./tree.ts";

/**
 * Content by branch: changed files, names that change case, a file that replaces a folder and vice versa,
 * other ignore rules.
 */
const TREES = {
  main:
    "//- .gitignore\n*.txt\n//- a.py\nimport b\n\ndef alpha():\n    return beta\n//- b.py\nalpha " +
    "beta\n//- src/b.py\nclass Fox:\n    pass\n//- src/deep/.gitignore\n!c.txt\n//- " +
    "src/deep/c.txt\ngamma beta\n",
  moved:
    "//- .gitignore\nlib/\n//- A.py\nimport b\n\ndef alpha():\n    return beta\n//- b.py\nalpha beta " +
    "gamma\n//- Src/b.py\nclass Fox:\n    pass\n//- Src/deep/c.txt\ngamma beta\n//- lib/b.py\nalpha\n",
  turned:
    "//- a.py/b.py\ndef alpha():\n    return gamma\n//- b.py\nalpha beta\n//- src\nfox import a\n//- " +
    "lib/.satoriignore\n*.txt\n//- lib/a.py\nbeta\n//- lib/c.txt\nbeta\n",
} as const;

export type Branch = keyof typeof TREES;
export const BRANCHES = ["main", "moved", "turned"] as const satisfies readonly Branch[];

/** Creates the repository that tests clone, on branch `main`. */
export function branchedRepository(): TemporaryFolder {
  const folder = temporaryFolder();
  const at = folder.path;
  writeTree(at, TREES.main);
  committed(at);
  for (const branch of ["moved", "turned"] as const) {
    git(at, "checkout", "--quiet", "-b", branch);
    git(at, "rm", "-r", "--quiet", ".");
    writeTree(at, TREES[branch]);
    git(at, "add", "--all", "--force", ".");
    git(at, "commit", "--quiet", "--message", branch);
  }
  git(at, "checkout", "--quiet", "main");
  for (const name of ["hooks", "logs", "description"])
    rmSync(join(at, ".git", name), { recursive: true, force: true });
  return folder;
}

/** Replaces a tree by a clone of a repository; its files get the clock's time. */
export function cloneInto(tree: TimedTree, { path }: TemporaryFolder): void {
  rmSync(tree.root, { recursive: true, force: true });
  cpSync(path, tree.root, { recursive: true });
  asOfNow(tree);
}

/** Switches branches and discards changes; changed files get the clock's time. Throws if git fails. */
export function checkout(tree: TimedTree, branch: Branch): void {
  try {
    git(tree.root, "checkout", "--force", "--quiet", branch);
  } finally {
    asOfNow(tree);
  }
}

/** Writes ignore rules for this clone only (`.git/info/exclude`). */
export function writeExclude(tree: TimedTree, rules: string): void {
  mkdirSync(tree.at(".git/info"), { recursive: true });
  writeFileSync(tree.at(".git/info/exclude"), rules);
  tree.touch(".git/info/exclude");
}

/** Gives files that git has just written the time of the tree's clock instead of the machine's. */
function asOfNow(tree: TimedTree, folder = ""): void {
  for (const name of readdirSync(tree.at(folder))) {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (path === ".git") continue;
    const stats = lstatSync(tree.at(path));
    if (stats.isDirectory()) asOfNow(tree, path);
    else if (stats.isFile() && stats.mtimeMs > tree.nowMs) tree.touch(path);
  }
}
