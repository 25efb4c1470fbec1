/** The table of the benchmark: recall of the commits' test files, by half and language. Pure. */
import type { Report } from "../support/benchmark.ts";
import { median, percentile, sum } from "../support/statistics.ts";
import { type ImpactCommit, PARTS } from "./commits.ts";

export const WAYS = ["impact", "imports", "nearest"] as const;
export type Way = (typeof WAYS)[number];
const AMONG = [5, 10, 20] as const;

/** The result of one commit. */
export interface Measured extends ImpactCommit {
  readonly language: string;
  /** Status of the answer, or the code of its error. */
  readonly outcome: string;
  /** For each test file of the commit, its rank from 1; 0 if it is not listed. */
  readonly ranks: { readonly [Name in Way]: readonly number[] };
  /** Length of each list. */
  readonly lengths: { readonly [Name in Way]: number };
  /** Test files of the parent. */
  readonly testFiles: number;
  readonly ms: number;
}

export function reportOf(measured: readonly Measured[], printsEach: boolean): Report {
  const rows = PARTS.flatMap((part) => {
    const own = measured.filter((one) => one.part === part);
    const languages = [...new Set(own.map(({ language }) => language))].sort();
    return own.length === 0
      ? []
      : [
          { part, ...figuresOf("all", own) },
          ...languages.map((language) => ({
            part,
            ...figuresOf(
              language,
              own.filter((one) => one.language === language),
            ),
          })),
        ];
  });
  const failed = measured.filter(({ outcome }) => outcome !== "ok");
  return {
    title: "Test files of commits among the tests to run",
    columns: [
      "part",
      "language",
      "commits",
      ...WAYS.flatMap((way) => AMONG.map((among) => `${way} @${among}`)),
      "list",
      "of tests",
      "ms",
      "95 %",
    ],
    rows: rows.map(({ part, language, commits, recall, files, share, ms, lateMs }) => [
      part,
      language,
      commits,
      ...WAYS.flatMap((way) => recall[way].map((value) => value.toFixed(2))),
      files,
      `${(100 * share).toFixed(1)} %`,
      Math.round(ms),
      Math.round(lateMs),
    ]),
    notes: [
      ...(failed.length > 0
        ? [`${failed.length} answers without tests, which count as missed: ${outcomesOf(failed)}`]
        : []),
      ...(printsEach ? measured.map(lineOf) : []),
    ],
    results: { rows },
  };
}

function figuresOf(language: string, own: readonly Measured[]) {
  const recallOf = (way: Way): readonly number[] =>
    AMONG.map((among) => sum(own.map(({ ranks }) => recallAt(ranks[way], among))) / own.length);
  return {
    language,
    commits: own.length,
    recall: { impact: recallOf("impact"), imports: recallOf("imports"), nearest: recallOf("nearest") },
    files: median(own.map(({ lengths }) => lengths.impact)),
    share: median(own.map(({ lengths, testFiles }) => lengths.impact / Math.max(1, testFiles))),
    ms: median(own.map(({ ms }) => ms)),
    lateMs: percentile(
      own.map(({ ms }) => ms),
      0.95,
    ),
  };
}

/** Share of the test files that are among the first. */
export function recallAt(ranks: readonly number[], among: number): number {
  return ranks.filter((rank) => rank > 0 && rank <= among).length / Math.max(1, ranks.length);
}

function outcomesOf(failed: readonly Measured[]): string {
  return [...new Set(failed.map(({ outcome }) => outcome))].sort().join(", ");
}

function lineOf({ repository, commit, ranks, lengths, testFiles, ms }: Measured): string {
  return (
    `${repository} ${commit} impact ${ranks.impact.join()} of ${lengths.impact}, ` +
    `imports ${ranks.imports.join()}, nearest ${ranks.nearest.join()}, ${testFiles} tests, ${Math.round(ms)} ms`
  );
}
