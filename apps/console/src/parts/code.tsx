/** Lines of code with their numbers. */
import { signal } from "@preact/signals";
import { codePointName, questionMatches } from "@satori/contracts";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type Line, markMatches, type Piece, plainLines, INVISIBLE_STYLE, textOf } from "../code/lines.ts";

interface CodeProps {
  readonly text: string;
  readonly language: string;
  /** Number of the first line. */
  readonly firstLine: number;
  /** Words to mark; null for none. */
  readonly pattern?: RegExp | null;
  /** Highlighted lines. */
  readonly startLine?: number | null;
  readonly endLine?: number | null;
  /** The link of a line's number. */
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
  // Identical elements are skipped when rendering: among thousands of lines, another highlight redraws two.
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
      {/* Not focusable and hidden from screen readers: thousands of links would be in the way. */}
      {href === undefined ? (
        <span class="number" aria-hidden="true">
          {number}
        </span>
      ) : (
        <a class="number" href={href} tabIndex={-1} aria-hidden="true">
          {number}
        </a>
      )}
      {/* The line end is copied too, even if the line is empty. */}
      <span class="text">
        {line.map(pieceElement)}
        {"\n"}
      </span>
    </li>
  );
}

function pieceElement(piece: Piece, at: number): VNode | string {
  const { text, style, isMatch } = piece;
  if (style === INVISIBLE_STYLE)
    return (
      <span key={at} class={style} data-name={codePointName(text)}>
        <span>{text}</span>
      </span>
    );
  const inner = style === "" ? text : <span class={style}>{text}</span>;
  return isMatch ? <mark key={at}>{inner}</mark> : inner;
}

// Colours for code, by grammars of highlight.js that are loaded when the first code is shown.

/** Splits a text into coloured lines. Accepts any text in any language. */
type Colourer = (language: string, text: string) => Line[];

/** Longer texts are shown without colours, since the browser would freeze for seconds. */
const MOST_CHARS = 600_000;

const withoutColours: Colourer = (_language, text) => plainLines(text);
const loaded = signal<Colourer>(withoutColours);
let isAskedFor = false;

/**
 * The colourer that is available now. A component that reads it while rendering is rendered again when a
 * better one is loaded.
 */
function colourer(): Colourer {
  if (!isAskedFor) {
    isAskedFor = true;
    // The page works without grammars too.
    import("../code/grammars.ts")
      .then(
        ({ colour }) =>
          void (loaded.value = (language, text) =>
            text.length > MOST_CHARS ? plainLines(text) : colour(language, text)),
      )
      .catch(() => undefined);
  }
  return loaded.value;
}
