/** Finds what documents a definition: a docstring inside it, else the comment right above. */
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

/** Comments on lines that follow each other. */
interface Run extends TextRange {
  /** The innermost definition that they stand in. */
  readonly around: Extent | undefined;
}

export class DocFinder {
  /** By the last of their lines. */
  private readonly runs = new Map<number, Run>();
  private readonly docstrings = new Map<Extent, TextRange>();
  /** Of lines with comments, where they begin. */
  private readonly filledStarts = new Map<number, number>();
  /** What begins first on a line. */
  private readonly firstOnLine = new Map<number, Extent>();
  private readonly text: string;

  /** @param extents of all definitions, by start, end descending */
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

  /** First line of the documentation; null without one. */
  find(extent: Extent): string | null {
    const range = this.docstrings.get(extent) ?? this.runAbove(extent);
    return range ? docLine(this.text.slice(range.start, range.end)) : null;
  }

  /** A comment may stand above the definition's attributes, or between them and the definition. */
  private runAbove(extent: Extent): TextRange | undefined {
    // Names that one declaration gives share what stands above it.
    if (this.firstOnLine.get(extent.startLine)?.definition.node.id !== extent.definition.node.id)
      return undefined;
    const run = this.runs.get(extent.definition.node.startRow) ?? this.runs.get(extent.startLine - 1);
    // In languages without brackets what comes before may end with a comment of its own.
    return run?.around && run.around.end < extent.start ? undefined : run;
  }

  private addComment(comment: SyntaxNode, around: Extent | undefined, lines: LineIndex): void {
    const first = comment.startRow + 1;
    // A comment behind code on its line documents that code, not what follows.
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
