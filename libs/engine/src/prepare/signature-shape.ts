/** The part of a declaration that its users depend on, in one spelling. Pure. */
import { SIDECAR_LIMITS, type SymbolFact } from "@satori/sidecar";

/** Longest declaration that is read as a whole. */
const MAX_CHARS = 4_000;
const HOLDERS = new Set(["variable", "constant", "field", "property"]);

/**
 * The signature without spacing, trailing commas and the kind of quotes; of variables and fields without
 * their initial value; of types with all of their definition.
 */
export function shapeOf(symbol: SymbolFact, text: string): string {
  const { kind, name } = symbol;
  const declared = declarationOf(symbol, text);
  const used = HOLDERS.has(kind)
    ? withoutValue(declared)
    : kind === "macro"
      ? withoutReplacement(declared, name)
      : declared;
  return plain(used);
}

/** Signatures are cut at a limit; what is cut may be what has changed. */
function declarationOf({ kind, signature, start, end }: SymbolFact, text: string): string {
  const whole = (): string => text.slice(start, Math.min(end, start + MAX_CHARS));
  if (kind === "type") return whole();
  if (signature === null) return "";
  return signature.length < SIDECAR_LIMITS.signatureChars || !signature.endsWith("…")
    ? signature
    : upToBody(whole());
}

/** The text up to the first brace that is not inside of brackets. */
function upToBody(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (depth === 0 && at > 0 && (sign === "{" || sign === ";")) return text.slice(0, at);
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    // A function of Python ends its head with a colon and a line end.
    if (depth === 0 && sign === ":" && text[at + 1] === "\n") return text.slice(0, at);
  }
  return text;
}

/** The text before the first `=` that is not inside of brackets and no part of another sign. */
function withoutValue(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if ("([{<".includes(sign)) depth++;
    else if (")]}".includes(sign) || (sign === ">" && text[at - 1] !== "=" && text[at - 1] !== "-")) depth--;
    else if (
      sign === "=" &&
      depth <= 0 &&
      !/[=>]/.test(text[at + 1] ?? "") &&
      !/[=<>!]/.test(text[at - 1] ?? "")
    )
      return text.slice(0, at).replace(/:$/, "");
  }
  return text;
}

/** `#define LIMIT 5` → `#define LIMIT`; a macro with parameters has no more than these. */
function withoutReplacement(text: string, name: string): string {
  const at = text.indexOf(name) + name.length;
  return text[at] === "(" ? text : text.slice(0, at);
}

function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/ ?([^\p{L}\p{N}_$ ]) ?/gu, "$1")
    .replace(/,(?=[)\]}>])/g, "")
    .replaceAll("'", '"')
    .replace(/[;,]$/, "")
    .trim();
}
