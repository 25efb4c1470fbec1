/**
 * Puts the test files of a change in order: one score, the weighted sum of what speaks for a file, and a
 * bound below which a file is not worth its time.
 *
 * The weights were chosen on one half of the commits of `bench -- impact`, and measured on the other:
 * docs/impact.md has both.
 */
import type { TestReason } from "@satori/contracts";
import type { TestSignals } from "./signals.ts";

export const TEST_WEIGHTS = {
  reaches: 2,
  share: 0.5,
  imports: 1.5,
  named: 3,
  together: 4,
  words: 1,
  near: 0.5,
} as const;
/** Files with a lower score are not worth running. */
export const MIN_SCORE = 1;

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
  return signals
    .map((own): ScoredTest => ({ signals: own, score: testScore(own), reasons: reasonsOf(own) }))
    .filter(({ signals: own, score, reasons }) => reasons.length > 0 && (own.isChanged || score >= MIN_SCORE))
    .sort(
      (left, right) =>
        Number(right.signals.isChanged) - Number(left.signals.isChanged) ||
        right.score - left.score ||
        // Two files never have the same path.
        ((paths[left.signals.file] ?? "") < (paths[right.signals.file] ?? "") ? -1 : 1),
    );
}

/** A pair of changes may be chance. */
const MIN_COMMITS = 2;

function reasonsOf(own: TestSignals): TestReason[] {
  return [
    ...(own.isChanged ? (["changed"] as const) : []),
    ...(own.reaches > 0 ? (["reaches"] as const) : []),
    ...(own.imports > 0 ? (["imports"] as const) : []),
    ...(own.named > 0 ? (["named_after"] as const) : []),
    ...(own.commits >= MIN_COMMITS ? (["changed_together"] as const) : []),
  ];
}
