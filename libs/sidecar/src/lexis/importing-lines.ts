/** Which lines of a file say what it imports and exports, wherever they stand: whoever imports a name uses it elsewhere. Pure. */

const ECMA = /^\s*(?:import\b(?!\s*[(.])|export\s+(?:type\s+)?[{*]|(?:const|let|var)\s[^=]*=\s*require\b)/;

/** How statements begin in the languages that have them further down than at the head of a file. */
const STATEMENTS: ReadonlyMap<string, RegExp> = new Map([
  ...["javascript", "typescript", "tsx", "vue", "svelte", "astro"].map((language): [string, RegExp] => [language, ECMA]),
  ["python", /^\s*(?:from\s+\S+\s+)?import\b/],
  ["rust", /^\s*(?:(?:pub(?:\([^)]*\))?\s+)?use\s+[\w:{]|extern\s+crate\b)/],
  ["scala", /^\s*import\b/],
  ["elixir", /^\s*(?:alias|import|require)\s+[A-Z]/],
]);

/**
 * Numbers of these lines, from 1; a statement goes on until its brackets are closed.
 *
 * @param code without comments and texts, as `codeOnly` leaves it
 */
export function importingLines(code: string, language: string): ReadonlySet<number> {
  const statement = STATEMENTS.get(language);
  const found = new Set<number>();
  if (!statement) return found;
  let open = 0;
  for (const [at, line] of code.split("\n").entries()) {
    if (open <= 0 && !statement.test(line)) continue;
    found.add(at + 1);
    open = Math.max(0, open + (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0));
  }
  return found;
}
