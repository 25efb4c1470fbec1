/** Renders search results for people. Pure. */
import { join } from "node:path";
import {
  type ChunkResult,
  type GroupResult,
  type SearchCodebaseOk,
  firstMatch,
  highlight,
  linesNamed,
  questionPattern,
} from "@satori/contracts";
import { shownPath } from "../codebase.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { displayWidth, padStart, truncate } from "../terminal/width.ts";
import { type ExcerptLine, excerpt } from "./excerpt.ts";
import type { View } from "./view.ts";
import { forPeople } from "./wording.ts";

const TAB = "  ";
const MIN_NUMBER_COLUMNS = 5;
/** Minimum number of visible columns for a word at the end of a line. */
const LEAST_SHOWN = 12;

/** Results in their order, separated by empty lines. */
export function renderSearch(envelope: SearchCodebaseOk, view: View): string {
  const pattern = questionPattern(envelope.query);
  const wanted = { pattern, lines: linesNamed(envelope.query) };
  const blocks = envelope.results.map((result) => {
    const lines = excerpt(printable(textOf(result)), firstLineOf(result), wanted);
    return [
      heading(result, envelope.effectiveRoot, view),
      ...lines.map((line) => codeLine(line, pattern, view)),
    ].join("\n");
  });
  return blocks.join("\n\n");
}

/** Single lines that qualify the answer. */
export function searchNotes({
  message,
  results,
  query,
  scope,
  confidence,
  unknownTerms,
  correctedTerms = [],
  freshnessDecision,
  effectiveRoot,
  maxTokens,
  warnings = [],
  hints,
}: SearchCodebaseOk): string[] {
  const notes: string[] = [];
  if (results.length === 0)
    notes.push(
      "no results for: " +
        `${printableLine(query)}${message === undefined ? "" : `. ${forPeople(message, effectiveRoot)}`}`,
    );
  if (confidence !== "high") {
    const corrected = new Set(correctedTerms.map(({ term }) => term));
    const unknown = unknownTerms.filter((term) => !corrected.has(term));
    const absent =
      unknown.length === 0 ? "" : `; not in this codebase: ${unknown.map(printableLine).join(", ")}`;
    notes.push(`confidence: ${confidence}${absent}`);
  }
  for (const { term, meant } of correctedTerms)
    notes.push(
      `no symbol is named ${printableLine(term)}; also searched for ${meant.map(printableLine).join(", ")}`,
    );
  const { mode, reason } = freshnessDecision;
  const isBehind = mode === "failed" || mode === "skipped_locked";
  // If the index is behind, the next line reports it.
  if (results.length > 0 && message !== undefined && !isBehind) notes.push(forPeople(message, effectiveRoot));
  if (isBehind) notes.push(`the index may lack recent changes: ${forPeople(reason ?? mode, effectiveRoot)}`);
  if (warnings.includes("OUTPUT_TRUNCATED"))
    notes.push(
      "results were shortened or omitted to fit the " +
        `answer${maxTokens === undefined ? "" : `: raise --max-tokens ${maxTokens}`}`,
    );
  // A search with scope docs expects docs.
  if (hints?.noiseMitigation && scope !== "docs")
    notes.push("hint: mostly tests, fixtures, docs or generated code; --scope runtime excludes them");
  return notes;
}

function heading(
  { file, span, symbolLabel }: ChunkResult | GroupResult,
  root: string,
  { cwd, style }: View,
): string {
  const place = style.file(
    `${printableLine(shownPath(cwd, join(root, file)))}:${span.startLine}-${span.endLine}`,
  );
  return symbolLabel ? `${place}  ${style.symbol(printableLine(symbolLabel))}` : place;
}

function codeLine({ number, text }: ExcerptLine, pattern: RegExp | null, { style, columns }: View): string {
  const gutter = padStart(String(number), MIN_NUMBER_COLUMNS);
  const spaced = text.replaceAll("\t", TAB);
  const fitted = columns === null ? spaced : fitting(spaced, columns - gutter.length - TAB.length, pattern);
  return fitted === ""
    ? style.quiet(gutter)
    : `${style.quiet(gutter)}${TAB}${highlight(fitted, pattern, style.match)}`;
}

/**
 * Cuts a line to fit: its beginning, or the part around the question's first word if that is too far right.
 */
function fitting(line: string, columns: number, pattern: RegExp | null): string {
  const start = firstMatch(line, pattern);
  const from = start - Math.floor(columns / 3);
  const isSeen =
    from <= 0 || displayWidth(line) <= columns || displayWidth(line.slice(0, start)) + LEAST_SHOWN < columns;
  // Avoids cutting inside a grapheme or a surrogate pair.
  return isSeen
    ? truncate(line, columns)
    : truncate(`…${line.slice(from + 1).replace(/^(?:[\udc00-\udfff]|\p{M}|\u200d)+/u, "")}`, columns);
}

function textOf(result: ChunkResult | GroupResult): string {
  return result.kind === "chunk" ? result.content : result.preview;
}

function firstLineOf(result: ChunkResult | GroupResult): number {
  return result.kind === "chunk" ? result.span.startLine : result.previewStartLine;
}
