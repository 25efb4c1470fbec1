/**
 * Computes the confidence of an answer: how much of the question the best chunk covers, plus the closeness of
 * the closest chunk. Pure.
 */
import type { Confidence } from "@satori/contracts";
import type { Candidates } from "../retrieve/candidates.ts";
import type { Ranking } from "./rank.ts";
import { CONFIDENCE, CONFIDENCE_WEIGHTS, CONFIDENT_DEFINITION, TYPO_CERTAINTY } from "./ranking.ts";

export interface ConfidenceScore {
  readonly confidence: Confidence;
  /** Whether nothing is close to the question. */
  readonly hasNoMatch: boolean;
  /** The value compared with the thresholds, for `debug`. */
  readonly value: number;
}

/**
 * Confidence of an answer, by the thresholds in `CONFIDENCE`.
 *
 * @param hasResults an answer without results always has low confidence
 */
export function scoreConfidence(
  candidates: Candidates,
  { bestCoverage, files }: Ranking,
  hasResults: boolean,
): ConfidenceScore {
  const value = candidates.dense
    ? bestCoverage + CONFIDENCE_WEIGHTS.closeness * closestCandidate(candidates)
    : CONFIDENCE_WEIGHTS.wordsAlone * bestCoverage;
  // The question spells out a definition or path that exists, however little else matches.
  const isNamed = candidates.mentioned.size > 0 || [...candidates.exact.values()].includes(1);
  // The first file has a definition that fits what the question looks up.
  const isDefined = (candidates.definitions.get(files[0]?.file ?? -1) ?? 0) >= CONFIDENT_DEFINITION;
  // A correction of a misspelled name is a match too.
  const isMeant = isNamed || [...candidates.exact.values()].some((certainty) => certainty >= TYPO_CERTAINTY);
  // If the file that the question names is missing, an answer about other files is not highly confident.
  const confidence =
    !hasResults || (value < CONFIDENCE.low && !isNamed)
      ? "low"
      : (value < CONFIDENCE.high && !isDefined) || candidates.unresolvedPath !== null
        ? "medium"
        : "high";
  return { confidence, value, hasNoMatch: files.length === 0 || (value < CONFIDENCE.none && !isMeant) };
}

/** Confidence of results that contain all of the question exactly. */
export const EXACT_MATCH: ConfidenceScore = { confidence: "high", hasNoMatch: false, value: CONFIDENCE.high };

/**
 * Cosine of the closest chunk among the candidates. Files that the filters exclude say nothing about the
 * answer.
 */
function closestCandidate({ candidateFiles, dense, files }: Candidates): number {
  let closest = 0;
  for (const file of candidateFiles) {
    for (let row = files.firstRows[file] as number; row < (files.firstRows[file + 1] as number); row++)
      closest = Math.max(closest, dense?.chunks[row] ?? 0);
  }
  return closest;
}
