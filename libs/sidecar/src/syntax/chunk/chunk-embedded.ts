/**
 * Cuts a file that holds code between other text (Vue, Svelte, Astro): code along its definitions, the rest
 * at blank lines, and always where the one begins and the other ends.
 */
import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ChunkFact, TextRange } from "../../facts.ts";
import { cutParagraphs } from "./chunk-text.ts";
import { cutNodes } from "./chunk-tree.ts";
import type { LineIndex } from "./lines.ts";
import { PieceList, toChunks } from "./pieces.ts";

export interface EmbeddedChunkInput {
  /** Tree of the code alone, at the offsets that it has in the file. */
  readonly root: SyntaxNode;
  readonly lines: LineIndex;
  /** Node types that begin a chunk besides definitions. */
  readonly extra: ReadonlySet<string>;
  /** Where the code is, by start. Lines that it shares with its tags count as code. */
  readonly ranges: readonly TextRange[];
}

/** Chunks by start; together they cover every line that is not blank once. */
export function chunkEmbedded({ root, lines, extra, ranges }: EmbeddedChunkInput): ChunkFact[] {
  const list = new PieceList(lines);
  const nodes = root.children;
  let next = 0;
  const chunks: ChunkFact[] = [];
  // Small neighbours are joined within a part of the file only.
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

/** Position of the first node from `at` on that begins at an offset or behind it. */
function firstFrom(nodes: readonly SyntaxNode[], offset: number, at: number): number {
  let first = at;
  while (first < nodes.length && (nodes[first] as SyntaxNode).startIndex < offset) first++;
  return first;
}
