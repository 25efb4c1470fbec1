/**
 * Reads what macros of C and C++ call, and uses of macros that the tree does not show: those that are hidden
 * from the parser, those in the text of other macros, and names built by token pasting.
 */
import type { TextRange } from "../../../facts.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { lineCounter } from "../../../call-facts/reading/line-counter.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import type { HiddenPart, PastedName, CReading } from "./reading.ts";

const FILE_SCOPE = 0;
/** A name before parentheses, possibly a pasted one: `fs__##name(`. */
const CALLED = /(?<![\w.>#]|##[ \t]{1,20})([A-Za-z_]\w*(?:[ \t]*##[ \t]*\w+)*)\s*\(|[()]/g;
const DEFINED = /^[ \t]*#[ \t]*define[ \t]+\w+(?:\([^()\n]*\))?/gm;
const NAME = /^[A-Za-z_]\w*$/;
const COMMENT_BEHIND = /\/[/*].*$/s;
const NOT_CALLED: ReadonlySet<string> = new Set([
  "if",
  "for",
  "while",
  "switch",
  "return",
  "sizeof",
  "alignof",
  "defined",
  "typeof",
  "decltype",
  "static_assert",
  "__attribute__",
  "catch",
  "noexcept",
]);

/** Reads a function-like macro: a function that calls every name before parentheses in its text. */
export function readMacro(node: SyntaxNode, c: CReading): void {
  const { flow } = c;
  const [name, list, text] = c.parts(node);
  if (!name || !list) return;
  const scope = flow.enter({
    kind: "function",
    name: c.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
  });
  const params = c.parts(list).map((param) => c.textOf(param));
  for (const param of new Set(params)) flow.param(param);
  const called = text ? [...calledIn(c.textOf(text))] : [];
  if (text) readCalls(called, placeOfText(text, c), c);
  flow.leave();
  // A redefinition replaces the text.
  const pasted = called
    .filter(({ parts }) => parts.length > 1)
    .map(({ parts }): PastedName =>
      parts.map((part) => (params.includes(part) ? params.indexOf(part) : part)),
    );
  c.pasted.set(c.textOf(name), pasted);
  // Macros are not scoped by namespaces and classes.
  flow.bind(c.textOf(name), flow.scopeValue(scope), FILE_SCOPE);
}

/** `#define rax_free zfree` binds an alias; calls in any other text belong to the file. */
export function readAlias(node: SyntaxNode, c: CReading): void {
  const { flow } = c;
  const [name, text] = c.parts(node);
  if (!name || !text) return;
  const value = c.textOf(text).replace(COMMENT_BEHIND, "").trim();
  flow.within(FILE_SCOPE, () => {
    if (!NAME.test(value)) readCalls(calledIn(value), placeOfText(text, c), c);
    else if (value !== c.textOf(name)) flow.bind(c.textOf(name), flow.name(value), FILE_SCOPE);
  });
}

function placeOfText(
  node: SyntaxNode,
  c: CReading,
): { readonly text: string; readonly start: number; readonly line: number } {
  return { text: c.textOf(node), start: node.startIndex, line: node.startRow + 1 };
}

/** Reads a macro call such as `LIST(int)` where the grammar expects a type. */
export function readMacroUse(node: SyntaxNode, c: CReading): void {
  const [name, ...args] = c.parts(node);
  if (!name) return;
  c.flow.call(c.flow.name(c.textOf(name)), [], positionOf(name));
  readPasted(name, args, c);
}

/**
 * `XX(OPEN, open)` calls `fs__open` if the macro's text calls `fs__##name`. Outside functions, such names are
 * declarations.
 */
export function readPasted(name: SyntaxNode, args: readonly SyntaxNode[], c: CReading): void {
  const macro = c.locals.isInFunction ? c.pasted.get(c.textOf(name)) : undefined;
  for (const parts of macro ?? []) {
    const called = parts
      .map((part) => (typeof part === "string" ? part : args[part] ? c.textOf(args[part]) : ""))
      .join("");
    if (NAME.test(called))
      c.flow.call(c.flow.name(called), [], { start: name.startIndex, line: name.startRow + 1 });
  }
}

/** The hidden parts except comments. @param ranges sorted by start */
export function hiddenParts(text: string, ranges: readonly TextRange[]): readonly HiddenPart[] {
  const parts: HiddenPart[] = [];
  const lineAt = lineCounter(text);
  for (const { start, end } of ranges)
    if (text[start] !== "/") parts.push({ start, end, line: lineAt(start), isRead: false });
  return parts;
}

/** Reads calls in hidden parts: those inside a function with the function, the others with the file. */
export function readHidden(within: TextRange, c: CReading): void {
  for (let at = firstFrom(c.hidden, within.start); at < c.hidden.length; at++) {
    const part = c.hidden[at] as HiddenPart;
    if (part.start >= within.end) return;
    if (part.isRead || !c.flow.goesOn(0)) continue;
    part.isRead = true;
    // Definitions are not calls, and arguments may contain declarations, which look like calls.
    const text = c.text.slice(part.start, part.end).replace(DEFINED, (head) => " ".repeat(head.length));
    readCalls(
      [...calledIn(text)].filter(({ depth }) => depth === 0),
      { ...part, text },
      c,
    );
  }
}

function firstFrom(parts: readonly HiddenPart[], start: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle] as HiddenPart).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Called {
  /** Several for a pasted name. */
  readonly parts: readonly string[];
  readonly index: number;
  /** Number of open parentheses around it. */
  readonly depth: number;
}

function* calledIn(text: string): Generator<Called> {
  let depth = 0;
  for (const { 0: sign, 1: name, index } of text.matchAll(CALLED)) {
    if (name !== undefined) yield { parts: name.split("##").map((part) => part.trim()), index, depth };
    depth += sign === ")" ? -1 : 1;
  }
}

/** Records the calls in a text that starts at a position; pasted names have no call of their own. */
function readCalls(
  called: Iterable<Called>,
  { text, start, line }: { readonly text: string; readonly start: number; readonly line: number },
  { flow }: CReading,
): void {
  const lineAt = lineCounter(text, line);
  for (const {
    parts: [name = "", ...rest],
    index,
  } of called) {
    if (rest.length === 0 && !NOT_CALLED.has(name))
      flow.call(flow.name(name), [], { start: start + index, line: lineAt(index) });
  }
}
