/**
 * Separates code from comments and strings without a parser, to search for a few names in many files. Pure.
 */
import type { TextRange } from "../facts.ts";
import { groupBy } from "../group-by.ts";
import type { CommentForm, LexicalRules, StringForm } from "./lexical-rules.ts";

/**
 * A text of the same length and with the same line ends, with comments and strings replaced by spaces. What
 * the lexical rules don't cover stays (regular expressions of some languages, text in markup). Strings stay
 * too if so many are unclosed that classifying them would take too long.
 *
 * @param check called for each step; may throw
 */
export function codeOnly(text: string, lexis: LexicalRules, check: () => void = () => undefined): string {
  const scanner = new Scanner(text, lexis, check);
  scanner.scan(0, text.length);
  return scanner.code();
}

/** Code and comments of a text. */
export interface TextParts {
  /** As `codeOnly` returns it. */
  readonly code: string;
  /** Sorted by start; end exclusive. */
  readonly comments: readonly TextRange[];
}

/** Like `codeOnly`, with the positions of the comments: what else is hidden are strings. */
export function textParts(text: string, lexis: LexicalRules, check: () => void = () => undefined): TextParts {
  const scanner = new Scanner(text, lexis, check);
  scanner.scan(0, text.length);
  return { code: scanner.code(), comments: scanner.commentsFound };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A closed string, and the code in it. */
interface Literal {
  readonly end: number;
  readonly code: readonly Range[];
}

const CHARACTER = /'(?:\\[^\n]{1,10}?|[^\\\n])'/uy;
const PATTERN = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//y;
/** Text before a position at which a value is expected. */
const BEFORE_VALUE =
  /(?:^|[(,=:[!&|?{};+*%~^]|=>|\b(?:return|typeof|case|in|of|void|delete|throw|when|if|unless|and|or|not))\s*$/;
const TYPE = /^[\p{L}_][\p{L}\p{N}_.]*(?:\[[\p{L}\p{N}_., |[\]]*\])?(?: \| [\p{L}_][\p{L}\p{N}_.]*)*$/u;
const MAX_TYPE_CHARS = 100;
const NAME = /\$[\p{L}_][\p{L}\p{N}_]*/uy;
/** Nesting depth of code in strings. */
const MAX_DEPTH = 20;
/** Characters that are searched backwards. */
const CHARS_BEFORE = 40;
/**
 * A longer regular expression is not recognized. Otherwise an unclosed one would be scanned again from each
 * of its slashes.
 */
const MAX_PATTERN_CHARS = 500;
/**
 * Steps in strings: a minimum, and some for each character. An unclosed string is scanned again from each
 * quote after it, and one inside code in a string again from each enclosing string. Real source takes at most
 * two steps a character.
 */
const STEPS = { least: 10_000, eachChar: 10 } as const;

class Scanner {
  readonly commentsFound: Range[] = [];
  private readonly hidden: Range[] = [];
  /** Matches the first character of everything that may not be code. */
  private readonly sign: RegExp;
  private readonly comments: ReadonlyMap<string, readonly CommentForm[]>;
  private readonly strings: ReadonlyMap<string, readonly StringForm[]>;

  private stepsLeft: number;

  constructor(
    private readonly text: string,
    private readonly lexis: LexicalRules,
    private readonly check: () => void,
  ) {
    this.stepsLeft = STEPS.least + STEPS.eachChar * text.length;
    const fixed = [
      ...(lexis.hasCharacters === true ? ["'"] : []),
      ...(lexis.hasPatterns === true ? ["/"] : []),
    ];
    this.comments = groupBy(lexis.comments, ({ open }) => open[0] as string);
    this.strings = groupBy(lexis.strings, ({ open }) => open[0] as string);
    const signs = new Set([...this.comments.keys(), ...this.strings.keys(), ...fixed]);
    this.sign = new RegExp(`[${[...signs].join("").replace(/[\\\]^-]/g, "\\$&")}]`, "g");
  }

  code(): string {
    let code = "";
    let at = 0;
    for (const { start, end } of this.hidden) {
      code += this.text.slice(at, start) + this.text.slice(start, end).replace(/[^\r\n]/g, " ");
      at = end;
    }
    return code + this.text.slice(at);
  }

  scan(start: number, end: number, depth = 0): void {
    for (let at = this.nextSign(start); at < end; at = this.nextSign(this.past(at, end, depth) ?? at + 1))
      this.check();
  }

  /** Counts a step in a string. Returns true once all steps are used up. */
  private isSpent(): boolean {
    this.check();
    return --this.stepsLeft < 0;
  }

  private nextSign(from: number): number {
    this.sign.lastIndex = from;
    return this.sign.test(this.text) ? this.sign.lastIndex - 1 : this.text.length;
  }

  /**
   * Hides the comment or string that starts here and returns the offset after it; null if code starts here.
   *
   * @param limit end of the enclosing code; code in a string ends where the string continues
   */
  private past(at: number, limit: number, depth: number): number | null {
    const comment = this.commentAt(at);
    if (comment) {
      const end = Math.min(limit, this.endOfComment(at, comment));
      this.commentsFound.push({ start: at, end });
      return this.hide(at, end, []);
    }
    const fixed = this.fixedAt(at);
    if (fixed !== null) return this.hide(at, Math.min(limit, fixed), []);
    const literal = this.literalAt(at, depth);
    if (literal === null || literal.end <= limit)
      return literal && this.hide(at, literal.end, this.typeIn(at, literal) ?? literal.code, depth);
    return this.hide(at, limit, []);
  }

  /** The range of a type name in a string, where a type is expected. */
  private typeIn(at: number, { end }: Literal): readonly Range[] | null {
    const { quotedTypes } = this.lexis;
    if (quotedTypes === undefined || end - at > MAX_TYPE_CHARS || !/["']/.test(this.text[at] as string))
      return null;
    const inner = { start: at + 1, end: end - 1 };
    return TYPE.test(this.text.slice(inner.start, inner.end)) &&
      quotedTypes.test(this.text.slice(Math.max(0, at - CHARS_BEFORE), at))
      ? [inner]
      : null;
  }

  private hide(start: number, end: number, code: readonly Range[], depth = 0): number {
    let at = start;
    for (const inner of code) {
      this.hidden.push({ start: at, end: inner.start });
      this.scan(inner.start, inner.end, depth + 1);
      at = inner.end;
    }
    this.hidden.push({ start: at, end });
    return end;
  }

  private commentAt(at: number): CommentForm | undefined {
    return this.comments
      .get(this.text[at] as string)
      ?.find(
        ({ open, afterBlank, unless }) =>
          this.text.startsWith(open, at) &&
          !(afterBlank === true && /\S/.test(this.text[at - 1] ?? " ")) &&
          !(unless !== undefined && this.text[at + open.length] === unless),
      );
  }

  /** An unclosed comment extends to the end. */
  private endOfComment(start: number, { open, close, nests }: CommentForm): number {
    if (close === null || nests !== true)
      return indexOr(this.text, close ?? "\n", start + open.length, close?.length ?? 0);
    let depth = 1;
    for (let at = start + open.length; at < this.text.length;) {
      if (this.text.startsWith(close, at)) depth--;
      else if (this.text.startsWith(open, at)) depth++;
      else {
        at++;
        continue;
      }
      at += close.length;
      if (depth === 0) return at;
    }
    return this.text.length;
  }

  /** The end of a character literal or regular expression. */
  private fixedAt(at: number): number | null {
    const sign = this.text[at];
    if (sign === "'" && this.lexis.hasCharacters === true) return endOf(CHARACTER, this.text, at);
    if (
      sign !== "/" ||
      this.lexis.hasPatterns !== true ||
      !BEFORE_VALUE.test(this.text.slice(Math.max(0, at - CHARS_BEFORE), at))
    )
      return null;
    const end = endOf(PATTERN, this.text.slice(at, at + MAX_PATTERN_CHARS), 0);
    return end === null ? null : at + end;
  }

  private literalAt(at: number, depth: number): Literal | null {
    if (depth > MAX_DEPTH) return null;
    const form = this.strings
      .get(this.text[at] as string)
      ?.find(({ open }) => this.text.startsWith(open, at));
    return form ? this.literal(at + form.open.length, form, depth) : null;
  }

  private literal(start: number, form: StringForm, depth: number): Literal | null {
    const { text } = this;
    const code: Range[] = [];
    for (let at = start; at < text.length;) {
      if (this.isSpent()) return null;
      const inner =
        form.code && text.startsWith(form.code.open, at)
          ? this.endOfCode(at + form.code.open.length, form.code, depth)
          : null;
      if (form.code && inner !== null) {
        code.push({ start: at + form.code.open.length, end: inner });
        at = inner + form.code.close.length;
      } else if (text.startsWith(form.close, at)) return { end: at + form.close.length, code };
      else if (text[at] === "\n" && form.isLong !== true) return null;
      else if (text[at] === "\\" && form.escapes !== false) at += 2;
      else {
        const name = form.hasNames === true && text[at] === "$" ? endOf(NAME, text, at) : null;
        if (name !== null) code.push({ start: at, end: name });
        at = name ?? at + 1;
      }
    }
    return form.isLong === true ? { end: text.length, code } : null;
  }

  /** The end of code in a string; null if it is not closed. */
  private endOfCode(
    start: number,
    { open, close }: NonNullable<StringForm["code"]>,
    depth: number,
  ): number | null {
    const opening = open.at(-1) === "$" ? "{" : (open.at(-1) as string);
    let nested = 0;
    for (let at = start; at < this.text.length;) {
      if (this.isSpent()) return null;
      const sign = this.text[at] as string;
      if (sign === close && nested-- === 0) return at;
      if (sign === opening) nested++;
      if (sign === "\n" && at - start > MAX_CODE_CHARS) return null;
      at = this.fixedAt(at) ?? this.literalAt(at, depth + 1)?.end ?? at + 1;
    }
    return null;
  }
}

/** Limit on the length of code in a string, which is a single expression. */
const MAX_CODE_CHARS = 2000;

function endOf(form: RegExp, text: string, at: number): number | null {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : null;
}

function indexOr(text: string, sought: string, from: number, past: number): number {
  const at = text.indexOf(sought, from);
  return at === -1 ? text.length : at + past;
}
