/**
 * Which tracked files of a working tree have uncommitted changes: what somebody works on is what they ask
 * about.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { findRepository, readGitFile } from "../ignore/git/locations.ts";
import { keepLatest } from "../keep-latest.ts";
import { GitFailure, filtersOff, runGit } from "./run-git.ts";

const CACHE_MS = 5_000;
/** Of which it is kept; the one that was asked about longest ago goes. */
const MAX_ROOTS = 100;
const TIMEOUT_MS = 3_000;
const NONE: ReadonlySet<string> = new Set();

/**
 * What git says of a working tree: paths relative to the root, as the index names them, or why it says
 * nothing.
 */
export type Changed = ReadonlySet<string> | "slow" | "failed";

/** When and in which state git was asked, and what it said. */
interface GitQuery {
  readonly atMs: number;
  readonly state: string;
  readonly files: Promise<Changed>;
  outcome: "told" | "slow" | "failed";
}

export interface GitQueryState {
  /**
   * Tells one state of the index from the next: a file that was saved since, or has other permissions, is in
   * another one.
   */
  readonly indexState: string;
  readonly nowMs: number;
}

/**
 * Git is asked anew when the index, `HEAD` or git's own index is another one than before, so that the same
 * index gives the same answer, at once and later; to ask for each search would take longer than to search.
 * What changes none of them, as edits that no watch tells of and git's settings, is seen some seconds later.
 */
export class ChangedFiles {
  private readonly asked = new Map<string, GitQuery>();

  constructor(private readonly timeoutMs = TIMEOUT_MS) {}

  /** Empty outside of git repositories; "failed" where git is missing too. Never rejects. */
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
 * Git that is slow is left alone, whatever has changed: each search would wait for it. One that fails does so
 * at once, and what made it fail may be gone in the next moment: another process would then be told what this
 * one is not.
 */
function holds({ outcome, state }: GitQuery, now: string): boolean {
  return outcome === "slow" || (outcome === "told" && state === now);
}

/**
 * What commits, checkouts and staging change, told from files without a look at what is large or a start of
 * git, as it is asked for each search; null outside of repositories. That git is asked for a status changes
 * nothing of it.
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

/** Git replaces these files, and never writes into them. Empty where there is none. */
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
  // A submodule is no file, and would be asked with its own configuration.
  const status = await runGit(
    root,
    ["status", "--porcelain=v1", "-z", "--untracked-files=no", "--ignore-submodules=all", "--", "."],
    { ...limits, settings },
  );
  // Of a folder inside the work tree: its path from the top, with a slash behind it.
  return changedPaths(status, prefixLine.replace(/\r?\n$/, ""));
}

/**
 * Paths in the output of `git status --porcelain=v1 -z`.
 *
 * @param prefix of the folder that was asked about, which is taken off
 */
export function changedPaths(status: string, prefix: string): Set<string> {
  const changed = new Set<string>();
  const entries = status.split("\0");
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as string;
    const path = entry.slice(3);
    if (path.length > prefix.length && path.startsWith(prefix))
      changed.add(path.slice(prefix.length).normalize("NFC"));
    // The old name of a rename follows its new one.
    if (/^[RC]|^.[RC]/.test(entry)) at++;
  }
  return changed;
}
