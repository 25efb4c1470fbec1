/**
 * The retrieve stage: collects candidate files from all retrievers, with their lexical hits, and the
 * closeness of everything to the question.
 */
import { isAside } from "../../lexical/path-class.ts";
import { wordTokens } from "../../lexical/tokens.ts";
import { fileOfRow } from "../../store/file-of-row.ts";
import type { DenseScores, FileTable, LexicalHit, Snapshot } from "../../store/store.ts";
import type { Question } from "../parse/question.ts";
import { DECLARED_SHARE, OWN_WORDS_SHARE, RETRIEVER_LIMITS } from "../rank/ranking.ts";
import { scoreByCommitHistory } from "./commit-history.ts";
import { type MentionedFile, mentionedFiles, type UnresolvedPath } from "./mentioned-files.ts";

/** Results of all retrievers for one question. */
export interface Candidates {
  readonly files: FileTable;
  /** Candidate files, ascending. */
  readonly candidateFiles: readonly number[];
  /** Hits of each candidate, by row. */
  readonly hits: ReadonlyMap<number, readonly LexicalHit[]>;
  readonly dense: DenseScores | null;
  /** Certainty that a file defines an identifier of the question, for the files that define one. */
  readonly exact: ReadonlyMap<number, number>;
  /** How well a file's best symbol is the definition that the question looks up, for the files with one. */
  readonly definitions: ReadonlyMap<number, number>;
  /** Whether an identifier that the question spells out is defined only in files that the filters exclude. */
  readonly isDefinedOutsideFilters: boolean;
  /** Files with every part of their name in the question. */
  readonly named: ReadonlySet<number>;
  /** Files that the question names by their paths. */
  readonly mentioned: ReadonlyMap<number, MentionedFile>;
  /** A path in the question that no searched file has, if no mentioned path was found; otherwise null. */
  readonly unresolvedPath: UnresolvedPath | null;
  /** How much of the question a file's commits contain, from 0 to 1. */
  readonly history: ReadonlyMap<number, number>;
  /** Number of chunks that contain each token of the question. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Most chunks that the lexical retriever could return, for `debug`. */
  readonly candidateLimit: number;
  /** Files in which a scan found required texts or signs of the question. */
  readonly exactFiles: ReadonlySet<number>;
  /** Number of candidates by retriever, for `debug`. */
  readonly arms: {
    readonly lexicalChunks: number;
    readonly dense: number;
    readonly defining: number;
    readonly named: number;
    readonly mentioned: number;
    readonly history: number;
  };
}

export interface RetrievalInput {
  readonly snapshot: Snapshot;
  readonly question: Question;
  /** Null without an embedder, or if it failed. */
  readonly queryVector: Float32Array | null;
  /** One entry per file, 0 excludes the file; null allows all. */
  readonly allowed: Uint8Array | null;
  /** Most chunks of the lexical retriever. */
  readonly maxChunks: number;
  /** Tokens of the texts that results must contain; they propose candidates too. */
  readonly mustTokens: readonly string[];
  /** Files in which a scan found required texts or signs of the question; candidates in any case. */
  readonly exactFiles: readonly number[];
  /** Called between the retrievers; lets other work run, and may reject. */
  readonly pause?: () => Promise<void> | undefined;
  /** Called every few milliseconds within a retriever; may throw. */
  readonly check?: () => void;
}

/** Runs all retrievers on a snapshot. Throws whatever `pause` and `check` throw. */
export async function retrieveCandidates(input: RetrievalInput): Promise<Candidates> {
  const { snapshot, question, allowed, pause = () => undefined, check } = input;
  const { files } = snapshot;
  const accepts = (file: number): boolean => allowed === null || allowed[file] === 1;
  const words = await retrieveByWords(input, pause);
  await pause();
  const accepting = { accepts, check };
  const exactFiles = new Set(input.exactFiles.filter(accepts));
  const { exact, isDefinedOutsideFilters } = await definingFiles(snapshot, question, accepting);
  const definitions = new Map([...(question.definition?.files ?? [])].filter(([file]) => accepts(file)));
  const frequencies = await snapshot.frequencies(question.distinctTokens);
  const { named, sharing } = filesByName(files, question, accepting);
  const hits = hitsByFile(words, files);
  const { files: mentioned, unresolvedPath } = mentionedFiles(question.mentionedPaths, {
    paths: files.paths,
    tokens: question.distinctTokens,
    accepts,
    check,
  });
  const history = await scoreByCommitHistory(snapshot, question.distinctTokens, accepts);
  await pause();
  const fromHistory = best(history, RETRIEVER_LIMITS.historyFiles);
  const areNamesTooCommon = sharing.length > RETRIEVER_LIMITS.namedFiles;
  const found = ascending(
    new Set([
      ...hits.keys(),
      ...exact.keys(),
      ...definitions.keys(),
      ...mentioned.keys(),
      ...fromHistory,
      ...exactFiles,
      ...(areNamesTooCommon ? [] : sharing),
    ]),
  );
  const denseQuery = { candidates: found, closest: RETRIEVER_LIMITS.denseFiles, allowed, check };
  const dense = input.queryVector ? await snapshot.dense(input.queryVector, denseQuery) : null;
  const closest = dense?.closest ?? [];
  return {
    files,
    hits,
    dense,
    exact,
    definitions,
    isDefinedOutsideFilters,
    named,
    mentioned,
    history,
    frequencies,
    exactFiles,
    candidateLimit: input.maxChunks,
    unresolvedPath,
    candidateFiles: ascending(new Set([...found, ...closest])),
    arms: {
      lexicalChunks: words.lexical.length,
      dense: closest.length,
      defining: exact.size,
      named: sharing.length,
      mentioned: mentioned.size,
      history: fromHistory.length,
    },
  };
}

interface WordHits {
  /** Hits for the question. */
  readonly lexical: readonly LexicalHit[];
  /** Hits for `must:`. */
  readonly must: readonly LexicalHit[];
}

/** Chunks that contain words of the question, and chunks that contain words of `must:`. */
async function retrieveByWords(
  { snapshot, question, allowed, mustTokens, maxChunks: limit, check }: RetrievalInput,
  pause: () => Promise<void> | undefined,
): Promise<WordHits> {
  const hits = await snapshot.lexical(question.tokens, limit, allowed, check);
  await pause();
  const ofMessage = ownTokens(question);
  const own = ofMessage.length > 0 ? await snapshot.lexical(ofMessage, limit, allowed, check) : [];
  const lexical = own.length > 0 ? withOwnWords(hits, own) : hits;
  const must = mustTokens.length > 0 ? await snapshot.lexical(mustTokens, limit, allowed, check) : [];
  return { lexical, must };
}

/** Tokens of a message without its values; empty for other questions, and if fewer than two words remain. */
function ownTokens({ wording: { isMessage, sentence, values } }: Question): readonly string[] {
  const own = isMessage ? sentence.filter((_, at) => values[at] !== true) : [];
  return own.length >= 2 && own.length < sentence.length ? own.flatMap(wordTokens) : [];
}

/**
 * Hits of a message by all its words, merged with the hits by its own words alone. The line that prints the
 * message does not contain the values.
 */
function withOwnWords(hits: readonly LexicalHit[], own: readonly LexicalHit[]): readonly LexicalHit[] {
  const best = (list: readonly LexicalHit[]): number => Math.max(0, ...list.map(({ score }) => score));
  const share = (OWN_WORDS_SHARE * best(hits)) / best(own);
  const byRow = new Map(hits.map((hit) => [hit.row, hit]));
  for (const hit of own) {
    const known = byRow.get(hit.row);
    byRow.set(hit.row, { ...hit, ...known, score: Math.max(known?.score ?? 0, hit.score * share) });
  }
  return [...byRow.values()];
}

/** Files by score descending, then file. */
function best(scores: ReadonlyMap<number, number>, limit: number): number[] {
  return [...scores]
    .sort(([left, leftScore], [right, rightScore]) => rightScore - leftScore || left - right)
    .slice(0, limit)
    .map(([file]) => file);
}

function ascending(files: Iterable<number>): number[] {
  return [...files].sort((left, right) => left - right);
}

function hitsByFile(
  { lexical, must }: Pick<WordHits, "lexical" | "must">,
  files: FileTable,
): Map<number, LexicalHit[]> {
  const byFile = new Map<number, LexicalHit[]>();
  for (const hit of [...lexical].sort((left, right) => left.row - right.row)) {
    const file = fileOfRow(files, hit.row);
    const known = byFile.get(file);
    if (known) known.push(hit);
    else byFile.set(file, [hit]);
  }
  // A chunk that only contains the required text has no score.
  for (const { row } of must) {
    const file = fileOfRow(files, row);
    if (!byFile.has(file)) byFile.set(file, []);
  }
  return byFile;
}

/** Headers of C and C++ declare what implementation files define. */
const HEADER = /\.(?:h|hh|hpp|hxx)$/;
const IMPLEMENTATION = /\.(?:c|cc|cpp|cxx|m|mm)$/;

interface Accepting {
  readonly accepts: (file: number) => boolean;
  readonly check: RetrievalInput["check"];
}

/**
 * Files that define the question's identifiers, at most `RETRIEVER_LIMITS.definingFiles` per name; if there
 * are more, tests and generated code come last.
 */
async function definingFiles(
  snapshot: Snapshot,
  { identifiers }: Question,
  { accepts, check }: Accepting,
): Promise<{ exact: Map<number, number>; isDefinedOutsideFilters: boolean }> {
  const limit = RETRIEVER_LIMITS.definingFiles;
  const exact = new Map<number, number>();
  let isDefinedOutsideFilters = false;
  const aside = (file: number): number => Number(isAside(snapshot.files.pathClasses[file] as number));
  const pathOf = (file: number): string => snapshot.files.paths[file] as string;
  for (const { name, certainty } of identifiers) {
    const defining = await snapshot.filesDefining(name);
    const files = defining
      .filter((file) => (check?.(), accepts(file)))
      .sort((left, right) => (check?.(), aside(left) - aside(right) || left - right));
    const isImplemented = files.some((file) => aside(file) === 0 && IMPLEMENTATION.test(pathOf(file)));
    for (const file of files.slice(0, limit))
      exact.set(
        file,
        Math.max(
          isImplemented && HEADER.test(pathOf(file)) ? certainty * DECLARED_SHARE : certainty,
          exact.get(file) ?? 0,
        ),
      );
    isDefinedOutsideFilters ||= certainty === 1 && defining.length > 0 && files.length === 0;
  }
  return { exact, isDefinedOutsideFilters };
}

/** Files whose name shares a word with the question, and those whose name's words all occur in it. */
function filesByName(
  files: FileTable,
  question: Question,
  { accepts, check }: Accepting,
): { named: Set<number>; sharing: number[] } {
  const { filesByWord, wordCounts } = nameIndexOf(files, check);
  const shared = new Map<number, number>();
  for (const word of question.distinctTokens) {
    for (const file of filesByWord.get(word) ?? []) {
      check?.();
      if (accepts(file)) shared.set(file, (shared.get(file) ?? 0) + 1);
    }
  }
  const sharing = [...shared.keys()].sort((left, right) => (check?.(), left - right));
  return { named: new Set(sharing.filter((file) => shared.get(file) === wordCounts[file])), sharing };
}

// Index from the words of file names to files. Built once per state of an index, because every question uses
// it.

interface NameIndex {
  /** Files whose name contains the word, ascending; a file occurs as often as its name contains the word. */
  readonly filesByWord: ReadonlyMap<string, readonly number[]>;
  /** Number of words in each file's name. */
  readonly wordCounts: Uint32Array;
}

const known = new WeakMap<FileTable, NameIndex>();

/**
 * The name index of a table of files.
 *
 * @param check called for each file while the index is built; may throw, and then nothing is cached
 */
function nameIndexOf(files: FileTable, check?: () => void): NameIndex {
  let index = known.get(files);
  if (!index) known.set(files, (index = indexOf(files, check)));
  return index;
}

function indexOf({ nameParts }: FileTable, check?: () => void): NameIndex {
  const filesByWord = new Map<string, number[]>();
  const wordCounts = new Uint32Array(nameParts.length);
  for (const [file, joined] of nameParts.entries()) {
    check?.();
    const words = joined.split(" ");
    wordCounts[file] = words.length;
    for (const word of words) {
      if (word === "") continue;
      const sharing = filesByWord.get(word);
      if (sharing) sharing.push(file);
      else filesByWord.set(word, [file]);
    }
  }
  return { filesByWord, wordCounts };
}
