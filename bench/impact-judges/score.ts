/** Compares what Satori says of a mutation with what the compiler says. Pure. */
import type { ChangeImpactOk } from "@satori/contracts";
import { lineBefore } from "./file-edit.ts";
import type { Judged } from "./judged-project.ts";
import type { FileLine, Mutation } from "./mutation.ts";

/** A diff of the mutation, or the mutation as a planned change. */
export const QUESTIONS = ["diff", "planned"] as const;
export type QuestionKind = (typeof QUESTIONS)[number];

/** What is read of an answer. */
export type AnswerParts = Pick<ChangeImpactOk, "changed" | "affected">;

export interface Score {
  readonly judged: Judged;
  readonly question: QuestionKind;
  /** Lines that fail. */
  readonly lines: Agreement;
  readonly files: Agreement;
  /** Failing lines that the answer counts, but does not list: it lists ten lines of a symbol. */
  readonly counted: number;
  /** Whether it is said to be proven that nothing uses the symbol. */
  readonly isProven: boolean;
  /** Whether the compiler knows a use of it, or reports any error elsewhere. */
  readonly isUsed: boolean;
  readonly hasErrors: boolean;
  readonly missed: readonly FileLine[];
  readonly wrong: readonly (FileLine & { readonly confidence: string })[];
}

export interface Agreement {
  readonly expected: number;
  readonly recalled: number;
  readonly listed: number;
  readonly right: number;
}

interface Listed extends FileLine {
  readonly confidence: string;
  readonly isOfSymbol: boolean;
}

/**
 * A diff, and a plan to remove a symbol, are judged by the places that no longer fit: in the version after the
 * diff, or in the current one. Of a signature that is to change in a way that is not known, the failing lines
 * have to be among the direct dependents; how many of these fail cannot be known.
 *
 * Only files that the compiler checks count, and no lines of the definition itself.
 */
export function scoreOf(
  judged: Judged,
  question: QuestionKind,
  answer: AnswerParts,
  files: ReadonlySet<string>,
): Score {
  const { mutation, verdict } = judged;
  const at = (place: FileLine): FileLine =>
    question === "planned" && place.file === mutation.file
      ? { file: place.file, line: lineBefore(mutation.edit, place.line) }
      : place;
  const expected = keysOf([...verdict.failing, ...verdict.behindImports].map(at));
  const of = indexOf(answer, mutation, question);
  const isUnknown = question === "planned" && isArity(mutation);
  const all = listedIn(answer, of, !isUnknown).filter(
    (place) => files.has(place.file) && !isInside(mutation, place, question),
  );
  const listed = keysOf(all);
  const claimed = isUnknown ? [] : all.filter(({ isOfSymbol }) => isOfSymbol);
  const missed = [...expected].filter((key) => !listed.has(key));
  const counted = countedOnly(answer, missed.map(placeOf));
  const changed = answer.changed[of];
  return {
    judged,
    question,
    lines: {
      expected: expected.size,
      recalled: expected.size - missed.length + counted,
      listed: keysOf(claimed).size,
      right: [...keysOf(claimed)].filter((key) => expected.has(key)).length,
    },
    files: agreementOfFiles(expected, listed, keysOf(claimed)),
    counted,
    isProven: changed?.proven === true,
    isUsed: expected.size > 0 || verdict.references.length > 0,
    hasErrors: verdict.cascading.length > 0,
    missed: missed.map(placeOf),
    wrong: claimed.filter((place) => !expected.has(keyOf(place))),
  };
}

/** Index of the mutated symbol in `changed`; -1 if it is not there. */
function indexOf({ changed }: AnswerParts, { file, line, name }: Mutation, question: QuestionKind): number {
  if (question === "planned") return changed.length === 1 ? 0 : -1;
  const isNamed = (label = ""): boolean => /[\p{L}\p{N}_$]+$/u.exec(label)?.[0] === name;
  const candidates = changed
    .map((symbol, at) => ({ symbol, at }))
    .filter(
      ({ symbol }) =>
        (symbol.before?.file ?? symbol.file) === file && isNamed(symbol.before?.symbol ?? symbol.symbol),
    );
  return (candidates.find(({ symbol }) => symbol.line === line) ?? candidates[0])?.at ?? -1;
}

function listedIn({ affected }: AnswerParts, of: number, isMisfit: boolean): Listed[] {
  return affected.flatMap(({ file, symbols }) =>
    symbols
      .filter(({ distance }) => distance === 1)
      .flatMap((symbol) =>
        symbol.sites
          .filter(({ misfit }) => !isMisfit || misfit !== undefined)
          .map(({ line }) => ({
            file,
            line,
            confidence: symbol.confidence,
            isOfSymbol: symbol.of === of,
          })),
      ),
  );
}

/** How many of some lines may be among those that symbols of their files do not list. */
function countedOnly({ affected }: AnswerParts, missed: readonly FileLine[]): number {
  let sum = 0;
  for (const { file, symbols } of affected) {
    const hidden = symbols
      .filter(({ distance }) => distance === 1)
      .reduce((total, { sites, totalSites = sites.length }) => total + totalSites - sites.length, 0);
    sum += Math.min(hidden, missed.filter((place) => place.file === file).length);
  }
  return sum;
}

function agreementOfFiles(
  expected: ReadonlySet<string>,
  listed: ReadonlySet<string>,
  claimed: ReadonlySet<string>,
): Agreement {
  const [expectedFiles, listedFiles] = [filesOf(expected), filesOf(listed)];
  const claimedFiles = filesOf(claimed);
  return {
    expected: expectedFiles.size,
    recalled: [...expectedFiles].filter((file) => listedFiles.has(file)).length,
    listed: claimedFiles.size,
    right: [...claimedFiles].filter((file) => expectedFiles.has(file)).length,
  };
}

function isInside(
  { file, definition: [first, last], edit }: Mutation,
  place: FileLine,
  question: QuestionKind,
): boolean {
  const growth = question === "diff" ? edit.lines.length - (edit.last - edit.first + 1) : 0;
  return place.file === file && place.line >= first && place.line <= last + growth;
}

export function isArity({ mutation }: Mutation): boolean {
  return mutation === "add_parameter" || mutation === "remove_parameter";
}

function filesOf(keys: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...keys].map((key) => placeOf(key).file));
}

function keysOf(places: readonly FileLine[]): ReadonlySet<string> {
  return new Set(places.map(keyOf));
}

function keyOf({ file, line }: FileLine): string {
  return `${file}:${line}`;
}

function placeOf(key: string): FileLine {
  const at = key.lastIndexOf(":");
  return { file: key.slice(0, at), line: Number(key.slice(at + 1)) };
}
