/**
 * The common end of both chunkers: a list of cuts becomes chunks of whole lines that cover every non-blank line once.
 */
import type { ChunkFact } from "../facts.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import { type LineIndex, isBlankRange } from "./lines.ts";

/** Lines from `first` to `last`, both included. */
export interface Piece {
  first: number;
  last: number;
}

/** Collects consecutive pieces from the first line on; a cut in front of a line that is already behind is no cut. */
export class PieceList {
  readonly pieces: Piece[] = [];
  private next = 1;
  private readonly lines: LineIndex;

  constructor(lines: LineIndex) {
    this.lines = lines;
  }

  /** First line that no piece holds yet. */
  get nextLine(): number {
    return this.next;
  }

  /** Ends a piece in front of `line`, split at line ends if it is too large. */
  cutBefore(line: number): void {
    while (this.next < line) {
      const first = this.next;
      let last = first;
      while (last + 1 < line && this.lines.endOf(last + 1) - this.lines.startOf(first) <= SIDECAR_LIMITS.chunkChars) last++;
      this.pieces.push({ first, last });
      this.next = last + 1;
    }
  }

  /** Ends a piece in front of `line` without splitting it. */
  takeWhole(line: number): void {
    if (this.next < line) {
      this.pieces.push({ first: this.next, last: line - 1 });
      this.next = line;
    }
  }
}

/** Joins small neighbours, trims blank lines off both ends, and drops what is blank altogether. */
export function toChunks(pieces: readonly Piece[], lines: LineIndex): ChunkFact[] {
  const { chunkChars, smallChunkChars } = SIDECAR_LIMITS;
  const merged: Piece[] = [];
  const size = (first: number, last: number): number => lines.endOf(last) - lines.startOf(first);
  for (const piece of pieces) {
    const previous = merged.at(-1);
    const isSmall = previous && (size(piece.first, piece.last) < smallChunkChars || size(previous.first, previous.last) < smallChunkChars);
    if (previous && isSmall && size(previous.first, piece.last) <= chunkChars) previous.last = piece.last;
    else merged.push({ ...piece });
  }
  const chunks: ChunkFact[] = [];
  for (let { first, last } of merged) {
    while (first <= last && lines.isBlank(first)) first++;
    while (last >= first && lines.isBlank(last)) last--;
    if (first > last) continue;
    const start = lines.startOf(first);
    const end = lines.endOf(last);
    if (!isBlankRange(lines.text, start, end)) chunks.push({ start, end, startLine: first, endLine: last });
  }
  return chunks;
}
