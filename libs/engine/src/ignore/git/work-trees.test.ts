import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { committed, git } from "../../testing/trees/git.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { signature } from "../control-files.ts";
import { type IgnorePolicyOptions, openIgnorePolicy } from "../policy.ts";
import { isInWorkTreeOf } from "./work-trees.ts";

const NOBODY = { home: null, variables: { GIT_CONFIG_NOSYSTEM: "1" } };

function repository(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  mkdirSync(join(folder.path, "src"));
  writeFileSync(join(folder.path, "src", "a.py"), "def a(): pass\n");
  return committed(folder.path);
}

const optionsOf = (root: string): IgnorePolicyOptions => ({ root, defaultPatterns: [], environment: NOBODY });

function rulesFor(root: string, ...folders: readonly string[]): readonly (string | null)[] {
  const policy = openIgnorePolicy(optionsOf(root));
  return folders.map((folder) => {
    const { rule } = policy.ignores(folder, "directory");
    return rule && `${rule.source.kind} ${rule.pattern}`;
  });
}

test("linked work trees below are left out, wherever they are and whatever they are called", () => {
  const root = repository();
  for (const tree of [".trees/fix", "a [b]* !c", "../outside"])
    git(root, "worktree", "add", "--quiet", "--detach", tree);
  onTestFinished(() => rmSync(join(root, "../outside"), { recursive: true, force: true }));
  expect(rulesFor(root, ".trees", ".trees/fix", "a [b]* !c", "a b", "src")).toEqual([
    null,
    "work_tree /.trees/fix/",
    "work_tree /a\\ \\[b\\]\\*\\ \\!c/",
    null,
    null,
  ]);
  // For a codebase below the top level, the path is relative to that codebase.
  git(root, "worktree", "add", "--quiet", "--detach", "src/tree");
  expect(rulesFor(join(root, "src"), "tree", "a")).toEqual(["work_tree /tree/", null]);
  expect(rulesFor(join(root, ".trees/fix"), "src")).toEqual([null]);
});

test("what is no work tree of the repository is a folder like any other", () => {
  const root = repository();
  mkdirSync(join(root, "nested"));
  writeFileSync(join(root, "nested", "b.py"), "");
  committed(join(root, "nested"));
  git(join(root, "nested"), "worktree", "add", "--quiet", "--detach", "../of-nested");
  git(root, "worktree", "add", "--quiet", "--detach", "gone");
  rmSync(join(root, "gone"), { recursive: true });
  mkdirSync(join(root, "gone"));
  expect(rulesFor(root, "nested", "of-nested", "gone")).toEqual([null, null, null]);
});

test(".satoriignore brings one back", () => {
  const root = repository();
  git(root, "worktree", "add", "--quiet", "--detach", "tree");
  writeFileSync(join(root, ".satoriignore"), "!/tree/\n");
  expect(rulesFor(root, "tree")).toEqual(["satoriignore !/tree/"]);
});

test("one that comes or goes changes the signature", () => {
  const root = repository();
  const options = optionsOf(root);
  const signatures = [signature(openIgnorePolicy(options).controlFiles())];
  const look = (): void => void signatures.push(signature(openIgnorePolicy(options).controlFiles()));
  look();
  expect(signatures[1]).toBe(signatures[0]);
  git(root, "worktree", "add", "--quiet", "--detach", "tree");
  look();
  git(root, "worktree", "remove", "tree");
  look();
  expect(signatures[2]).not.toBe(signatures[1]);
  expect(signatures[3]).not.toBe(signatures[2]);
});

test("a folder is in a work tree of the repository above it, or in none", () => {
  const root = repository();
  git(root, "worktree", "add", "--quiet", "--detach", ".trees/fix");
  const tree = join(root, ".trees", "fix");
  const cases: readonly (readonly [above: string, folder: string])[] = [
    [root, tree],
    [root, join(tree, "src")],
    [join(root, ".trees"), tree],
    [tree, tree],
    [tree, join(tree, "src")],
    [root, join(root, "src")],
    [root, join(root, ".trees")],
  ];
  expect(cases.map(([above, folder]) => isInWorkTreeOf(above, folder))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
