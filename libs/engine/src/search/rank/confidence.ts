/**
 * How sure an answer is: coverage of the question's words by the best chunk, plus closeness in meaning. Pure.
 */
import type { Confidence } from "@satori/contracts";
import type { Candidates } from "../retrieve/candidates.ts";
import type { Ranking } from "./rank.ts";
import { CONFIDENCE, CONFIDENCE_WEIGHTS, TYPO_CERTAINTY } from "./ranking.ts";

export interface ConfidenceScore {
  readonly confidence: Confidence;
  /** Nothing is close to the question. */
  readonly hasNoMatch: boolean;
  /** What the verdict is read off, for `debug`. */
  readonly value: number;
}

/** @param hasResults an answer without any is never a sure one */
export function scoreConfidence(
  candidates: Candidates,
  { bestCoverage, files }: Ranking,
  hasResults: boolean,
): ConfidenceScore {
  const value = candidates.dense
    ? bestCoverage + CONFIDENCE_WEIGHTS.closeness * closestCandidate(candidates)
    : CONFIDENCE_WEIGHTS.wordsAlone * bestCoverage;
  // What the question spells out is there, however little else is.
  const isNamed = candidates.mentioned.size > 0 || [...candidates.exact.values()].includes(1);
  // Nor is nothing close where a name that it misspells is there.
  const isMeant = isNamed || [...candidates.exact.values()].some((certainty) => certainty >= TYPO_CERTAINTY);
  // An answer about other files than the one that is named is no sure one.
  const confidence =
    !hasResults || (value < CONFIDENCE.low && !isNamed)
      ? "low"
      : value < CONFIDENCE.high || candidates.unresolvedPath !== null
        ? "medium"
        : "high";
  return { confidence, value, hasNoMatch: files.length === 0 || (value < CONFIDENCE.none && !isMeant) };
}

/** Cosine of the closest chunk; what the filters left out says nothing about the answer. */
function closestCandidate({ candidateFiles, dense, files }: Candidates): number {
  let closest = 0;
  for (const file of candidateFiles) {
    for (let row = files.firstRows[file] as number; row < (files.firstRows[file + 1] as number); row++)
      closest = Math.max(closest, dense?.chunks[row] ?? 0);
  }
  return closest;
}
