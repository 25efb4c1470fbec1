/** Cuts a Jupyter notebook, as it is stored with one value per line, at its cells and their outputs. Pure. */
import type { ChunkFact } from "../../facts.ts";
import { cutParagraphs } from "./chunk-text.ts";
import type { LineIndex } from "./lines.ts";
import { PieceList, toChunks } from "./pieces.ts";

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
