/** The part of a declaration that its users depend on, in one spelling. Pure. */
import { SIDECAR_LIMITS, type SymbolFact } from "@satori/sidecar";

/** Longest declaration that is read as a whole. */
const MAX_CHARS = 4_000;
/** Longest signature that an answer shows. */
const MAX_SHOWN_CHARS = 1_000;
const HOLDERS = new Set(["variable", "constant", "field", "property"]);

/** What a declaration shows, and what is compared. */
export interface Signatures {
  /** Without the initial value of a variable or field; null if it says no more than the name. */
  readonly signature: string | null;
  /** The signature without spacing, trailing commas and the kind of quotes. */
  readonly shape: string;
}

/** @param plainSignature removes what users of the language do not depend on */
export function signaturesOf(
  symbol: SymbolFact,
  text: string,
  plainSignature: (signature: string) => string = (signature) => signature,
): Signatures {
  const { kind, name } = symbol;
  const declared = declarationOf(symbol, text);
  const used = HOLDERS.has(kind)
    ? withoutValue(declared)
    : kind === "macro"
      ? withoutReplacement(declared, name)
      : declared;
  const line = used.replace(/\s+/g, " ").trim();
  return {
    signature: line === "" || line === name ? null : cut(line),
    shape: plain(plainSignature(line)),
  };
}

function cut(line: string): string {
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS - 1)}…` : line;
}

/** Signatures are cut at a limit; what is cut may be what has changed. */
function declarationOf({ kind, signature, start, end }: SymbolFact, text: string): string {
  const whole = (): string => text.slice(start, Math.min(end, start + MAX_CHARS));
  if (signature === null) return kind === "type" ? whole() : "";
  if (signature.length < SIDECAR_LIMITS.signatureChars || !signature.endsWith("…")) return signature;
  const head = whole();
  // Decorators and the like come before the signature.
  const from = Math.max(0, head.indexOf(signature.slice(0, Math.max(1, signature.search(/\W/)))));
  return kind === "type" ? head.slice(from) : upToBody(head.slice(from));
}

/** A head that a colon ends; elsewhere, a type may follow it. */
const COLON_HEAD = /^(?:async\s+)?(?:def|class)\b/;

/** The text up to the first brace that is not inside of brackets. */
function upToBody(text: string): string {
  const endsAtColon = COLON_HEAD.test(text);
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (depth === 0 && at > 0 && (sign === "{" || sign === ";")) return text.slice(0, at);
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    if (depth === 0 && sign === ":" && endsAtColon) return text.slice(0, at);
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
