/** What the grammar of C# stumbles over and can do without. Pure. */
import { matchesOf } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";

interface Directive extends TextRange {
  readonly word: string;
}

const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b.*$/gm;
/** Real sources nest three deep or four; each level is a look at all that is inside. */
const MAX_DEPTH = 20;
const COMMENTS_AND_DIRECTIVES = /\/\*(?:[^]*?\*\/|[^]*)|\/\/.*|^[ \t]*#.*$/gm;

/**
 * `ref` of `ref partial struct`; the cast of `*(int*)p`; a directive in the last line, for which the grammar
 * wants a line end.
 */
const WORDS =
  /^[ \t]*#[ \t]*(?:pragma|endregion)\b.*(?![^])|\bref(?=\s+partial\s+struct\b)|(?<=\*)\(\s*\w+\s*\*+\s*\)(?=\s*[\w(&])/gm;

/** By start, not overlapping. */
export function hiddenParts(text: string): TextRange[] {
  const words = matchesOf(WORDS, text);
  return outermost([...words, ...(text.includes("#if") ? hiddenDirectives(text) : [])]);
}

/**
 * `#if` may be around less than a whole declaration or statement: `#if A internal #else public #endif class
 * B`. Of such a group the first branch is kept and the rest left out.
 */
function hiddenDirectives(text: string): TextRange[] {
  const hidden: TextRange[] = [];
  const open: Directive[][] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const directive: Directive = {
      word: match[1] ?? "",
      start: match.index,
      end: match.index + match[0].length,
    };
    if (directive.word === "if") open.push([directive]);
    else open.at(-1)?.push(directive);
    if (directive.word !== "endif") continue;
    const group = open.pop() ?? [];
    if (open.length < MAX_DEPTH) hidden.push(...hiddenOfGroup(text, group));
  }
  return hidden;
}

/** @param group the directives from `#if` to its `#endif` */
function hiddenOfGroup(text: string, group: readonly Directive[]): TextRange[] {
  const [first, second] = group;
  const last = group.at(-1);
  const isWhole = group.slice(1).every((next, at) => isWholeCode(text.slice(group[at]?.end, next.start)));
  return !first || !second || !last || isWhole
    ? []
    : [
        { start: first.start, end: first.end },
        { start: second.start, end: last.end },
      ];
}

/** Whether a branch holds nothing but whole declarations or statements. */
function isWholeCode(branch: string): boolean {
  const code = branch.replace(COMMENTS_AND_DIRECTIVES, "").trim();
  if (code === "") return true;
  if (!/[;}]$/.test(code) || /^(?:else|catch|finally|where)\b|^[&|?:.,)+=]/.test(code)) return false;
  let depth = 0;
  for (const character of code) {
    if (character === "{") depth++;
    else if (character === "}" && --depth < 0) return false;
  }
  return depth === 0;
}

function outermost(ranges: readonly TextRange[]): TextRange[] {
  const sorted = [...ranges].sort((left, right) => left.start - right.start || right.end - left.end);
  let behind = -1;
  return sorted.filter(({ start, end }) => start >= behind && (behind = end) >= 0);
}
