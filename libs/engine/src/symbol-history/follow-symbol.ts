/**
 * Follows a symbol back through the commits of its file: past other changes of the file by the lines that
 * moved, and where lines of the symbol changed, by what the older version declares. Where the symbol is not
 * in the older version, it is looked for in the other files of that commit.
 *
 * ```text
 * commit 5  lines above changed     span shifts, nothing is parsed
 * commit 4  lines inside changed    older version parsed, tokens compared: a change, or only formatting
 * commit 3  name is gone            most similar symbol that the commit removed: renamed
 * commit 2  file is new             git's rename, else a symbol that another file lost: moved
 * commit 1  nothing like it         created
 * ```
 */
import { extname } from "node:path/posix";
import { HISTORY_ENDS, type HistoryChange, type HistoryEnd } from "@satori/contracts";
import {
  type FileChange,
  type FileCommit,
  type FileLog,
  type LogRange,
  blobAt,
  changedFilesOf,
  commitDetails,
} from "../git/file-log.ts";
import type { GitCall } from "../git/run-git.ts";
import { sameTokens } from "../lexical/code-tokens.ts";
import { type AnalyzedVersion, type TrackedSymbol, linesOfSymbol } from "./file-version.ts";
import { lineChanges, mappedRange, unchangedRange } from "./line-changes.ts";
import { movedSymbol, olderSymbol } from "./match-symbol.ts";
import { symbolDiff } from "./symbol-diff.ts";
import type { BlobVersion, VersionReader } from "./version-reader.ts";

/** A commit that changed the symbol. */
export interface TrackedChange {
  readonly commit: string;
  /** Committer date, in seconds since 1970. */
  readonly committedAt: number;
  readonly kind: HistoryChange;
  /** The file in this commit, relative to the top level of the work tree. */
  readonly path: string;
  readonly symbol: TrackedSymbol;
  /** What it was before, if that is another name or file. */
  readonly from?: { readonly path: string; readonly label: string };
  /** See `symbolDiff`. */
  readonly diff: readonly string[];
}

export interface SymbolHistory {
  /** By committer date, newest first; of the same second, in the order of history. */
  readonly changes: readonly TrackedChange[];
  /** Commits that changed only comments and layout. */
  readonly layoutOnly: number;
  /** Versions of the file that were looked at. */
  readonly versions: number;
  /** In the order of `HISTORY_ENDS`, without duplicates: branches may end differently. */
  readonly ends: readonly HistoryEnd[];
}

export interface FollowLimits {
  /** Changes of the symbol. */
  readonly changes: number;
  /** Commits of one file. */
  readonly fileCommits: number;
  /** Files that the symbol was in, counted for each line of history. */
  readonly moves: number;
  /** Other files of a commit in which a moved symbol is looked for. */
  readonly filesOfCommit: number;
}

export interface FollowOptions {
  readonly root: string;
  readonly range: LogRange;
  readonly limits: FollowLimits;
  readonly git: GitCall;
  readonly versions: VersionReader;
  /** The log of a file back from a commit, within the range and `limits.fileCommits`. */
  readonly logOf: (commit: string, path: string) => Promise<FileLog>;
  /** Called with the blobs that will be read next, in their order. */
  readonly announce: (blobs: readonly string[]) => Promise<void>;
  /** Whether a file may be read, by its path from the top level. */
  readonly mayRead: (path: string) => boolean;
  /** Commits whose parents a shallow clone does not have. */
  readonly shallow: ReadonlySet<string>;
  readonly isOver: () => boolean;
  readonly pause: () => Promise<void> | undefined;
}

/** A symbol in a version of its file. */
export interface Position {
  readonly version: BlobVersion;
  readonly symbol: TrackedSymbol;
}

/** Where a line of history continues. */
interface Start extends Position {
  readonly commit: string;
}

/** The symbol in the older of two versions. */
type Step =
  | {
      readonly kind: "same" | "layout" | "changed";
      /** The symbol in the newer version, with the name that it has there. */
      readonly symbol: TrackedSymbol;
      readonly position: Position;
      readonly diff: readonly string[];
    }
  | { readonly kind: "absent" | "unreadable" };

/** @param start the symbol in the newest commit of the range */
export async function followSymbol(start: Position, options: FollowOptions): Promise<SymbolHistory> {
  const walk = new Walk(options);
  await walk.run({ ...start, commit: options.range.tip });
  return walk.result();
}

/**
 * Compares a symbol with an older version of its file. Parses both only if a change touches its lines.
 */
export async function stepBack(
  { version, symbol }: Position,
  older: BlobVersion,
  versions: VersionReader,
): Promise<Step> {
  const [newLines, oldLines] = [await versions.lines(version), await versions.lines(older)];
  if (!newLines || !oldLines) return { kind: "unreadable" };
  const changes = lineChanges(oldLines, newLines);
  const range = unchangedRange(changes, symbol);
  if (range)
    return { kind: "same", symbol, position: { version: older, symbol: { ...symbol, ...range } }, diff: [] };
  const [newer, old] = [await versions.analyze(version), await versions.analyze(older)];
  if (!newer || !old) return { kind: "unreadable" };
  const current = labelledIn(newer, symbol);
  const found = olderSymbol(current, newer, old, mappedRange(changes, symbol));
  if (!found) return { kind: "absent" };
  const position = { version: older, symbol: found };
  const [before, after] = [linesOfSymbol(oldLines, found), linesOfSymbol(newLines, symbol)];
  const diff = symbolDiff(
    { startLine: found.startLine, lines: before },
    { startLine: symbol.startLine, lines: after },
  );
  if (!sameTokens(found.tokens, symbol.tokens)) return { kind: "changed", symbol: current, position, diff };
  return { kind: diff.length === 0 ? "same" : "layout", symbol: current, position, diff };
}

/**
 * The symbol with its qualified name in this version. That may have changed while its own lines did not, when
 * the class around it was renamed.
 */
function labelledIn({ symbols }: AnalyzedVersion, symbol: TrackedSymbol): TrackedSymbol {
  const own = symbols.find(
    ({ startLine, endLine, name }) =>
      name === symbol.name && startLine === symbol.startLine && endLine === symbol.endLine,
  );
  return own ? { ...symbol, label: own.label, kind: own.kind } : symbol;
}

class Walk {
  private readonly changes = new Map<string, TrackedChange>();
  private readonly ends = new Set<HistoryEnd>();
  private readonly starts: Start[] = [];
  private readonly started = new Set<string>();
  private layoutOnly = 0;
  private versions = 0;

  constructor(private readonly options: FollowOptions) {}

  async run(first: Start): Promise<void> {
    this.continueAt(first);
    for (let start = this.starts.shift(); start; start = this.starts.shift()) {
      if (this.isFull()) return;
      await this.followFile(start).catch((error: unknown) => {
        // Git is stopped at the deadline.
        if (!this.options.isOver()) throw error;
        this.ends.add("deadline");
      });
    }
  }

  result(): SymbolHistory {
    const { layoutOnly, versions } = this;
    const changes = [...this.changes.values()];
    return {
      // The sort is stable: of the same second, in the order of the walk.
      changes: changes.sort((left, right) => right.committedAt - left.committedAt),
      layoutOnly,
      versions,
      ends: HISTORY_ENDS.filter((end) => this.ends.has(end)),
    };
  }

  private continueAt(start: Start): void {
    if (!this.options.mayRead(start.version.path)) return void this.ends.add("outside");
    const key = `${start.commit} ${start.version.path}`;
    if (this.started.has(key)) return;
    if (this.started.size >= this.options.limits.moves) return void this.ends.add("limit");
    this.started.add(key);
    this.starts.push(start);
  }

  private isFull(): boolean {
    if (this.options.isOver()) this.ends.add("deadline");
    else if (this.changes.size >= this.options.limits.changes) this.ends.add("limit");
    else return false;
    return true;
  }

  /** Follows the symbol as long as it is in this file. */
  private async followFile(start: Start): Promise<void> {
    const log = await this.options.logOf(start.commit, start.version.path);
    const end: HistoryEnd = log.isCut ? (this.options.isOver() ? "deadline" : "limit") : "range";
    if (log.commits.size === 0) return void this.ends.add(end);
    const positions = new Map<string, Position>();
    const commits = childrenFirst(log.commits);
    await this.options.announce(commits.flatMap(({ before }) => before ?? []));
    for (const commit of commits) {
      // Nothing refers to the newest commit.
      const position = positions.get(commit.id) ?? (positions.size === 0 ? start : undefined);
      if (!position) continue;
      positions.set(commit.id, position);
      await this.options.pause();
      if (this.isFull()) return;
      this.versions++;
      const older = await (commit.mergeOf
        ? this.mergeStep(commit, log, position)
        : this.commitStep(commit, position));
      for (const [parent, found] of older) {
        if (!log.commits.has(parent)) this.ends.add(end);
        else if (!positions.has(parent)) positions.set(parent, found);
      }
    }
  }

  /** Returns the symbol's position in the next commit of the log, by its id. */
  private async commitStep(commit: FileCommit, position: Position): Promise<ReadonlyMap<string, Position>> {
    const { before } = commit;
    const older = before === null ? null : { blob: before, path: position.version.path };
    const step: Step = older ? await stepBack(position, older, this.options.versions) : { kind: "absent" };
    if (step.kind === "unreadable") this.ends.add("unreadable");
    if (step.kind === "absent") await this.leaveFile(commit, position);
    if (!("position" in step)) return new Map();
    const isRelabelled = step.position.symbol.label !== step.symbol.label;
    if (step.kind === "changed" || isRelabelled)
      this.note(commit, { ...position, symbol: step.symbol }, step);
    else if (step.kind === "layout") this.layoutOnly++;
    return new Map([[commit.parents[0] ?? "", step.position]]);
  }

  private note(
    { id, committedAt }: Pick<FileCommit, "id" | "committedAt">,
    { version, symbol }: Position,
    older: { readonly position: Position; readonly diff: readonly string[] } | null,
  ): void {
    if (this.changes.has(id)) return;
    const before = older?.position;
    const isMoved = before !== undefined && before.version.path !== version.path;
    const isRenamed = before !== undefined && before.symbol.label !== symbol.label;
    this.changes.set(id, {
      commit: id,
      committedAt,
      kind: before === undefined ? "created" : isMoved ? "moved" : isRenamed ? "renamed" : "modified",
      path: version.path,
      symbol,
      ...(before && (isMoved || isRenamed)
        ? { from: { path: before.version.path, label: before.symbol.label } }
        : {}),
      diff: older?.diff ?? [],
    });
  }

  /** The symbol is not in the older version of its file: it came from another file, or is new. */
  private async leaveFile(commit: FileCommit, position: Position): Promise<void> {
    const { root, git, shallow } = this.options;
    if (shallow.has(commit.id)) return void this.ends.add("shallow");
    const [details] = await commitDetails(root, [commit.id], git);
    const parent = details?.parents[0] ?? null;
    const changed = await changedFilesOf(root, { parent, commit: commit.id }, git);
    const origin = parent === null ? null : await this.originIn(changed, position);
    if (origin && parent !== null) {
      this.note(commit, position, origin);
      return this.continueAt({ ...origin.position, commit: parent });
    }
    const lines = (await this.options.versions.lines(position.version)) ?? [];
    const after = { startLine: position.symbol.startLine, lines: linesOfSymbol(lines, position.symbol) };
    this.noteCreated(commit, position, symbolDiff(null, after));
  }

  private noteCreated(commit: FileCommit, position: Position, diff: readonly string[]): void {
    this.note(commit, position, null);
    const noted = this.changes.get(commit.id);
    if (noted?.kind === "created") this.changes.set(commit.id, { ...noted, diff });
    this.ends.add("created");
  }

  /** Where the symbol was before a commit: in the file that git has as renamed, else in one that lost it. */
  private async originIn(
    changed: readonly FileChange[],
    position: Position,
  ): Promise<{ readonly position: Position; readonly diff: readonly string[] } | null> {
    const { versions } = this.options;
    const own = changed.find(({ path }) => path === position.version.path);
    if (own?.from !== undefined && own.before !== null && this.options.mayRead(own.from)) {
      const step = await stepBack(position, { blob: own.before, path: own.from }, versions);
      if ("position" in step) return step;
    }
    for (const { before, after, path, from = path } of this.possibleOrigins(changed, position)) {
      if (this.options.isOver() || before === null) return null;
      const version = { blob: before, path: from };
      const old = await versions.analyze(version);
      const newer = after === null ? null : await versions.analyze({ blob: after, path });
      const found = old && movedSymbol(position.symbol, old, newer);
      if (!found) continue;
      const lines = (await versions.lines(position.version)) ?? [];
      const diff = symbolDiff(
        { startLine: found.startLine, lines: linesOfSymbol(old.lines, found) },
        { startLine: position.symbol.startLine, lines: linesOfSymbol(lines, position.symbol) },
      );
      return { position: { version, symbol: found }, diff };
    }
    return null;
  }

  /** Other files of the same kind that a commit removed or changed: removed ones first, then by path. */
  private possibleOrigins(changed: readonly FileChange[], { version }: Position): FileChange[] {
    const extension = extname(version.path);
    const others = changed.filter(
      ({ before, path, from = path }) =>
        before !== null &&
        from !== version.path &&
        path !== version.path &&
        extname(from) === extension &&
        this.options.mayRead(from),
    );
    return [
      ...others.filter(({ after }) => after === null),
      ...others.filter(({ after }) => after !== null),
    ].slice(0, this.options.limits.filesOfCommit);
  }

  /**
   * A merge whose file differs from each of its parents. If one of them has the same symbol, history goes on
   * there alone; else along all. The merge itself counts only if it has lines that no parent has.
   */
  private async mergeStep(
    commit: FileCommit,
    log: FileLog,
    position: Position,
  ): Promise<ReadonlyMap<string, Position>> {
    const { root, git, versions } = this.options;
    const { path } = position.version;
    const found = new Map<string, FoundStep>();
    for (const parent of commit.parents) {
      const blob = log.commits.get(parent)?.after ?? (await blobAt(root, { commit: parent, path }, git));
      const step = blob === null ? null : await stepBack(position, { blob, path }, versions);
      if (step === null || !("position" in step)) continue;
      if (step.kind !== "changed") return new Map([[parent, step.position]]);
      found.set(parent, step);
    }
    const renamed = await this.renamedInMerge(commit, position);
    if (renamed.some(({ kind }) => kind !== "changed")) return new Map();
    if (found.size + renamed.length === 0) await this.leaveFile(commit, position);
    else await this.noteMerge(commit, position, [...found.values(), ...renamed]);
    return new Map([...found].map(([parent, step]) => [parent, step.position]));
  }

  /** Continues in the parents of a merge in which the file has another name. */
  private async renamedInMerge(
    { id, parents, mergeOf }: FileCommit,
    position: Position,
  ): Promise<readonly FoundStep[]> {
    const { root, git, versions } = this.options;
    const found: FoundStep[] = [];
    // As many lines of history as parents: each of them has the file.
    if (mergeOf === null || parents.length === mergeOf.length) return found;
    for (const parent of mergeOf) {
      if ((await blobAt(root, { commit: parent, path: position.version.path }, git)) !== null) continue;
      const changed = await changedFilesOf(root, { parent, commit: id }, git);
      const own = changed.find(({ path }) => path === position.version.path);
      if (own?.from === undefined || own.before === null || !this.options.mayRead(own.from)) continue;
      const step = await stepBack(position, { blob: own.before, path: own.from }, versions);
      if (!("position" in step)) continue;
      this.continueAt({ ...step.position, commit: parent });
      found.push(step);
    }
    return found;
  }

  private async noteMerge(
    commit: FileCommit,
    position: Position,
    steps: readonly FoundStep[],
  ): Promise<void> {
    const { versions } = this.options;
    const known = new Set<string>();
    for (const { position: older } of steps) {
      const lines = (await versions.lines(older.version)) ?? [];
      for (const line of linesOfSymbol(lines, older.symbol)) known.add(line.trim());
    }
    const own = linesOfSymbol((await versions.lines(position.version)) ?? [], position.symbol);
    const [first] = steps;
    if (first && own.some((line) => line.trim() !== "" && !known.has(line.trim())))
      this.note(commit, position, first);
  }
}

type FoundStep = Extract<Step, { readonly position: Position }>;

/** The commits of a log such that each comes after all that it is a parent of; else in git's order. */
function childrenFirst(commits: ReadonlyMap<string, FileCommit>): FileCommit[] {
  const children = new Map<string, number>();
  for (const { parents } of commits.values())
    for (const parent of parents) children.set(parent, (children.get(parent) ?? 0) + 1);
  const ready = [...commits.values()].filter(({ id }) => !children.has(id));
  const ordered: FileCommit[] = [];
  for (let commit = ready.shift(); commit; commit = ready.shift()) {
    ordered.push(commit);
    for (const parent of commit.parents) {
      const remaining = (children.get(parent) ?? 0) - 1;
      children.set(parent, remaining);
      const next = commits.get(parent);
      if (remaining === 0 && next) ready.push(next);
    }
  }
  return ordered;
}
