/**
 * Lines in the colours of the theme, wrapped to the width of the terminal. pi's own components do the same,
 * but take a fifth of a second to load.
 */
import type { Component, Theme, ThemeColor } from "../host.ts";
import type { CallLine } from "./call-line.ts";
import type { View } from "./view.ts";

/** A piece of a line, without control characters. */
export interface Piece {
  readonly text: string;
  readonly color: ThemeColor;
  readonly isBold?: true;
}
export type Line = readonly Piece[];

export function componentOf(lines: readonly Line[], theme: Theme): Component {
  const styled = ({ text, color, isBold }: Piece): string =>
    theme.fg(color, isBold ? theme.bold(text) : text);
  // Nothing is cached between renderings.
  return {
    render: (width) => lines.flatMap((line) => wrap(line, width)).map((line) => line.map(styled).join("")),
    invalidate: () => undefined,
  };
}

export function linesOfCall({ tool, subject, place }: CallLine): Line[] {
  const rest: Piece[] = [
    { text: subject, color: "accent" },
    { text: place, color: "muted" },
  ];
  return [
    [
      { text: tool, color: "toolTitle", isBold: true },
      ...rest.filter(({ text }) => text !== "").map((piece) => ({ ...piece, text: ` ${piece.text}` })),
    ],
  ];
}

export function linesOfView({ status, summary, lines }: View, isExpanded: boolean): Line[] {
  const first: Piece = { text: summary, color: colorOf(status) };
  if (isExpanded) return [[first], ...lines.map((text): Line => [{ text, color: "toolOutput" }])];
  return [lines.length === 0 ? [first] : [first, { text: ` (${lines.length} lines)`, color: "dim" }]];
}

/** A call that was not carried out is not a failure. */
function colorOf(status: View["status"]): ThemeColor {
  switch (status) {
    case "ok":
      return "success";
    case "running":
      return "muted";
    case "error":
      return "error";
    default:
      return "warning";
  }
}

/** Breaks a line wherever it is full. */
export function wrap(line: Line, width: number): Line[] {
  const lines: Piece[][] = [[]];
  let left = width;
  for (const piece of line) {
    let from = 0;
    for (let at = 0; at < piece.text.length;) {
      const character = String.fromCodePoint(piece.text.codePointAt(at) ?? 0);
      const columns = columnsOf(character);
      if (columns > left && left < width) {
        lines.at(-1)?.push({ ...piece, text: piece.text.slice(from, at) });
        lines.push([]);
        from = at;
        left = width;
      }
      left -= columns;
      at += character.length;
    }
    lines.at(-1)?.push({ ...piece, text: piece.text.slice(from) });
  }
  return lines;
}

/**
 * No character before Hangul Jamo is wide. Many after it are narrow but count as wide, since pi treats a line
 * that is too wide as an error.
 */
const FIRST_WIDE = 0x1100;

function columnsOf(character: string): number {
  return (character.codePointAt(0) ?? 0) < FIRST_WIDE ? 1 : 2;
}
