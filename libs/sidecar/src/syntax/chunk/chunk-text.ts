/** Cuts a text without a grammar at headings, at blank lines, or into windows of lines. Pure. */
import type { ChunkFact } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { LineIndex } from "./lines.ts";
import { PieceList, toChunks } from "./pieces.ts";

/**
 * Chunks sorted by start.
 *
 * @param headingLines lines on which a section starts, ascending; only used by `headings`
 */
export function chunkText(
  lines: LineIndex,
  method: "headings" | "paragraphs" | "windows",
  headingLines: readonly number[],
): ChunkFact[] {
  const list = new PieceList(lines);
  if (method === "paragraphs") {
    cutParagraphs(list, lines, lines.count + 1);
    return toChunks(list.pieces, lines);
  }
  const headings = new Set(method === "headings" ? headingLines : []);
  for (let line = 1; line <= lines.count; line++) {
    if (headings.has(line)) list.cutBefore(line);
    else if (
      method === "windows" ? line - list.nextLine >= SIDECAR_LIMITS.windowLines : isFull(list, lines, line)
    )
      cutAtGap(list, lines, line);
  }
  list.cutBefore(lines.count + 1);
  return toChunks(list.pieces, lines);
}

/** Cuts the lines from the last cut up to but not including `endLine`, at blank lines where possible. */
export function cutParagraphs(list: PieceList, lines: LineIndex, endLine: number): void {
  for (let line = list.nextLine; line < endLine; line++)
    if (isFull(list, lines, line)) cutAtGap(list, lines, line);
  list.cutBefore(endLine);
}

function isFull(list: PieceList, lines: LineIndex, line: number): boolean {
  return lines.endOf(line) - lines.startOf(list.nextLine) > SIDECAR_LIMITS.chunkChars;
}

/**
 * Cuts after the last blank line of the piece that ends before `line`, or right before `line` if it has none.
 */
function cutAtGap(list: PieceList, lines: LineIndex, line: number): void {
  for (let gap = line; gap > list.nextLine + 1; gap--) {
    if (lines.isBlank(gap - 1)) return list.cutBefore(gap);
  }
  list.cutBefore(line);
}
