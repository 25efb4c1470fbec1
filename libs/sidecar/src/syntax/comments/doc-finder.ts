/** Finds the documentation of a definition: a docstring inside it, else the comment directly above. */
import type { TextRange } from "../../facts.ts";
import { SIDECAR_LIMITS } from "../../limits.ts";
import type { Extent } from "../../symbols/extents.ts";
import { innermost } from "../../symbols/innermost.ts";
import type { LineIndex } from "../chunk/lines.ts";
import type { SyntaxNode } from "../tree/syntax-tree.ts";

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

// Extracts the first meaningful line of a doc comment, without comment markers. Pure.

/** Delimiters of block comments and strings. */
const ENCLOSED: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/^\/\*[*!]*<?/, /(?<!\*)\*+\//],
  [/^(?:[rRuUbBfF]{0,2}|~[sS])"""/, /"""/],
  [/^(?:[rRuUbBfF]{0,2}|~[sS])'''/, /'''/],
  [/^[rRuUbBfF]{0,2}"/, /"\s*$/],
  [/^[rRuUbBfF]{0,2}'/, /'\s*$/],
  [/^\{-\s*[|^]?/, /-\}/],
  [/^--\[\[/, /\]\]/],
  [/^--\[=+\[/, /\]=+\]/],
  [/^<#/, /#>/],
  [/^=begin\b/, /^=end\b/m],
  [/^<!--/, /-->/],
];

/**
 * Prefixes of comment lines: `//`, `///`, `//!`, `#`, `#'`, `--`, `-- |`, `;;`, `%`, and ` *` in a block
 * comment.
 */
const LINE_SIGN = /^\s*(?:\/\/+[!<]?|#+[!']?|--+ ?[|^]?|;+|%+|\*+(?!\/))?\s?/;

/** A shebang line: `#!/usr/bin/env python3`. */
const SHEBANG = /^#!\s*\//;

/** Tags that introduce the text after them. */
const LABEL =
  /^(?:<summary>|@var\s+\S+|[@\\](?:brief|short|title|notice|dev|summary|desc|description|file)\b:?|\.(?:SYNOPSIS|DESCRIPTION)\b)\s*/i;

/** Lines that are searched; documentation that starts later is ignored. */
const MAX_LINES = 12;
const MAX_CHARS = 2 * MAX_LINES * SIDECAR_LIMITS.docChars;

/**
 * The first line of a comment that contains words.
 *
 * @param comment a whole comment, docstring, or sequence of line comments
 * @returns at most `SIDECAR_LIMITS.docChars` characters; null if the comment contains no words (a rule, a
 *   pragma)
 */
export function docLine(comment: string): string | null {
  for (const raw of withoutEnds(comment).split("\n", MAX_LINES)) {
    if (SHEBANG.test(raw)) continue;
    const line = raw
      .replace(LINE_SIGN, "")
      .replace(LABEL, "")
      .replace(/<\/summary>$/, "")
      .trim();
    if (/[\p{L}\p{N}]{2}/u.test(line) && !isPragma(line))
      return line.length > SIDECAR_LIMITS.docChars ? `${line.slice(0, SIDECAR_LIMITS.docChars - 1)}…` : line;
  }
  return null;
}

function withoutEnds(comment: string): string {
  const text = comment.trimStart().slice(0, MAX_CHARS);
  for (const [open, close] of ENCLOSED) {
    const opening = open.exec(text)?.[0];
    if (opening === undefined) continue;
    const inner = text.slice(opening.length);
    const end = inner.search(close);
    return end === -1 ? inner : inner.slice(0, end);
  }
  return text;
}

/** Lines that are meant for tools rather than for people. */
function isPragma(line: string): boolean {
  return /^(?:eslint|oxlint|tslint|prettier|istanbul|c8|v8|@ts-|noqa|pylint|type:\s*ignore|pragma|MARK:|nolint|go:|\+build\b|region|endregion|-\*-|shellcheck|rubocop|frozen_string_literal|NOLINT|clang-format|SPDX-|luacheck|selene|stylua|:\w+:$|<[/a-z][^<>]*>$|\{?@inheritDoc|@(?:param|return|internal|suppress|template|throws|mixin|psalm|phpstan|private|override|inheritDoc|see|since|author)\b)/i.test(
    line,
  );
}
