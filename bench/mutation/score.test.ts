import { expect, it } from "vitest";
import { scoresOf, shareDetected } from "./score.ts";

const mutant = (status: string, line: number) => ({
  status,
  mutatorName: "StringLiteral",
  replacement: `"\n  x"`,
  location: { start: { line } },
});

it("counts what tests noticed, leaves out what could not be run, and names what survived", () => {
  const report = {
    files: {
      "b.ts": {
        mutants: [
          mutant("Survived", 9),
          mutant("Killed", 1),
          mutant("NoCoverage", 3),
          mutant("CompileError", 4),
        ],
      },
      "a.ts": { mutants: [mutant("Timeout", 1), mutant("Ignored", 2)] },
    },
  };
  const scores = scoresOf(report);
  expect(scores).toEqual([
    { file: "a.ts", detected: 1, undetected: 0, survivors: [] },
    { file: "b.ts", detected: 1, undetected: 2, survivors: ['3 StringLiteral " x"', '9 StringLiteral " x"'] },
  ]);
  expect(shareDetected(scores)).toBe(0.5);
  expect(shareDetected([])).toBe(1);
});
