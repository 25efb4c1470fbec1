/**
 * The history retriever: scores files by BM25 over the subjects of their commits. People often ask in the
 * words in which they describe changes, and the code does not contain those words.
 */
import { idf } from "../../lexical/idf.ts";
import { type IndexedHistory, eachCommit } from "../../model/history.ts";
import type { FileTable, Snapshot } from "../../store/store.ts";

/** BM25's saturation of repeated words, and its penalty for long histories. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** If the best file's commits contain less than this share of the question, its score stays below 1. */
const LEAST_SHARE = 0.3;

/** Data shared by all questions about one state of an index. */
interface FileWords {
  /** File number of each path in the history; -1 if the index does not have the path. */
  readonly fileAt: Int32Array;
  /** Words of each file's commits, weighted. */
  readonly lengths: Float64Array;
  readonly meanLength: number;
  /** Number of files that any commit mentions. */
  readonly files: number;
}

const known = new WeakMap<IndexedHistory, { readonly of: FileTable; readonly words: FileWords }>();

/**
 * Scores of files, above 0 and at most 1, relative to the file whose commits match most.
 *
 * @param tokens distinct
 * @param accepts whether a file passes the filters
 */
export async function scoreByCommitHistory(
  snapshot: Snapshot,
  tokens: readonly string[],
  accepts: (file: number) => boolean,
): Promise<ReadonlyMap<number, number>> {
  const history = await snapshot.history();
  if (!history) return new Map();
  let entry = known.get(history);
  if (entry?.of !== snapshot.files)
    known.set(history, (entry = { of: snapshot.files, words: fileWords(history, snapshot) }));
  const { scores, possible } = scored(history, entry.words, tokens);
  const told = [...scores].filter(([file]) => accepts(file));
  const best = told.reduce((most, [, score]) => Math.max(most, score), possible * LEAST_SHARE);
  return new Map(told.map(([file, score]) => [file, score / best]));
}

/** Weight of a commit by its number of files: the more files, the less it says about each. */
function weightOf(paths: number): number {
  return 1 / Math.sqrt(paths);
}

function fileWords(history: IndexedHistory, snapshot: Snapshot): FileWords {
  const { paths, numbers } = history;
  const fileAt = Int32Array.from(paths, (path) => snapshot.fileAt(path));
  const lengths = new Float64Array(snapshot.files.count);
  eachCommit(history, (wordsFrom, pathsFrom, end) => {
    const length = weightOf(end - pathsFrom) * (pathsFrom - wordsFrom);
    for (let at = pathsFrom; at < end; at++) {
      const file = fileAt[numbers[at] as number] as number;
      if (file !== -1) lengths[file] = (lengths[file] as number) + length;
    }
  });
  let files = 0;
  let total = 0;
  for (const length of lengths) {
    files += length > 0 ? 1 : 0;
    total += length;
  }
  return { fileAt, lengths, files, meanLength: total / Math.max(1, files) };
}

/** Weighted count of each token in each file's commits, in the order of the tokens. */
function counted(
  history: IndexedHistory,
  { fileAt }: FileWords,
  tokens: readonly string[],
): ReadonlyMap<number, number>[] {
  const { words, numbers } = history;
  const counts = tokens.map(() => new Map<number, number>());
  const byWord = new Map(
    tokens.map((token, at) => [words.indexOf(token), counts[at] as Map<number, number>]),
  );
  eachCommit(history, (wordsFrom, pathsFrom, end) => {
    const weight = weightOf(end - pathsFrom);
    for (let word = wordsFrom; word < pathsFrom; word++) {
      const ofWord = byWord.get(numbers[word] as number);
      if (!ofWord) continue;
      for (let at = pathsFrom; at < end; at++) {
        const file = fileAt[numbers[at] as number] as number;
        if (file !== -1) ofWord.set(file, (ofWord.get(file) ?? 0) + weight);
      }
    }
  });
  return counts;
}

/**
 * BM25 of each file whose commits contain any of the tokens, and the highest score possible, with every token
 * counted in full.
 */
function scored(
  history: IndexedHistory,
  ofFiles: FileWords,
  tokens: readonly string[],
): { readonly scores: ReadonlyMap<number, number>; readonly possible: number } {
  const { lengths, meanLength, files } = ofFiles;
  const scores = new Map<number, number>();
  let possible = 0;
  for (const counts of counted(history, ofFiles, tokens)) {
    const weight = idf(files, counts.size);
    possible += weight;
    for (const [file, count] of counts) {
      const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[file] as number)) / meanLength);
      scores.set(file, (scores.get(file) ?? 0) + (weight * count) / (count + norm));
    }
  }
  return { scores, possible };
}
