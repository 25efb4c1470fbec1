/**
 * Merges the answers of one question to several branches: each passage once, with the branches that have it.
 */
import { type SearchCodebaseOk, type SearchHit, type WarningCode } from "@satori/contracts";
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
  for (const [branch, { envelope, snapshot }] of answers.entries())
    for (const [rank, hit] of envelope.results.entries())
      ranked.push({ hit, rank, branch, passage: await passageOf(hit, snapshot) });
  ranked.sort(
    (left, right) =>
      left.rank - right.rank ||
      left.branch - right.branch ||
      compareText(left.hit.file, right.hit.file) ||
      left.hit.span.startLine - right.hit.span.startLine,
  );
  const distinct = new Map<string, RankedHit>();
  for (const one of ranked) if (!distinct.has(keyOf(one))) distinct.set(keyOf(one), one);
  const most = Math.max(...answers.map(({ envelope }) => envelope.results.length));
  const results: SearchHit[] = [];
  for (const one of [...distinct.values()].slice(0, most)) results.push(await withBranches(one, answers));
  const { meta, commit: _, warnings: __, ...rest } = first.envelope;
  const warnings = [...new Set(answers.flatMap(({ envelope }) => envelope.warnings ?? []))].sort(
    compareText,
  ) as WarningCode[];
  const has = (confidence: SearchCodebaseOk["confidence"]): boolean =>
    answers.some(({ envelope }) => envelope.confidence === confidence);
  return {
    ...rest,
    ...(warnings.length > 0 ? { warnings } : {}),
    confidence: CONFIDENCES.find(has) ?? "low",
    // A word that one branch has is known.
    unknownTerms: first.envelope.unknownTerms.filter((term) =>
      answers.every(({ envelope }) => envelope.unknownTerms.includes(term)),
    ),
    versions: answers.map(({ ref, commit }) => ({ ref, commit })),
    results,
    meta,
  };
}

/** The same lines under the same path. */
function keyOf({ hit, passage }: RankedHit): string {
  return `${hit.file}\0${passage}`;
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
