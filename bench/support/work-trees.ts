/**
 * Work trees of one repository that differ like those that people have at a time: each is some commits behind
 * the one before it, and has edited files of its own.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { extname, join } from "node:path";
import { check } from "./failure.ts";

/** How the languages whose files are edited begin a comment. */
const COMMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [".c", ".cc", ".cpp", ".cs", ".go", ".h", ".java", ".js", ".kt", ".rs", ".swift", ".ts", ".tsx"].map(
      (extension) => [extension, "//"],
    ),
  ),
  ...Object.fromEntries([".ex", ".py", ".rb", ".sh"].map((extension) => [extension, "#"])),
};

export interface WorkTreeOptions {
  /** Existing repository, which is not changed. */
  readonly repository: string;
  /** Commit of the first tree. */
  readonly commit: string;
  readonly count: number;
  /** Commits between a tree and the next one, along first parents. */
  readonly commitsApart: number;
  /** Files that are edited in each tree except the first one. */
  readonly editedFiles: number;
  /** Where the trees are made. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface WorkTree {
  readonly root: string;
  /** Its source files in a language with call graphs, relative to the root, ascending. */
  readonly sources: readonly string[];
  /** Number of files that differ from the first tree, with those that only one of the two has. */
  readonly differing: number;
}

/** Makes the trees; the first one has no edits. */
export function makeWorkTrees(options: WorkTreeOptions): readonly WorkTree[] {
  const { repository, commit, count, commitsApart, editedFiles, folder, environment } = options;
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync("git", args, { cwd, env: environment, encoding: "utf8", maxBuffer: 2 ** 28 }).trim();
  const clone = join(folder, "repository");
  git(folder, "clone", "--quiet", "--shared", "--no-checkout", repository, clone);
  const first = git(clone, "rev-parse", "--verify", `${commit}^{commit}`);
  return Array.from({ length: count }, (_, at) => {
    const root = join(folder, `tree${at}`);
    git(clone, "worktree", "add", "--quiet", "--detach", root, `${first}~${at * commitsApart}`);
    const sources = git(root, "ls-files", "-z")
      .split("\0")
      .filter((path) => extname(path) in COMMENTS)
      .sort();
    check(sources.length > editedFiles, `${repository} has only ${sources.length} source files`);
    if (at > 0) edit(root, at, evenly(sources, editedFiles, at));
    const differing = git(root, "diff", "--name-only", first).split("\n").filter(Boolean).length;
    return { root, sources, differing };
  });
}

/** Adds some lines of comment to files, other ones in each tree. */
function edit(root: string, tree: number, paths: readonly string[]): void {
  for (const [at, path] of paths.entries()) {
    const begin = COMMENTS[extname(path)] ?? "";
    appendFileSync(
      join(root, path),
      `\n${begin} Work tree ${tree} changes this file, its edit number ${at}.\n` +
        `${begin} Review the retry of branch${tree}x${at}.\n`,
    );
  }
}

/**
 * Items from all over a list, in its order.
 *
 * @param offset chooses other items, for example the ones after them
 */
export function evenly<Item>(items: readonly Item[], count: number, offset = 0): Item[] {
  const step = items.length / Math.min(count, items.length);
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, at) => items[(Math.floor(at * step) + offset) % items.length] as Item,
  );
}
