/** The table of the benchmark: recall and precision by language and question, and what is proven. Pure. */
import type { Report } from "../support/benchmark.ts";
import { sum } from "../support/statistics.ts";
import { HALVES } from "./draw.ts";
import type { JudgedProject } from "./judged-project.ts";
import { MUTATIONS } from "./mutation.ts";
import { type Agreement, QUESTIONS, type Score } from "./score.ts";

export interface Scored {
  readonly project: JudgedProject;
  readonly scores: readonly Score[];
}

interface Row {
  readonly language: string;
  readonly half: string;
  readonly question: string;
  readonly mutation: string;
  readonly mutations: number;
  readonly lines: Agreement;
  readonly files: Agreement;
  readonly counted: number;
  readonly lies: number;
  readonly unused: number;
  readonly proven: number;
}

/** @param misses how many missed and wrong lines are printed of each sort */
export function reportOf(scored: readonly Scored[], misses: number): Report {
  const rows = scored.flatMap(({ project: { language }, scores }) =>
    HALVES.flatMap((half) =>
      QUESTIONS.flatMap((question) => {
        const own = scores.filter(({ judged, question: of }) => judged.half === half && of === question);
        const base = { language, half, question };
        return [
          rowOf({ ...base, mutation: "all" }, own),
          ...MUTATIONS.map((mutation) =>
            rowOf(
              { ...base, mutation },
              own.filter(({ judged }) => judged.mutation.mutation === mutation),
            ),
          ),
        ].filter(({ mutations }) => mutations > 0);
      }),
    ),
  );
  return {
    title: "Impact against compilers",
    columns: [
      "language",
      "half",
      "question",
      "mutation",
      "mutations",
      "failing",
      "recall",
      "precision",
      "files",
      "recall",
      "precision",
      "unlisted",
      "lies",
      "unused",
      "proven",
    ],
    rows: rows.map((row) => [
      row.language,
      row.half,
      row.question,
      row.mutation,
      row.mutations,
      row.lines.expected,
      ...sharesOf(row.lines),
      row.files.expected,
      ...sharesOf(row.files),
      row.counted,
      row.lies,
      row.unused,
      row.proven,
    ]),
    notes: [...scored.map(noteOf), ...scored.flatMap(({ scores }) => differences(scores, misses))],
    results: { rows },
  };
}

function rowOf(
  base: Pick<Row, "language" | "half" | "question" | "mutation">,
  scores: readonly Score[],
): Row {
  const unused = scores.filter(({ isUsed, hasErrors }) => !isUsed && !hasErrors);
  return {
    ...base,
    mutations: scores.length,
    lines: total(scores.map(({ lines }) => lines)),
    files: total(scores.map(({ files }) => files)),
    counted: sum(scores.map(({ counted }) => counted)),
    lies: scores.filter(({ isProven, isUsed, hasErrors }) => isProven && (isUsed || hasErrors)).length,
    unused: unused.length,
    proven: unused.filter(({ isProven }) => isProven).length,
  };
}

function total(parts: readonly Agreement[]): Agreement {
  return {
    expected: sum(parts.map(({ expected }) => expected)),
    recalled: sum(parts.map(({ recalled }) => recalled)),
    listed: sum(parts.map(({ listed }) => listed)),
    right: sum(parts.map(({ right }) => right)),
  };
}

function sharesOf({ expected, recalled, listed, right }: Agreement): string[] {
  return [share(recalled, expected), share(right, listed)];
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(3);
}

function noteOf({ project: { language, name, files, judged } }: Scored): string {
  const cascading = judged.filter(({ verdict }) => verdict.cascading.length > 0);
  const lines = sum(cascading.map(({ verdict }) => verdict.cascading.length));
  return (
    `${language}: ${name}, ${files.size} files; ${lines} lines with other errors, ` +
    `after ${cascading.length} of ${judged.length} mutations`
  );
}

/** Of the development half only: the other one is not looked at. */
function differences(scores: readonly Score[], misses: number): string[] {
  const own = scores.filter(({ judged }) => judged.half === "development");
  const named = ({ judged: { mutation: m }, question }: Score): string =>
    `${question} ${m.mutation} ${m.kind} ${m.file}:${m.line} ${m.name}`;
  const missed = own.flatMap((score) =>
    score.missed.map(({ file, line }) => `missed ${file}:${line} of ${named(score)}`),
  );
  const wrong = own.flatMap((score) =>
    score.wrong.map(({ file, line, confidence }) => `wrong ${confidence} ${file}:${line} of ${named(score)}`),
  );
  const lies = scores
    .filter(({ isProven, isUsed, hasErrors }) => isProven && (isUsed || hasErrors))
    .map((score) => `lie: ${named(score)}`);
  return [...lies, ...missed.slice(0, misses), ...wrong.slice(0, misses)];
}
