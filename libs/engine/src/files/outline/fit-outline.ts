/**
 * Shrinks an outline until it is no larger than the file it describes and fits into an answer: an outline is
 * meant to be shorter to read than the file. Pure.
 */
import type { OutlineSymbol } from "@satori/contracts";

/** An outline after it was made to fit. */
export interface FittedOutline {
  readonly symbols: readonly OutlineSymbol[];
  /** Whether signatures or docs were left out. */
  readonly isThinned: boolean;
  /** Whether symbols were left out. */
  readonly isCut: boolean;
}

type Detail = "doc" | "signature";

const NULL_BYTES = 4;

/**
 * Leaves out details until the JSON of the symbols fits: first docs, then signatures, each from the innermost
 * nesting level outwards and for a whole level at once; then symbols from the end.
 *
 * @param symbols in the order of an outline
 * @param maxBytes limit for their JSON, as an array in UTF-8
 * @param check called for each symbol whose bytes are counted; may throw
 */
export function fitOutline(
  symbols: readonly OutlineSymbol[],
  maxBytes: number,
  check?: () => void,
): FittedOutline {
  if (maxBytes === Number.POSITIVE_INFINITY) return { symbols, isThinned: false, isCut: false };
  const size = (symbol: OutlineSymbol): number => (check?.(), bytesOf(symbol) + 1);
  let bytes = symbols.reduce((sum, symbol) => sum + size(symbol), BRACKETS_BYTES);
  if (bytes <= maxBytes || symbols.length === 0) return { symbols, isThinned: false, isCut: false };
  const thinned = [...symbols];
  const byDepth = positionsByDepth(symbols);
  for (const detail of ["doc", "signature"] as const) {
    for (let depth = byDepth.length - 1; depth >= 0 && bytes > maxBytes; depth--) {
      for (const at of byDepth[depth] ?? []) {
        check?.();
        const symbol = thinned[at] as OutlineSymbol;
        bytes -= detailBytes(symbol, detail);
        thinned[at] = { ...symbol, [detail]: null };
      }
    }
  }
  if (bytes <= maxBytes) return { symbols: thinned, isThinned: true, isCut: false };
  let first = BRACKETS_BYTES;
  const beyond = thinned.findIndex((symbol) => (first += size(symbol)) > maxBytes);
  return { symbols: thinned.slice(0, beyond), isThinned: true, isCut: true };
}

/** Two brackets, minus the comma that is counted for the last element although it has none. */
const BRACKETS_BYTES = 1;

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function detailBytes(symbol: OutlineSymbol, detail: Detail): number {
  return bytesOf(symbol[detail]) - NULL_BYTES;
}

/**
 * Positions of symbols by nesting depth. Parents come before their children in the list. One list per level,
 * without a limit on levels.
 */
function positionsByDepth(symbols: readonly OutlineSymbol[]): readonly (readonly number[])[] {
  const depths = new Map<string, number>();
  const byDepth: number[][] = [];
  for (const [at, { symbolId, parent }] of symbols.entries()) {
    const depth = parent === null ? 0 : (depths.get(parent) ?? -1) + 1;
    depths.set(symbolId, depth);
    (byDepth[depth] ??= []).push(at);
  }
  return byDepth;
}
