/** An outline that is no larger than the file it describes, nor than an answer may be: whoever asks for one wants to read less. Pure. */
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
 * Leaves out what has to be for the JSON of the symbols to fit: docs, then signatures, each from the innermost symbols
 * outwards and of all symbols that are nested equally deep; then symbols from the end.
 *
 * @param symbols in the order of an outline
 * @param maxBytes of their JSON, as an array in UTF-8
 */
export function fitOutline(symbols: readonly OutlineSymbol[], maxBytes: number): FittedOutline {
  let bytes = bytesOf(symbols);
  if (bytes <= maxBytes) return { symbols, isThinned: false, isCut: false };
  const depths = depthsOf(symbols);
  let thinned = [...symbols];
  for (const detail of ["doc", "signature"] as const) {
    for (let depth = Math.max(...depths); depth >= 0 && bytes > maxBytes; depth--) {
      const isMeant = (at: number): boolean => depths[at] === depth;
      bytes -= thinned.reduce((sum, symbol, at) => sum + (isMeant(at) ? detailBytes(symbol, detail) : 0), 0);
      thinned = thinned.map((symbol, at) => (isMeant(at) ? { ...symbol, [detail]: null } : symbol));
    }
  }
  const fitting = bytes <= maxBytes ? thinned : firstThatFit(thinned, maxBytes);
  return { symbols: fitting, isThinned: true, isCut: fitting.length < symbols.length };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function detailBytes(symbol: OutlineSymbol, detail: Detail): number {
  return bytesOf(symbol[detail]) - NULL_BYTES;
}

/** How deep each symbol is nested in others of the list, which stand in front of it. */
function depthsOf(symbols: readonly OutlineSymbol[]): number[] {
  const byId = new Map<string, number>();
  return symbols.map(({ symbolId, parent }) => {
    const depth = parent === null ? 0 : (byId.get(parent) ?? -1) + 1;
    byId.set(symbolId, depth);
    return depth;
  });
}

function firstThatFit(symbols: readonly OutlineSymbol[], maxBytes: number): OutlineSymbol[] {
  // The brackets; a comma goes with each symbol but the first.
  let bytes = 1;
  const beyond = symbols.findIndex((symbol) => (bytes += bytesOf(symbol) + 1) > maxBytes);
  return beyond === -1 ? [...symbols] : symbols.slice(0, beyond);
}
