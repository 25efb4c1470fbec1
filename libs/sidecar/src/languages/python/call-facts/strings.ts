/** Reads string literals of Python. */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

/** Content of a plain literal; null for bytes, templates, and literals with escapes. */
export function stringContent(literal: string): string | null {
  const prefix = literal.slice(0, prefixLength(literal));
  const quote = quoteAt(literal, prefix.length);
  if (
    quote === "" ||
    (prefix !== "" && /[bft]/i.test(prefix)) ||
    !literal.endsWith(quote) ||
    literal.length < prefix.length + 2 * quote.length
  )
    return null;
  const content = literal.slice(prefix.length + quote.length, -quote.length);
  return content.includes("\\") && !/r/i.test(prefix) ? null : content;
}

function prefixLength(literal: string): number {
  let length = 0;
  while (/[a-zA-Z]/.test(literal.charAt(length))) length++;
  return length;
}

function quoteAt(literal: string, at: number): string {
  const quote = literal.charAt(at);
  if (quote !== "'" && quote !== '"') return "";
  return literal.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
}

/**
 * A constant key in the form of `text`. A string that looks like a number is quoted, because it is a
 * different key than the number.
 */
export function stringKey(content: string): string {
  return /^-?\d+$/.test(content) ? `"${content}"` : content;
}

/** Longer literals are neither names nor keys. */
const LONGEST_KEY = 100;

/** The value of a string literal: a constant text, or a value of type str or bytes. */
export function stringValue(literal: string, flow: CallFactsBuilder): ExprId {
  const content = literal.length > LONGEST_KEY ? null : stringContent(literal);
  return content === null
    ? flow.builtin(/^[a-zA-Z]*b/i.test(literal) ? "bytes" : "str")
    : flow.text(stringKey(content));
}
