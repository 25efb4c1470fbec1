/** Parses written paths and types into expressions, for languages that are read by name. Pure. */
import type { CallFactsBuilder } from "../builder.ts";
import type { ExprId } from "../facts.ts";
import { plainName } from "../../symbols/plain-name.ts";

/** Names of the current object, unless a language lists its own. */
export const OWN_NAMES: ReadonlySet<string> = new Set(["self", "this", "Self", "@", "$this"]);
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** Longer types and paths are not parsed. */
export const MAX_TYPE_CHARS = 400;

/** Parses `a.b`, `self.a`, `a?.b!`; null if a part is not a name. */
export function pathOf(flow: CallFactsBuilder, text: string): ExprId | null {
  if (text.length > MAX_TYPE_CHARS) return null;
  const [first = "", ...below] = text.split(/::|\.|:/).map((part) => plainName(part.replace(/[?!]+$/, "")));
  if (![first, ...below].every((part) => NAME.test(part) || flow.ownNames.has(part))) return null;
  return below.reduce(
    (inner, part) => flow.member(inner, part),
    flow.ownNames.has(first) ? flow.this() : flow.name(first),
  );
}

/**
 * Parses `any Store<Key>?`, `(any Store)?`, `Store & Codable`, `[Store]`, `[Key: Store]`, `Store[]`,
 * `mapping(Key => Store)`; null for function types and the like.
 */
export function typeOf(flow: CallFactsBuilder, text: string): ExprId | null {
  if (text.length > MAX_TYPE_CHARS) return null;
  const plain = text.trim().replace(/^(?:(?:any|some|inout)\s+)+|[?!\s]+$/g, "");
  const inner = insideOf(plain);
  if (inner !== null) return inner === "" || splitAt(",", inner).length > 1 ? null : typeOf(flow, inner);
  const composed = plain.includes("&") ? splitAt("&", plain) : [];
  if (composed.length > 1) return flow.either(composed.map((part) => typeOf(flow, part) ?? flow.unknown()));
  const [, mapped] = /^mapping\s*\(([^]*)\)$/.exec(plain) ?? [];
  if (mapped !== undefined) return containerOf(flow, "Map", mapped.split(/=>([^]*)/).slice(0, 2));
  const listed = /^\[[^]*\]$/.test(plain) ? splitAt(":", plain.slice(1, -1)) : [];
  if (listed.length > 0) return containerOf(flow, listed.length > 1 ? "Dictionary" : "Array", listed);
  const [, held] = /^([^]+)\[[^[\]]*\]$/.exec(plain) ?? [];
  if (held !== undefined) return containerOf(flow, "List", [held]);
  const [, generic, args] = /^([^<]+)<([^]*)>$/.exec(plain) ?? [];
  const type = pathOf(flow, generic?.trim() ?? plain);
  return type === null || args === undefined
    ? type
    : flow.generic(
        type,
        splitAt(",", args).map((arg) => typeOf(flow, arg) ?? flow.unknown()),
      );
}

function containerOf(flow: CallFactsBuilder, name: string, held: readonly string[]): ExprId {
  return flow.generic(
    flow.builtin(name),
    held.map((part) => typeOf(flow, part.trim()) ?? flow.unknown()),
  );
}

/**
 * The text inside parentheses that enclose all of a text: around one type they mean nothing, around several
 * they form a tuple. Null if there are none.
 */
function insideOf(text: string): string | null {
  if (!text.startsWith("(") || !text.endsWith(")")) return null;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at++) {
    depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
    if (depth === 0) return null;
  }
  return text.slice(1, -1).trim();
}

/** Splits a text at a separator, except inside brackets. */
export function splitAt(separator: string, text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    if (/[<([{]/.test(char)) depth++;
    else if (/[>)\]}]/.test(char)) depth--;
    if (char === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

/**
 * Offset after the brackets that a text starts with; 0 if it starts with none, its length if they are not
 * closed.
 */
export function endOfBrackets(text: string, [open, close]: string): number {
  if (open === undefined || !text.startsWith(open)) return 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    depth += text[at] === open ? 1 : text[at] === close ? -1 : 0;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
