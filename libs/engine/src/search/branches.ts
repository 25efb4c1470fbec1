/**
 * Merges the answers of one question to several branches: each passage once, with the branches that have it.
 */
import { type SearchCodebaseOk, type SearchHints, type SearchHit, type WarningCode } from "@satori/contracts";
import { compareText } from "../model/paths.ts";
import type { Snapshot } from "../store/store.ts";

export interface BranchAnswer {
  readonly ref: string;
  readonly commit: string;
  readonly envelope: SearchCodebaseOk;
  /** Of the same commit. */
  readonly snapshot: Snapshot;
}

interface RankedHit {
  readonly hit: SearchHit;
  /** Position in the answer of its branch. */
  readonly rank: number;
  /** Position of that branch. */
  readonly branch: number;
  readonly passage: string;
  /**
   * Equal for the same lines under the same path in several branches. If a branch has them several times,
   * each counts.
   */
  readonly key: string;
}

const CONFIDENCES: readonly SearchCodebaseOk["confidence"][] = ["high", "medium", "low"];

/**
 * One answer with the results of all: best rank in any branch first, then the order of the branches, then
 * file and start line. As many results as the largest answer has. A passage counts as one if the file has the
 * same lines under the same path.
 *
 * @param answers at least one
 */
export async function mergeBranches(answers: readonly BranchAnswer[]): Promise<SearchCodebaseOk> {
  const [first] = answers as readonly [BranchAnswer, ...BranchAnswer[]];
  const ranked: RankedHit[] = [];
  for (const [branch, { envelope, snapshot }] of answers.entries()) {
    const before = new Map<string, number>();
    for (const [rank, hit] of envelope.results.entries()) {
      const passage = await passageOf(hit, snapshot);
      const lines = `${hit.file}\0${passage}`;
      const nth = before.get(lines) ?? 0;
      before.set(lines, nth + 1);
      ranked.push({ hit, rank, branch, passage, key: `${lines}\0${nth}` });
    }
  }
  ranked.sort(
    (left, right) =>
      left.rank - right.rank ||
      left.branch - right.branch ||
      compareText(left.hit.file, right.hit.file) ||
      left.hit.span.startLine - right.hit.span.startLine,
  );
  const distinct = new Map<string, RankedHit>();
  for (const one of ranked) if (!distinct.has(one.key)) distinct.set(one.key, one);
  const most = Math.max(...answers.map(({ envelope }) => envelope.results.length));
  const results: SearchHit[] = [];
  for (const one of [...distinct.values()].slice(0, most)) results.push(await withBranches(one, answers));
  const {
    meta,
    commit: _commit,
    warnings: _warnings,
    message: _message,
    hints: _hints,
    correctedTerms: _correctedTerms,
    ...rest
  } = first.envelope;
  return {
    ...rest,
    ...remarksOf(answers),
    confidence:
      CONFIDENCES.find((one) => answers.some(({ envelope }) => envelope.confidence === one)) ?? "low",
    versions: answers.map(({ ref, commit }) => ({ ref, commit })),
    results,
    meta,
  };
}

/** Warnings that one branch with results makes untrue of the whole answer. */
const ABOUT_ABSENCE: ReadonlySet<WarningCode> = new Set([
  "FILTER_MUST_UNSATISFIED",
  "NO_CONFIDENT_MATCH",
  "NO_FILE_MATCHES",
]);

/** What the answers say about their results, as far as it is true of all of them or says of which. */
function remarksOf(answers: readonly BranchAnswer[]) {
  const envelopes = answers.map(({ envelope }) => envelope);
  const isInAll = (is: (envelope: SearchCodebaseOk) => boolean): boolean => envelopes.every(is);
  const warnings = [...new Set(envelopes.flatMap((envelope) => envelope.warnings ?? []))]
    .filter(
      (warning) =>
        !ABOUT_ABSENCE.has(warning) || isInAll((each) => each.warnings?.includes(warning) === true),
    )
    .sort(compareText) as WarningCode[];
  const messages = answers.flatMap(({ ref, envelope: { message } }) =>
    message === undefined ? [] : [`${ref}: ${message}`],
  );
  // A word that one branch has is known.
  const unknownTerms = (envelopes[0]?.unknownTerms ?? []).filter((term) =>
    isInAll((each) => each.unknownTerms.includes(term)),
  );
  const correctedTerms = (envelopes[0]?.correctedTerms ?? []).filter(({ term }) =>
    unknownTerms.includes(term),
  );
  // Their calls name the version of their branch.
  const hints = Object.assign({}, ...envelopes.map((each) => each.hints ?? {}).reverse()) as SearchHints;
  return {
    ...(messages.length > 0 ? { message: messages.join(" ") } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(Object.keys(hints).length > 0 ? { hints } : {}),
    unknownTerms,
    ...(correctedTerms.length > 0 ? { correctedTerms } : {}),
    coverage: coverageOf(envelopes),
  };
}

/** Sums over the branches. */
function coverageOf(envelopes: readonly SearchCodebaseOk[]): SearchCodebaseOk["coverage"] {
  const sumOf = (field: keyof SearchCodebaseOk["coverage"]): number =>
    envelopes.reduce((sum, { coverage }) => sum + coverage[field], 0);
  return {
    files: sumOf("files"),
    chunks: sumOf("chunks"),
    skippedFiles: sumOf("skippedFiles"),
    candidates: sumOf("candidates"),
  };
}

/** The result with the branches that have its passage, and those whose version of the file lacks it. */
async function withBranches(
  { hit, passage }: RankedHit,
  answers: readonly BranchAnswer[],
): Promise<SearchHit> {
  const branches: string[] = [];
  const differsIn: string[] = [];
  for (const { ref, snapshot } of answers) {
    const text = await textOf(hit.file, snapshot);
    if (text !== null) (text.includes(passage) ? branches : differsIn).push(ref);
  }
  return { ...hit, branches, ...(differsIn.length > 0 ? { differsIn } : {}) };
}

async function passageOf({ file, span }: SearchHit, snapshot: Snapshot): Promise<string> {
  const text = (await textOf(file, snapshot)) ?? "";
  return text
    .split("\n")
    .slice(span.startLine - 1, span.endLine)
    .join("\n");
}

/** Text of a file; null if the branch has no such file. */
async function textOf(file: string, snapshot: Snapshot): Promise<string | null> {
  const at = snapshot.fileAt(file);
  if (at === -1) return null;
  const [content] = await snapshot.contents([at]);
  return content?.text ?? null;
}
