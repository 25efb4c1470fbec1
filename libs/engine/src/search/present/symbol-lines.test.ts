import fc from "fast-check";
import { expect, it } from "vitest";
import { Steps, symbolsOf } from "../../testing/steps.ts";
import { SymbolLines } from "./symbol-lines.ts";

/** Symbols with any nesting, by start; some have their names on a lower line. */
const symbols = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 2 }),
    ),
    { maxLength: 25 },
  )
  .map((spans) =>
    symbolsOf(
      [...spans]
        .sort(([left], [right]) => left - right)
        .map(([from, more, down]) => `s ${from}-${from + more}@${from + Math.min(more, down)}`)
        .join(", "),
    ),
  );
const span = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 9 }))
  .map(([startLine, more]) => ({ startLine, endLine: startLine + more }));

it("what begins in lines, ends in them, or is around them, is found as by going through all symbols", () => {
  fc.assert(
    fc.property(symbols, span, fc.boolean(), (all, { startLine, endLine }, isOrdered) => {
      const byLine = new SymbolLines(all);
      if (isOrdered) for (let question = 0; question < 20; question++) byLine.beginningIn(1);
      expect(byLine.named({ startLine, endLine })).toEqual(
        all.filter(({ nameLine }) => nameLine >= startLine && nameLine <= endLine),
      );
      expect(byLine.ending({ startLine, endLine })).toEqual(
        all.filter((one) => one.nameLine < startLine && one.endLine >= startLine && one.endLine < endLine),
      );
      expect(byLine.innermostAround({ startLine, endLine })).toBe(
        all.findLast((one) => one.startLine <= startLine && one.endLine >= endLine) ?? null,
      );
      expect(byLine.beginningIn(startLine)).toBe(all.find((one) => one.startLine === startLine) ?? null);
    }),
    { numRuns: 1_000 },
  );
});

it("asking about each line takes time by the symbols, not by lines times symbols", () => {
  const stepsOf = (size: number): number => {
    const steps = new Steps();
    const byLine = new SymbolLines(
      steps.counted(
        symbolsOf(Array.from({ length: size }, (_, at) => `a ${at + 1}-${2 * size - at}`).join(", ")),
      ),
    );
    for (let line = 1; line <= 2 * size; line++) {
      byLine.named({ startLine: line, endLine: line + 1 });
      byLine.ending({ startLine: line, endLine: line + 1 });
      byLine.innermostAround({ startLine: line, endLine: line });
    }
    return steps.count;
  };
  // n log n
  expect(stepsOf(2_000) / stepsOf(1_000)).toBeLessThan(2.3);
});
