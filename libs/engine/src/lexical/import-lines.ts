/**
 * Which lines at the head of a file say what it imports and exports: they hold the names of all that the file is about, and show
 * nothing of it. Guessed by how statements begin in the languages of the index; a line that is missed is taken for code. Pure.
 */
import { type SymbolFact, statementLines } from "@satori/sidecar";

const STATEMENT = new RegExp(
  `^\\s*(?:${[
    String.raw`(?:static\s+)?import\b`, String.raw`from\s+\S+\s+import\b`, String.raw`export\s+(?:type\s+)?[{*]`, String.raw`(?:pub(?:\([^)]*\))?\s+)?use\s+[\w:\\{]`,
    String.raw`using\s+(?:static\s+|namespace\s+)?[\w.:]+(?:\s*=\s*[\w.<>]+)?;`, String.raw`#\s*include\b`, String.raw`require(?:_relative|_once)?\b`, String.raw`extern\s+crate\b`,
    String.raw`(?:const|let|var|local)\s[^=]*=\s*(?:require\b|@import\b)`, String.raw`(?:package|namespace|module)\s+[\w.\\:]+\s*(?:;\s*)?$`, String.raw`alias\s+[A-Z]`, String.raw`@import\b`, String.raw`__all__\s*\+?=`,
  ].join("|")})`,
);
/** Names of a Python module's list of exports. */
const EXPORTS = "__all__";
/** No head is longer. */
const MAX_LINES = 500;

/**
 * Numbers of the lines, from 1, that import and export statements take up in front of the first symbol.
 *
 * @param symbols of the file, by start
 */
export function importLines(text: string, symbols: readonly SymbolFact[]): ReadonlySet<number> {
  const first = symbols.find(({ kind, name }) => kind !== "module" && kind !== "namespace" && name !== EXPORTS)?.startLine ?? MAX_LINES;
  return statementLines(text.split("\n", Math.min(MAX_LINES, first - 1)), STATEMENT);
}

/** How much of a chunk, blank lines aside, these lines are. */
export function importShare(chunk: string, startLine: number, imports: ReadonlySet<number>): number {
  if (imports.size === 0 || startLine > MAX_LINES) return 0;
  const filled = chunk.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [startLine + at]));
  return filled.length === 0 ? 0 : filled.filter((line) => imports.has(line)).length / filled.length;
}
