/** Finds parts of C# that its grammar cannot handle and that can be left out. Pure. */
import { matchesOf } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";

interface Directive extends TextRange {
  readonly word: string;
}

const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b.*$/gm;
/** Real sources nest three or four deep; each level rescans everything inside. */
const MAX_DEPTH = 20;
const COMMENTS_AND_DIRECTIVES = /\/\*(?:[^]*?\*\/|[^]*)|\/\/.*|^[ \t]*#.*$/gm;

/**
 * `ref` in `ref partial struct`; the cast in `*(int*)p`; a directive on the last line, after which the
 * grammar requires a line end.
 */
const WORDS =
  /^[ \t]*#[ \t]*(?:pragma|endregion)\b.*(?![^])|\bref(?=\s+partial\s+struct\b)|(?<=\*)\(\s*\w+\s*\*+\s*\)(?=\s*[\w(&])/gm;

/** Ranges to hide from the parser, sorted by start, not overlapping. */
export function hiddenParts(text: string): TextRange[] {
  const words = matchesOf(WORDS, text);
  return outermost([...words, ...(text.includes("#if") ? hiddenDirectives(text) : [])]);
}

/**
 * Hides conditional parts that are less than a whole declaration or statement, as in `#if A internal #else
 * public #endif class B`: the first branch is kept, the others are hidden.
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

/** Ranges of a group to hide. @param group the directives from `#if` to its `#endif` */
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

/** Whether a branch contains only whole declarations or statements. */
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
