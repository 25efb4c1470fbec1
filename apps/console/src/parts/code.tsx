/** Lines of code with their numbers. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { questionMatches } from "@satori/contracts";
import { colourer } from "../code/highlight.ts";
import { type Line, type Piece, REORDERING_STYLE, markMatches, textOf } from "../code/lines.ts";
import { codePointName } from "../code/reordering.ts";

interface CodeProps {
  readonly text: string;
  readonly language: string;
  /** Of the first line. */
  readonly firstLine: number;
  /** Words to mark; null for none. */
  readonly pattern?: RegExp | null;
  /** Lines that stand out. */
  readonly startLine?: number | null;
  readonly endLine?: number | null;
  /** Where a line's number leads to. */
  readonly hrefOf?: (line: number) => string;
}

export function Code({
  text,
  language,
  firstLine,
  pattern = null,
  startLine = null,
  endLine = startLine,
  hrefOf,
}: CodeProps) {
  const colour = colourer();
  const lines = useMemo(
    () => colour(language, text).map((line) => markMatches(line, questionMatches(textOf(line), pattern))),
    [colour, language, text, pattern],
  );
  // Elements that are the same are not looked at again: of thousands of lines, another choice draws two.
  const drawn = useMemo(
    () => lines.map((line, at) => lineElement(line, firstLine + at, hrefOf?.(firstLine + at), false)),
    [lines, firstLine, hrefOf],
  );
  const isChosen = (number: number): boolean =>
    startLine !== null && number >= startLine && number <= (endLine ?? startLine);
  return (
    <ol class="code" start={firstLine}>
      {drawn.map((element, at) =>
        isChosen(firstLine + at)
          ? lineElement(lines[at] as Line, firstLine + at, hrefOf?.(firstLine + at), true)
          : element,
      )}
    </ol>
  );
}

function lineElement(line: Line, number: number, href: string | undefined, isChosen: boolean): VNode {
  return (
    <li
      key={number}
      id={href === undefined ? undefined : `L${number}`}
      class={isChosen ? "chosen" : ""}
      value={number}
    >
      {/* Thousands of them would stand in the way of whoever goes through the page by keys, or hears it. */}
      {href === undefined ? (
        <span class="number" aria-hidden="true">
          {number}
        </span>
      ) : (
        <a class="number" href={href} tabIndex={-1} aria-hidden="true">
          {number}
        </a>
      )}
      {/* The line's end is copied with it, also where there is nothing before it. */}
      <span class="text">
        {line.map(pieceElement)}
        {"\n"}
      </span>
    </li>
  );
}

function pieceElement(piece: Piece, at: number): VNode | string {
  const { text, style, isMatch } = piece;
  if (style === REORDERING_STYLE)
    return (
      <span key={at} class={style} data-name={codePointName(text)}>
        <span>{text}</span>
      </span>
    );
  const inner = style === "" ? text : <span class={style}>{text}</span>;
  return isMatch ? <mark key={at}>{inner}</mark> : inner;
}
