/** Parameters and local variables of functions, told by the text: a plain call of one calls no method of that name. Pure. */
import type { CallFact, SymbolFact } from "../facts.ts";
import { innermost } from "../symbols/innermost.ts";

/** What is behind this in a list of parameters does not count. */
const MAX_PARAMETERS_CHARS = 4_000;
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
/** `let go = …`, `if let go = …`, `val go: Type`, `final Type go = …` */
const VARIABLES = new RegExp(String.raw`\b(?:let|var|val|final|const)\s+(?:[\p{L}\p{N}_$.<>?]+\s+)?(${NAME})\s*[:=]`, "gu");
/** `{ first, last in`, `{ (first: Int, last) -> Bool in`, `(first, last) =>`, `first =>` */
const CLOSURES = new RegExp(String.raw`\{\s*(?:\[[^\]{}]*\]\s*)?((?:${NAME}\s*,\s*)*${NAME})\s+in\b|\(([^(){}]*)\)\s*(?:->\s*[\p{L}\p{N}_$.<>?]+\s+)?(?:=>|in\b)|(?<![\p{L}\p{N}_$.])(${NAME})\s*=>`, "gu");
const LAST_NAME = new RegExp(String.raw`(${NAME})\s*(?:[:=].*)?$`, "su");
const MAX_ITEM_CHARS = 400;
/** So much is looked at for the name of what a call is the value of. */
const MAX_NAMED_CHARS = 120;

interface Declared {
  readonly name: string;
  readonly start: number;
  /** From where a call of the name is one of it. */
  readonly from: number;
}

/** Whether a call is one of a parameter or a variable of the functions around it. */
export function localNames(text: string, symbols: readonly SymbolFact[], calls: readonly CallFact[]): (call: CallFact) => boolean {
  // With a capital it is a type, which stands in lists of parameters as well.
  const called = new Set(calls.filter(({ name, receiver }) => receiver === null && !/^\p{Lu}/u.test(name)).map(({ name }) => name));
  const byFunction = new Map<number, Map<string, Declared>>();
  const note = (at: number, declared: Declared): void => {
    if (!called.has(declared.name)) return;
    const names = byFunction.get(at) ?? new Map<string, Declared>();
    if (!names.has(declared.name)) names.set(declared.name, declared);
    byFunction.set(at, names);
  };
  for (const [at, symbol] of symbols.entries()) if (isFunction(symbol)) for (const name of parametersOf(text, symbol)) note(at, { name, start: symbol.start, from: symbol.start });
  const around = innermost(symbols);
  for (const declared of declaredIn(text)) {
    const at = around(declared.start);
    if (isFunction(symbols[at])) note(at, declared);
  }
  return ({ name, receiver, start, within }) => {
    for (let at = receiver === null ? within : -1; at >= 0; at = symbols[at]?.parent ?? -1) {
      const declared = byFunction.get(at)?.get(name);
      if (declared && declared.from <= start) return !isValueOf(text, name, start);
    }
    return false;
  };
}

function isFunction(symbol: SymbolFact | undefined): boolean {
  return symbol?.kind === "function" || symbol?.kind === "method" || symbol?.kind === "constructor";
}

/** By start. */
function declaredIn(text: string): readonly Declared[] {
  const variables = [...text.matchAll(VARIABLES)].map(({ 0: whole, 1: name = "", index }): Declared => ({ name, start: index, from: endOfStart(text, index + whole.length) }));
  const closures = [...text.matchAll(CLOSURES)].flatMap(({ 1: plain, 2: listed, 3: single, index }) =>
    (plain ?? listed ?? single ?? "").split(",").map((item): Declared => ({ name: nameIn(item), start: index, from: index })));
  return [...variables, ...closures].sort((left, right) => left.start - right.start);
}

/** `let url = try url(…)` calls what has the name outside, whatever stands before it. */
function isValueOf(text: string, name: string, start: number): boolean {
  const [, own] = /\b(?:let|var|val|final)\s+([\p{L}\p{N}_$]+)\s*=\s*(?:(?:try[?!]?|await)\s+)*$/u.exec(text.slice(Math.max(0, start - MAX_NAMED_CHARS), start)) ?? [];
  return own === name;
}

function endOfStart(text: string, from: number): number {
  const end = /[\n;{]/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

/** Names in the lists behind the function's name; types and default values have none. */
function parametersOf(text: string, { name, start, end }: SymbolFact): readonly string[] {
  const head = text.slice(start, Math.min(end, start + MAX_PARAMETERS_CHARS));
  const behind = endOfName(head, name);
  return behind === -1 ? [] : itemsIn(head.slice(head.indexOf("(", behind))).map(nameIn);
}

/** What follows a name where its lists begin. */
const LISTS = /[?!]?\s*[(<[]/y;

/** -1 where the name has no list. */
function endOfName(head: string, name: string): number {
  if (name === "") return -1;
  for (let at = head.indexOf(name); at !== -1; at = head.indexOf(name, at + 1)) {
    LISTS.lastIndex = at + name.length;
    if (!/[\p{L}\p{N}_$]$/u.test(head.slice(Math.max(0, at - 2), at)) && LISTS.test(head)) return at + name.length;
  }
  return -1;
}

/** What stands between commas in lists that follow each other, but not in brackets inside of them. */
function itemsIn(lists: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let item = "";
  for (let at = 0; at < lists.length; at++) {
    const char = lists[at] as string;
    // Optional parameters stand in brackets of their own: `(int a, {int b})`.
    const isList = depth <= 1 && /[({[]/.test(char) && item.trim() === "";
    if (isList) depth = 1;
    else if (/[({[<]/.test(char)) depth++;
    else if (/[)}\]]/.test(char) || (char === ">" && !/[-=]/.test(lists[at - 1] ?? ""))) depth--;
    if (isList) continue;
    if (depth <= 0 || (depth === 1 && char === ",")) {
      items.push(item);
      item = "";
    } else item += char;
    if (depth <= 0 && !/^[)}\]]*\s*\(/.test(lists.slice(at + 1, at + 40))) break;
  }
  return items;
}

/** `on name: Type`, `Type name = value`, `name` */
function nameIn(item: string): string {
  return item.length > MAX_ITEM_CHARS ? "" : (LAST_NAME.exec(item.trim())?.[1] ?? "");
}
