/**
 * Which lines of a file say what it imports and exports, wherever they stand: whoever imports a name uses it
 * elsewhere. Pure.
 */
import { profileOf } from "../languages/profiles.ts";

/** Numbers of these lines, from 1. @param code without comments and texts, as `codeOnly` leaves it */
export function importingLines(code: string, language: string): ReadonlySet<number> {
  const beginning = profileOf(language).importStatement;
  return beginning ? statementLines(code.split("\n"), beginning) : new Set();
}

/**
 * Numbers of the lines, from 1, that statements take up which begin so: they go on until their brackets are
 * closed.
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
