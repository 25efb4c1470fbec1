/**
 * Rewrites items that only exist in the brackets of macros into Rust of the same length. Names stay where
 * they are, because they are read from the original text. Pure.
 *
 *   static ref TABLE: Table = open();               →  static     TABLE: Table = open();
 *   struct Perms: u32 { const READ = 1; }           →  enum   Perms      {       READ = 1, }
 *   impl Perms: u32 { const READ = 1; }             →  impl Perms      { const READ:!=1; }
 *   quick_error! { enum E { Io(e: Error) { … } } }  →  quick_error! { enum E { Io{e: Error}      , } }
 */
import { blank } from "../../blank.ts";
import { codeOnly } from "../../lexical/code-only.ts";
import { RUST_LEXIS } from "../../lexical/lexical-rules.ts";

/** `lazy_static!`: a static that is computed on first use. */
const LAZY = /\bstatic(\s+)ref(?=\s+\w+\s*:)/g;
/** `bitflags!`: a set of constants. */
const FLAGS = /\b(?:struct|flags|impl)\s+\w+\s*:\s*[\w:]+\s*\{/;
/** A type that refers to nothing, and the sign before a value. */
const TYPED = ":!=";
const ERRORS = /\bquick_error!\s*\{/;

/** No type parameters, which the grammar does not know. */
const NO_PARAMETERS = /\bimpl<>/g;

/** Applies all rewrites of this file. */
export function plainItems(text: string): string {
  const known = text.replace(LAZY, (_, gap: string) => `static${gap}   `).replace(NO_PARAMETERS, "impl  ");
  if (!FLAGS.test(known) && !ERRORS.test(known)) return known;
  return new Rewriting(known).result();
}

/** One file's rewriting of flags and errors. */
class Rewriting {
  private readonly code: string;
  private readonly characters: string[];
  /** Offsets of closing brackets by those of their opening ones. */
  private readonly closings: ReadonlyMap<number, number>;

  constructor(text: string) {
    this.code = codeOnly(text, RUST_LEXIS);
    this.characters = text.split("");
    this.closings = closingsOf(this.code);
  }

  result(): string {
    let behind = 0;
    for (const { 0: head, index } of this.code.matchAll(new RegExp(FLAGS, "g")))
      if (index >= behind) behind = this.flags(head, index);
    behind = 0;
    for (const { 0: macro, index } of this.code.matchAll(new RegExp(ERRORS, "g")))
      if (index >= behind) behind = this.errors(index + macro.length);
    return this.characters.join("");
  }

  /**
   * The constants of a set become variants, so that they are values of its type; those that are added to a
   * type of its own stay constants. Returns the end of the set.
   */
  private flags(head: string, start: number): number {
    const end = this.closings.get(start + head.length - 1);
    if (end === undefined) return start;
    const type = /^\w+\s+\w+/.exec(head)?.[0].length ?? 0;
    const isAdded = head.startsWith("impl");
    if (!isAdded) this.put(start, head.startsWith("struct") ? "enum  " : "enum ");
    this.hide(start + type, start + head.length - 1);
    const body = this.code.slice(start + head.length, end);
    for (const { 0: constant, 1: name, index } of body.matchAll(/\bconst\s+(\w+)[^;{}]*;?/g)) {
      const at = start + head.length + index;
      if (name === "_") this.hide(at, at + constant.length);
      else if (isAdded) this.typed(constant, at);
      else this.variant(constant, at);
    }
    return end;
  }

  private variant(constant: string, at: number): void {
    this.hide(at, at + "const".length);
    if (constant.endsWith(";")) this.put(at + constant.length - 1, ",");
  }

  /** Gives a constant a type, between its name and its value or, without a space there, instead of it. */
  private typed(constant: string, at: number): void {
    const [head = "", name = "", sign = ""] = /^(const\s+\w+)([ \t]*=[ \t]*)/.exec(constant) ?? [];
    if (sign === "") return;
    const from = at + name.length;
    if (sign.length >= TYPED.length) {
      this.hide(from, at + head.length);
      this.put(from, TYPED);
    } else {
      this.hide(from, at + constant.length - 1);
      this.put(from, ":!");
    }
  }

  /** Variants are separated by their bodies, which say how errors are shown. Returns the end of the enum. */
  private errors(start: number): number {
    const open = /^[^{}]*\benum\s+\w+\s*\{/.exec(this.code.slice(start, start + MAX_HEAD))?.[0];
    const end = open === undefined ? undefined : this.closings.get(start + open.length - 1);
    if (open === undefined || end === undefined) return start;
    for (let at = start + open.length; at < end; at++) {
      const sign = this.code[at] as string;
      const close = this.closings.get(at);
      if (close === undefined) continue;
      if (sign !== "[") this.variantPart(at, close);
      at = close;
    }
    return end;
  }

  /** Rewrites the fields or the body of a variant. */
  private variantPart(at: number, end: number): void {
    if (this.code[at] === "(") {
      this.put(at, "{");
      this.put(end, "}");
    } else if (!/^\s*\w+\s*:(?!:)/.test(this.code.slice(at + 1, at + 1 + MAX_HEAD))) {
      this.hide(at, end + 1);
      this.put(at, ",");
    }
  }

  private put(at: number, text: string): void {
    for (let offset = 0; offset < text.length; offset++) this.characters[at + offset] = text.charAt(offset);
  }

  private hide(start: number, end: number): void {
    this.put(start, blank(this.characters.slice(start, end).join("")));
  }
}

function closingsOf(code: string): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: sign, index } of code.matchAll(/[()[\]{}]/g)) {
    if (sign === "(" || sign === "[" || sign === "{") open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) closings.set(start, index);
    }
  }
  return closings;
}

const MAX_HEAD = 1_000;
