/** Finds the occurrences of a name in code, with their syntactic context. Pure. */
import { groupBy } from "../group-by.ts";
import { LineIndex } from "../syntax/chunk/lines.ts";
import type { SymbolFact } from "../facts.ts";
import { afterPreviousSign, openBefore } from "./brackets.ts";

/** An occurrence of a name, and what the surrounding text says about it. */
export interface WrittenName {
  readonly name: string;
  /** The text that contains it, as `codeOnly` returns it. */
  readonly code: string;
  /** Offset in UTF-16 units. */
  readonly start: number;
  /** 1-based. */
  readonly line: number;
  /**
   * The names that it is a member of, outermost first; empty for a plain name, null for any other object
   * (`f().name`).
   */
  readonly object: readonly string[] | null;
  /** Whether a bracket follows. */
  readonly isCalled: boolean;
  /** Whether it is part of a path (`limits::max`) that does not start with a variable. */
  readonly isPath: boolean;
  /** Whether it gets another name here (`max as most`). */
  readonly isRenamed: boolean;
  /** Whether it names a type argument (`Iterator<Item = u32>`), in languages that have named ones. */
  readonly isTypeArgument: boolean;
  /** Whether it is a key (`{ name: 1 }`) or an argument label (`f(name: 1)`). */
  readonly isKey: boolean;
  /**
   * Whether it is alone between braces and commas: a variable that is put into an object under its own name,
   * or destructured from one.
   */
  readonly isShorthand: boolean;
  /**
   * Whether it names an argument, in languages that write these with an equals sign (`f(name=1)`). A
   * parameter with a default value looks the same.
   */
  readonly isArgument: boolean;
  /**
   * Whether a name follows, possibly after asterisks, as after the type in a C declaration (`store *given`).
   */
  readonly isTyping: boolean;
  /**
   * C and C++: the keyword of an elaborated type, or the dot of a designated initializer (`{ .name = 1 }`),
   * directly before it.
   */
  readonly lead: "struct" | "union" | "enum" | "class" | "." | null;
  /**
   * For a key, shorthand or argument: the names before the enclosing bracket (`Point { x: 1 }`); null if
   * there are none.
   */
  readonly holder: BracketOwner | null;
}

/** The names before a bracket: a called function, or the type of a literal. */
export interface BracketOwner {
  readonly bracket: "(" | "{";
  /** Start of the last name, in UTF-16 units. */
  readonly start: number;
  /** Outermost first. */
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
/** Keywords before the names of a pattern. */
const BINDING_WORDS = /(?:\b(?:ref|mut)\s+)+$/;
/** Last characters of the operators between an object and its member. */
const MEMBER_ENDS = ".:>\\";
const SEPARATOR = new RegExp(MEMBER, "u");
/** A member operator may be on the next line, or end the line. */
const BEFORE_MEMBER = /\s*\n\s*(?=[?!&]?\.|::|->)/g;
/** A line that does not go on with what is before it. */
const STARTS_CHAIN = /^\s*(?![\s.?!&:\->])./;
const AT_LINE_END = /(?<=\.|::|->)\s*\n\s*$/;
const TYPING = /^(?:\s*\*[\s*]*(?:(?:const|restrict)\b\s*)?[\w)]|\s+[A-Za-z_])/;
const LEAD = /(?:\b(?<kind>struct|union|enum|class)\s+|(?<=[{,(\s])(?<dot>\.)\s*)$/;
/** Last characters of its alternatives: the dot, or the last letters of the words. */
const LEAD_ENDS = ".tnms";
/** The last character of a name, or a part of one outside of the basic plane. */
const NAME_ENDS = /[\p{L}\p{N}_$@\ud800-\udfff]/u;
/** Characters that are searched backwards; a longer context is cut off. */
const CHARS_IN_FRONT = 300;
const CHARS_BEHIND = 20;
/**
 * Names before a bracket. A name that is declared there, or follows `->` as a result type, is not an owner.
 */
const HOLDER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_$@)\]}>"'.?!\\]|::|(?:->|\b(?:def|class|fn|struct|enum|impl|for))\s*)((?:::)?(?:${NAME}${MEMBER})*)(${NAME})[ \t]*$`,
  "u",
);

/**
 * Whether occurrences of a name can be searched: not if it is an operator, a title or a key with other
 * characters.
 */
export function isPlainName(name: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
}

/**
 * All occurrences of a plain name, sorted by start.
 *
 * @param code as `codeOnly` returns it
 * @param check called for each occurrence; may throw
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

/** All occurrences except those that define a symbol of that name. */
export function usedNames(
  code: string,
  name: string,
  {
    symbols,
    check,
  }: { /** All symbols of the file. */ readonly symbols: readonly SymbolFact[]; readonly check?: () => void },
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
 * The occurrence that defines a symbol, among those on the definition's line. A type before it may have the
 * same name (`Box<URL> URL`, `func (t Time) Time()`).
 */
function definingPlace(places: readonly WrittenName[], { kind }: SymbolFact): WrittenName | undefined {
  const isOther = ({ code, start, isCalled }: WrittenName): boolean =>
    kind === "method" ? !isCalled : code[start - 1] === "<";
  return places.find((place) => !isOther(place)) ?? places[0];
}

function objectIn(inFront: string): readonly string[] | null {
  const line = inFront.slice(inFront.lastIndexOf("\n") + 1);
  // Most lines have the whole chain.
  const near = STARTS_CHAIN.test(line) ? line : inFront.replace(AT_LINE_END, "").replace(BEFORE_MEMBER, "");
  if (!MEMBER_IN_FRONT.test(near)) return [];
  const chain = CHAIN_IN_FRONT.exec(near)?.[1];
  return chain === undefined ? null : chain.split(SEPARATOR).filter((part) => part !== "");
}

/**
 * @param last the last non-blank character before the name
 */
function leadOf(inFront: string, last: string): WrittenName["lead"] {
  if (!LEAD_ENDS.includes(last)) return null;
  const { kind, dot } = LEAD.exec(inFront)?.groups ?? {};
  // The pattern matches no other words and characters.
  return (kind ?? dot ?? null) as WrittenName["lead"];
}

/**
 * @param at offset of a bracket, or -1
 */
function holderIn(code: string, at: number): BracketOwner | null {
  const bracket = code[at];
  if (bracket !== "(" && bracket !== "{") return null;
  if (!NAME_ENDS.test(code[afterBlanks(code, at) - 1] ?? "")) return null;
  const found = HOLDER.exec(code.slice(Math.max(0, at - CHARS_IN_FRONT), at));
  if (!found) return null;
  const [whole, before = "", name = ""] = found;
  return {
    bracket,
    start: at - whole.length + before.length,
    names: [...before.split(SEPARATOR).filter((part) => part !== ""), name],
  };
}

/** Offset behind the last character before a place that is no space or tab. */
function afterBlanks(code: string, place: number): number {
  let at = place;
  while (code[at - 1] === " " || code[at - 1] === "\t") at--;
  return at;
}

/** The last non-blank character before an offset; a blank if there is none. */
function signBefore(code: string, place: number): string {
  return code[afterPreviousSign(code, place) - 1] ?? " ";
}
