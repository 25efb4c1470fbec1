/**
 * The last step of all chunkers: turns a list of cuts into chunks of whole lines that cover every non-blank
 * line exactly once.
 */
import type { ChunkFact } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { Headers } from "./headers.ts";
import { type LineIndex, isBlankRange } from "./lines.ts";

/** Lines from `first` to `last`, both included. */
export interface Piece {
  first: number;
  last: number;
  /** Whether it starts a definition that continues after it. */
  readonly isHead: boolean;
}

/**
 * Collects consecutive pieces, starting at the first line. A cut before a line that was already passed has no
 * effect.
 */
export class PieceList {
  readonly pieces: Piece[] = [];
  private next = 1;
  private head = 0;
  private readonly lines: LineIndex;

  constructor(lines: LineIndex) {
    this.lines = lines;
  }

  /** First line that is in no piece yet. */
  get nextLine(): number {
    return this.next;
  }

  /** Marks the next line as the start of a definition that is too large for one piece. */
  markHead(): void {
    this.head = this.next;
  }

  /** Removes the mark: a nested definition follows. */
  unmarkHead(): void {
    this.head = 0;
  }

  /**
   * Whether the lines before `line` are only the head of a definition, which says little without the lines
   * that follow.
   */
  isBehindHead(line: number): boolean {
    return (
      this.next === this.head &&
      (line <= this.next ||
        this.lines.charsBetween(this.lines.startOf(this.next), this.lines.endOf(line - 1)) <
          SIDECAR_LIMITS.smallChunkChars)
    );
  }

  /** Ends a piece before `line`; splits it at line ends if it is too large. */
  cutBefore(line: number): void {
    while (this.next < line) {
      const first = this.next;
      let last = first;
      while (
        last + 1 < line &&
        this.lines.charsBetween(this.lines.startOf(first), this.lines.endOf(last + 1)) <=
          SIDECAR_LIMITS.chunkChars
      )
        last++;
      this.pieces.push({ first, last, isHead: first === this.head });
      this.next = last + 1;
    }
  }

  /** Leaves the lines before `line` out of all pieces. */
  skipBefore(line: number): void {
    this.next = Math.max(this.next, line);
  }

  /** Ends a piece before `line` without splitting it. */
  takeWhole(line: number): void {
    if (this.next < line) {
      this.pieces.push({ first: this.next, last: line - 1, isHead: false });
      this.next = line;
    }
  }
}

/**
 * Joins small neighbours. Also joins closing brackets with what they close, even if that exceeds the intended
 * size: alone, they would rank high for the words of their path, as the shortest chunks with these words.
 * Trims blank lines at both ends, and drops blank pieces.
 */
export function toChunks(cut: readonly Piece[], lines: LineIndex, headers: Headers = new Map()): ChunkFact[] {
  const pieces = withWholeHeaders(cut, headers, lines);
  const { chunkChars, smallChunkChars, smallDefinitionChars } = SIDECAR_LIMITS;
  const merged: Piece[] = [];
  const size = (first: number, last: number): number =>
    lines.charsBetween(lines.startOf(first), lines.endOf(last));
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
    // The start of a definition is not joined with what precedes it, unless it is too short for a chunk of
    // its own.
    if (piece.isHead && (size(piece.first, piece.last) >= smallDefinitionChars || (next && fit(piece, next))))
      merged.push({ ...piece });
    else add(piece);
  }
  return trimmed(merged, lines);
}

/**
 * Moves each cut inside a header to before the header. A chain of headers that is larger than a chunk is cut
 * where it was.
 */
function withWholeHeaders(pieces: readonly Piece[], headers: Headers, lines: LineIndex): Piece[] {
  const moved: Piece[] = [];
  // Lines before the first piece belong to another part of the file.
  const least = pieces[0]?.first ?? 1;
  for (const piece of pieces) {
    let first = piece.first;
    let isTooFar = false;
    for (
      let before = headers.get(first - 1);
      before !== undefined && first > least && !isTooFar;
      before = headers.get(first - 1)
    ) {
      first = Math.max(before, least);
      const chars = lines.charsBetween(lines.startOf(first), lines.startOf(piece.first));
      isTooFar = chars > SIDECAR_LIMITS.chunkChars;
    }
    if (first === piece.first || isTooFar) {
      moved.push({ ...piece });
      continue;
    }
    let previous = moved.at(-1);
    let isHead = piece.isHead;
    while (previous && previous.first >= first) {
      isHead ||= previous.isHead;
      moved.pop();
      previous = moved.at(-1);
    }
    if (previous) previous.last = Math.min(previous.last, first - 1);
    moved.push({ first, last: piece.last, isHead });
  }
  return moved;
}

/** Whether a short piece has hardly any letters: brackets that end a definition, the rule of a table. */
function saysNothing({ first, last }: Piece, lines: LineIndex): boolean {
  const [start, end] = [lines.startOf(first), lines.endOf(last)];
  if (
    lines.charsBetween(start, end) >= SIDECAR_LIMITS.smallChunkChars ||
    isBlankRange(lines.text, start, end)
  )
    return false;
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
