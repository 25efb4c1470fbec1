/**
 * Pattern syntax that people use but ignore files do not support: braces (`*.{ts,tsx}`) and a leading `./`.
 * Pure.
 */
import { parseBracket } from "./wildmatch/bracket.ts";

/** Most patterns that braces may expand to. Each pair of braces can double their number. */
export const MAX_ALTERNATIVES = 100;
/** A leading `./`, which people write to anchor a pattern at the root. */
export const LEADING_DOT = /^(?:\.\/+)+/;

/**
 * Expands a pattern to equivalent patterns of ignore files: `./a` becomes `/a`, which matches only in the
 * root. Null for more than `MAX_ALTERNATIVES`.
 */
export function plainPatterns(written: string): readonly string[] | null {
  return bracedPatterns(written)?.map((pattern) => pattern.replace(LEADING_DOT, "/")) ?? null;
}

/**
 * Expands the braces of a pattern, in the order of their alternatives; a pattern without braces stays as it
 * is. As in a shell, braces without a comma are ordinary characters, and so are braces inside brackets or
 * after `\`. An unclosed brace is an ordinary character too.
 *
 * Returns null for more than `MAX_ALTERNATIVES`.
 */
export function bracedPatterns(written: string): readonly string[] | null {
  const found: string[] = [];
  const open = [written];
  // Each iteration adds at least one alternative, so the limit also bounds the iterations.
  for (let pattern = open.pop(); pattern !== undefined; pattern = open.pop()) {
    const group = outerGroup(pattern);
    if (group === null) found.push(pattern);
    else open.push(...alternatives(pattern, group).reverse());
    if (found.length + open.length > MAX_ALTERNATIVES) return null;
  }
  return found;
}

/** Whether every `[` and `{` is closed and every character class is known. */
export function isClosed(pattern: string): boolean {
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") at++;
    else if (char === "{") depth++;
    else if (char === "}") depth = Math.max(0, depth - 1);
    else if (char === "[") {
      const bracket = parseBracket(pattern, at + 1);
      if (!bracket) return false;
      at = bracket.end - 1;
    }
  }
  return depth === 0;
}

interface Group {
  readonly start: number;
  /** Commas of this group, without those of nested groups. */
  readonly commas: number[];
  end: number;
}

/**
 * The first pair of braces that has a comma and is not nested in another such pair. After an unclosed
 * bracket, brackets are ordinary characters.
 */
function outerGroup(pattern: string): Group | null {
  const open: Group[] = [];
  let outer: Group | null = null;
  let isBracketed = true;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") at++;
    else if (char === "[" && isBracketed) {
      const bracket = parseBracket(pattern, at + 1);
      if (bracket) at = bracket.end - 1;
      else isBracketed = false;
    } else if (char === "{") open.push({ start: at, commas: [], end: at });
    else if (char === ",") open.at(-1)?.commas.push(at);
    else if (char === "}") {
      const closed = open.pop();
      if (closed && closed.commas.length > 0 && (!outer || closed.start < outer.start))
        outer = { ...closed, end: at };
    }
  }
  return outer;
}

function alternatives(pattern: string, { start, commas, end }: Group): string[] {
  const cuts = [start, ...commas, end];
  return commas
    .concat(end)
    .map(
      (to, at) =>
        pattern.slice(0, start) + pattern.slice((cuts[at] as number) + 1, to) + pattern.slice(end + 1),
    );
}
