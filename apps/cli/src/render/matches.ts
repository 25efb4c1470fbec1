/** Matching lines, as grep shows them. Pure. */
import type { TextMatch } from "@satori/contracts";
import { printableLine } from "../terminal/printable.ts";
import type { Style } from "../terminal/style.ts";

/**
 * `file:line:column: text` for a match, `file-line- text` for lines around one; what two matches share is shown once, and
 * `--` stands between lines that do not follow each other.
 */
export function renderMatches(matches: readonly TextMatch[], shown: (path: string) => string, style: Style): string[] {
  const lines: string[] = [];
  let last: { readonly path: string; readonly line: number } | null = null;
  const hasContext = matches.some(({ before = [], after = [] }) => before.length + after.length > 0);
  const matched = new Set(matches.map(({ path, line }) => `${path}:${line}`));
  for (const { path, line, column, text, before = [], after = [] } of matches) {
    const around = (at: number, content: string): void => {
      if ((last?.path === path && at <= last.line) || matched.has(`${path}:${at}`)) return;
      put(at, style.quiet(`${printableLine(shown(path))}-${at}- ${printableLine(content)}`));
    };
    const put = (at: number, rendered: string): void => {
      if (hasContext && last && (last.path !== path || at > last.line + 1)) lines.push(style.quiet("--"));
      lines.push(rendered);
      last = { path, line: at };
    };
    for (const [at, content] of before.entries()) around(line - before.length + at, content);
    put(line, `${style.file(`${printableLine(shown(path))}:${line}:${column}:`)} ${printableLine(text)}`);
    for (const [at, content] of after.entries()) around(line + 1 + at, content);
  }
  return lines;
}
