/** An edit of one file's lines, and its unified diff. Pure. */

/** Replaces lines `first` to `last`, inclusive, from 1. */
export interface FileEdit {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

const CONTEXT = 3;
const NO_NEWLINE = "\\ No newline at end of file";

/** The lines that replace those of a text in which the range of two offsets gets another text. */
export function editOf(text: string, start: number, end: number, replacement: string): FileEdit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const newline = text.indexOf("\n", end);
  const to = newline < 0 ? text.length : newline;
  const lines = `${text.slice(from, start)}${replacement}${text.slice(end, to)}`.split("\n");
  return { first: lineAt(text, from), last: lineAt(text, to), lines };
}

/** Without whole lines, including their ends. */
export function removalOf(first: number, last: number): FileEdit {
  return { first, last, lines: [] };
}

export function edited(text: string, { first, last, lines }: FileEdit): string {
  const all = text.split("\n");
  all.splice(first - 1, last - first + 1, ...lines);
  return all.join("\n");
}

/** The line after the edit that a line before it becomes; null if it is removed. */
export function lineAfter({ first, last, lines }: FileEdit, line: number): number | null {
  if (line < first) return line;
  if (line > last) return line + lines.length - (last - first + 1);
  return line - first < lines.length ? line : null;
}

/** The line before the edit; for a new line, the last one that was replaced. */
export function lineBefore({ first, last, lines }: FileEdit, line: number): number {
  if (line < first) return line;
  if (line >= first + lines.length) return line - lines.length + (last - first + 1);
  return Math.min(line, last);
}

/** As git writes it, with three lines of context. */
export function unifiedDiff(file: string, text: string, edit: FileEdit): string {
  const before = text.split("\n");
  const endsInNewline = before.at(-1) === "";
  if (endsInNewline) before.pop();
  const { first, last, lines } = edit;
  const from = Math.max(1, first - CONTEXT);
  const to = Math.min(before.length, last + CONTEXT);
  const part = (start: number, end: number, sign: string): string[] =>
    before
      .slice(start - 1, end)
      .flatMap((line, at) => [
        `${sign}${line}`,
        ...(!endsInNewline && start + at === before.length ? [NO_NEWLINE] : []),
      ]);
  const isAtEnd = !endsInNewline && last >= before.length && lines.length > 0;
  const added = [...lines.map((line) => `+${line}`), ...(isAtEnd ? [NO_NEWLINE] : [])];
  const removed = last - first + 1;
  const length = to - from + 1;
  const newLength = length - removed + lines.length;
  return [
    `diff --git a/${file} b/${file}`,
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${from},${length} +${newLength === 0 ? from - 1 : from},${newLength} @@`,
    ...part(from, first - 1, " "),
    ...part(first, last, "-"),
    ...added,
    ...part(last + 1, to, " "),
    "",
  ].join("\n");
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
