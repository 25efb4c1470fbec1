/**
 * Where web-tree-sitter keeps what a grammar says of its symbols, aliases and fields: in the memory of the
 * runtime, in the layout of the C structures of its pinned version. Trees are read with it (`read-tree.ts`)
 * where they lie, as nodes that are given out one by one, each through several calls into WebAssembly, cost
 * about as much as parsing. Tests hold every node of all languages against what the runtime says itself.
 */
import type { Language } from "web-tree-sitter";
import { type ParserMemory, addressOf } from "./parser-memory.ts";

/** The symbol of an error; it has no place in a grammar's tables. */
export const ERROR_SYMBOL = 0xffff;

/** Words of `TSLanguage`. */
const LANGUAGE = {
  symbolCount: 1,
  aliasCount: 2,
  productionCount: 7,
  fieldCount: 8,
  aliasStride: 9,
  fieldSlices: 16,
  fieldEntries: 17,
  metadata: 18,
  publicSymbols: 19,
  aliases: 21,
} as const;
/** Bytes of `TSSymbolMetadata`, whose second one says whether nodes of the symbol are named. */
const METADATA_BYTES = 3;
/** Fields of one child are kept in one word, innermost first. */
export const FIELD_BITS = 8;

/** What a grammar says of its symbols, as far as its trees leave it out. */
export interface GrammarTables {
  /** Name of a node by its symbol. */
  readonly types: readonly string[];
  readonly fieldIds: ReadonlyMap<string, number>;
  /** By symbol: the one that goes by the same name. */
  readonly publicSymbols: Uint16Array;
  /** By symbol: 1 where nodes of it are named. */
  readonly named: Uint8Array;
  readonly addresses: TableAddresses;
}

/** Where in the parser's memory a grammar has what trees are read with. */
export interface TableAddresses {
  /** By production and position of a child: the symbol that it goes by there, 0 for its own. */
  readonly aliases: number;
  /** By production and position of a child: the ids of its fields, `FIELD_BITS` each. */
  readonly fields: number;
  /** Positions that each production has in `aliases` and `fields`. */
  readonly stride: number;
  readonly publicSymbols: number;
  readonly metadata: number;
}

/** Takes a little of the parser's memory for good. */
export function readGrammarTables(memory: ParserMemory, language: Language): GrammarTables {
  const { words, bytes } = memory;
  const halves = new Uint16Array(words.buffer);
  const at = addressOf(language) / 4;
  const word = (position: number): number => words[at + position] as number;
  // Names that nodes go by only in places are symbols, too.
  const symbols = word(LANGUAGE.symbolCount) + word(LANGUAGE.aliasCount);
  const stride = word(LANGUAGE.aliasStride) & 0xffff;
  const fields = new Uint32Array(word(LANGUAGE.productionCount) * stride);
  if (word(LANGUAGE.fieldCount) > 0) {
    for (let production = 0; production < word(LANGUAGE.productionCount); production++) {
      const slice = words[word(LANGUAGE.fieldSlices) / 4 + production] as number;
      const first = word(LANGUAGE.fieldEntries) / 4 + (slice & 0xffff);
      for (let entry = first; entry < first + (slice >>> 16); entry++)
        addField(fields, production * stride, words[entry] as number);
    }
  }
  const [publicSymbols, metadata] = [word(LANGUAGE.publicSymbols), word(LANGUAGE.metadata)];
  return {
    types: Array.from({ length: symbols }, (_, symbol) => language.types[symbol] || "ERROR"),
    fieldIds: new Map(language.fields.flatMap((name, id) => (name ? [[name, id] as const] : []))),
    publicSymbols: halves.slice(publicSymbols / 2, publicSymbols / 2 + symbols),
    named: Uint8Array.from(
      { length: symbols },
      (_, symbol) => bytes[metadata + symbol * METADATA_BYTES + 1] as number,
    ),
    addresses: {
      aliases: word(LANGUAGE.aliases),
      fields: put(fields, memory),
      stride,
      publicSymbols,
      metadata,
    },
  };
}

function put(words: Uint32Array, memory: ParserMemory): number {
  const address = memory.allocate(Math.max(words.byteLength, 1));
  memory.words.set(words, address / 4);
  return address;
}

/**
 * @param entry a `TSFieldMapEntry`: id of the field, position of the child, whether the field is one of the
 * child's own children
 */
function addField(fields: Uint32Array, first: number, entry: number): void {
  const isInherited = entry >>> 24 !== 0;
  if (isInherited) return;
  const cell = first + ((entry >>> 16) & 0xff);
  fields[cell] = withFields(fields[cell] as number, entry & 0xffff);
}

/** As `withFields` of the kernel. */
function withFields(own: number, outer: number): number {
  let bits = 0;
  while (own >>> bits !== 0 && bits < 32) bits += FIELD_BITS;
  return bits < 32 ? (own | (outer << bits)) >>> 0 : own;
}
