/** Finds the documentation of a definition: a docstring inside it, else the comment directly above. */
import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { LineIndex } from "../chunk/lines.ts";
import { docLine } from "./doc-line.ts";
import type { Extent } from "../../symbols/extents.ts";
import type { TextRange } from "../../facts.ts";
import { innermost } from "../../symbols/innermost.ts";

export interface DocInput {
  readonly text: string;
  readonly lines: LineIndex;
  readonly comments: readonly SyntaxNode[];
  readonly docstrings: readonly SyntaxNode[];
}

/** Comments on consecutive lines. */
interface Run extends TextRange {
  /** The innermost definition that contains them. */
  readonly around: Extent | undefined;
}

/** Looks up the documentation of each definition of a file. */
export class DocFinder {
  /** Keyed by their last line. */
  private readonly runs = new Map<number, Run>();
  private readonly docstrings = new Map<Extent, TextRange>();
  /** Start offsets of the first non-blank character, for lines with comments. */
  private readonly filledStarts = new Map<number, number>();
  /** The first definition on each line. */
  private readonly firstOnLine = new Map<number, Extent>();
  private readonly text: string;

  /**
   * @param extents of all definitions, sorted by start, end descending
   */
  constructor({ comments, docstrings, text, lines }: DocInput, extents: readonly Extent[]) {
    this.text = text;
    const around = innermost(extents);
    for (const comment of comments) this.addComment(comment, extents[around(comment.startIndex)], lines);
    for (const extent of extents)
      if (!this.firstOnLine.has(extent.startLine)) this.firstOnLine.set(extent.startLine, extent);
    for (const docstring of docstrings) {
      const owner = extents[around(docstring.startIndex)];
      if (owner && !this.docstrings.has(owner))
        this.docstrings.set(owner, { start: docstring.startIndex, end: docstring.endIndex });
    }
  }

  /** First line of the documentation; null if there is none. */
  find(extent: Extent): string | null {
    const range = this.docstrings.get(extent) ?? this.runAbove(extent);
    return range ? docLine(this.text.slice(range.start, range.end)) : null;
  }

  /** A comment may precede the definition's attributes, or be between them and the definition. */
  private runAbove(extent: Extent): TextRange | undefined {
    // If one declaration defines several names, only the first gets the comment above it.
    if (this.firstOnLine.get(extent.startLine)?.definition.node.id !== extent.definition.node.id)
      return undefined;
    const run = this.runs.get(extent.definition.node.startRow) ?? this.runs.get(extent.startLine - 1);
    // In languages without brackets, the preceding definition may end with a comment of its own.
    return run?.around && run.around.end < extent.start ? undefined : run;
  }

  private addComment(comment: SyntaxNode, around: Extent | undefined, lines: LineIndex): void {
    const first = comment.startRow + 1;
    // A comment after code on the same line documents that code, not what follows.
    if (comment.startIndex > this.filledStart(first, lines)) return;
    const last = lines.lineAt(Math.max(comment.endIndex - 1, comment.startIndex));
    const before = this.runs.get(first - 1);
    this.runs.set(last, {
      start: before && before.around === around ? before.start : comment.startIndex,
      end: comment.endIndex,
      around,
    });
  }

  private filledStart(line: number, lines: LineIndex): number {
    const known = this.filledStarts.get(line);
    if (known !== undefined) return known;
    const start = lines.filledStart(line);
    this.filledStarts.set(line, start);
    return start;
  }
}
