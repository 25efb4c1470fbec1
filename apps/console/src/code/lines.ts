/**
 * Splits text into lines of pieces, each with the colour of its token and whether it matches a word of the
 * question. Pure.
 */
import { visibleParts } from "@satori/contracts";

export interface Piece {
  readonly text: string;
  /** A class of the style sheet; empty for plain text. */
  readonly style: string;
  readonly isMatch: boolean;
}

export type Line = readonly Piece[];

/** The style of a piece that is one character which people would not see. */
export const INVISIBLE_STYLE = "invisible";

/** The part of lowlight's tree that is used here. */
export interface TreeNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly TreeNode[];
}

/** Lines of a text without colours. */
export function plainLines(text: string): Line[] {
  return splitLines([{ text, style: "", isMatch: false }]);
}

/** Lines of a coloured tree; its text is the original text, piece by piece. */
export function treeLines(tree: TreeNode): Line[] {
  const pieces: Piece[] = [];
  const visit = (node: TreeNode, style: string): void => {
    if (node.value !== undefined && node.type === "text")
      pieces.push({ text: node.value, style, isMatch: false });
    const { className } = node.properties ?? {};
    const own = Array.isArray(className) ? className.join(" ") : style;
    for (const child of node.children ?? []) visit(child, own);
  };
  visit(tree, "");
  return splitLines(pieces);
}

/**
 * The same line with its matches as separate pieces.
 *
 * @param matches without overlaps, sorted by start; offsets into the line
 */
export function markMatches(
  line: Line,
  matches: readonly { readonly start: number; readonly end: number }[],
): Line {
  if (matches.length === 0) return line;
  const cuts = matches.flatMap(({ start, end }) => [start, end]);
  const marked: Piece[] = [];
  let offset = 0;
  for (const piece of line) {
    const end = offset + piece.text.length;
    const inner = [offset, ...cuts.filter((cut) => cut > offset && cut < end), end];
    for (const [at, from] of inner.slice(0, -1).entries()) {
      const text = piece.text.slice(from - offset, (inner[at + 1] as number) - offset);
      if (text !== "")
        marked.push({
          ...piece,
          text,
          isMatch: matches.some(({ start, end: last }) => from >= start && from < last),
        });
    }
    offset = end;
  }
  return marked;
}

export function textOf(line: Line): string {
  return line.map(({ text }) => text).join("");
}

/** Splits at line feeds, with or without a carriage return before them; an empty last line is dropped. */
function splitLines(pieces: readonly Piece[]): Line[] {
  const lines: Piece[][] = [[]];
  for (const piece of pieces) {
    for (const [at, line] of piece.text.split(/\r?\n/).entries()) {
      if (at > 0) lines.push([]);
      for (const { text, isInvisible } of visibleParts(line))
        lines.at(-1)?.push({ ...piece, text, ...(isInvisible ? { style: INVISIBLE_STYLE } : {}) });
    }
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
