/** The order of the tests to run. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankTests, testScore } from "./score.ts";
import type { TestSignals } from "./signals.ts";

const NOTHING: TestSignals = {
  file: 0,
  isChanged: false,
  distance: 0,
  reaches: 0,
  imports: 0,
  named: 0,
  together: 0,
  commits: 0,
  words: 0,
  near: 0,
};
const PATHS = Array.from({ length: 30 }, (_, at) => `test/${String(at).padStart(2, "0")}.test.ts`);

const strength = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
const signals: fc.Arbitrary<TestSignals> = fc.record({
  file: fc.nat(PATHS.length - 1),
  isChanged: fc.boolean(),
  distance: fc.nat(4),
  reaches: strength,
  imports: strength,
  named: strength,
  together: strength,
  commits: fc.nat(5),
  words: strength,
  near: strength,
});
const manySignals = fc.uniqueArray(signals, { selector: ({ file }) => file });

describe("rankTests", () => {
  it("does not depend on the order of its input", () => {
    fc.assert(
      fc.property(manySignals, fc.infiniteStream(fc.nat()), (all, numbers) => {
        const keys = new Map(all.map((one) => [one, numbers.next().value ?? 0]));
        const shuffled = [...all].sort((left, right) => (keys.get(left) ?? 0) - (keys.get(right) ?? 0));
        expect(rankTests(shuffled, PATHS)).toEqual(rankTests(all, PATHS));
      }),
    );
  });

  it("puts changed tests first, and never lists a file without a reason", () => {
    fc.assert(
      fc.property(manySignals, (all) => {
        const ranked = rankTests(all, PATHS);
        const changed = ranked.map(({ signals: own }) => own.isChanged);
        expect(changed).toEqual([...changed].sort((left, right) => Number(right) - Number(left)));
        for (const { reasons } of ranked) expect(reasons.length).toBeGreaterThan(0);
        expect(ranked.filter(({ signals: own }) => own.isChanged)).toHaveLength(
          all.filter(({ isChanged }) => isChanged).length,
        );
      }),
    );
  });

  it("prefers a test that calls and imports the change to one that only has as many words of it", () => {
    const near = { ...NOTHING, file: 0, near: 1, words: 0.5, imports: 0.25 };
    const calling = { ...NOTHING, file: 1, distance: 1, reaches: 1, near: 1, words: 0.5, imports: 1 };
    expect(testScore(calling)).toBeGreaterThan(testScore(near));
  });

  it("leaves out what is far below the best, but no test that calls the change", () => {
    const best = { ...NOTHING, file: 0, named: 1, words: 1, together: 1, commits: 3, imports: 1, near: 1 };
    const far = { ...NOTHING, file: 1, imports: 0.25, words: 0.3, near: 1 };
    const calling = { ...far, file: 2, distance: 1, reaches: 0.1 };
    expect(rankTests([best, far, calling], PATHS).map(({ signals: own }) => own.file)).toEqual([0, 2]);
    expect(rankTests([far], PATHS).map(({ signals: own }) => own.file)).toEqual([1]);
  });

  it("keeps what imports the change as long as the list is short", () => {
    const best = { ...NOTHING, named: 1, words: 1, together: 1, commits: 3, imports: 1, near: 1 };
    const tests = Array.from({ length: 12 }, (_, file) => ({ ...NOTHING, file, imports: 1 }));
    const ranked = rankTests([{ ...best, file: 12 }, ...tests], [...tests.keys(), 12].map(String));
    expect(ranked.map(({ signals: { file } }) => file)).toEqual([12, 0, 1, 10, 11, 2, 3, 4]);
  });

  it("takes a single common commit for chance", () => {
    const together = { ...NOTHING, together: 0.9 };
    expect(rankTests([{ ...together, commits: 1 }], PATHS)).toEqual([]);
    const often = { ...together, commits: 2 };
    expect(rankTests([often], PATHS)[0]?.reasons).toEqual(["changed_together"]);
  });
});
