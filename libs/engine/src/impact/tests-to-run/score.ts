/**
 * Puts the test files of a change in order: one score, the weighted sum of what speaks for a file. Files far
 * below the best one are left out, unless they call a changed symbol or are changed themselves.
 *
 * The weights were chosen on one half of the commits of `bench -- impact`, and measured on the other:
 * docs/impact.md has both. That a test names what changed says more than that calls lead there: from the
 * tests of a large project, calls lead nearly everywhere.
 */
import type { TestReason } from "@satori/contracts";
import { compareText } from "../../model/paths.ts";
import type { TestSignals } from "./signals.ts";

export const TEST_WEIGHTS = {
  reaches: 0.5,
  imports: 0.25,
  named: 2.5,
  together: 2,
  words: 2,
  near: 0.25,
} as const;
/** Files with a lower score are not worth running. */
const MIN_SCORE = 0.5;
/** Nor are files whose score is a smaller share of the best. */
const MIN_SHARE = 0.25;
/** A list as short as this has room for what imports a changed file. */
const FEWEST_LISTED = 8;

export interface ScoredTest {
  readonly signals: TestSignals;
  readonly score: number;
  readonly reasons: readonly TestReason[];
}

export function testScore(signals: TestSignals): number {
  let score = 0;
  for (const [name, weight] of Object.entries(TEST_WEIGHTS))
    // The keys of the weights are those of numbers.
    score += weight * signals[name as keyof typeof TEST_WEIGHTS];
  return score;
}

/**
 * Tests worth running: changed ones first, then by score, descending, then by path.
 *
 * @param paths by file
 */
export function rankTests(signals: readonly TestSignals[], paths: readonly string[]): ScoredTest[] {
  const scored = signals
    .map((own): ScoredTest => ({ signals: own, score: testScore(own), reasons: reasonsOf(own) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort(
      (left, right) =>
        Number(right.signals.isChanged) - Number(left.signals.isChanged) ||
        right.score - left.score ||
        compareText(paths[left.signals.file] ?? "", paths[right.signals.file] ?? ""),
    );
  let least = MIN_SCORE;
  for (const { score } of scored) least = Math.max(least, score * MIN_SHARE);
  return scored.filter(
    ({ signals: { isChanged, distance, imports }, score }, at) =>
      isChanged || distance === 1 || (imports === 1 && at < FEWEST_LISTED) || score >= least,
  );
}

/** A pair of changes may be chance. */
const MIN_COMMITS = 2;
/** Tests that say less about the names of the changed symbols have only common words of them. */
const MIN_WORDS = 0.3;

function reasonsOf(own: TestSignals): TestReason[] {
  return [
    ...(own.isChanged ? (["changed"] as const) : []),
    ...(own.reaches > 0 ? (["reaches"] as const) : []),
    ...(own.imports > 0 ? (["imports"] as const) : []),
    ...(own.named > 0 ? (["named_after"] as const) : []),
    ...(own.words >= MIN_WORDS ? (["names"] as const) : []),
    ...(own.commits >= MIN_COMMITS ? (["changed_together"] as const) : []),
  ];
}
