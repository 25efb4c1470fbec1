/**
 * What people write in patterns of paths, and ignore files do not know: braces (`*.{ts,tsx}`) and a leading
 * `./`. Pure.
 */
import { parseBracket } from "./wildmatch/bracket.ts";

/** More patterns than this no braces stand for: their number doubles with each pair. */
export const MAX_ALTERNATIVES = 100;
/** How a pattern says that it begins at the root, for those who do not write ignore files. */
export const LEADING_DOT = /^(?:\.\/+)+/;

/**
 * The patterns of ignore files that mean the same: `./a` is the `a` of the root alone. Null for more than
 * `MAX_ALTERNATIVES`.
 */
export function plainPatterns(written: string): readonly string[] | null {
  return bracedPatterns(written)?.map((pattern) => pattern.replace(LEADING_DOT, "/")) ?? null;
}

/**
 * What the braces of a pattern stand for, in the order in which they name it: the pattern itself where it has
 * none. As in a shell, braces without a comma are ordinary characters, and so are those in brackets or behind
 * `\`.
 *
 * Returns null for more than `MAX_ALTERNATIVES`. What is not closed stands for itself.
 */
export function bracedPatterns(written: string): readonly string[] | null {
  const found: string[] = [];
  const open = [written];
  // Each turn adds an alternative at least, so that the limit bounds the turns as well.
  for (let pattern = open.pop(); pattern !== undefined; pattern = open.pop()) {
    const group = outerGroup(pattern);
    if (group === null) found.push(pattern);
    else open.push(...alternatives(pattern, group).reverse());
    if (found.length + open.length > MAX_ALTERNATIVES) return null;
  }
  return found;
}

/** Whether every `[` and `{` is closed, and every class of characters is known. */
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
  /** Of its own, not those of groups inside. */
  readonly commas: number[];
  end: number;
}

/**
 * The first pair of braces with a comma that lies in no other such pair. From a bracket on that does not
 * close, brackets are ordinary characters.
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
