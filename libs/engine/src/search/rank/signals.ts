/** Computes the ranking signals of a file, each a number from 0 to 1. Pure. */
import type { FileTable, LexicalHit } from "../../store/store.ts";
import type { Spread } from "../../vectors/selection.ts";
import type { Candidates } from "../retrieve/candidates.ts";
import { CLOSE_CHUNK, GOOD_CHUNK_SHARE, SIZE_SCALE, type SignalName } from "./ranking.ts";

export type Signals = Record<SignalName, number>;

/** Position of a value between median and maximum, limited to the range from 0 to 1. */
export function stretched(value: number, { median, max }: Spread): number {
  return Math.min(1, Math.max(0, (value - median) / Math.max(1e-6, max - median)));
}

/** Maxima and spreads over all candidates of one question, which signals are relative to. */
export interface SignalScales {
  readonly bestScore: number;
  readonly bestSum: number;
  readonly bestDoc: number;
  readonly maxInDegree: number;
  readonly chunks: Spread;
  readonly files: Spread;
  readonly paths: Spread;
}

const NO_SPREAD: Spread = { median: 0, max: 0 };

/** Scales over all candidates of a question; all 0 if there are none. */
export function scalesOf({ hits, dense, files }: Candidates): SignalScales {
  let bestScore = 0;
  let bestDoc = 0;
  for (const list of hits.values()) {
    for (const { score, docScore } of list) {
      bestScore = Math.max(bestScore, score);
      bestDoc = Math.max(bestDoc, docScore);
    }
  }
  let bestSum = 0;
  for (const list of hits.values()) bestSum = Math.max(bestSum, goodSum(list, bestScore));
  let maxInDegree = 0;
  for (const degree of files.inDegrees) maxInDegree = Math.max(maxInDegree, degree);
  return {
    bestScore,
    bestSum,
    bestDoc,
    maxInDegree,
    ...(dense?.spreads ?? { chunks: NO_SPREAD, files: NO_SPREAD, paths: NO_SPREAD }),
  };
}

/** All signals except `coverage` and `quoted`, which need the file's text and are 0 here. */
export function signalsOf(file: number, candidates: Candidates, scales: SignalScales): Signals {
  const { files, dense } = candidates;
  const hits = candidates.hits.get(file) ?? [];
  const closeness = dense ? chunkCloseness(file, files, dense.chunks, scales.chunks) : { best: 0, sum: 0 };
  return {
    bestChunk: ratio(Math.max(0, ...hits.map(({ score }) => score)), scales.bestScore),
    chunkSum: ratio(goodSum(hits, scales.bestScore), scales.bestSum),
    comments: ratio(Math.max(0, ...hits.map(({ docScore }) => docScore)), scales.bestDoc),
    coverage: 0,
    size: Math.min(1, Math.log1p(files.lineCounts[file] as number) / SIZE_SCALE),
    denseChunk: closeness.best,
    denseFile: dense ? stretched(dense.files[file] as number, scales.files) : 0,
    denseSum: 1 - 1 / (1 + closeness.sum),
    densePath: dense ? stretched(dense.paths[file] as number, scales.paths) : 0,
    nameMatch: candidates.named.has(file) ? 1 : 0,
    exactSymbol: candidates.exact.get(file) ?? 0,
    definition: candidates.definitions.get(file) ?? 0,
    imported: ratio(Math.log1p(files.inDegrees[file] as number), Math.log1p(scales.maxInDegree)),
    history: candidates.history.get(file) ?? 0,
    mentioned: candidates.mentioned.get(file)?.weight ?? 0,
    quoted: 0,
  };
}

function goodSum(hits: readonly LexicalHit[], bestScore: number): number {
  let sum = 0;
  for (const { score } of hits) if (score > GOOD_CHUNK_SHARE * bestScore) sum += score;
  return sum;
}

/** Stretched closeness of the file's closest chunk, and the sum over its close chunks. */
function chunkCloseness(
  file: number,
  { firstRows }: FileTable,
  cosines: Float32Array,
  spread: Spread,
): { best: number; sum: number } {
  let best = 0;
  let sum = 0;
  for (let row = firstRows[file] as number; row < (firstRows[file + 1] as number); row++) {
    const close = stretched(cosines[row] as number, spread);
    best = Math.max(best, close);
    if (close > CLOSE_CHUNK) sum += close;
  }
  return { best, sum };
}

function ratio(value: number, max: number): number {
  return max > 0 ? value / max : 0;
}
