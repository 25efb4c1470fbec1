/**
 * Cuts texts that are not one tree: notebooks, code embedded in other text, texts without a grammar. Pure.
 */
import type { ChunkFact, TextRange } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { SyntaxNode } from "../tree/syntax-tree.ts";
import { cutNodes } from "./chunk-tree.ts";
import type { Headers } from "./headers.ts";
import type { LineIndex } from "./lines.ts";
import { PieceList, toChunks } from "./pieces.ts";

// Cuts a Jupyter notebook, as it is stored with one value per line, at its cells and their outputs.

/** The first line of a cell, its source or its outputs. */
const PART = /^\s*"(?:cell_type|outputs|source)":/;
/**
 * Pictures, HTML and widgets, which repeat an output for browsers: the same output also exists as plain text,
 * and the HTML of a table has the word "dataframe" a dozen times. Also metadata of editors and kernels.
 */
const ASIDE = /^(\s*)"(?:text\/html|image\/[\w+.-]+|application\/[\w+.-]+|metadata)":(\s*[[{]\s*$)?/;
/** Lines that only contain the notebook's JSON structure. */
const FRAME =
  /^(?:[[\]{},]*|"(?:cell_type|execution_count|id|name|nbformat|nbformat_minor|output_type)":.*|"(?:cells|data|outputs|source|text|text\/plain|traceback)":\s*[[\]{},]*)$/;

/**
 * Chunks sorted by start. Structural lines are never a chunk of their own; pictures and markup are in no
 * chunk, unless they are small.
 */
export function chunkNotebook(lines: LineIndex): ChunkFact[] {
  const list = new PieceList(lines);
  const asides = new Asides(lines);
  let isTelling = false;
  const cutBefore = (line: number): void => {
    if (isTelling) cutParagraphs(list, lines, line);
    else list.skipBefore(line);
    isTelling = false;
  };
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.headOf(line);
    const [aside, indent = "", open] = ASIDE.exec(text) ?? [];
    if (aside !== undefined || PART.test(text)) cutBefore(line);
    if (aside !== undefined) {
      if (open !== undefined) line = asides.lastLineOf(line, indent);
      list.skipBefore(line + 1);
    } else isTelling ||= !FRAME.test(text.trim());
  }
  cutBefore(lines.count + 1);
  return toChunks(list.pieces, lines);
}

class Asides {
  /** Indents for which no closing bracket follows, so that the text is searched only once for each. */
  private readonly unclosed = new Set<string>();

  constructor(private readonly lines: LineIndex) {}

  /**
   * The line that closes an object or list opened on a line: the next bracket with the same indent; `opening`
   * itself if there is none.
   */
  lastLineOf(opening: number, indent: string): number {
    if (this.unclosed.has(indent)) return opening;
    const closing = new RegExp(`^${indent}[\\]}],?\\s*$`);
    for (let line = opening + 1; line <= this.lines.count; line++)
      if (closing.test(this.lines.headOf(line))) return line;
    this.unclosed.add(indent);
    return opening;
  }
}

// Cuts a file that embeds code in other text (Vue, Svelte, Astro) into chunks: code along its definitions,
// the rest at blank lines, and always where code starts and ends.

interface EmbeddedChunkInput {
  /** Tree of the code alone, with the offsets of the whole file. */
  readonly root: SyntaxNode;
  readonly lines: LineIndex;
  /** Types of nodes, besides definitions, that start a chunk. */
  readonly extra: ReadonlySet<string>;
  readonly headers: Headers;
  /** Ranges of code, sorted by start. A line shared by code and its tags counts as code. */
  readonly ranges: readonly TextRange[];
}

/** Chunks sorted by start. Together they cover every line that is not blank exactly once. */
export function chunkEmbedded({ root, lines, extra, headers, ranges }: EmbeddedChunkInput): ChunkFact[] {
  const list = new PieceList(lines);
  const nodes = root.children;
  let next = 0;
  const chunks: ChunkFact[] = [];
  // Small neighbours are joined only within one part of the file.
  const endPart = (): void => void chunks.push(...toChunks(list.pieces.splice(0), lines, headers));
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

// Cuts a text without a grammar at headings, at blank lines, or into windows of lines. Pure.

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
function cutParagraphs(list: PieceList, lines: LineIndex, endLine: number): void {
  for (let line = list.nextLine; line < endLine; line++)
    if (isFull(list, lines, line)) cutAtGap(list, lines, line);
  list.cutBefore(endLine);
}

function isFull(list: PieceList, lines: LineIndex, line: number): boolean {
  return lines.charsBetween(lines.startOf(list.nextLine), lines.endOf(line)) > SIDECAR_LIMITS.chunkChars;
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
