/** Computes the signal `quoted`: how much of the question the chunks of each file repeat word for word. */
import type { FileTable, IndexedContent, Snapshot } from "../../store/store.ts";
import type { Candidates } from "../retrieve/candidates.ts";
import { type Wording, hasMatchablePhrase, wordingShare } from "../parse/phrase-match.ts";
import { MESSAGE_CHUNK_SHARE, WORDING_CHUNK_SHARE } from "./ranking.ts";

/**
 * Lowest share of the best lexical score from which a chunk is compared with the question. A quoted text may
 * be a small part of its chunk, so every chunk qualifies. A sentence is most of what its chunk was found by,
 * so weaker chunks need not be read.
 */
export function leastLexicalShare({ phrases, isMessage }: Wording): number {
  return phrases.length > 0 ? 0 : isMessage ? MESSAGE_CHUNK_SHARE : WORDING_CHUNK_SHARE;
}

/** Shares of the question that the files repeat, from 0 to 1, in the order of `ranked`. */
export async function quotedShares(
  snapshot: Snapshot,
  wording: Wording,
  { hits, files, exactFiles }: Candidates,
  ranked: readonly number[],
  bestScore: number,
): Promise<number[]> {
  if (!hasMatchablePhrase(wording)) return ranked.map(() => 0);
  const least = leastLexicalShare(wording) * bestScore;
  const rows = new Map<number, readonly number[]>();
  for (const file of ranked) {
    const hasSign = wording.signs.length > 0 && exactFiles.has(file);
    const good = hasSign
      ? rowsOf(file, files)
      : (hits.get(file) ?? []).filter(({ score }) => score >= least).map(({ row }) => row);
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

function rowsOf(file: number, { firstRows }: FileTable): number[] {
  const first = firstRows[file] as number;
  return Array.from({ length: (firstRows[file + 1] as number) - first }, (_, at) => first + at);
}

/** Highest share among some chunks of a file. */
function shareOf(wording: Wording, content: IndexedContent | undefined, chunks: readonly number[]): number {
  if (!content) return 0;
  return Math.max(
    ...chunks.map((chunk) =>
      wordingShare(wording, content.text.slice(content.chunks[chunk]?.start, content.chunks[chunk]?.end)),
    ),
  );
}
