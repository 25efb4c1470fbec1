/** Renders matching lines, and the files that contain them, in grep's format. Pure. */
import type { TextMatch } from "@satori/contracts";
import type { View } from "./view.ts";

/** Numbers of lines shown around a match; null for all that an answer has. */
export interface Around {
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * `file:line:column: text` for a match, `file-line- text` for a line of context. Lines that two matches share
 * are shown once; `--` separates lines that are not adjacent.
 */
export function renderMatches(
  matches: readonly TextMatch[],
  shown: (path: string) => string,
  { style, codeLine }: View,
): string[] {
  const lines: string[] = [];
  let last: { readonly path: string; readonly line: number } | null = null;
  const hasContext = matches.some(({ before = [], after = [] }) => before.length + after.length > 0);
  const matched = new Set(matches.map(({ path, line }) => `${path}:${line}`));
  for (const { path, line, column, text, before = [], after = [] } of matches) {
    const around = (at: number, content: string): void => {
      if ((last?.path === path && at <= last.line) || matched.has(`${path}:${at}`)) return;
      put(at, style.quiet(`${shown(path)}-${at}- ${codeLine(content)}`));
    };
    const put = (at: number, rendered: string): void => {
      if (hasContext && last && (last.path !== path || at > last.line + 1)) lines.push(style.quiet("--"));
      lines.push(rendered);
      last = { path, line: at };
    };
    for (const [at, content] of before.entries()) around(line - before.length + at, content);
    put(line, `${style.file(`${shown(path)}:${line}:${column}:`)} ${codeLine(text)}`);
    for (const [at, content] of after.entries()) around(line + 1 + at, content);
  }
  return lines;
}

/** Each file once, in the order of the matches. */
export function renderFiles(
  matches: readonly TextMatch[],
  shown: (path: string) => string,
  { style }: View,
): string[] {
  return [...countsOf(matches).keys()].map((path) => style.file(shown(path)));
}

/** `file:count`, with the number of matching lines. */
export function renderCounts(
  matches: readonly TextMatch[],
  shown: (path: string) => string,
  { style }: View,
): string[] {
  return [...countsOf(matches)].map(([path, count]) => `${style.file(`${shown(path)}:`)}${count}`);
}

/** Cuts the context of each match to the requested number of lines. */
export function within(
  matches: readonly TextMatch[],
  { before: most, after: mostAfter }: Around,
): TextMatch[] {
  return matches.map(({ before = [], after = [], ...match }) => ({
    ...match,
    before: most === null ? before : before.slice(Math.max(0, before.length - most)),
    after: mostAfter === null ? after : after.slice(0, mostAfter),
  }));
}

function countsOf(matches: readonly TextMatch[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of matches) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}
