/**
 * Which tracked files of a working tree have uncommitted changes: people tend to ask about the files that
 * they are working on.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { findRepository, readGitFile } from "../ignore/git/locations.ts";
import { keepLatest } from "../keep-latest.ts";
import { GitFailure, filtersOff, runGit } from "./run-git.ts";

const CACHE_MS = 5_000;
/** Roots with a cached result; the least recently queried one is removed. */
const MAX_ROOTS = 100;
const TIMEOUT_MS = 3_000;
const NONE: ReadonlySet<string> = new Set();

/** Git's answer about a working tree: paths relative to the root, as in the index, or why there is none. */
export type Changed = ReadonlySet<string> | "slow" | "failed";

/** A git query: when and in which state it ran, and its result. */
interface GitQuery {
  readonly atMs: number;
  readonly state: string;
  readonly files: Promise<Changed>;
  outcome: "told" | "slow" | "failed";
}

export interface GitQueryState {
  /** Changes with every state of the index, for example when a file was saved or its permissions changed. */
  readonly indexState: string;
  readonly nowMs: number;
}

/**
 * Queries git for changed files and caches the result. Git is queried again if the index, `HEAD` or git's own
 * index has changed, so that the same index gives the same answer, at once and later. A query per search
 * would take longer than the search. Other changes, such as edits that no watch reports and changes of git's
 * settings, are seen some seconds later.
 */
export class ChangedFiles {
  private readonly asked = new Map<string, GitQuery>();

  constructor(private readonly timeoutMs = TIMEOUT_MS) {}

  /**
   * Changed files of a root. Empty outside git repositories; "failed" also if git is missing. Never rejects.
   */
  of(root: string, { indexState, nowMs }: GitQueryState): Promise<Changed> {
    const gitState = gitStateOf(root);
    if (gitState === null) return Promise.resolve(NONE);
    const state = `${indexState} ${gitState}`;
    const last = this.asked.get(root);
    if (last && Math.abs(nowMs - last.atMs) < CACHE_MS && holds(last, state)) return last.files;
    const fail = (error: unknown): "slow" | "failed" =>
      (asked.outcome = error instanceof GitFailure && error.isBeyondLimits ? "slow" : "failed");
    const asked: GitQuery = {
      atMs: nowMs,
      state,
      files: changedFiles(root, this.timeoutMs).catch(fail),
      outcome: "told",
    };
    keepLatest(this.asked, root, asked, MAX_ROOTS);
    return asked.files;
  }
}

/**
 * Whether a cached result is still valid. A slow git is not queried again, whatever has changed: each search
 * would wait for it. A failed query is repeated: it fails fast, its cause may be gone a moment later, and
 * otherwise two processes could give different answers.
 */
function holds({ outcome, state }: GitQuery, now: string): boolean {
  return outcome === "slow" || (outcome === "told" && state === now);
}

/**
 * The state that commits, checkouts and staging change, read from small files, without starting git, since it
 * is needed for each search. Null outside repositories. A `git status` does not change it.
 */
function gitStateOf(root: string): string | null {
  const { gitDir, commonDir } = findRepository(root);
  if (gitDir === null || commonDir === null) return null;
  const head = (readGitFile(join(gitDir, "HEAD")) ?? "").trim();
  const reference = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  // A branch that is packed or in a `reftable` has no file of its own.
  const places = [
    join(gitDir, "index"),
    ...(reference ? [join(commonDir, reference)] : []),
    join(commonDir, "packed-refs"),
    ...[commonDir, gitDir].map((folder) => join(folder, "reftable", "tables.list")),
  ];
  return [head, ...places.map(fileState)].join(" ");
}

/** Git replaces these files and never writes into them. Empty if there is no such file. */
function fileState(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino}:${stats.size}:${stats.mtimeNs}` : "";
  } catch {
    return "";
  }
}

async function changedFiles(root: string, timeoutMs: number): Promise<Set<string>> {
  const limits = { timeoutMs };
  const [prefixLine, settings] = await Promise.all([
    runGit(root, ["rev-parse", "--show-prefix"], limits),
    filtersOff(root, limits),
  ]);
  // A submodule is not a file, and git would use its own configuration for it.
  const status = await runGit(
    root,
    ["status", "--porcelain=v1", "-z", "--untracked-files=no", "--ignore-submodules=all", "--", "."],
    { ...limits, settings },
  );
  // For a folder inside the work tree: its path from the top level, with a trailing slash.
  return changedPaths(status, prefixLine.replace(/\r?\n$/, ""));
}

/**
 * Paths in the output of `git status --porcelain=v1 -z`.
 *
 * @param prefix path of the queried folder, which is removed from the paths
 */
export function changedPaths(status: string, prefix: string): Set<string> {
  const changed = new Set<string>();
  const entries = status.split("\0");
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as string;
    const path = entry.slice(3);
    if (path.length > prefix.length && path.startsWith(prefix))
      changed.add(path.slice(prefix.length).normalize("NFC"));
    // The old name of a rename follows its new name.
    if (/^[RC]|^.[RC]/.test(entry)) at++;
  }
  return changed;
}
