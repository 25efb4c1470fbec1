/**
 * Computes the extent of each definition: includes wrappers and leading nodes, and separates definitions that
 * share a declaration.
 */
import type { SyntaxNode } from "../syntax/tree/syntax-tree.ts";
import type { LineIndex } from "../syntax/chunk/lines.ts";
import type { Definition } from "./definition.ts";
import type { GrammarSupport } from "../language.ts";

/** A definition with its range, including wrappers and leading nodes. */
export interface Extent {
  readonly definition: Definition;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Index of the enclosing extent; -1 at the top level. */
  readonly parent: number;
}

export interface ExtentInput {
  readonly text: string;
  readonly lines: LineIndex;
  readonly support: GrammarSupport;
  readonly leading: readonly SyntaxNode[];
  readonly comments: readonly SyntaxNode[];
}

/**
 * One extent for each definition, or for all clauses of a function; none for variables that are local to a
 * function. Sorted by start, end descending, start of the name.
 */
export function extentsOf(definitions: readonly Definition[], input: ExtentInput): Extent[] {
  const startOf = leadingStarts(input);
  const extents = definitions.map((definition) => extentOf(definition, startOf, input));
  const divided = divideShared(extents, input.lines);
  const nested = nest(input.support.mergesClauses ? mergeClauses(divided) : divided);
  const local = localsOf(nested);
  return local.size === 0 ? nested : nest(nested.filter((_, at) => !local.has(at)));
}

function extentOf(
  definition: Definition,
  startOf: (offset: number) => number,
  { lines, support }: ExtentInput,
): Extent {
  let node = definition.node;
  for (
    let around = support.wrappers ? node.parent : null;
    around && support.wrappers?.includes(around.type);
    around = around.parent
  )
    node = around;
  const start = startOf(node.startIndex);
  const end = lines.filledEnd(node.startIndex, Math.max(node.endIndex, definition.body?.endIndex ?? 0));
  return {
    definition,
    start,
    end,
    startLine: lines.lineAt(start),
    endLine: lines.lineAt(end - 1),
    parent: -1,
  };
}

/**
 * Returns a function that maps the start of a definition to the start of the first leading node that belongs
 * to it.
 */
function leadingStarts({ text, leading, comments }: ExtentInput): (offset: number) => number {
  if (leading.length === 0) return (offset) => offset;
  // The node directly before an offset, with only white space between them.
  const before = new Map<number, { readonly start: number; readonly isLeading: boolean }>();
  const add = (nodes: readonly SyntaxNode[], isLeading: boolean): void => {
    for (const { startIndex, endIndex } of nodes)
      if (endIndex > startIndex) before.set(nextFilled(text, endIndex), { start: startIndex, isLeading });
  };
  add(comments, false);
  add(leading, true);
  return (offset) => {
    let first = offset;
    for (let node = before.get(offset); node; node = before.get(node.start))
      if (node.isLeading) first = node.start;
    return first;
  };
}

const FILLED = /\S/g;

/** Offset of the first character that is not white space, from `from` on. */
function nextFilled(text: string, from: number): number {
  FILLED.lastIndex = from;
  return FILLED.exec(text)?.index ?? text.length;
}

/**
 * Sorted, outer ones first. Names in one declaration (`int a, b;`) divide its range: each extends from its
 * own name to the next, and the first one also includes what precedes it.
 */
function divideShared(extents: readonly Extent[], lines: LineIndex): Extent[] {
  const sorted = [...extents].sort(inOrder);
  const isShared = (one: Extent, other: Extent | undefined): boolean =>
    other?.start === one.start && other.end === one.end;
  const divided = sorted.map((one, at): Extent => {
    const next = sorted[at + 1];
    const start = isShared(one, sorted[at - 1]) ? nameStart(one) : one.start;
    const end = isShared(one, next) ? nameStart(next as Extent) : one.end;
    if (start === one.start && end === one.end) return one;
    return {
      ...one,
      start,
      end,
      startLine: lines.lineAt(start),
      endLine: end === one.end ? one.endLine : lines.lineAt(end - 1),
    };
  });
  // Sorted again, because the new starts may be after those of extents nested in the declaration.
  return divided.sort(inOrder);
}

/**
 * Joins a function to a function of the same name that ends before it, with no other definition in between.
 */
function mergeClauses(extents: readonly Extent[]): Extent[] {
  const merged: Extent[] = [];
  const open: number[] = [];
  for (const extent of extents) {
    let before: number | undefined;
    while (open.length > 0 && (merged[open.at(-1) as number] as Extent).end <= extent.start)
      before = open.pop();
    const clause = before === undefined ? undefined : merged[before];
    if (before !== undefined && clause && isClauseOf(extent, clause)) {
      merged[before] = { ...clause, end: extent.end, endLine: extent.endLine };
      open.push(before);
    } else {
      open.push(merged.push(extent) - 1);
    }
  }
  return merged;
}

/** Sets the parent of each extent. */
function nest(extents: readonly Extent[]): Extent[] {
  const open: number[] = [];
  return extents.map((extent, at) => {
    while (open.length > 0 && !isAround(extents[open.at(-1) as number] as Extent, extent)) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return { ...extent, parent };
  });
}

function isAround(outer: Extent, inner: Extent): boolean {
  return outer.end > inner.start && outer.end >= inner.end;
}

/**
 * Indexes of extents that are left out: variables local to functions, with everything inside their values,
 * and functions that are only declared in functions. Functions and types inside functions stay.
 */
function localsOf(extents: readonly Extent[]): ReadonlySet<number> {
  const local = new Set<number>();
  for (const [at, { definition, parent }] of extents.entries()) {
    const around = extents[parent];
    if (around && isLocalKind(definition) && (isFunction(around.definition) || local.has(parent)))
      local.add(at);
  }
  return local;
}

/**
 * A constant that a call defines is global (PHP's `define`), one that is declared is local (C++'s
 * `constexpr`).
 */
function isLocalKind(definition: Definition): boolean {
  return (
    definition.kind === "variable" ||
    (definition.kind === "constant" && definition.node.type === "declaration") ||
    (isFunction(definition) && definition.body === null)
  );
}

function isFunction({ kind }: Definition): boolean {
  return kind === "function" || kind === "method" || kind === "constructor";
}

function isClauseOf({ definition: one }: Extent, { definition: other }: Extent): boolean {
  return one.kind === other.kind && isFunction(one) && one.nameNode.text === other.nameNode.text;
}

function inOrder(left: Extent, right: Extent): number {
  return left.start - right.start || right.end - left.end || nameStart(left) - nameStart(right);
}

function nameStart({ definition }: Extent): number {
  return definition.nameNode.startIndex;
}
