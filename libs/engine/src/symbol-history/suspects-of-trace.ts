/**
 * The answer of `symbol_history` about a trace: the frames that are in the codebase, and the commits of a
 * range that changed what they run.
 */
import {
  LIMITS,
  type Suspect,
  type SymbolHistoryOutput,
  type TraceFrame,
  buildEnvelope,
  shortCommit,
} from "@satori/contracts";
import { throwIfAborted } from "../errors.ts";
import { type CommitChanges, type LogRange, commitDetails, rangeLog } from "../git/file-log.ts";
import { unreadableRepository } from "../git/objects.ts";
import { GitFailure, runGit } from "../git/run-git.ts";
import { doubting } from "../model/staleness.ts";
import { trackedSymbol } from "./file-version.ts";
import { fittingScores } from "./fitting-commits.ts";
import { type Following, gitCallOf, openFollowing } from "./follow-options.ts";
import { followSymbol } from "./follow-symbol.ts";
import { ImportableFiles } from "./imported-files.ts";
import { type PlacedFrame, placedFrames } from "./placed-frames.ts";
import { referencesIn } from "./references.ts";
import { type HistoryRepository, openRepository, parseRange, resolveRange } from "./repository.ts";
import { type RankedSuspect, type Touch, rankSuspects } from "./suspects.ts";
import type { HistoryRequest } from "./history-request.ts";

const DESCRIBE_TIMEOUT_MS = 3_000;
/** Commits whose words are compared with the trace. */
const MAX_WORDED = 200;

/** Finds the commits of a range that changed what a trace runs. */
export async function suspectsOf(request: HistoryRequest, trace: string): Promise<SymbolHistoryOutput> {
  const { target, call, input } = request;
  const repository = await openRepository(target.codebase.root, "", call.signal);
  const { folder } = repository;
  try {
    const range = await resolveRange(folder, parseRange(input.range), call.signal);
    const bounded = input.range === undefined ? await lastCommits(request, folder, range) : range;
    await using following = openFollowing(request, repository);
    const max = LIMITS.symbolHistory.traceCommits.maximum;
    const [log, { frames, others, paths }] = await Promise.all([
      rangeLog(folder, { ...bounded, max }, gitCallOf(request)),
      placedFrames(request, trace, { repository, commit: bounded.tip, following }),
    ]);
    if (frames.length === 0) return noFrames(request, others, bounded);
    const oldest = Math.min(...log.commits.map(({ committedAt }) => committedAt));
    const listed = log.isCut && log.commits.length > 0 ? { ...bounded, since: oldest } : bounded;
    const followed = await functionTouches(changedFrames(frames, log.commits), following, listed);
    const imported = importedTouches(frames, paths);
    const touches = [...followed.touches, ...fileTouches(frames, imported, log.commits)];
    return await answer(request, {
      repository,
      trace,
      range: bounded,
      frames,
      otherFrames: others,
      commits: log.commits,
      isLogCut: log.isCut,
      isComplete: !log.isCut && !followed.isCut && !call.deadline.isReached,
      touches,
      diffs: followed.diffs,
    });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throwIfAborted(call.signal);
    throw unreadableRepository(folder, error);
  }
}

/** Without a range: the last commits that lead to the newest one. */
async function lastCommits(request: HistoryRequest, folder: string, range: LogRange): Promise<LogRange> {
  const { default: count } = LIMITS.symbolHistory.traceCommits;
  const printed = await runGit(
    folder,
    ["rev-list", "--max-count=1", `--skip=${count}`, range.tip, "--"],
    gitCallOf(request),
  );
  return { ...range, exclude: printed.trim() === "" ? null : printed.trim() };
}

interface FollowedFunctions {
  readonly touches: readonly Touch[];
  /** By commit: the changed lines of all functions of the trace. */
  readonly diffs: ReadonlyMap<string, readonly string[]>;
  readonly isCut: boolean;
}

/** Frames in files that a commit of the range changed, with their positions. Others need no log. */
function changedFrames(
  frames: readonly PlacedFrame[],
  commits: readonly CommitChanges[],
): readonly (readonly [number, PlacedFrame])[] {
  const changed = new Set(commits.flatMap(({ changes }) => changes.map(({ path }) => path)));
  return [...frames.entries()].filter(([, { path }]) => changed.has(path));
}

/** Follows the functions of the frames, nearest first, each once. */
async function functionTouches(
  frames: readonly (readonly [number, PlacedFrame])[],
  { optionsFor }: Following,
  range: LogRange,
): Promise<FollowedFunctions> {
  const options = optionsFor(range);
  const touches: Touch[] = [];
  const diffs = new Map<string, string[]>();
  const seen = new Set<string>();
  let isCut = false;
  for (const [frame, { path, blob, version, fact }] of frames) {
    const key = `${path} ${fact?.start}`;
    if (!version || !fact || seen.has(key)) continue;
    if (seen.size >= LIMITS.symbolHistory.maxFollowedFrames) {
      isCut = true;
      break;
    }
    seen.add(key);
    const start = { version: { blob, path }, symbol: trackedSymbol(version, fact) };
    const { changes, ends } = await followSymbol(start, options);
    isCut ||= ends.includes("limit") || ends.includes("deadline");
    for (const { commit, diff } of changes) {
      touches.push({ commit, reason: "function", frame, file: path, symbolLabel: fact.label });
      diffs.set(commit, [...(diffs.get(commit) ?? []), ...diff]);
    }
  }
  return { touches, diffs, isCut };
}

/** Files that the frames' files import, with the nearest frame that does. */
function importedTouches(
  frames: readonly PlacedFrame[],
  paths: readonly string[],
): ReadonlyMap<string, number> {
  const importable = new ImportableFiles(paths);
  const own = new Set<string>();
  const imported = new Map<string, number>();
  for (const [frame, { path, version }] of frames.entries()) {
    if (!version || own.size === own.add(path).size) continue;
    for (const file of importable.importedBy({ path, ...version }))
      if (!imported.has(file)) imported.set(file, frame);
  }
  for (const { path } of frames) imported.delete(path);
  return imported;
}

/** Commits that changed the files of frames, or imported ones, under the names that these had at the time. */
function fileTouches(
  frames: readonly PlacedFrame[],
  imported: ReadonlyMap<string, number>,
  commits: readonly CommitChanges[],
): Touch[] {
  interface Watched {
    readonly frame: number;
    readonly file: string;
    readonly reason: "file" | "imported";
  }
  const watched = new Map<string, Watched>();
  for (const [file, frame] of imported) watched.set(file, { frame, file, reason: "imported" });
  for (const [frame, { path }] of [...frames.entries()].reverse())
    watched.set(path, { frame, file: path, reason: "file" });
  const touches: Touch[] = [];
  for (const { id, changes } of commits) {
    for (const { path, from } of changes) {
      const file = watched.get(path);
      if (!file) continue;
      touches.push({ commit: id, ...file });
      // Older commits have the older name.
      if (from !== undefined && !watched.has(from)) watched.set(from, file);
    }
  }
  return touches;
}

interface FoundSuspects {
  readonly repository: HistoryRepository;
  readonly trace: string;
  readonly range: LogRange;
  readonly frames: readonly PlacedFrame[];
  readonly otherFrames: number;
  readonly commits: readonly CommitChanges[];
  /** There are more commits in the range. */
  readonly isLogCut: boolean;
  readonly isComplete: boolean;
  readonly touches: readonly Touch[];
  readonly diffs: FollowedFunctions["diffs"];
}

async function answer(request: HistoryRequest, found: FoundSuspects): Promise<SymbolHistoryOutput> {
  const { echo, gated, behind, call } = request;
  const { repository, range, frames, otherFrames, commits, isComplete, touches } = found;
  const order = new Map(commits.map(({ id }, at) => [id, at]));
  const describing = { ...gitCallOf(request), timeoutMs: DESCRIBE_TIMEOUT_MS, signal: undefined };
  const first = rankSuspects(touches, order, new Map()).slice(0, MAX_WORDED);
  const details = await commitDetails(
    repository.folder,
    first.map(({ commit }) => commit),
    describing,
  );
  const scores = fittingScores(
    found.trace,
    details.map(({ id, subject, body }) => ({ subject, body, diff: found.diffs.get(id) ?? [] })),
  );
  const words = new Map(details.map(({ id }, at) => [id, scores[at] ?? 0]));
  const ranked = rankSuspects(touches, order, words);
  const byId = new Map(details.map((commit) => [commit.id, commit]));
  const suspects = ranked.slice(0, echo.limit).flatMap((suspect): Suspect[] => {
    const commit = byId.get(suspect.commit);
    if (!commit) return [];
    const { subject, body, authoredAt: date, author } = commit;
    const references = referencesIn(`${subject}\n${body}`);
    return [
      {
        commit: suspect.commit,
        date,
        author,
        subject,
        score: suspect.score,
        touched: touchedOf(suspect, repository),
        ...(references.length > 0 ? { references } : {}),
      },
    ];
  });
  return buildEnvelope(
    "symbol_history",
    {
      status: "ok",
      message: doubting(suspectsMessage(request, found, [ranked.length, suspects.length]), behind),
      warnings: [
        ...gated.warnings,
        ...behind.warnings,
        ...(suspects.length < ranked.length || found.isLogCut ? (["OUTPUT_TRUNCATED"] as const) : []),
        ...(call.deadline.isReached ? (["DEADLINE_REACHED"] as const) : []),
      ],
    },
    {
      ...echo,
      head: range.tip,
      frames: frames.map((frame) => traceFrame(frame, repository)),
      ...(otherFrames > 0 ? { otherFrames } : {}),
      suspects,
      coverage: { commits: commits.length, complete: isComplete },
    },
    call.elapsedMs(),
  );
}

function touchedOf({ touched }: RankedSuspect, { inCodebase }: HistoryRepository): Suspect["touched"] {
  return touched.map(({ reason, file, frame, symbolLabel }) => ({
    reason,
    file: inCodebase(file),
    ...(symbolLabel === undefined ? {} : { symbolLabel }),
    frame,
  }));
}

function traceFrame({ path, written, fact }: PlacedFrame, { inCodebase }: HistoryRepository): TraceFrame {
  return {
    file: inCodebase(path),
    line: written.line,
    ...(fact ? { symbolLabel: fact.label } : {}),
  };
}

function rangeText({ tip, exclude }: LogRange): string {
  const newest = shortCommit(tip);
  return exclude ? `${shortCommit(exclude)}..${newest}` : `all commits up to ${newest}`;
}

function suspectsMessage(
  { call: { deadline } }: HistoryRequest,
  { range, commits, isLogCut, isComplete }: FoundSuspects,
  [total, shown]: readonly [number, number],
): string {
  const touched =
    `${total} of ${commits.length} commits in ${rangeText(range)} changed what the trace runs` +
    `${shown < total ? `; ${shown} are shown` : ""}.`;
  const limits = [
    ...(isLogCut ? ["Older commits of the range were not looked at."] : []),
    ...(deadline.isReached
      ? [`The answer reached ${deadline.name}: commits may be missing or rank too low.`]
      : []),
  ];
  const others = isComplete || limits.length > 0 ? [] : ["A limit was reached, so that some may be missing."];
  return [touched, ...limits, ...others].join(" ");
}

/** The answer for a trace without a frame in the codebase. */
function noFrames(request: HistoryRequest, others: number, range: LogRange): SymbolHistoryOutput {
  const { echo, gated, behind, call } = request;
  const message =
    others === 0
      ? "The trace has no frame: pass the text with its FILE:LINE locations."
      : `None of the ${others} frames of the trace is in one file of ${shortCommit(range.tip)}.`;
  return buildEnvelope(
    "symbol_history",
    {
      status: "not_found",
      message: doubting(message, behind),
      warnings: [...gated.warnings, ...behind.warnings],
    },
    echo,
    call.elapsedMs(),
  );
}
