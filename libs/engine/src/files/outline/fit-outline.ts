/**
 * An outline that is no larger than the file it describes, nor than an answer may be: whoever asks for one
 * wants to read less. Pure.
 */
import type { OutlineSymbol } from "@satori/contracts";

export interface FittedOutline {
  readonly symbols: readonly OutlineSymbol[];
  /** Signatures or docs were left out. */
  readonly isThinned: boolean;
  /** Symbols were left out. */
  readonly isCut: boolean;
}

type Detail = "doc" | "signature";

const NULL_BYTES = 4;

/**
 * Leaves out what has to be for the JSON of the symbols to fit: docs, then signatures, each from the
 * innermost symbols outwards and of all symbols that are nested equally deep; then symbols from the end.
 *
 * @param symbols in the order of an outline
 * @param maxBytes of their JSON, as an array in UTF-8
 * @param check called for each symbol whose bytes are counted; it may throw
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

/** Of an array that has anything in it, besides a comma for each: the last one has none. */
const BRACKETS_BYTES = 1;

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function detailBytes(symbol: OutlineSymbol, detail: Detail): number {
  return bytesOf(symbol[detail]) - NULL_BYTES;
}

/**
 * Positions of symbols by how deep they are nested in others of the list, which stand in front of them: as
 * many lists as levels, however many these are.
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
