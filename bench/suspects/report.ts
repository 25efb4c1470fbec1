/** The table of the benchmark: the share of guilty commits among the first, by half and language. Pure. */
import type { Report } from "../support/benchmark.ts";
import { median, percentile, sum } from "../support/statistics.ts";
import { PARTS, type Regression } from "./regressions.ts";

/** Ranks from 1; 0 if the guilty commit is not listed. */
export interface Ranked extends Regression {
  readonly language: string;
  /** Status of the answer, or the code of its error. */
  readonly outcome: string;
  readonly warnings: readonly string[];
  readonly suspect: number;
  /** Among the commits that changed a file of the trace, newest first. */
  readonly recent: number;
  /** Commits of the range that are no merges. */
  readonly commits: number;
  readonly ms: number;
}

const AMONG = [1, 5, 10] as const;
const RANKINGS = ["suspects", "recent", "random"] as const;
const NEAR_END = 0.95;

export function reportOf(ranked: readonly Ranked[], printsEach: boolean): Report {
  const rows = PARTS.flatMap((part) => {
    const own = ranked.filter((one) => one.part === part);
    const languages = [...new Set(own.map(({ language }) => language))].sort();
    return own.length === 0
      ? []
      : [
          { part, ...sharesOf("all", own) },
          ...languages.map((language) => ({
            part,
            ...sharesOf(
              language,
              own.filter((one) => one.language === language),
            ),
          })),
        ];
  });
  const failed = ranked.filter(({ outcome }) => outcome !== "ok");
  const each = ranked.map(
    ({ repository, fix, suspect, recent, ms }) =>
      `${repository} ${fix} suspect ${suspect}, recent ${recent}, ${Math.round(ms)} ms`,
  );
  return {
    title: "Guilty commits among the first suspects of a trace",
    columns: [
      "part",
      "language",
      "regressions",
      ...RANKINGS.flatMap((ranking) => AMONG.map((among) => `${ranking} ${among}`)),
      "commits",
      "ms",
      "95 %",
    ],
    rows: rows.map(({ part, language, regressions, shares, commits, ms, lateMs }) => [
      part,
      language,
      regressions,
      ...shares.map((share) => share.toFixed(3)),
      commits,
      Math.round(ms),
      Math.round(lateMs),
    ]),
    notes: [
      `${failed.length} answers without suspects count as missed: ${countsOf(failed.map(({ outcome }) => outcome))}`,
      `warnings: ${countsOf(ranked.flatMap(({ warnings }) => warnings))}`,
      ...(printsEach ? each : []),
    ],
    results: { rows, ranked },
  };
}

function sharesOf(language: string, ranked: readonly Ranked[]) {
  const share = (chanceOf: (one: Ranked) => number): number => sum(ranked.map(chanceOf)) / ranked.length;
  const isAmong = (rank: number, among: number): number => (rank > 0 && rank <= among ? 1 : 0);
  const times = ranked.map(({ ms }) => ms);
  return {
    language,
    regressions: ranked.length,
    shares: [
      ...AMONG.map((among) => share(({ suspect }) => isAmong(suspect, among))),
      ...AMONG.map((among) => share(({ recent }) => isAmong(recent, among))),
      ...AMONG.map((among) => share(({ commits }) => Math.min(1, among / Math.max(1, commits)))),
    ],
    commits: median(ranked.map(({ commits }) => commits)),
    ms: median(times),
    lateMs: percentile(times, NEAR_END),
  };
}

/** `2 × NAME, 1 × OTHER`, by name. */
function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of [...names].sort()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts.size === 0 ? "none" : [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
}
