/**
 * Rewrites classes and structs of C# without a body, such as `class NotFound(string name) :
 * Exception(name);`, which the grammar does not support. Pure.
 */
import { blank, matchesOf } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";

const BRACKETED = String.raw`\((?:[^()]|\([^()]{0,400}\)){0,800}\)`;
const HEAD = new RegExp(
  String.raw`(\b(?<!\brecord\s{1,20})(?:class|struct)\s+@?\w+(?:<[^<>(){};]{0,400}>)?\s*${BRACKETED})(\s*:[^;{}()]{1,800}?(?:${BRACKETED})?)?(\s*where\b[^;{}]{1,400})?;`,
  "g",
);
/** The last part in brackets: the text before it, and the part itself. */
const LAST_PART = /^([^]*[(,])((?:[^(),]|\([^()]*\))*)\)$/;

/**
 * Adds an empty body: `class NotFound(string name) : Exception(_  ){}`. Without it, everything up to the next
 * body would be lost. The body takes the space of the last argument or of the end of the last parameter,
 * otherwise of bases or constraints.
 */
export function bodiesForHeads(text: string): string {
  if (!/\b(?:class|struct|interface)\b/.test(text)) return text;
  return recordsForBareHeads(text).replace(
    HEAD,
    (whole: string, head: string, bases = "", constraints = "") => {
      const written = withBody(head, bases, constraints);
      // There is no space if a line ends directly before it.
      return written.length === whole.length ? written : whole;
    },
  );
}

const MODIFIER = "public|internal|private|protected|static|sealed|abstract|partial|file|new|unsafe|readonly";
const BARE_HEAD = new RegExp(
  String.raw`(\b(?:${MODIFIER})[ \t]+class|[ \t]class|\b(?:struct|interface))(?<!\brecord[ \t]{1,20}\w+)(?=\s{1,20}@?\w+(?:<[^<>(){};]{0,400}>)?(?:\s{0,20}:[^;{}()]{1,300}?)?(?:\s{0,20}where\b[^;{}]{1,200})?;)`,
  "g",
);

/**
 * Turns `public class None;`, `struct None : INone;` and `interface INone;`, which have no space for a body,
 * into records, which need none. `record` is as long as `struct`; for a class, it also takes the space before
 * it or the modifier, if `new` can replace that. A class without either is not rewritten.
 */
function recordsForBareHeads(text: string): string {
  return text.replace(BARE_HEAD, (words: string) => {
    if (!words.endsWith("class")) return "record".padEnd(words.length);
    const front = words.length - "record".length;
    return `${front > "new".length ? "new".padEnd(front) : " ".repeat(front)}record`;
  });
}

function withBody(head: string, bases: string, constraints: string): string {
  if (constraints !== "") return `${head}${bases}${room(constraints)}{}`;
  if (bases.endsWith(")") && !bases.endsWith("()"))
    return `${head}${shortened(bases, (word) => `_${" ".repeat(word.length - 2)}`)}{}`;
  if (bases !== "") return `${head}${room(bases)}{}`;
  return head.endsWith("()")
    ? `${head.slice(0, -2)} {}`
    : `${shortened(head, (word) => word.slice(0, -1))}{}`;
}

/**
 * Removes one character at the end of the text in brackets: from the last word, or by dropping the last part.
 */
function shortened(text: string, shorten: (word: string) => string): string {
  const [, before = "", last = ""] = LAST_PART.exec(text) ?? [];
  return /\w\w$/.test(last)
    ? `${before}${last.replace(/\w+$/, shorten)})`
    : `${before.replace(/,$/, " ")}${room(last)})`;
}

/** Blanks of one character less than a text, unless it ends in a line end. */
function room(text: string): string {
  return /[\r\n]$/.test(text) ? text : blank(text.slice(0, -1));
}

// Finds parts of C# that its grammar cannot handle and that can be left out. Pure.

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
