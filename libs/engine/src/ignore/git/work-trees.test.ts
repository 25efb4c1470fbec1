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

test("a second work tree of a repository inside the codebase is left out", () => {
  const root = repository();
  const inside = (path: string): string => {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, "b.py"), "");
    return committed(join(root, path));
  };
  git(inside("nested"), "worktree", "add", "--quiet", "--detach", "../of-nested");
  git(inside("vendor/deep"), "worktree", "add", "--quiet", "--detach", "../../trees/of-deep");
  expect(rulesFor(root, "nested", "of-nested", "vendor/deep", "trees", "trees/of-deep")).toEqual([
    null,
    "work_tree /of-nested/",
    null,
    null,
    "work_tree /trees/of-deep/",
  ]);
  // For a codebase that does not contain the main work tree, it is no copy.
  expect(rulesFor(join(root, "trees"), "of-deep")).toEqual([null]);
  writeFileSync(join(root, ".gitignore"), "/nested/\n!/trees/of-deep/\n");
  expect(rulesFor(root, "nested", "of-nested", "trees/of-deep")).toEqual([
    "gitignore /nested/",
    null,
    "gitignore !/trees/of-deep/",
  ]);
  expect(isInWorkTreeOf(root, join(root, "of-nested"))).toBe(true);
  expect(isInWorkTreeOf(root, join(root, "trees/of-deep/x"))).toBe(true);
  expect(isInWorkTreeOf(root, join(root, "nested"))).toBe(false);
  expect(isInWorkTreeOf(join(root, "trees"), join(root, "trees/of-deep"))).toBe(false);
});

test("a second work tree of a submodule is left out, and so is a submodule in one", () => {
  const library = repository();
  const root = repository();
  git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "libs/common");
  git(root, "commit", "--quiet", "-m", "submodule");
  git(join(root, "libs/common"), "worktree", "add", "--quiet", "--detach", "../common-fix");
  git(root, "worktree", "add", "--quiet", "--detach", "trees/own");
  git(
    join(root, "trees/own"),
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "update",
    "--init",
  );
  expect(rulesFor(root, "libs/common", "libs/common-fix", "trees/own", "trees/own/libs/common")).toEqual([
    null,
    "work_tree /libs/common-fix/",
    "work_tree /trees/own/",
    "work_tree /trees/own/",
  ]);
  expect(isInWorkTreeOf(root, join(root, "libs/common-fix/src"))).toBe(true);
  expect(isInWorkTreeOf(root, join(root, "libs/common/src"))).toBe(false);
  expect(isInWorkTreeOf(root, join(root, "trees/own/libs/common"))).toBe(true);
});

test("a work tree of a repository outside, and what is left of one, are folders like any other", () => {
  const root = repository();
  const outside = repository();
  git(outside, "worktree", "add", "--quiet", "--detach", join(root, "of-outside"));
  git(root, "worktree", "add", "--quiet", "--detach", "gone");
  rmSync(join(root, "gone"), { recursive: true });
  mkdirSync(join(root, "gone"));
  expect(rulesFor(root, "of-outside", "gone")).toEqual([null, null]);
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
