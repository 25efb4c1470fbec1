/**
 * Cuts a Jupyter notebook as it is written to disk, a value a line: at its cells, and at what they printed.
 * Pure.
 */
import type { ChunkFact } from "../../facts.ts";
import { cutParagraphs } from "./chunk-text.ts";
import type { LineIndex } from "./lines.ts";
import { PieceList, toChunks } from "./pieces.ts";

/** Where a cell, its source or what it printed begins. */
const PART = /^\s*"(?:cell_type|outputs|source)":/;
/**
 * Pictures, HTML and widgets: what a cell printed once more for a browser. Beside it stands the same as plain
 * text, and in the markup of a table the word "dataframe" a dozen times. And what editors and kernels note
 * for themselves.
 */
const ASIDE = /^(\s*)"(?:text\/html|image\/[\w+.-]+|application\/[\w+.-]+|metadata)":(\s*[[{]\s*$)?/;
/** Lines in which nothing stands but how notebooks are written. */
const FRAME =
  /^(?:[[\]{},]*|"(?:cell_type|execution_count|id|name|nbformat|nbformat_minor|output_type)":.*|"(?:cells|data|outputs|source|text|text\/plain|traceback)":\s*[[\]{},]*)$/;

/**
 * Chunks by start; what is written around texts is in none by itself, nor are pictures and markup, unless
 * they are small.
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
  /** Indents at which nothing closes in the rest of the text, so that it is gone through once for each. */
  private readonly unclosed = new Set<string>();

  constructor(private readonly lines: LineIndex) {}

  /**
   * The line that closes what opens in one: the next bracket that stands as far to the right; the same line
   * where there is none.
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
