/**
 * Expressions for the text before an offset: recorded calls, names, members, indexing. For languages that are
 * read by name. Pure.
 */
import type { CallFact, TextRange } from "../../../facts.ts";
import type { CallFactsBuilder } from "../../builder.ts";
import type { ExprId } from "../../facts.ts";
import { typeExpected } from "../../../lexical/expected-member.ts";
import { plainName } from "../../../symbols/plain-name.ts";
import { pathOf, typeOf } from "../named-path.ts";

const MAX_NAME_CHARS = 200;
const MAX_KEY_CHARS = 200;
/** Members and keys in one chain. */
const MAX_PARTS = 50;
const CAST = /\bas[?!]?\s+([^()]+)\)$/;

/** The start of an argument up to a member without an object, with the argument's label. */
const UP_TO_MEMBER = /^(?:`?[\p{L}_]\w*`?\s*:\s*)?\.(?=[\p{L}_`])/u;

interface Written {
  readonly expr: ExprId;
  /** Exact unless the expression contains a call. */
  readonly start: number;
}

/** A call that ends at an offset, and the enclosing call that ends at the same offset (`a map b.f()`). */
interface Given {
  readonly expr: ExprId;
  /** Start of the called name. */
  readonly start: number;
  readonly outer: Given | null;
}

export interface ResultsOptions {
  /** What square brackets after a name contain: types in `Tests[Option].all`, keys in `all[0]`. */
  readonly brackets: "keys" | "types";
  /** `GrammarSupport.expectsMembers`. */
  readonly expectsMembers: boolean;
}

/**
 * Finds the expression that ends at an offset, among the recorded calls and by reading the text backwards.
 */
export class Results {
  /** Keyed by the start of the member's name. */
  private readonly handed = new Map<number, { readonly call: ExprId; readonly position: number }>();
  private readonly byEnd = new Map<number, Given>();

  private readonly text: string;
  readonly brackets: "keys" | "types";
  private readonly expectsMembers: boolean;

  constructor(text: string, { brackets, expectsMembers }: ResultsOptions) {
    this.text = text;
    this.brackets = brackets;
    this.expectsMembers = expectsMembers;
  }

  /** Records a call. A function called with a type argument usually returns an object of that type. */
  set(flow: CallFactsBuilder, { start, end, name, type, args }: CallFact, expr: ExprId): void {
    this.hand(args ?? [], expr);
    const given = type === null || /^\p{Lu}/u.test(name) ? null : typeOf(flow, type);
    this.byEnd.set(end, {
      expr: given === null ? expr : flow.either([expr, flow.instance(given)]),
      start,
      outer: this.byEnd.get(end) ?? null,
    });
  }

  /**
   * Records which arguments of a call start with a member without an object: its type is that of the
   * parameter.
   */
  private hand(args: readonly TextRange[], call: ExprId): void {
    if (!this.expectsMembers) return;
    for (const [position, { start, end }] of args.entries()) {
      const before = UP_TO_MEMBER.exec(this.text.slice(start, Math.min(end, start + MAX_NAME_CHARS)))?.[0];
      if (before !== undefined) this.handed.set(start + before.length, { call, position });
    }
  }

  /**
   * The object before a name. Without a dot between them, as in `a map b.f()`, it is the outermost call that
   * ends there.
   */
  objectOf(flow: CallFactsBuilder, { start, end }: TextRange, nameStart: number): ExprId | null {
    if (this.text.slice(end, nameStart).includes(".")) return this.before(flow, end);
    let outermost: ExprId | null = null;
    for (let call = this.byEnd.get(end) ?? null; call !== null && call.start >= start; call = call.outer)
      outermost = call.expr;
    return outermost ?? this.before(flow, end);
  }

  /** The expression of a range. Null for anything but a call, a name, and members and keys of those. */
  of(flow: CallFactsBuilder, { start, end }: TextRange): ExprId | null {
    const written = this.ending(flow, end, 0);
    return written && written.start <= start ? written.expr : pathOf(flow, this.text.slice(start, end));
  }

  /**
   * The type to which a member without an object belongs (`.ready`), unknown if none is declared; null for
   * any other name.
   *
   * @param start of the member's name
   */
  expected(flow: CallFactsBuilder, start: number): ExprId | null {
    const type = this.expectsMembers ? typeExpected(this.text, start) : null;
    if (type === null) return null;
    const handed = this.handed.get(start);
    return handed
      ? flow.typeOf(flow.handedBack(handed.call, handed.position))
      : (typeOf(flow, type) ?? flow.unknown());
  }

  /** An element of the container in a range. */
  elementOf(flow: CallFactsBuilder, range: TextRange): ExprId | null {
    const held = this.of(flow, range);
    return held === null ? null : flow.element(held);
  }

  /** The second element of a pair in the container of a range. */
  secondOf(flow: CallFactsBuilder, range: TextRange): ExprId | null {
    const pair = this.elementOf(flow, range);
    return pair === null ? null : flow.index(pair, flow.text("1"));
  }

  /** The expression that ends at an offset: `a.f(1)`, `f()!`, `(f())`, `a.items[0]`; `b.c` for `a || b.c`. */
  before(flow: CallFactsBuilder, end: number): ExprId | null {
    return this.ending(flow, end, 0)?.expr ?? null;
  }

  private ending(flow: CallFactsBuilder, from: number, parts: number): Written | null {
    const { text } = this;
    let end = from;
    while (/[?!]/.test(text[end - 1] ?? "")) end--;
    const call = this.byEnd.get(end);
    if (call !== undefined) return { expr: call.expr, start: 0 };
    if (parts > MAX_PARTS) return null;
    if (text[end - 1] === ")") return this.inBrackets(flow, end);
    return text[end - 1] === "]" ? this.underKey(flow, end, parts) : this.named(flow, end, parts);
  }

  private inBrackets(flow: CallFactsBuilder, end: number): Written | null {
    const call = this.byEnd.get(end - 1);
    if (call !== undefined) return { expr: call.expr, start: 0 };
    const [, type] = CAST.exec(this.text.slice(Math.max(0, end - MAX_NAME_CHARS), end)) ?? [];
    const cast = type === undefined ? null : typeOf(flow, type.trim());
    return cast === null ? null : { expr: flow.instance(cast), start: 0 };
  }

  /** An indexed expression, with an unknown key. A range as the key yields a part of the same container. */
  private underKey(flow: CallFactsBuilder, end: number, parts: number): Written | null {
    const open = openingBefore(this.text, end);
    const object = open < 0 ? null : this.ending(flow, open, parts + 1);
    if (object !== null && this.brackets === "types")
      return {
        expr: isTypeNamed(this.text, open) ? flow.member(object.expr, "apply") : object.expr,
        start: object.start,
      };
    if (object === null || /\.\.[.<]/.test(this.text.slice(open, end))) return object;
    return { expr: flow.index(object.expr, flow.unknown()), start: object.start };
  }

  private named(flow: CallFactsBuilder, end: number, parts: number): Written | null {
    const { text } = this;
    const start = nameBefore(text, end);
    if (start === end) return null;
    // Part of a longer token: `a::b`, `@b`.
    if (PARTED.has(text[start - 1] ?? "")) return null;
    const name = plainName(text.slice(start, end));
    if (text[start - 1] !== ".")
      return { expr: name === "super" ? flow.super() : (pathOf(flow, name) ?? flow.unknown()), start };
    const expected = this.expected(flow, start);
    if (expected !== null) return { expr: flow.member(expected, name), start: start - 1 };
    let before = start - 1;
    while (BLANKS.has(text[before - 1] ?? "")) before--;
    // The line before may end in a comment.
    if (
      text.slice(before, start).includes("\n") &&
      text
        .slice(Math.max(text.lastIndexOf("\n", before - 1) + 1, before - MAX_NAME_CHARS), before)
        .includes("//")
    )
      return null;
    const object = this.ending(flow, before, parts + 1);
    // `Outer.this` is the enclosing object of that type.
    return (
      object && {
        expr: name === "this" ? flow.instance(object.expr) : flow.member(object.expr, name),
        start: object.start,
      }
    );
  }
}

const PARTED: ReadonlySet<string> = new Set(":@#\\~`'\"");
const BLANKS: ReadonlySet<string> = new Set(" \t\n\r");

/**
 * Whether the name that ends at an offset is capitalized, like types and objects. Followed by type arguments,
 * such a name denotes the object's `apply`.
 */
export function isTypeNamed(text: string, end: number): boolean {
  return /^\p{Lu}/u.test(text.slice(nameBefore(text, end), end));
}

/** Start of the name that ends at an offset; the offset itself if no name ends there. */
function nameBefore(text: string, end: number): number {
  if (text[end - 1] === "`") {
    const open = text.lastIndexOf("`", end - 2);
    return open >= 0 && end - open < MAX_NAME_CHARS && !/\s/.test(text.slice(open, end)) ? open : end;
  }
  let start = end;
  while (end - start < MAX_NAME_CHARS && isNameCharacter(text.charCodeAt(start - 1))) start--;
  while (start < end && /\p{N}/u.test(text[start] as string)) start++;
  return start;
}

function isNameCharacter(code: number): boolean {
  if (code < 128)
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95 ||
      code === 36
    );
  return /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
}

/** Offset of the bracket that is closed before an offset; -1 if it cannot be determined. */
function openingBefore(text: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= Math.max(0, end - MAX_KEY_CHARS); at--) {
    const char = text[at] as string;
    if (/[)\]}]/.test(char)) depth++;
    else if (/[([{]/.test(char)) depth--;
    if (depth === 0) return char === "[" ? at : -1;
  }
  return -1;
}
