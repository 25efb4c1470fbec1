/**
 * Segments of the posting table. Each is written once and never changed: the words of one batch of files, or
 * several older segments merged. Their list is in the digest, in the order of their chunks. This file decides
 * which segments to merge. Pure.
 */

export interface Segment {
  /** Never reused within a pool. */
  readonly id: number;
  /** Ids of the chunks in it start here, and end before the next segment's. */
  readonly firstChunk: number;
  /** Number of blocks, and their bytes in all. */
  readonly blocks: number;
  readonly bytes: number;
  /** Tokens in its chunks, and those of chunks that were removed since it was written. */
  readonly tokens: number;
  readonly deadTokens: number;
}

/** The segments of a pool, and the id of the next one. */
export interface SegmentList {
  readonly segments: readonly Segment[];
  readonly nextSegment: number;
}

export const NO_SEGMENTS: SegmentList = { segments: [], nextSegment: 1 };

/** More segments than this are always merged: each lookup reads a block of every segment. */
const MAX_SEGMENTS = 12;
/** Fewer segments are not worth a merge. */
const LEAST_MERGED = 4;
/**
 * A merge makes the segment of each posting at least this many times larger, so that a posting is written
 * anew at most log₃ times of the number of batches.
 */
const GROWTH = 3;
/** Smaller segments count as this large: rewriting them costs next to nothing. */
const LEAST_BYTES = 64 * 1024;
/** A segment with a larger share of dead tokens is written anew. */
const MAX_DEAD_SHARE = 1 / 4;

/** Neighbouring segments, from one index to the one before another. */
export interface SegmentRange {
  readonly from: number;
  readonly end: number;
}

/**
 * The next segments to replace by one; null if none are due. A merge may make the next one due.
 *
 * The last segments are merged, as many as possible, when the largest of them is at most a third of all:
 *
 *     9 MB │ 1.0 │ 0.3 │ 0.3 │ 0.3      →  nothing: 0.3 is the first that is a third of those after it
 *     9 MB │ 1.0 │ 0.3 │ 0.3 │ 0.3 │ 0.3 →  9 MB │ 1.0 │ 1.2
 */
export function dueForMerge(segments: readonly Segment[]): SegmentRange | null {
  const dying = segments.findIndex(({ tokens, deadTokens }) => deadTokens > tokens * MAX_DEAD_SHARE);
  if (dying !== -1) return { from: dying, end: dying + 1 };
  return lastOfOneSize(segments) ?? (segments.length > MAX_SEGMENTS ? smallestPair(segments) : null);
}

function lastOfOneSize(segments: readonly Segment[]): SegmentRange | null {
  const end = segments.length;
  let [total, largest, first] = [0, 0, end];
  for (let from = end - 1; from >= 0; from--) {
    const bytes = Math.max((segments[from] as Segment).bytes, LEAST_BYTES);
    total += bytes;
    largest = Math.max(largest, bytes);
    if (end - from >= LEAST_MERGED && largest * GROWTH <= total) first = from;
  }
  return first === end ? null : { from: first, end };
}

function smallestPair(segments: readonly Segment[]): SegmentRange {
  let [best, least] = [0, Infinity];
  for (let at = 0; at + 1 < segments.length; at++) {
    const bytes = (segments[at] as Segment).bytes + (segments[at + 1] as Segment).bytes;
    if (bytes < least) [best, least] = [at, bytes];
  }
  return { from: best, end: best + 2 };
}
