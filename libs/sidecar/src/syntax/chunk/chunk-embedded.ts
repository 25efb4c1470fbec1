/**
 * Cuts a file that embeds code in other text (Vue, Svelte, Astro) into chunks: code along its definitions,
 * the rest at blank lines, and always where code starts and ends.
 */
import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ChunkFact, TextRange } from "../../facts.ts";
import { cutParagraphs } from "./chunk-text.ts";
import { cutNodes } from "./chunk-tree.ts";
import type { LineIndex } from "./lines.ts";
import { PieceList, toChunks } from "./pieces.ts";

export interface EmbeddedChunkInput {
  /** Tree of the code alone, with the offsets of the whole file. */
  readonly root: SyntaxNode;
  readonly lines: LineIndex;
  /** Types of nodes, besides definitions, that start a chunk. */
  readonly extra: ReadonlySet<string>;
  /** Ranges of code, sorted by start. A line shared by code and its tags counts as code. */
  readonly ranges: readonly TextRange[];
}

/** Chunks sorted by start. Together they cover every line that is not blank exactly once. */
export function chunkEmbedded({ root, lines, extra, ranges }: EmbeddedChunkInput): ChunkFact[] {
  const list = new PieceList(lines);
  const nodes = root.children;
  let next = 0;
  const chunks: ChunkFact[] = [];
  // Small neighbours are joined only within one part of the file.
  const endPart = (): void => void chunks.push(...toChunks(list.pieces.splice(0), lines));
  for (const { start, end } of ranges) {
    cutParagraphs(list, lines, lines.lineAt(start));
    endPart();
    const first = firstFrom(nodes, start, next);
    next = firstFrom(nodes, end, first);
    cutNodes({ list, lines, extra }, nodes.slice(first, next), lines.lineAt(end) + 1);
    endPart();
  }
  cutParagraphs(list, lines, lines.count + 1);
  endPart();
  return chunks;
}

/** Index of the first node, from `at` on, that starts at or after an offset. */
function firstFrom(nodes: readonly SyntaxNode[], offset: number, at: number): number {
  let first = at;
  while (first < nodes.length && (nodes[first] as SyntaxNode).startIndex < offset) first++;
  return first;
}
