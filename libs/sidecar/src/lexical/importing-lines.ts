/**
 * Finds the lines with a file's import and export statements anywhere in it, so that references in them can
 * be separated from uses. Pure.
 */
import { profileOf } from "../languages/profiles.ts";

/** 1-based numbers of these lines. @param code without comments and strings, as `codeOnly` returns it */
export function importingLines(code: string, language: string): ReadonlySet<number> {
  const beginning = profileOf(language).importStatement;
  return beginning ? statementLines(code.split("\n"), beginning) : new Set();
}

/**
 * 1-based numbers of all lines of statements whose first line matches a pattern. A statement continues until
 * its brackets are closed.
 */
export function statementLines(lines: readonly string[], beginning: RegExp): ReadonlySet<number> {
  const found = new Set<number>();
  let open = 0;
  for (const [at, line] of lines.entries()) {
    if (open <= 0 && !beginning.test(line)) continue;
    found.add(at + 1);
    open = Math.max(0, open + bracketsLeft(line));
  }
  return found;
}

function bracketsLeft(line: string): number {
  let open = 0;
  for (const sign of line) {
    if ("([{".includes(sign)) open++;
    else if (")]}".includes(sign)) open--;
  }
  return open;
}
