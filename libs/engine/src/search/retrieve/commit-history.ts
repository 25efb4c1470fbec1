/**
 * How much of a question the commits of each file say: BM25 over their subjects. What people wrote of a
 * change is often what is asked, in words that the code does not have.
 */
import { type IndexedHistory, eachCommit } from "../../model/history.ts";
import type { FileTable, Snapshot } from "../../store/store.ts";
import { idf } from "../rank/signals.ts";

/** BM25's saturation of repeated words, and how much long histories are set back. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Where all commits together say less of a question than this share of it, the best of them says little. */
const LEAST_SHARE = 0.3;

/** What holds for all questions about one state of an index. */
interface FileWords {
  /** File of each path of the history; -1 where it is not in the index. */
  readonly fileAt: Int32Array;
  /** Words of each file's commits, by weight. */
  readonly lengths: Float64Array;
  readonly meanLength: number;
  /** Files that any commit speaks of. */
  readonly files: number;
}

const known = new WeakMap<IndexedHistory, { readonly of: FileTable; readonly words: FileWords }>();

/**
 * Above 0, at most 1: relative to the file whose commits say most.
 *
 * @param tokens distinct
 * @param accepts files that may answer
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

/** A commit of many files says less of each. */
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

/** How often the commits of each file say each of the tokens, in the order of these. */
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
 * BM25 of each file whose commits hold any of the tokens, and what it would be where every one of them
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
