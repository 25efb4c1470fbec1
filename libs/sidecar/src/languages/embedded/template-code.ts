/**
 * Builds a text with the scripts of a file and its template's expressions as statements, at their original
 * offsets. Pure.
 */
import { blank } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import type { CodePart, GrammarSupport } from "../../language.ts";
import { templateParts } from "./template-expressions.ts";

/** What finds code in a template. */
interface TemplateReaders {
  readonly templateExpressions?: GrammarSupport["templateExpressions"];
  readonly templateDefinitions?: GrammarSupport["templateDefinitions"];
}

/** Code at its original offset, and what is put around it if there is room. */
interface Item extends CodePart {
  readonly open: string;
  readonly close: string;
}

/**
 * Everything else is blank. Unless it is a statement, an expression becomes the item of an array, where any
 * expression is valid; the characters around it provide the space.
 *
 * @param scripts sorted by start
 */
export function templateCode(
  text: string,
  scripts: readonly TextRange[],
  { templateExpressions, templateDefinitions }: TemplateReaders,
): string {
  const outside = templateParts(text).flatMap((part) => without(part, scripts));
  const expressions = outside.flatMap((part) => templateExpressions?.(text, part) ?? []);
  const items = [
    ...scripts.map((range): Item => ({ ...codeAt(range, text), open: ";", close: "" })),
    ...expressions
      .map((range) => expressionItem(codeAt(range, text)))
      .filter(({ code }) => code.trim() !== ""),
    ...(templateDefinitions?.(text, outside) ?? []).map((part): Item => ({ ...part, open: "", close: "" })),
  ];
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, code, open, close } of items.sort((left, right) => left.start - right.start)) {
    if (start < at) continue;
    // A line end also ends the statement before it.
    const hasRoom = /[^\r\n]/.test(text.charAt(end));
    const gap = blank(text.slice(at, start));
    parts.push(opened(gap, hasRoom || open === "" ? open : ";"), code, hasRoom ? close : "");
    at = hasRoom ? end + close.length : end;
  }
  parts.push(blank(text.slice(at)));
  return parts.join("");
}

function codeAt({ start, end }: TextRange, text: string): CodePart {
  return { start, end, code: text.slice(start, end) };
}

function expressionItem(part: CodePart): Item {
  const isStatement = /;|^\s*(?:if|for|while|const|let|var|return)\b/.test(part.code);
  return { ...part, open: isStatement ? ";" : ";[", close: isStatement ? ";" : "]" };
}

/**
 * A blank that ends in a prefix of code, as much of it as fits into the last line. If the sign that ends the
 * statement before does not fit there, it is at the beginning.
 */
function opened(gap: string, signs: string): string {
  const room = gap.length - 1 - Math.max(gap.lastIndexOf("\n"), gap.lastIndexOf("\r"));
  const shown = signs.slice(Math.max(0, signs.length - room));
  const filled = `${gap.slice(0, gap.length - shown.length)}${shown}`;
  return shown !== signs && filled.startsWith(" ") ? `;${filled.slice(1)}` : filled;
}

/** The parts of a range outside other ranges, which must be sorted by start. */
function without({ start, end }: TextRange, ranges: readonly TextRange[]): TextRange[] {
  const left: TextRange[] = [];
  let at = start;
  for (const range of ranges) {
    if (range.end <= at || range.start >= end) continue;
    if (range.start > at) left.push({ start: at, end: range.start });
    at = Math.max(at, range.end);
  }
  return at < end ? [...left, { start: at, end }] : left;
}
