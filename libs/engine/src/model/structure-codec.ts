/**
 * Encodes the chunks and symbols of a file in few bytes. Derivable data (ids, labels, offsets of lines) is
 * left out, and values of the same field are stored together, which compresses several times better than a
 * list of objects. Pure.
 */
import { crc32 } from "node:zlib";
import { SYMBOL_KINDS, type SymbolKind } from "@satori/contracts";
import { type ChunkFact, LineIndex, type SymbolFact, SymbolIds, compress, decompress } from "@satori/sidecar";

/** Columns with one entry per symbol, except the last. Ascending numbers are stored as differences. */
interface Columns {
  readonly kinds: readonly number[];
  readonly names: readonly string[];
  /**
   * The part of the label between the parent's label and the name. After `WHOLE`, the complete label of a
   * symbol whose label does not follow this pattern.
   */
  readonly scopes: readonly string[];
  readonly parents: readonly number[];
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
  readonly startLines: readonly number[];
  readonly lineCounts: readonly number[];
  readonly nameLines: readonly number[];
  readonly signatures: readonly (string | null)[];
  readonly docs: readonly (string | null)[];
  /** Indexes of the symbols that were found after a mistake was left out; the only shorter column. */
  readonly recovered: readonly number[];
}

/** No name starts with this character. */
const WHOLE = "\0";

/**
 * Encodes chunks as two numbers each, joined by commas: lines from the end of the previous chunk to its
 * start, and lines from its start to its end. A CRC-32 follows.
 */
export function encodeChunks(chunks: readonly ChunkFact[]): string {
  const numbers = chunks
    .flatMap(({ startLine, endLine }, at) => [
      startLine - (chunks[at - 1]?.endLine ?? 0),
      endLine - startLine,
    ])
    .join(",");
  return `${numbers};${checkOf(numbers)}`;
}

/** Lines of each chunk, not counting its first. Throws if `encodeChunks` did not write the text. */
export function moreLinesOf(encoded: string): number[] {
  return numbersOf(encoded).filter((_, at) => at % 2 === 1);
}

function numbersOf(encoded: string): number[] {
  const [numbers = "", check] = encoded.split(";");
  if (check !== checkOf(numbers)) throw new RangeError("The lines of chunks are not those that were written");
  return numbers === "" ? [] : numbers.split(",").map(Number);
}

/** The checksum is needed because changed numbers could still be valid lines of chunks. */
function checkOf(numbers: string): string {
  return crc32(numbers).toString(36);
}

/**
 * Decodes chunks. Throws if they cannot be the chunks of the text.
 *
 * @param text text of the file when it was indexed, from which the offsets are computed
 */
export function decodeChunks(encoded: string, text: string): ChunkFact[] {
  const numbers = numbersOf(encoded);
  const lines = new LineIndex(text);
  if (numbers.length % 2 === 1 || numbers.some((number) => !Number.isInteger(number) || number < 0))
    throw new RangeError("Lines of chunks come in pairs of whole numbers");
  const chunks: ChunkFact[] = [];
  let line = 0;
  for (let at = 0; at < numbers.length; at += 2) {
    const startLine = line + (numbers[at] as number);
    const endLine = startLine + (numbers[at + 1] as number);
    if (endLine > lines.count) throw new RangeError("A chunk ends behind its text");
    chunks.push({ start: lines.startOf(startLine), end: lines.endOf(endLine), startLine, endLine });
    line = endLine;
  }
  return chunks;
}

/** Encodes symbols as compressed columns, in the order of the symbols. */
export function encodeSymbols(symbols: readonly SymbolFact[]): Uint8Array {
  const columns: Columns = {
    kinds: symbols.map(({ kind }) => SYMBOL_KINDS.indexOf(kind)),
    names: symbols.map(({ name }) => name),
    scopes: symbols.map((symbol) => scopeOf(symbol, symbols)),
    parents: symbols.map(({ parent }, at) => at - parent),
    starts: symbols.map(({ start }, at) => start - (symbols[at - 1]?.start ?? 0)),
    lengths: symbols.map(({ start, end }) => end - start),
    startLines: symbols.map(({ startLine }, at) => startLine - (symbols[at - 1]?.startLine ?? 0)),
    lineCounts: symbols.map(({ startLine, endLine }) => endLine - startLine),
    nameLines: symbols.map(({ startLine, nameLine }) => nameLine - startLine),
    signatures: symbols.map(({ signature }) => signature),
    docs: symbols.map(({ doc }) => doc),
    recovered: symbols.flatMap(({ isRecovered }, at) => (isRecovered === true ? [at] : [])),
  };
  return compress(JSON.stringify(Object.values(columns)));
}

/**
 * Decodes the output of `encodeSymbols`. Throws for other bytes.
 *
 * @param path path of the file when it was indexed, from which the ids are computed
 */
export function decodeSymbols(bytes: Uint8Array, path: string): SymbolFact[] {
  // Written by `encodeSymbols`, in the order of the interface.
  const [
    kinds,
    names,
    scopes,
    parents,
    starts,
    lengths,
    startLines,
    lineCounts,
    nameLines,
    signatures,
    docs,
    recovered,
  ] = JSON.parse(decompress(bytes).toString("utf8")) as [
    number[],
    string[],
    string[],
    number[],
    number[],
    number[],
    number[],
    number[],
    number[],
    (string | null)[],
    (string | null)[],
    number[],
  ];
  const isRecovered = new Set(recovered);
  const ids = new SymbolIds(path);
  const symbols: SymbolFact[] = [];
  let start = 0;
  let startLine = 0;
  for (const [at, name] of names.entries()) {
    start += starts[at] as number;
    startLine += startLines[at] as number;
    const parent = at - (parents[at] as number);
    const kind = SYMBOL_KINDS[kinds[at] as number] as SymbolKind;
    const scope = scopes[at] ?? "";
    const label = scope.startsWith(WHOLE)
      ? scope.slice(WHOLE.length)
      : labelWithin(symbols[parent], scope, name);
    symbols.push({
      id: ids.next(kind, label),
      kind,
      name,
      label,
      parent,
      start,
      end: start + (lengths[at] as number),
      startLine,
      endLine: startLine + (lineCounts[at] as number),
      nameLine: startLine + (nameLines[at] as number),
      signature: signatures[at] ?? null,
      doc: docs[at] ?? null,
      ...(isRecovered.has(at) ? { isRecovered: true } : {}),
    });
  }
  return symbols;
}

/**
 * The part of a symbol's label between the parent's label and the name. Two cases need the whole label: a
 * field that a constructor declares belongs to the class, and the label of a deeply nested symbol is cut.
 */
function scopeOf({ label, name, parent }: SymbolFact, symbols: readonly SymbolFact[]): string {
  const around = symbols[parent];
  const inner = around ? label.slice(around.label.length + 1) : label;
  const scope = inner.length > name.length ? inner.slice(0, -name.length - 1) : "";
  return labelWithin(around, scope, name) === label ? scope : WHOLE + label;
}

function labelWithin(around: SymbolFact | undefined, scope: string, name: string): string {
  return [...(around ? [around.label] : []), ...(scope === "" ? [] : [scope]), name].join(".");
}
