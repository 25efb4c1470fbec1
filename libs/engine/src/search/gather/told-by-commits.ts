/**
 * How much of a question the commits of each file say: BM25 over their subjects. What people wrote of a change is often what is
 * asked, in words that the code does not have.
 */
import type { IndexedHistory } from "../../model/history.ts";
import type { FileTable, Snapshot } from "../../store/store.ts";
import { rarity } from "../ranking/signals.ts";

/** BM25's saturation of repeated words, and how much long histories are set back. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Where all commits together say less of a question than this share of it, the best of them says little. */
const LEAST_SHARE = 0.3;

/** What holds for all questions about one state of an index. */
interface CommitIndex {
  readonly positions: ReadonlyMap<string, number>;
  readonly commits: readonly FileCommit[];
  /** Words of each file's commits, by weight. */
  readonly lengths: Float64Array;
  readonly meanLength: number;
  /** Files that any commit speaks of. */
  readonly files: number;
}

interface FileCommit {
  readonly words: readonly number[];
  /** Files that are in the index. */
  readonly files: readonly number[];
  /** A commit of many files says less of each. */
  readonly weight: number;
}

const known = new WeakMap<IndexedHistory, { readonly of: FileTable; readonly index: CommitIndex }>();

/**
 * Above 0, at most 1: relative to the file whose commits say most.
 *
 * @param tokens distinct
 * @param accepts files that may answer
 */
export async function toldByCommits(snapshot: Snapshot, tokens: readonly string[], accepts: (file: number) => boolean): Promise<ReadonlyMap<number, number>> {
  const history = await snapshot.history();
  if (!history) return new Map();
  let entry = known.get(history);
  if (entry?.of !== snapshot.files) known.set(history, (entry = { of: snapshot.files, index: indexOf(history, snapshot) }));
  const { scores, possible } = scored(entry.index, tokens);
  const told = [...scores].filter(([file]) => accepts(file));
  const best = told.reduce((most, [, score]) => Math.max(most, score), possible * LEAST_SHARE);
  return new Map(told.map(([file, score]) => [file, score / best]));
}

function indexOf(history: IndexedHistory, snapshot: Snapshot): CommitIndex {
  const fileAt = history.paths.map((path) => snapshot.fileAt(path));
  const lengths = new Float64Array(snapshot.files.count);
  const commits = history.commits.map(({ words, paths }): FileCommit => {
    const weight = 1 / Math.sqrt(paths.length);
    const files = paths.map((path) => fileAt[path] as number).filter((file) => file !== -1);
    for (const file of files) lengths[file] = (lengths[file] as number) + weight * words.length;
    return { words, files, weight };
  });
  const files = lengths.filter((length) => length > 0).length;
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return { positions: new Map(history.words.map((word, at) => [word, at])), commits, lengths, files, meanLength: total / Math.max(1, files) };
}

/** How often the commits of each file say each of the tokens, in the order of these. */
function counted({ positions, commits }: CommitIndex, tokens: readonly string[]): ReadonlyMap<number, number>[] {
  const counts = tokens.map(() => new Map<number, number>());
  const byWord = new Map(tokens.map((token, at) => [positions.get(token), counts[at] as Map<number, number>]));
  byWord.delete(undefined);
  for (const { words, files, weight } of commits) {
    for (const word of words) {
      const ofWord = byWord.get(word);
      if (ofWord) for (const file of files) ofWord.set(file, (ofWord.get(file) ?? 0) + weight);
    }
  }
  return counts;
}

/** BM25 of each file whose commits hold any of the tokens, and what it would be where every one of them counted in full. */
function scored(index: CommitIndex, tokens: readonly string[]): { readonly scores: ReadonlyMap<number, number>; readonly possible: number } {
  const { lengths, meanLength, files } = index;
  const scores = new Map<number, number>();
  let possible = 0;
  for (const counts of counted(index, tokens)) {
    const weight = rarity(files, counts.size);
    possible += weight;
    for (const [file, count] of counts) {
      const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[file] as number)) / meanLength);
      scores.set(file, (scores.get(file) ?? 0) + (weight * count) / (count + norm));
    }
  }
  return { scores, possible };
}
