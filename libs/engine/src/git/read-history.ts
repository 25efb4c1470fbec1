/** The commits that led to what is checked out: which words people used for changes of which files. */
import { firstChars } from "../first-chars.ts";
import { tokenize } from "../lexical/tokens.ts";
import type { Commit, History } from "../model/history.ts";
import { headCommit } from "./head-commit.ts";
import { GitFailure, type GitLimits, runGit } from "./run-git.ts";

/** What is older says little of what a file is now. With twice as many, questions are answered no better. */
const MAX_COMMITS = 5_000;
/** A commit of more files (a new format, a new year in the licence) says nothing of any of them. */
const MAX_FILES = 20;
/** Of a subject: a message without an empty line in it is one, however long. */
const MAX_CHARS = 1_000;
/** As much as a large history takes on a slow disk. What has been told by then is kept. */
const TIMEOUT_MS = 10_000;
const HEAD_TIMEOUT_MS = 1_000;
/** In front of each subject; no path of git begins with it. */
const MARK = "/";

/**
 * @param known the `head` of the history that is kept; null where there is none
 * @returns null where that is still the right one, or git cannot tell; of no commits where there is no
 * repository any more. Never rejects.
 */
export type HistoryReader = (
  root: string,
  known: string | null,
  signal?: AbortSignal,
) => Promise<History | null>;

export const readHistory = historyReader({ timeoutMs: TIMEOUT_MS });

export function historyReader(limits: Omit<GitLimits, "signal">): HistoryReader {
  return (root, known, signal) => historyOf(root, known, { ...limits, signal });
}

async function historyOf(root: string, known: string | null, limits: GitLimits): Promise<History | null> {
  const head = await headCommit(root, { ...limits, timeoutMs: HEAD_TIMEOUT_MS });
  if (head === null || head === (known ?? "")) return null;
  if (head === "") return { head, commits: [] };
  // `--relative` and no path: git looks at as many commits in a folder of a large repository as at its top.
  const log = [
    "log",
    "-z",
    `--max-count=${MAX_COMMITS}`,
    "--no-merges",
    "--no-renames",
    "--no-ext-diff",
    "--relative",
    "--name-only",
    "--encoding=UTF-8",
    `--format=${MARK}%s`,
    head,
    "--",
  ];
  const printed = await runGit(root, log, limits).catch(printedUntilThen);
  return printed === null || limits.signal?.aborted ? null : { head, commits: commitsIn(printed) };
}

/**
 * Without its last commit, of which there may be more. Null where git has failed with nothing: it is asked
 * again. Where it took too long, or too much memory, it is not, until there is another commit: each answer
 * would wait for it as long.
 */
function printedUntilThen(error: unknown): string | null {
  if (!(error instanceof GitFailure)) return null;
  const { stdout, isBeyondLimits } = error;
  return stdout === "" && !isBeyondLimits
    ? null
    : stdout.slice(0, Math.max(0, stdout.lastIndexOf(`\0${MARK}`)));
}

/** Out of entries that end with NUL: subjects, each followed by the paths of its files. */
export function commitsIn(printed: string): Commit[] {
  const commits: { readonly subject: string; readonly paths: string[] }[] = [];
  for (const entry of printed.split("\0")) {
    if (entry.startsWith(MARK))
      commits.push({ subject: firstChars(entry.slice(MARK.length), MAX_CHARS), paths: [] });
    else if (entry !== "") addPath(entry, commits.at(-1)?.paths ?? []);
  }
  return commits
    .filter(({ paths }) => paths.length > 0 && paths.length <= MAX_FILES)
    .map(({ subject, paths }) => ({ words: [...new Set(tokenize(subject))], paths }));
}

/** The first path stands on a line of its own. */
function addPath(entry: string, to: string[]): void {
  to.push((to.length === 0 ? entry.slice(1) : entry).normalize("NFC"));
}
