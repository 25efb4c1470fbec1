/** Lines of code with their numbers. */
import { useMemo } from "preact/hooks";
import { questionMatches } from "@satori/contracts";
import { colourer } from "../code/highlight.ts";
import { type Line, markMatches, textOf } from "../code/lines.ts";

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

export function Code({ text, language, firstLine, pattern = null, startLine = null, endLine = startLine, hrefOf }: CodeProps) {
  const colour = colourer();
  const lines = useMemo(() => colour(language, text).map((line) => markMatches(line, questionMatches(textOf(line), pattern))), [colour, language, text, pattern]);
  const isChosen = (at: number): boolean => startLine !== null && at >= startLine && at <= (endLine ?? startLine);
  return (
    <ol class="code" start={firstLine}>
      {lines.map((line, at) => <CodeLine key={at} line={line} number={firstLine + at} isChosen={isChosen(firstLine + at)} href={hrefOf?.(firstLine + at)} />)}
    </ol>
  );
}

function CodeLine({ line, number, isChosen, href }: { readonly line: Line; readonly number: number; readonly isChosen: boolean; readonly href: string | undefined }) {
  return (
    <li id={href === undefined ? undefined : `L${number}`} class={isChosen ? "chosen" : ""} value={number}>
      {href === undefined ? <span class="number">{number}</span> : <a class="number" href={href}>{number}</a>}
      <span class="text">{line.map((piece, at) => {
        const inner = piece.style === "" ? piece.text : <span class={piece.style}>{piece.text}</span>;
        return piece.isMatch ? <mark key={at}>{inner}</mark> : inner;
      })}</span>
    </li>
  );
}
