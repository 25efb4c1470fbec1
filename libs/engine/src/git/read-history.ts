/** The commits that led to the checked-out state: which words people used for changes of which files. */
import { join } from "node:path";
import { firstChars } from "../first-chars.ts";
import { findRepository, readGitFile } from "../ignore/git/locations.ts";
import { tokenize } from "../lexical/tokens.ts";
import type { Commit, History } from "../model/history.ts";
import { GitFailure, type GitLimits, runGit } from "./run-git.ts";

/** Older commits say little about a file's present content. Twice as many do not improve the answers. */
const MAX_COMMITS = 5_000;
/** A commit with more files (a reformatting, a new year in the licence) says nothing about any of them. */
const MAX_FILES = 20;
/** Longest subject: a message without an empty line is one subject, however long. */
const MAX_CHARS = 1_000;
/** Enough for a large history on a slow disk. Output until then is used. */
const TIMEOUT_MS = 10_000;
const HEAD_TIMEOUT_MS = 1_000;
/** Precedes each subject; no path of git starts with it. */
const MARK = "/";

/**
 * Reads the history. Never rejects.
 *
 * @param known `head` of the stored history; null if there is none
 * @param commit the newest commit; null for the checked-out one
 * @returns null if the stored history is still current or git fails; a history without commits if there is no
 *   repository any more
 */
export type HistoryReader = (
  root: string,
  known: string | null,
  signal?: AbortSignal,
  commit?: string | null,
) => Promise<History | null>;

export const readHistory = historyReader({ timeoutMs: TIMEOUT_MS });

/** A reader of git's history with the given limits. */
export function historyReader(limits: Omit<GitLimits, "signal">): HistoryReader {
  return (root, known, signal, commit = null) => historyOf(root, { known, commit }, { ...limits, signal });
}

async function historyOf(
  root: string,
  { known, commit }: { readonly known: string | null; readonly commit: string | null },
  limits: GitLimits,
): Promise<History | null> {
  const head = commit ?? (await headCommit(root, { ...limits, timeoutMs: HEAD_TIMEOUT_MS }));
  if (head === null || head === (known ?? "")) return null;
  if (head === "") return { head, commits: [] };
  // `--relative` instead of a path: in a folder of a large repository, git reads as many commits as at its
  // top.
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
 * The output without its last commit, which may be incomplete. Null if git failed without output, so that it
 * is queried again. If it took too long or too much memory, the output counts as complete until there is
 * another commit: otherwise each sync would wait as long.
 */
function printedUntilThen(error: unknown): string | null {
  if (!(error instanceof GitFailure)) return null;
  const { stdout, isBeyondLimits } = error;
  return stdout === "" && !isBeyondLimits
    ? null
    : stdout.slice(0, Math.max(0, stdout.lastIndexOf(`\0${MARK}`)));
}

/** Parses entries that end with NUL: subjects, each followed by the paths of its files. */
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

/** The first path follows a line break. */
function addPath(entry: string, to: string[]): void {
  to.push((to.length === 0 ? entry.slice(1) : entry).normalize("NFC"));
}

// Which commit is checked out, read from git's files: every sync needs it, and starting git takes ten times
// as long.

const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/**
 * Id of the commit. Empty outside repositories and before the first commit; null if git would be needed and
 * fails. Never throws.
 */
export async function headCommit(folder: string, limits: GitLimits): Promise<string | null> {
  const { gitDir, commonDir } = findRepository(folder);
  if (gitDir === null || commonDir === null) return "";
  const written = headInFiles(gitDir, commonDir);
  if (written !== null) return written;
  // References may be stored in other ways (`reftable`), or point to each other.
  return runGit(folder, ["rev-parse", "--verify", "--quiet", "HEAD"], limits).then(objectId, unlessNone);
}

/** Git reports a missing commit by exit code 1. */
function unlessNone(error: { readonly code?: unknown }): "" | null {
  return error.code === 1 ? "" : null;
}

/**
 * The commit that git's own files name; null if they do not tell.
 *
 * @param gitDir folder with `HEAD`
 * @param commonDir folder with the references
 */
export function headInFiles(gitDir: string, commonDir: string): string | null {
  const head = (readGitFile(join(gitDir, "HEAD")) ?? "").trim();
  if (OBJECT_ID.test(head)) return head;
  const reference = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  if (reference === undefined) return null;
  return (
    objectId(readGitFile(join(commonDir, reference)) ?? "") ??
    packed(reference, readGitFile(join(commonDir, "packed-refs")) ?? "")
  );
}

/** Lines of the form `<object> <reference>`. */
function packed(reference: string, references: string): string | null {
  const line = references.split("\n").find((candidate) => candidate.endsWith(` ${reference}`));
  return objectId(line?.split(" ")[0] ?? "");
}

function objectId(text: string): string | null {
  const id = text.trim();
  return OBJECT_ID.test(id) ? id : null;
}
