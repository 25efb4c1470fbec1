/** Finds the commits before and after a change, and fetches what a shallow clone lacks of them. */
import { spawnSync } from "node:child_process";
import { printableLine } from "@satori/render";
import type { ChangeBase, Environment } from "./review-request.ts";

export interface ComparedCommits {
  readonly base: string;
  readonly head: string;
}

export interface CheckoutOptions {
  readonly folder: string;
  readonly environment: Environment;
  /** Settings that allow git to fetch, for a checkout that does not keep its credentials. */
  readonly access: Environment;
}

/** How far the history of a shallow clone is fetched, step by step, before all of it is. */
const DEPTHS = [50, 250, 1_000];
const FETCH_TIMEOUT_MS = 10 * 60_000;

/** Throws with a message for people if the commits are not there and cannot be fetched. */
export function comparedCommits(base: ChangeBase, options: CheckoutOptions): ComparedCommits {
  const head = git(["rev-parse", "--verify", "HEAD^{commit}"], options).trim();
  if (base.kind === "commit") return { head, base: present(base.id, options) };
  return head === base.merge
    ? { head, base: present(firstParent(head, options), options) }
    : { head, base: forkFrom(base.target, head, options) };
}

/** The commit itself names its parents, also where a shallow clone has cut them off. */
function firstParent(head: string, options: CheckoutOptions): string {
  const parent = /^parent ([0-9a-f]{40,64})$/m.exec(git(["cat-file", "commit", head], options))?.[1];
  if (parent === undefined) throw new Error(`the checked-out commit ${head} has no parent to compare with`);
  return parent;
}

/** The id of a commit, which is fetched alone if it is missing. */
function present(id: string, options: CheckoutOptions): string {
  if (!has(id, options)) fetch(["--depth=1", "origin", id], options);
  return id;
}

/** Where two branches parted. A shallow clone is deepened until it has that commit. */
function forkFrom(from: string, head: string, options: CheckoutOptions): string {
  if (!has(from, options)) fetch(["--depth=1", "origin", from], options);
  const isShallow = (): boolean => git(["rev-parse", "--is-shallow-repository"], options).trim() === "true";
  for (const depth of [...DEPTHS, null]) {
    const fork = attempt(["merge-base", from, head], options);
    if (fork !== null) return fork.trim();
    if (!isShallow()) break;
    fetch([depth === null ? "--unshallow" : `--depth=${depth}`, "origin", from, head], options);
  }
  const last = attempt(["merge-base", from, head], options);
  if (last === null) throw new Error(`${head} and ${from} have no common ancestor`);
  return last.trim();
}

function has(id: string, options: CheckoutOptions): boolean {
  return attempt(["cat-file", "-e", `${id}^{commit}`], options) !== null;
}

/** The credentials of the checkout come first: git would send others in addition, which servers reject. */
function fetch(args: readonly string[], options: CheckoutOptions): void {
  const words = ["fetch", "--no-tags", "--no-recurse-submodules", "--quiet", ...args];
  const first = run(words, options);
  if (first.status === 0) return;
  const second = run(words, { ...options, environment: { ...options.environment, ...options.access } });
  if (second.status !== 0)
    throw new Error(
      `the commit to compare with cannot be fetched: ${lastLine(second.stderr)}; check out the whole history ` +
        "(fetch-depth: 0 on GitHub, GIT_DEPTH: 0 on GitLab)",
    );
}

function git(args: readonly string[], options: CheckoutOptions): string {
  const { status, stdout, stderr } = run(args, options);
  if (status !== 0) throw new Error(`git ${args[0] ?? ""} failed: ${lastLine(stderr)}`);
  return stdout;
}

/** Null if git fails. */
function attempt(args: readonly string[], options: CheckoutOptions): string | null {
  const { status, stdout } = run(args, options);
  return status === 0 ? stdout : null;
}

interface GitEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], { folder, environment }: CheckoutOptions): GitEnd {
  const { status, stdout, stderr, error } = spawnSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    env: { ...environment, GIT_TERMINAL_PROMPT: "0" },
    timeout: FETCH_TIMEOUT_MS,
  });
  return { status, stdout: stdout ?? "", stderr: error ? error.message : (stderr ?? "") };
}

function lastLine(text: string): string {
  return printableLine(text.trim().split("\n").at(-1) ?? "");
}
