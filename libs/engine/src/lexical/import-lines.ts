/**
 * Finds the import and export lines at the head of a file. They contain the names of everything that the file
 * uses, but show nothing of what it does. Guessed by how statements begin in the supported languages; a line
 * that is missed counts as code. Pure.
 */
import { type SymbolFact, statementLines } from "@satori/sidecar";

const STATEMENT = new RegExp(
  `^\\s*(?:${[
    String.raw`(?:static\s+)?import\b`,
    String.raw`from\s+\S+\s+import\b`,
    String.raw`export\s+(?:type\s+)?[{*]`,
    String.raw`(?:pub(?:\([^)]*\))?\s+)?use\s+[\w:\\{]`,
    String.raw`using\s+(?:static\s+|namespace\s+)?[\w.:]+(?:\s*=\s*[\w.<>]+)?;`,
    String.raw`#\s*include\b`,
    String.raw`require(?:_relative|_once)?\b`,
    String.raw`extern\s+crate\b`,
    String.raw`(?:const|let|var|local)\s[^=]*=\s*(?:require\b|@import\b)`,
    String.raw`(?:package|namespace|module)\s+[\w.\\:]+\s*(?:;\s*)?$`,
    String.raw`alias\s+[A-Z]`,
    String.raw`@import\b`,
    String.raw`__all__\s*\+?=`,
  ].join("|")})`,
);
/** Name of the export list of a Python module. */
const EXPORTS = "__all__";
/** No file head is longer. */
const MAX_LINES = 500;

/**
 * 1-based numbers of the lines of import and export statements before the first symbol.
 *
 * @param symbols symbols of the file, by start
 */
export function importLines(text: string, symbols: readonly SymbolFact[]): ReadonlySet<number> {
  const first =
    symbols.find(({ kind, name }) => kind !== "module" && kind !== "namespace" && name !== EXPORTS)
      ?.startLine ?? MAX_LINES;
  return statementLines(text.split("\n", Math.min(MAX_LINES, first - 1)), STATEMENT);
}

/** Share of a chunk's non-blank lines that are import lines, from 0 to 1. */
export function importShare(chunk: string, startLine: number, imports: ReadonlySet<number>): number {
  // Most chunks come after all imports. A search calls this for each chunk of the files that it shows.
  if (startLine > lastOf(imports)) return 0;
  let [filled, importing] = [0, 0];
  for (let line = startLine, start = 0; start <= chunk.length; line++) {
    const lineEnd = chunk.indexOf("\n", start);
    const end = lineEnd === -1 ? chunk.length : lineEnd;
    if (chunk.slice(start, end).trim() !== "") {
      filled++;
      if (imports.has(line)) importing++;
    }
    start = end + 1;
  }
  return filled === 0 ? 0 : importing / filled;
}

function lastOf(lines: ReadonlySet<number>): number {
  let last = 0;
  for (const line of lines) if (line > last) last = line;
  return last;
}
