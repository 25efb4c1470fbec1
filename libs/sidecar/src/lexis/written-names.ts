/** Where a name stands in code, and what stands in front of it. Pure. */
import type { SymbolFact } from "../facts.ts";

export interface WrittenName {
  readonly name: string;
  /** The text that it stands in, as `codeOnly` gives it. */
  readonly code: string;
  /** Offset in UTF-16 units. */
  readonly start: number;
  /** From 1. */
  readonly line: number;
  /** The names that it is a member of, from the outside in; empty where it stands alone, null where something else stands there (`f().name`). */
  readonly object: readonly string[] | null;
  /** Names something that is said of it: a key (`{ name: 1 }`), an argument (`f(name: 1)`). */
  readonly isKey: boolean;
  /** Alone between braces and commas: a variable that is put into an object under its name, or is taken out of one. */
  readonly isShorthand: boolean;
  /** A bracket stands behind it. */
  readonly isCalled: boolean;
}

const NAME = String.raw`[\p{L}_$@][\p{L}\p{N}_$]*`;
const MEMBER = String.raw`(?:[?!&]?\.|::|->|\\)`;
const MEMBER_IN_FRONT = new RegExp(String.raw`(?<![.\s])${MEMBER}$`, "u");
const CHAIN_IN_FRONT = new RegExp(String.raw`(?<![\p{L}\p{N}_$@}>"'?\\]|::|(?<!\.)\.)(\\?(?:${NAME}${MEMBER})+)$`, "u");
const SEPARATOR = new RegExp(MEMBER, "u");
/** A member sign may stand on the next line, or behind it. */
const BEFORE_MEMBER = /\s*\n\s*(?=[?!&]?\.|::|->)/g;
const AT_LINE_END = /(?<=\.|::|->)\s*\n\s*$/;
/** One that is longer is cut out of what is looked at. */
const CHARS_IN_FRONT = 300;
const CHARS_BEHIND = 20;

/** Whether something can be looked for by name: not where its name is an operator, a title or a key with other signs. */
export function isPlainName(name: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
}

/**
 * All places of a plain name, by start.
 *
 * @param code as `codeOnly` gives it
 */
export function writtenNames(code: string, name: string): readonly WrittenName[] {
  const found: WrittenName[] = [];
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}_$])${name.replaceAll("$", String.raw`\$`)}(?![\p{L}\p{N}_$])`, "gu");
  let line = 1;
  let counted = 0;
  for (const { index: start } of code.matchAll(word)) {
    for (let at = code.indexOf("\n", counted); at !== -1 && at < start; at = code.indexOf("\n", counted)) {
      line++;
      counted = at + 1;
    }
    const inFront = code.slice(Math.max(0, start - CHARS_IN_FRONT), start);
    const behind = code.slice(start + name.length, start + name.length + CHARS_BEHIND);
    const isFirst = /[{,(]\s*$/.test(inFront);
    found.push({ name, code, start, line, object: objectIn(inFront), isKey: isFirst && /^[ \t]*:(?![:=])/.test(behind), isCalled: /^\s*\(/.test(behind), isShorthand: isFirst && /^\s*(?:[,}]|=(?![=>]))/.test(behind) && bracketAround(inFront) === "{" });
  }
  return found;
}

/** Those of them where nothing of that name is defined. @param symbols all of the file */
export function usedNames(code: string, name: string, symbols: readonly SymbolFact[]): readonly WrittenName[] {
  const written = writtenNames(code, name);
  const own = symbols.filter((symbol) => symbol.name === name);
  const defining = new Set(own.flatMap((symbol) => definingPlace(written.filter(({ start, line }) => line === symbol.nameLine && start >= symbol.start), symbol) ?? []));
  return written.filter((place) => !defining.has(place));
}

/** Of places on the line of a definition: a type in front of it may have the name as well (`Box<URL> URL`, `func (t Time) Time()`). */
function definingPlace(places: readonly WrittenName[], { kind }: SymbolFact): WrittenName | undefined {
  const isOther = ({ code, start, isCalled }: WrittenName): boolean => (kind === "method" ? !isCalled : code[start - 1] === "<");
  return places.find((place) => !isOther(place)) ?? places[0];
}

function objectIn(inFront: string): readonly string[] | null {
  const near = inFront.replace(AT_LINE_END, "").replace(BEFORE_MEMBER, "");
  if (!MEMBER_IN_FRONT.test(near)) return [];
  const chain = CHAIN_IN_FRONT.exec(near)?.[1];
  return chain === undefined ? null : chain.split(SEPARATOR).filter((part) => part !== "");
}

/** The innermost bracket that is open at the end of a text. */
function bracketAround(text: string): string | undefined {
  let closed = 0;
  return [...text].reverse().find((sign) => {
    if (")]}".includes(sign)) closed++;
    return "([{".includes(sign) && closed-- === 0;
  });
}
