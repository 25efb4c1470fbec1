/** The report of the sizes, one column each. Pure. */
import type { Report } from "../support/benchmark.ts";
import { figure, megabytes } from "../support/target.ts";
import type { Fill } from "./fill.ts";

export interface Size {
  readonly chunks: number;
  readonly files: number;
  readonly fill: Fill;
  readonly fileBytes: number;
  readonly answers: Answers;
  /** Why there are no answers; null if there are. */
  readonly problem: string | null;
}

export interface Answers {
  readonly comparisonMs: number;
  readonly firstMs: number;
  readonly once: Times;
  readonly again: Times;
  readonly peakBytes: number;
  readonly residentBytes: number;
}

export interface Times {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** CPU time of the server for one question, mean. */
  readonly cpuMs: number;
}

const NO_TIMES: Times = { p50Ms: Number.NaN, p95Ms: Number.NaN, cpuMs: Number.NaN };
/** If the server could not answer. */
export const NO_ANSWERS: Answers = {
  comparisonMs: Number.NaN,
  firstMs: Number.NaN,
  once: NO_TIMES,
  again: NO_TIMES,
  peakBytes: Number.NaN,
  residentBytes: Number.NaN,
};

/** Rows of the report: what is measured, and how it is written. */
const ROWS: readonly (readonly [
  name: string,
  of: (size: Size) => number,
  write?: (value: number) => string,
])[] = [
  ["files", ({ files }) => files, String],
  ["fill, s", ({ fill }) => fill.wallMs / 1_000],
  ["  of which store, s", ({ fill }) => fill.storeMs / 1_000],
  ["fill, CPU s", ({ fill }) => fill.cpuMs / 1_000],
  ["fill, peak memory, MB", ({ fill }) => fill.peakBytes, megabytesOf],
  ["index file, MB", ({ fileBytes }) => fileBytes, megabytesOf],
  ["index file, bytes per chunk", (size) => size.fileBytes / size.chunks],
  ["comparison, ms", ({ answers }) => answers.comparisonMs],
  ["first question, ms", ({ answers }) => answers.firstMs],
  ["20 questions, p50 ms", ({ answers }) => answers.once.p50Ms],
  ["20 questions, p95 ms", ({ answers }) => answers.once.p95Ms],
  ["20 questions, CPU ms", ({ answers }) => answers.once.cpuMs],
  ["again, p50 ms", ({ answers }) => answers.again.p50Ms],
  ["again, p95 ms", ({ answers }) => answers.again.p95Ms],
  ["again, CPU ms", ({ answers }) => answers.again.cpuMs],
  ["peak memory, MB", ({ answers }) => answers.peakBytes, megabytesOf],
  ["memory, MB", ({ answers }) => answers.residentBytes, megabytesOf],
  ["memory, bytes per chunk", (size) => size.answers.residentBytes / size.chunks],
];

function megabytesOf(bytes: number): string {
  return Number.isNaN(bytes) ? "–" : megabytes(bytes);
}

export function report(sizes: readonly Size[]): Report {
  const [baseline] = sizes as [Size];
  const ratios: typeof ROWS = [
    ["chunks", ({ chunks }) => chunks / baseline.chunks],
    ["20 questions, p50", ({ answers }) => answers.once.p50Ms / baseline.answers.once.p50Ms],
    ["again, CPU", ({ answers }) => answers.again.cpuMs / baseline.answers.again.cpuMs],
    ["again, p50", ({ answers }) => answers.again.p50Ms / baseline.answers.again.p50Ms],
    [
      "memory per chunk",
      (size) => size.answers.residentBytes / size.chunks / (baseline.answers.residentBytes / baseline.chunks),
    ],
  ];
  /** Without what any server takes. NaN for the baseline. */
  const bytesPerFurtherChunk = ({ chunks, answers }: Size): number =>
    (answers.residentBytes - baseline.answers.residentBytes) / (chunks - baseline.chunks);
  const rows: typeof ROWS = [
    ...ROWS,
    ["memory, bytes per chunk beyond the first size", bytesPerFurtherChunk],
    ...ratios.map(([name, of]) => [`ratio: ${name}`, of] as const),
  ];
  return {
    title: "The local store by size",
    columns: ["chunks", ...sizes.map(({ chunks }) => String(chunks))],
    rows: rows.map(([name, of, write = figure]) => [name, ...sizes.map((size) => write(of(size)))]),
    notes: [
      `Ratios are relative to ${baseline.chunks} chunks.`,
      ...sizes.flatMap(({ chunks, problem }) => (problem === null ? [] : [`${chunks} chunks: ${problem}`])),
    ],
    results: { sizes },
  };
}
