/**
 * How sure an answer is: coverage of the question's words by the best chunk, plus closeness in meaning. Pure.
 */
import type { Confidence } from "@satori/contracts";
import type { Evidence } from "../gather/evidence.ts";
import type { Ranking } from "./rank.ts";
import { CONFIDENCE, CONFIDENCE_WEIGHTS, TYPO_CERTAINTY } from "./ranking.ts";

export interface Assurance {
  readonly confidence: Confidence;
  /** Nothing is close to the question. */
  readonly isHopeless: boolean;
  /** What the verdict is read off, for `debug`. */
  readonly value: number;
}

/** @param hasResults an answer without any is never a sure one */
export function assuranceOf(
  evidence: Evidence,
  { bestCoverage, files }: Ranking,
  hasResults: boolean,
): Assurance {
  const value = evidence.dense
    ? bestCoverage + CONFIDENCE_WEIGHTS.closeness * closestCandidate(evidence)
    : CONFIDENCE_WEIGHTS.wordsAlone * bestCoverage;
  // What the question spells out is there, however little else is.
  const isNamed = evidence.mentioned.size > 0 || [...evidence.exact.values()].includes(1);
  // Nor is nothing close where a name that it misspells is there.
  const isMeant = isNamed || [...evidence.exact.values()].some((certainty) => certainty >= TYPO_CERTAINTY);
  // An answer about other files than the one that is named is no sure one.
  const confidence =
    !hasResults || (value < CONFIDENCE.low && !isNamed)
      ? "low"
      : value < CONFIDENCE.high || evidence.unmet !== null
        ? "medium"
        : "high";
  return { confidence, value, isHopeless: files.length === 0 || (value < CONFIDENCE.none && !isMeant) };
}

/** Cosine of the closest chunk; what the filters left out says nothing about the answer. */
function closestCandidate({ candidates, dense, files }: Evidence): number {
  let closest = 0;
  for (const file of candidates) {
    for (let row = files.firstRows[file] as number; row < (files.firstRows[file + 1] as number); row++)
      closest = Math.max(closest, dense?.chunks[row] ?? 0);
  }
  return closest;
}
