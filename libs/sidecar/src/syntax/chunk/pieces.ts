/**
 * The common end of both chunkers: a list of cuts becomes chunks of whole lines that cover every non-blank
 * line once.
 */
import type { ChunkFact } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import { type LineIndex, isBlankRange } from "./lines.ts";

/** Lines from `first` to `last`, both included. */
export interface Piece {
  first: number;
  last: number;
  /** Whether a definition begins with it that goes on behind it. */
  readonly isHead: boolean;
}

/**
 * Collects consecutive pieces from the first line on; a cut in front of a line that is already behind is no
 * cut.
 */
export class PieceList {
  readonly pieces: Piece[] = [];
  private next = 1;
  private head = 0;
  private readonly lines: LineIndex;

  constructor(lines: LineIndex) {
    this.lines = lines;
  }

  /** First line that no piece holds yet. */
  get nextLine(): number {
    return this.next;
  }

  /** What comes next begins a definition that is too large for one piece. */
  markHead(): void {
    this.head = this.next;
  }

  /** What was marked is followed by a definition inside it, which does not go on with it. */
  unmarkHead(): void {
    this.head = 0;
  }

  /**
   * Whether what comes before `line` is nothing but the first lines of a definition, which say little without
   * the next ones.
   */
  isBehindHead(line: number): boolean {
    return (
      this.next === this.head &&
      (line <= this.next ||
        this.lines.endOf(line - 1) - this.lines.startOf(this.next) < SIDECAR_LIMITS.smallChunkChars)
    );
  }

  /** Ends a piece in front of `line`, split at line ends if it is too large. */
  cutBefore(line: number): void {
    while (this.next < line) {
      const first = this.next;
      let last = first;
      while (
        last + 1 < line &&
        this.lines.endOf(last + 1) - this.lines.startOf(first) <= SIDECAR_LIMITS.chunkChars
      )
        last++;
      this.pieces.push({ first, last, isHead: first === this.head });
      this.next = last + 1;
    }
  }

  /** Leaves out what comes before `line`. */
  skipBefore(line: number): void {
    this.next = Math.max(this.next, line);
  }

  /** Ends a piece in front of `line` without splitting it. */
  takeWhole(line: number): void {
    if (this.next < line) {
      this.pieces.push({ first: this.next, last: line - 1, isHead: false });
      this.next = line;
    }
  }
}

/**
 * Joins small neighbours, and brackets that are left over with what they close, which may become larger than
 * intended by that: alone they would be found by the words of their path, as the shortest of all texts that
 * have these. Trims blank lines off both ends, and drops what is blank altogether.
 */
export function toChunks(pieces: readonly Piece[], lines: LineIndex): ChunkFact[] {
  const { chunkChars, smallChunkChars, smallDefinitionChars } = SIDECAR_LIMITS;
  const merged: Piece[] = [];
  const size = (first: number, last: number): number => lines.endOf(last) - lines.startOf(first);
  const fit = (left: Piece, right: Piece): boolean =>
    Math.min(size(left.first, left.last), size(right.first, right.last)) < smallChunkChars &&
    size(left.first, right.last) <= chunkChars;
  const closes = (left: Piece, right: Piece): boolean =>
    saysNothing(right, lines) && size(left.first, right.last) <= chunkChars + smallChunkChars;
  const add = (piece: Piece): void => {
    const previous = merged.at(-1);
    if (previous && (fit(previous, piece) || closes(previous, piece))) previous.last = piece.last;
    else merged.push({ ...piece });
  };
  for (const [at, piece] of pieces.entries()) {
    const next = pieces[at + 1];
    // The beginning of a definition says nothing of what is in front of it; a mere line of it is no chunk of
    // its own, though.
    if (piece.isHead && (size(piece.first, piece.last) >= smallDefinitionChars || (next && fit(piece, next))))
      merged.push({ ...piece });
    else add(piece);
  }
  return trimmed(merged, lines);
}

/** Whether a short piece has hardly a letter: the brackets at a definition's end, the rule of a table. */
function saysNothing({ first, last }: Piece, lines: LineIndex): boolean {
  const [start, end] = [lines.startOf(first), lines.endOf(last)];
  if (end - start >= SIDECAR_LIMITS.smallChunkChars || isBlankRange(lines.text, start, end)) return false;
  return (lines.text.slice(start, end).match(/[\p{L}\p{N}]/gu)?.length ?? 0) < SIDECAR_LIMITS.tellingLetters;
}

function trimmed(pieces: readonly Piece[], lines: LineIndex): ChunkFact[] {
  const chunks: ChunkFact[] = [];
  for (let { first, last } of pieces) {
    while (first <= last && lines.isBlank(first)) first++;
    while (last >= first && lines.isBlank(last)) last--;
    if (first > last) continue;
    const start = lines.startOf(first);
    const end = lines.endOf(last);
    if (!isBlankRange(lines.text, start, end)) chunks.push({ start, end, startLine: first, endLine: last });
  }
  return chunks;
}
