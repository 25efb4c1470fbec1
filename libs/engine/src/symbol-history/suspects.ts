/** Ranks commits by what they changed of the code that the frames of a trace run. Pure. */
import { LIMITS, type SuspectReason } from "@satori/contracts";

/** A function or file of a frame that a commit changed. */
export interface Touch {
  readonly commit: string;
  readonly reason: SuspectReason;
  /** Index of the frame, nearest to the error first. */
  readonly frame: number;
  /** In the newest commit of the range. */
  readonly file: string;
  readonly symbolLabel?: string;
}

export interface RankedSuspect {
  readonly commit: string;
  /** Relative to the first one, which has 1. */
  readonly score: number;
  /** By frame, then reason; bounded. */
  readonly touched: readonly Touch[];
}

/** What a change counts by what was changed: the function of a frame, another part of its file, an import. */
export const TOUCH_WEIGHTS: Readonly<Record<SuspectReason, number>> = {
  function: 1,
  file: 0.35,
  imported: 0.08,
};
/** Each frame counts this much of the one before it, from the error outwards. */
export const FRAME_DECAY = 0.8;
/** How much words that the commit shares with the trace add, relative to the best commit. */
export const WORDS_WEIGHT = 0.5;

const REASONS: readonly SuspectReason[] = ["function", "file", "imported"];

/**
 * By score, descending, then newest first.
 *
 * A commit counts each function once, and each file once, by the nearest frame; changes of a function are no
 * other change of its file.
 *
 * @param order position of each commit, newest first; other commits are left out
 * @param words how well the words of a commit fit those of the trace, from 0 to 1; absent: 0
 */
export function rankSuspects(
  touches: readonly Touch[],
  order: ReadonlyMap<string, number>,
  words: ReadonlyMap<string, number>,
): RankedSuspect[] {
  const byCommit = new Map<string, Touch[]>();
  for (const touch of touches) {
    if (!order.has(touch.commit)) continue;
    const own = byCommit.get(touch.commit);
    if (own) own.push(touch);
    else byCommit.set(touch.commit, [touch]);
  }
  const scored = [...byCommit].map(([commit, all]) => {
    const touched = countedOnce(all);
    const structure = touched.reduce(
      (sum, { reason, frame }) => sum + TOUCH_WEIGHTS[reason] * FRAME_DECAY ** frame,
      0,
    );
    return { commit, touched, score: structure * (1 + WORDS_WEIGHT * (words.get(commit) ?? 0)) };
  });
  const position = ({ commit }: { readonly commit: string }): number => order.get(commit) ?? 0;
  scored.sort((left, right) => right.score - left.score || position(left) - position(right));
  const best = scored[0]?.score ?? 1;
  return scored.map(({ commit, touched, score }) => ({
    commit,
    score: Math.round((score / best) * 1_000) / 1_000,
    touched: touched.slice(0, LIMITS.symbolHistory.maxTouched),
  }));
}

/** By frame, then reason. Only the nearest import counts. */
function countedOnce(touches: readonly Touch[]): Touch[] {
  const sorted = [...touches].sort(
    (left, right) => left.frame - right.frame || REASONS.indexOf(left.reason) - REASONS.indexOf(right.reason),
  );
  const followed = new Set(sorted.filter(({ reason }) => reason === "function").map(({ file }) => file));
  const seen = new Set<string>();
  return sorted.filter(({ reason, file, symbolLabel }) => {
    if (reason !== "function" && followed.has(file)) return false;
    const key =
      reason === "imported" ? reason : `${reason} ${file} ${reason === "function" ? symbolLabel : ""}`;
    return seen.size < seen.add(key).size;
  });
}
