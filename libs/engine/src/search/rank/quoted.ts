/** The signal `quoted`: how much of the question the chunks of each file say in the same words. */
import type { IndexedContent, Snapshot } from "../../store/store.ts";
import type { Candidates } from "../retrieve/candidates.ts";
import { type Wording, hasMatchablePhrase, wordingShare } from "../parse/phrase-match.ts";
import { MESSAGE_CHUNK_SHARE, WORDING_CHUNK_SHARE } from "./ranking.ts";

/**
 * From which share of the best lexical score on a chunk is compared with a question. What is quoted may be
 * little of a chunk; a sentence is most of what its chunk was found by, and others need not be read.
 */
export function leastLexicalShare({ phrases, isMessage }: Wording): number {
  return phrases.length > 0 ? 0 : isMessage ? MESSAGE_CHUNK_SHARE : WORDING_CHUNK_SHARE;
}

/** Shares of the question, in the order of the files. */
export async function quotedShares(
  snapshot: Snapshot,
  wording: Wording,
  { hits, files }: Candidates,
  ranked: readonly number[],
  bestScore: number,
): Promise<number[]> {
  if (!hasMatchablePhrase(wording)) return ranked.map(() => 0);
  const least = leastLexicalShare(wording) * bestScore;
  const rows = new Map<number, readonly number[]>();
  for (const file of ranked) {
    const good = (hits.get(file) ?? []).filter(({ score }) => score >= least).map(({ row }) => row);
    if (good.length > 0) rows.set(file, good);
  }
  const contents = await snapshot.contents([...rows.keys()]);
  const shares = new Map(
    [...rows].map(([file, good], at) => [
      file,
      shareOf(
        wording,
        contents[at],
        good.map((row) => row - (files.firstRows[file] as number)),
      ),
    ]),
  );
  return ranked.map((file) => shares.get(file) ?? 0);
}

/** Of the best of some chunks of a file. */
function shareOf(wording: Wording, content: IndexedContent | undefined, chunks: readonly number[]): number {
  if (!content) return 0;
  return Math.max(
    ...chunks.map((chunk) =>
      wordingShare(wording, content.text.slice(content.chunks[chunk]?.start, content.chunks[chunk]?.end)),
    ),
  );
}
