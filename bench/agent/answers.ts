/** Which lines of code an answer of Satori shows. Pure. */
import type { ReadSpan } from "./trace.ts";

/** A call that an agent can copy. */
export interface SatoriCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The parts of the answers that matter here, of all tools and result modes. */
export interface SatoriAnswer {
  readonly status: string;
  readonly message?: string;
  readonly file?: string;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly results?: readonly GroupHit[];
  readonly sections?: readonly Section[];
  readonly omitted?: readonly SatoriCall[];
}

interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

interface GroupHit {
  readonly file: string;
  readonly span: Lines;
  /** Absent in an answer that lists further hits without their code. */
  readonly preview?: string;
  readonly previewStartLine?: number;
}

interface Section {
  readonly file: string;
  /** Whole lines, each after its number and a space; other lines stand for what is not shown. */
  readonly content: string;
}

/** Lines of code in an answer, in its order. A path or a symbol's name alone is no line. */
export function spansIn({ results, sections, file, startLine, endLine }: SatoriAnswer): ReadSpan[] {
  if (sections !== undefined) return sections.flatMap(spansOfSection);
  if (results !== undefined) return results.flatMap(previewSpan);
  return file !== undefined && startLine !== undefined && endLine !== undefined
    ? [{ path: file, startLine, endLine }]
    : [];
}

/** The passages of a search, best first: an agent that has seen only a preview reads them next. */
export function passagesOf({ results = [] }: SatoriAnswer): ReadSpan[] {
  return results.map(({ file, span }) => ({ path: file, startLine: span.startLine, endLine: span.endLine }));
}

function previewSpan({ file, span, preview = "", previewStartLine = span.startLine }: GroupHit): ReadSpan[] {
  if (preview === "") return [];
  const lines = preview.replace(/\n$/, "").split("\n").length;
  return [{ path: file, startLine: previewStartLine, endLine: previewStartLine + lines - 1 }];
}

/** One span for each run of consecutive lines. */
function spansOfSection({ file, content }: Section): ReadSpan[] {
  const spans: ReadSpan[] = [];
  for (const [, number] of content.matchAll(/^(\d+)(?: |$)/gm)) {
    const line = Number(number);
    const last = spans.at(-1);
    if (last?.endLine === line - 1) spans[spans.length - 1] = { ...last, endLine: line };
    else spans.push({ path: file, startLine: line, endLine: line });
  }
  return spans;
}
