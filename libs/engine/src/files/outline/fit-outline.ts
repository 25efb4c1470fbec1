/**
 * Shrinks an outline to a share of the file it describes: an outline is meant to be shorter to read than the
 * file. Pure.
 */
import type { OutlineSymbol, SymbolKind } from "@satori/contracts";

/** Limits for the JSON of an outline's symbols, in bytes of UTF-8. */
export interface OutlineLimits {
  /** Above this, details and data are omitted. */
  readonly targetBytes: number;
  /** Above this, functions and types are omitted as well. At least `targetBytes`. */
  readonly maxBytes: number;
}

/** An outline after it was made to fit. */
export interface FittedOutline {
  readonly symbols: readonly OutlineSymbol[];
  /** Whether signatures or docs were left out. */
  readonly isThinned: boolean;
  /** Whether symbols were left out. */
  readonly isCut: boolean;
  /** Position of the first symbol from which on all were left out; null if they were not. */
  readonly cutAt: number | null;
}

/** Kinds of symbols that hold data: they say least about what a file does. */
const DATA_KINDS: ReadonlySet<SymbolKind> = new Set([
  "property",
  "field",
  "enum_member",
  "variable",
  "constant",
]);

/**
 * Leaves out details until the JSON of the symbols is within the target: first docs, then signatures, each
 * from the innermost nesting level outwards and for a whole level at once. Then, in the same way, data inside
 * of other symbols: fields, members of enums, local variables. Then, until it is within the maximum, symbols
 * from the end.
 *
 * @param symbols in the order of an outline
 * @param limits undefined for none
 * @param check called for each symbol whose bytes are counted; may throw
 */
export function fitOutline(
  symbols: readonly OutlineSymbol[],
  limits: OutlineLimits | undefined,
  check?: () => void,
): FittedOutline {
  if (limits === undefined) return { symbols, isThinned: false, isCut: false, cutAt: null };
  const { targetBytes, maxBytes } = limits;
  const size = (symbol: OutlineSymbol): number => (check?.(), bytesOf(symbol) + 1);
  const bytes = symbols.reduce((sum, symbol) => sum + size(symbol), BRACKETS_BYTES);
  if (bytes <= targetBytes || symbols.length === 0)
    return { symbols, isThinned: false, isCut: false, cutAt: null };
  const byDepth = positionsByDepth(symbols);
  const thinned = withoutDetails({ symbols, bytes }, { byDepth, targetBytes, check });
  const isThinned = thinned.symbols.some((symbol, at) => symbol !== symbols[at]);
  const kept = withoutData(thinned, { byDepth, targetBytes, check });
  let first = BRACKETS_BYTES;
  const beyond =
    kept.bytes <= maxBytes ? -1 : kept.symbols.findIndex((symbol) => (first += size(symbol)) > maxBytes);
  if (beyond === -1)
    return { symbols: kept.symbols, isThinned, isCut: kept.symbols.length < symbols.length, cutAt: null };
  const cutAt = symbols.findIndex(({ symbolId }) => symbolId === kept.symbols[beyond]?.symbolId);
  return { symbols: kept.symbols.slice(0, beyond), isThinned, isCut: true, cutAt };
}

interface Sized {
  readonly symbols: readonly OutlineSymbol[];
  /** Size of their JSON. */
  readonly bytes: number;
}

interface Shrinking {
  readonly byDepth: readonly (readonly number[])[];
  readonly targetBytes: number;
  readonly check: (() => void) | undefined;
}

/** Leaves out docs, then signatures, from the inside out, until the target is reached. */
function withoutDetails(
  { symbols, bytes: before }: Sized,
  { byDepth, targetBytes, check }: Shrinking,
): Sized {
  const thinned = [...symbols];
  let bytes = before;
  for (const detail of ["doc", "signature"] as const) {
    for (let depth = byDepth.length - 1; depth >= 0 && bytes > targetBytes; depth--) {
      for (const at of byDepth[depth] ?? []) {
        check?.();
        const { [detail]: dropped, ...rest } = thinned[at] as OutlineSymbol;
        if (dropped === undefined) continue;
        bytes -= bytesOf({ [detail]: dropped }) - 1;
        thinned[at] = rest;
      }
    }
  }
  return { symbols: thinned, bytes };
}

/** Leaves out data inside of other symbols, from the inside out, until the target is reached. */
function withoutData({ symbols, bytes: before }: Sized, { byDepth, targetBytes, check }: Shrinking): Sized {
  const dropped = new Set<number>();
  const parentsKept = new Set<string>();
  let bytes = before;
  for (let depth = byDepth.length - 1; depth > 0 && bytes > targetBytes; depth--) {
    for (const at of byDepth[depth] ?? []) {
      check?.();
      const symbol = symbols[at] as OutlineSymbol;
      if (DATA_KINDS.has(symbol.kind) && !parentsKept.has(symbol.symbolId)) {
        dropped.add(at);
        bytes -= bytesOf(symbol) + 1;
      } else if (symbol.parent !== undefined) parentsKept.add(symbol.parent);
    }
  }
  return { symbols: symbols.filter((_, at) => !dropped.has(at)), bytes };
}

/** Two brackets, minus the comma that is counted for the last element although it has none. */
const BRACKETS_BYTES = 1;

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * Positions of symbols by nesting depth. One list per level, without a limit on levels. A parent that is not
 * in the list counts as none. One that starts and ends on the same lines as its child may come after it:
 * `constructor(private store)`.
 */
function positionsByDepth(symbols: readonly OutlineSymbol[]): readonly (readonly number[])[] {
  const parents = new Map(symbols.map(({ symbolId, parent }) => [symbolId, parent]));
  const depths = new Map<string, number>();
  const byDepth: number[][] = [];
  for (const [at, { symbolId }] of symbols.entries()) {
    const unknown: string[] = [];
    let above: string | undefined = symbolId;
    while (above !== undefined && parents.has(above) && !depths.has(above)) {
      unknown.push(above);
      above = parents.get(above);
    }
    let depth = above === undefined ? -1 : (depths.get(above) ?? -1);
    for (const id of unknown.toReversed()) depths.set(id, ++depth);
    (byDepth[depths.get(symbolId) ?? 0] ??= []).push(at);
  }
  return byDepth;
}
