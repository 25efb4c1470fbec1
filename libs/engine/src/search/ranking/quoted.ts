/** The signal `quoted`: how much of the question the chunks of each file say in the same words. */
import type { FileContent, Snapshot } from "../../store/store.ts";
import type { Evidence } from "../gather/evidence.ts";
import { type Wording, canBeSaid, wordingShare } from "../question/wording.ts";
import { WORDING_CHUNK_SHARE } from "./ranking.ts";

/**
 * From which share of the best lexical score on a chunk is compared with a question. What is quoted may be little of a chunk; a
 * sentence is most of what its chunk was found by, and others need not be read.
 */
export function leastLexicalShare({ phrases }: Wording): number {
  return phrases.length > 0 ? 0 : WORDING_CHUNK_SHARE;
}

/** Shares of the question, in the order of the files. */
export async function quotedShares(snapshot: Snapshot, wording: Wording, { hits, files }: Evidence, ranked: readonly number[], bestScore: number): Promise<number[]> {
  if (!canBeSaid(wording)) return ranked.map(() => 0);
  const least = leastLexicalShare(wording) * bestScore;
  const rowsOf = (file: number): number[] => (hits.get(file) ?? []).filter(({ score }) => score >= least).map(({ row }) => row);
  const read = ranked.filter((file) => rowsOf(file).length > 0);
  const contents = await snapshot.contents(read);
  const shareOf = (file: number, { text, chunks }: FileContent): number => {
    const first = files.firstRows[file] as number;
    return Math.max(0, ...rowsOf(file).map((row) => wordingShare(wording, text.slice(chunks[row - first]?.start, chunks[row - first]?.end))));
  };
  const shares = new Map(read.map((file, at) => [file, contents[at] ? shareOf(file, contents[at]) : 0]));
  return ranked.map((file) => shares.get(file) ?? 0);
}
