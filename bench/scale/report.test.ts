import { expect, it } from "vitest";
import { NO_ANSWERS, type Size, report } from "./report.ts";

const times = (ms: number): Size["answers"]["once"] => ({ p50Ms: ms, p95Ms: 2 * ms, cpuMs: ms });
const sizeOf = (chunks: number, ms: number): Size => ({
  chunks,
  files: chunks / 16,
  fill: { wallMs: 4_000, cpuMs: 3_000, storeMs: 2_000, peakBytes: 1e8 },
  fileBytes: 700 * chunks,
  answers: {
    comparisonMs: 1,
    firstMs: 2,
    once: times(ms),
    again: times(ms),
    peakBytes: 3e8,
    residentBytes: 1e8 + 1_000 * chunks,
  },
  problem: null,
});
const rowOf = (name: string, sizes: readonly Size[]): readonly unknown[] | undefined =>
  report(sizes).rows.find(([first]) => first === name);

it("sizes are compared with the first one", () => {
  const sizes = [sizeOf(16_000, 10), sizeOf(160_000, 30)];
  expect(rowOf("ratio: 20 questions, p50", sizes)).toEqual(["ratio: 20 questions, p50", "1.00", "3.00"]);
  expect(rowOf("memory, bytes per chunk beyond the first size", sizes)?.slice(1)).toEqual(["–", "1000"]);
});

it("a size without answers has its other figures, and the reason", () => {
  const failed = { ...sizeOf(160_000, 30), answers: NO_ANSWERS, problem: "out of memory" };
  const sizes = [sizeOf(16_000, 10), failed];
  expect(rowOf("again, p50 ms", sizes)).toEqual(["again, p50 ms", "10.0", "–"]);
  expect(rowOf("index file, bytes per chunk", sizes)).toEqual(["index file, bytes per chunk", "700", "700"]);
  expect(report(sizes).notes).toContain("160000 chunks: out of memory");
});
