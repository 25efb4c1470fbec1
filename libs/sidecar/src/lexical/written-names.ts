/** Where a name stands in code, and what stands in front of it. Pure. */
import { groupBy } from "../group-by.ts";
import { LineIndex } from "../syntax/chunk/lines.ts";
import type { SymbolFact } from "../facts.ts";
import { afterPreviousSign, openBefore } from "./brackets.ts";

export interface WrittenName {
  readonly name: string;
  /** The text that it stands in, as `codeOnly` gives it. */
  readonly code: string;
  /** Offset in UTF-16 units. */
  readonly start: number;
  /** From 1. */
  readonly line: number;
  /**
   * The names that it is a member of, from the outside in; empty where it stands alone, null where something
   * else stands there (`f().name`).
   */
  readonly object: readonly string[] | null;
  /** A bracket stands behind it. */
  readonly isCalled: boolean;
  /** A part of a path (`limits::max`), which no variable begins. */
  readonly isPath: boolean;
  /** Gets another name there (`max as most`). */
  readonly isRenamed: boolean;
  /** Names an argument of a type (`Iterator<Item = u32>`), in languages that have such. */
  readonly isTypeArgument: boolean;
  /** Names something that is said of it: a key (`{ name: 1 }`), an argument (`f(name: 1)`). */
  readonly isKey: boolean;
  /**
   * Alone between braces and commas: a variable that is put into an object under its name, or is taken out of
   * one.
   */
  readonly isShorthand: boolean;
  /**
   * An argument by its name, in languages that write these with an equals sign (`f(name=1)`); a parameter
   * with a default looks alike.
   */
  readonly isArgument: boolean;
  /** A name follows, or stars in front of one, as behind the type of what C declares (`store *given`). */
  readonly isTyping: boolean;
  /**
   * Of C and C++, directly in front: the word that says which kind of type it is, or the dot of an
   * initializer's field (`{ .name = 1 }`).
   */
  readonly lead: "struct" | "union" | "enum" | "class" | "." | null;
  /**
   * Of a key, a shorthand or an argument, what is written in front of the bracket around it (`Point { x: 1
   * }`); null where nothing is.
   */
  readonly holder: BracketOwner | null;
}

export interface BracketOwner {
  readonly bracket: "(" | "{";
  /** Of its last name, in UTF-16 units. */
  readonly start: number;
  /** From the outside in. */
  readonly names: readonly string[];
}

const NAME = String.raw`[\p{L}_$@][\p{L}\p{N}_$]*`;
const MEMBER = String.raw`(?:[?!&]?\.|::|->|\\)`;
const MEMBER_IN_FRONT = new RegExp(String.raw`(?<![.\s])${MEMBER}$`, "u");
const CHAIN_IN_FRONT = new RegExp(
  String.raw`(?<![\p{L}\p{N}_$@}>"'?\\]|::|(?<!\.)\.)(\\?${NAME}${MEMBER}(?:(?:${NAME}|\d+)${MEMBER})*)$`,
  "u",
);
const PATH_IN_FRONT = /::\s*$/;
const RENAMED = /^\s+as\s|^\s*=>/;
/** Words in front of the names of a pattern. */
const BINDING_WORDS = /(?:\b(?:ref|mut)\s+)+$/;
/** What the signs between an object and its member end with. */
const MEMBER_ENDS = ".:>\\";
const SEPARATOR = new RegExp(MEMBER, "u");
/** A member sign may stand on the next line, or behind it. */
const BEFORE_MEMBER = /\s*\n\s*(?=[?!&]?\.|::|->)/g;
const AT_LINE_END = /(?<=\.|::|->)\s*\n\s*$/;
const TYPING = /^(?:\s*\*[\s*]*(?:(?:const|restrict)\b\s*)?[\w)]|\s+[A-Za-z_])/;
const LEAD = /(?:\b(?<kind>struct|union|enum|class)\s+|(?<=[{,(\s])(?<dot>\.)\s*)$/;
/** What it may end with: a dot, or the last letters of the words. */
const LEAD_ENDS = ".tnms";
/** One that is longer is cut out of what is looked at. */
const CHARS_IN_FRONT = 300;
const CHARS_BEHIND = 20;
/**
 * What stands in front of a bracket; what is declared there, or given back by what is, is none that holds
 * something.
 */
const HOLDER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_$@)\]}>"'.?!\\]|::|(?:->|\b(?:def|class|fn|struct|enum|impl|for))\s*)((?:::)?(?:${NAME}${MEMBER})*)(${NAME})[ \t]*$`,
  "u",
);

/**
 * Whether something can be looked for by name: not where its name is an operator, a title or a key with other
 * signs.
 */
export function isPlainName(name: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
}

/**
 * All places of a plain name, by start.
 *
 * @param code as `codeOnly` gives it
 * @param check called for each place; may throw
 */
export function writtenNames(
  code: string,
  name: string,
  check: () => void = () => undefined,
): readonly WrittenName[] {
  const found: WrittenName[] = [];
  const word = new RegExp(
    String.raw`(?<![\p{L}\p{N}_$])${name.replaceAll("$", String.raw`\$`)}(?![\p{L}\p{N}_$])`,
    "gu",
  );
  const lines = new LineIndex(code);
  for (const { index: start } of code.matchAll(word)) {
    check();
    const inFront = code.slice(Math.max(0, start - CHARS_IN_FRONT), start);
    const behind = code.slice(start + name.length, start + name.length + CHARS_BEHIND);
    const last = signBefore(code, start);
    const before =
      last === "f" || last === "t"
        ? signBefore(code, start - (BINDING_WORDS.exec(inFront)?.[0].length ?? 0))
        : last;
    const isFirst = "{,(".includes(before);
    const object = MEMBER_ENDS.includes(last) ? objectIn(inFront) : [];
    const isKey = isFirst && /^[ \t]*:(?![:=])/.test(behind);
    const isAssigned = /^\s*=(?![=>~])/.test(behind);
    const at =
      isKey || (isFirst && isAssigned) || (isFirst && /^\s*[,}]/.test(behind)) ? openBefore(code, start) : -1;
    const isShorthand = !isKey && code[at] === "{";
    const isArgument = isFirst && isAssigned && code[at] === "(";
    const isCalled = /^\s*(?:\(|::<)/.test(behind);
    found.push({
      name,
      code,
      start,
      line: lines.lineAt(start),
      object,
      isCalled,
      isPath: last === ":" && PATH_IN_FRONT.test(inFront),
      isRenamed: RENAMED.test(behind),
      isTypeArgument: isAssigned && "<,".includes(before),
      isKey,
      isShorthand,
      isArgument,
      isTyping: TYPING.test(behind),
      lead: leadOf(inFront, last),
      holder: isKey || isShorthand || isArgument ? holderIn(code, at) : null,
    });
  }
  return found;
}

/** Those of them where nothing of that name is defined. */
export function usedNames(
  code: string,
  name: string,
  {
    symbols,
    check,
  }: { /** All of the file. */ readonly symbols: readonly SymbolFact[]; readonly check?: () => void },
): readonly WrittenName[] {
  const written = writtenNames(code, name, check);
  const own = symbols.filter((symbol) => symbol.name === name);
  const byLine = groupBy(written, ({ line }) => line);
  const defining = new Set(
    own.flatMap(
      (symbol) =>
        definingPlace(
          byLine.get(symbol.nameLine)?.filter(({ start }) => start >= symbol.start) ?? [],
          symbol,
        ) ?? [],
    ),
  );
  return written.filter((place) => !defining.has(place));
}

/**
 * Of places on the line of a definition: a type in front of it may have the name as well (`Box<URL> URL`,
 * `func (t Time) Time()`).
 */
function definingPlace(places: readonly WrittenName[], { kind }: SymbolFact): WrittenName | undefined {
  const isOther = ({ code, start, isCalled }: WrittenName): boolean =>
    kind === "method" ? !isCalled : code[start - 1] === "<";
  return places.find((place) => !isOther(place)) ?? places[0];
}

function objectIn(inFront: string): readonly string[] | null {
  const near = inFront.replace(AT_LINE_END, "").replace(BEFORE_MEMBER, "");
  if (!MEMBER_IN_FRONT.test(near)) return [];
  const chain = CHAIN_IN_FRONT.exec(near)?.[1];
  return chain === undefined ? null : chain.split(SEPARATOR).filter((part) => part !== "");
}

/** @param last sign in front that is no blank */
function leadOf(inFront: string, last: string): WrittenName["lead"] {
  if (!LEAD_ENDS.includes(last)) return null;
  const { kind, dot } = LEAD.exec(inFront)?.groups ?? {};
  // The pattern knows no other words and signs.
  return (kind ?? dot ?? null) as WrittenName["lead"];
}

/** @param at of a bracket, or -1 */
function holderIn(code: string, at: number): BracketOwner | null {
  const bracket = code[at];
  if (bracket !== "(" && bracket !== "{") return null;
  const found = HOLDER.exec(code.slice(Math.max(0, at - CHARS_IN_FRONT), at));
  if (!found) return null;
  const [whole, before = "", name = ""] = found;
  return {
    bracket,
    start: at - whole.length + before.length,
    names: [...before.split(SEPARATOR).filter((part) => part !== ""), name],
  };
}

/** The last one that is not blank; a blank where there is none. */
function signBefore(code: string, place: number): string {
  return code[afterPreviousSign(code, place) - 1] ?? " ";
}
