/**
 * The commits that changed a file or a set of files, and what they changed, as object ids: the graph that the
 * history of a symbol is followed along.
 */
import { GitFailure, type GitCall, runGit } from "./run-git.ts";

/** A commit that changed the file of a log, or a merge of lines of history that differ in it. */
export interface FileCommit {
  readonly id: string;
  /** Committer date, in seconds since 1970. */
  readonly committedAt: number;
  /** The next commits of the log, not the commit's own parents: git leaves out those that changed nothing. */
  readonly parents: readonly string[];
  /** Blob before, if it is no merge; null if there was no such file. */
  readonly before: string | null;
  /** Blob after; null if there is no such file. */
  readonly after: string | null;
  /** Its own parents, if it is a merge; null otherwise. */
  readonly mergeOf: readonly string[] | null;
}

export interface FileLog {
  /** By id, in git's order: newest first. */
  readonly commits: ReadonlyMap<string, FileCommit>;
  /** Git was stopped by its limits, or there are more commits than requested. */
  readonly isCut: boolean;
}

/** Where a log starts and ends. */
export interface LogRange {
  /** Id of the newest commit. */
  readonly tip: string;
  /** Id of a commit that, with its ancestors, is not part of the log. */
  readonly exclude?: string | null | undefined;
  /** Committer date, in seconds since 1970: commits before it are not part of the log either. */
  readonly since?: number | undefined;
}

function rangeArguments({ tip, exclude, since }: LogRange): string[] {
  return [...(since === undefined ? [] : [`--max-age=${since}`]), tip, ...(exclude ? [`^${exclude}`] : [])];
}

const NO_CONFIGURED_DIFF = ["--no-ext-diff", "--no-textconv", "--no-relative", "--no-color"];
const MARK = "/";

/**
 * The log of one file under one name. Throws `GitFailure` if git fails.
 *
 * @param path relative to the top level of the work tree
 */
export async function fileLog(
  root: string,
  { path, max, ...range }: LogRange & { readonly path: string; readonly max: number },
  limits: GitCall,
): Promise<FileLog> {
  const args = [
    "log",
    "-z",
    "--raw",
    "--no-abbrev",
    "--no-renames",
    ...NO_CONFIGURED_DIFF,
    "--parents",
    `--max-count=${max}`,
    `--format=${MARK}%H %ct %P`,
    ...rangeArguments(range),
    "--",
    `:(top,literal)${path}`,
  ];
  // The path is literal, but counts from the top level: git allows no such form if all paths are literal.
  const variables = { ...limits.variables, GIT_LITERAL_PATHSPECS: "0" };
  const { printed, isCut } = await printedWithin(root, args, { ...limits, variables });
  const records = fileCommitsIn(printed);
  const ids = records.map(({ id }) => id);
  const merges = await mergesAmong(root, ids, limits);
  const merged = await blobsOfMerges(root, { ids: [...merges.keys()], path }, limits);
  const commits = new Map(
    records.map((commit) => [
      commit.id,
      {
        ...commit,
        mergeOf: merges.get(commit.id) ?? null,
        after: merged.get(commit.id) ?? commit.after,
      },
    ]),
  );
  return { commits, isCut: isCut || commits.size >= max };
}

/** The file's blob in merges, which a log does not show. Empty if the file's name is not on one line. */
async function blobsOfMerges(
  root: string,
  { ids, path }: { readonly ids: readonly string[]; readonly path: string },
  limits: GitCall,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 || path.includes("\n")) return new Map();
  const input = ids.map((id) => `${id}:${path}\n`).join("");
  const format = "--batch-check=%(objecttype) %(objectname)";
  const printed = (await runGit(root, ["cat-file", format], { ...limits, input })).split("\n");
  return new Map(
    ids.flatMap((id, at) => {
      const blob = /^blob ([0-9a-f]+)$/.exec(printed[at] ?? "")?.[1];
      return blob === undefined ? [] : [[id, blob] as const];
    }),
  );
}

/** Output of git, without its last record if its limits stopped it. */
async function printedWithin(
  root: string,
  args: readonly string[],
  limits: GitCall,
): Promise<{ readonly printed: string; readonly isCut: boolean }> {
  try {
    return { printed: await runGit(root, args, limits), isCut: false };
  } catch (error) {
    if (!(error instanceof GitFailure) || !(error.isBeyondLimits || limits.signal?.aborted)) throw error;
    const { stdout } = error;
    return { printed: stdout.slice(0, Math.max(0, stdout.lastIndexOf(`\0${MARK}`))), isCut: true };
  }
}

/**
 * The merges among some commits, with their parents. A log of one file shows a merge like any other commit if
 * only one of the merged lines has the file.
 */
async function mergesAmong(
  root: string,
  ids: readonly string[],
  limits: GitCall,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const merges = new Map<string, readonly string[]>();
  for (let at = 0; at < ids.length; at += COMMITS_A_COMMAND) {
    const some = ids.slice(at, at + COMMITS_A_COMMAND);
    const printed = await runGit(root, ["rev-list", "--no-walk", "--parents", "--merges", ...some], limits);
    for (const line of printed.split("\n")) {
      const [id = "", ...parents] = line.split(" ");
      if (id !== "") merges.set(id, parents);
    }
  }
  return merges;
}

function fileCommitsIn(printed: string): Omit<FileCommit, "mergeOf">[] {
  const commits: Omit<FileCommit, "mergeOf">[] = [];
  for (const { fields, changes } of recordsIn(printed)) {
    const [id = "", time = "", ...parents] = (fields[0] ?? "").split(" ");
    const [change] = changes;
    commits.push({
      id,
      committedAt: Number(time),
      parents: parents.filter((parent) => parent !== ""),
      before: change?.before ?? null,
      after: change?.after ?? null,
    });
  }
  return commits;
}

/** A changed file of a commit. */
export interface FileChange {
  /** Blobs; null where there is no such file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Path after the change, or before it if the file was removed. Relative to the top level. */
  readonly path: string;
  /** Path before the change, if git detected a rename. */
  readonly from?: string;
}

/**
 * The files that differ between a commit and one of its parents, with renames as git detects them. In git's
 * order, which is by path. Empty if it takes too long.
 *
 * @param parent null for a commit without parents
 */
export async function changedFilesOf(
  root: string,
  { parent, commit }: { readonly parent: string | null; readonly commit: string },
  limits: GitCall,
): Promise<readonly FileChange[]> {
  const args = [
    "diff-tree",
    "-r",
    "-z",
    "--raw",
    "--no-abbrev",
    "-M",
    "--no-commit-id",
    ...NO_CONFIGURED_DIFF,
    ...(parent === null ? ["--root", commit] : [parent, commit]),
    "--",
  ];
  const { printed, isCut } = await printedWithin(root, args, limits);
  return isCut ? [] : changesIn(printed.split("\0"));
}

/** A commit with all its files. */
export interface CommitChanges {
  readonly id: string;
  readonly committedAt: number;
  readonly changes: readonly FileChange[];
}

/**
 * The commits of a range that are no merges, newest first, with the files that each changed and renames as
 * git detects them. `isCut`: git was stopped by its limits, or there are more commits than `max`.
 */
export async function rangeLog(
  root: string,
  { max, ...range }: LogRange & { readonly max: number },
  limits: GitCall,
): Promise<{ readonly commits: readonly CommitChanges[]; readonly isCut: boolean }> {
  const args = [
    "log",
    "-z",
    "--raw",
    "--no-abbrev",
    "-M",
    "--no-merges",
    // Git prints nothing in this order before it has read the whole history, if that has no older end.
    ...(range.exclude ? ["--topo-order"] : []),
    ...NO_CONFIGURED_DIFF,
    `--max-count=${max + 1}`,
    `--format=${MARK}%H %ct`,
    ...rangeArguments(range),
    "--",
  ];
  const { printed, isCut } = await printedWithin(root, args, limits);
  const commits = recordsIn(printed).map(({ fields, changes }) => {
    const [id = "", time = ""] = (fields[0] ?? "").split(" ");
    return { id, committedAt: Number(time), changes };
  });
  return { commits: commits.slice(0, max), isCut: isCut || commits.length > max };
}

/** What git says of a commit. */
export interface CommitDetails {
  readonly id: string;
  /** Ids of its own parents. */
  readonly parents: readonly string[];
  /** ISO 8601 with the author's offset. */
  readonly authoredAt: string;
  readonly author: string;
  readonly subject: string;
  /** The rest of the message. */
  readonly body: string;
  /** Files of the commit; empty for merges. */
  readonly changes: readonly FileChange[];
}

/** Longest list of commits that one git command gets. */
const COMMITS_A_COMMAND = 400;

/** Details of commits, in the order of the ids. Throws `GitFailure` if git fails. */
export async function commitDetails(
  root: string,
  ids: readonly string[],
  limits: GitCall,
): Promise<readonly CommitDetails[]> {
  const details: CommitDetails[] = [];
  for (let at = 0; at < ids.length; at += COMMITS_A_COMMAND) {
    const args = [
      "log",
      "--no-walk=unsorted",
      "-z",
      "--raw",
      "--no-abbrev",
      "--no-renames",
      ...NO_CONFIGURED_DIFF,
      "--encoding=UTF-8",
      `--format=${MARK}%H%x01%P%x01%aI%x01%an%x01%s%x01%b`,
      ...ids.slice(at, at + COMMITS_A_COMMAND),
      "--",
    ];
    const printed = await runGit(root, args, limits);
    for (const { fields, changes } of recordsIn(printed)) {
      const [id = "", parents = "", authoredAt = "", author = "", subject = "", body = ""] = fields;
      details.push({
        id,
        parents: parents === "" ? [] : parents.split(" "),
        authoredAt,
        author,
        subject,
        body,
        changes,
      });
    }
  }
  return details;
}

interface LogRecord {
  /** Parts of the format, which are separated by U+0001. */
  readonly fields: readonly string[];
  readonly changes: readonly FileChange[];
}

/** Parses `log -z --raw` with a format that starts with the mark and an id. */
function recordsIn(printed: string): LogRecord[] {
  const records: { fields: string[]; parts: string[] }[] = [];
  for (const part of printed.split("\0")) {
    if (/^\/[0-9a-f]{40}/.test(part)) records.push({ fields: part.slice(1).split("\u0001"), parts: [] });
    else records.at(-1)?.parts.push(part);
  }
  return records.map(({ fields, parts }) => ({ fields, changes: changesIn(parts) }));
}

/** `:100644 100644 <blob> <blob> M`; the first one of a log record follows a line break. */
const RAW = /^\n?:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;

function changesIn(parts: readonly string[]): FileChange[] {
  const changes: FileChange[] = [];
  for (let at = 0; at < parts.length; at++) {
    const [, before = "", after = "", status = ""] = RAW.exec(parts[at] ?? "") ?? [];
    if (status === "") continue;
    const first = parts[++at] ?? "";
    const isMoved = status === "R" || status === "C";
    const path = isMoved ? (parts[++at] ?? "") : first;
    changes.push({
      before: objectOf(before),
      after: objectOf(after),
      path,
      ...(status === "R" ? { from: first } : {}),
    });
  }
  return changes;
}

function objectOf(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}

/** Id of the file's blob in a commit; null if the commit has no such file. */
export async function blobAt(
  root: string,
  { commit, path }: { readonly commit: string; readonly path: string },
  limits: GitCall,
): Promise<string | null> {
  const printed = await runGit(root, ["ls-tree", "-z", "--full-tree", commit, "--", path], limits);
  return /^100\d+ blob ([0-9a-f]+)\t/.exec(printed)?.[1] ?? null;
}
