/**
 * Reads a grammar's symbols, aliases and fields from web-tree-sitter's memory, in the C struct layout of its
 * pinned version. Trees are then read in place (`read-tree.ts`), because obtaining nodes one by one, each
 * through several calls into WebAssembly, costs about as much as parsing. Tests compare every node of all
 * languages with what the runtime reports.
 */
import type { Language } from "web-tree-sitter";
import { type ParserMemory, addressOf } from "./parser-memory.ts";

/** The symbol of an error; grammars' tables have no entry for it. */
export const ERROR_SYMBOL = 0xffff;

/** Word offsets in `TSLanguage`. */
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
/** Size of `TSSymbolMetadata`. Its second byte tells whether nodes of the symbol are named. */
const METADATA_BYTES = 3;
/** Field ids of one child are packed into one word, innermost first. */
export const FIELD_BITS = 8;

/** What a grammar defines about its symbols and trees don't contain. */
export interface GrammarTables {
  /** Names of node types by symbol. */
  readonly types: readonly string[];
  readonly fieldIds: ReadonlyMap<string, number>;
  /** By symbol: the symbol that represents all symbols of the same name. */
  readonly publicSymbols: Uint16Array;
  /** By symbol: 1 if its nodes are named. */
  readonly named: Uint8Array;
  readonly addresses: TableAddresses;
}

/** Addresses in the parser's memory of the tables that are needed to read trees. */
export interface TableAddresses {
  /** By production and child index: the alias symbol, 0 if there is none. */
  readonly aliases: number;
  /** By production and child index: the ids of its fields, `FIELD_BITS` bits each. */
  readonly fields: number;
  /** Entries per production in `aliases` and `fields`. */
  readonly stride: number;
  readonly publicSymbols: number;
  readonly metadata: number;
}

/** Reads the tables of a grammar. Allocates a little of the parser's memory and never frees it. */
export function readGrammarTables(memory: ParserMemory, language: Language): GrammarTables {
  const { words, bytes } = memory;
  const halves = new Uint16Array(words.buffer);
  const at = addressOf(language) / 4;
  const word = (position: number): number => words[at + position] as number;
  // Aliases are symbols, too.
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
 * @param entry a `TSFieldMapEntry`: field id, child index, whether the field belongs to the child's own
 *   children
 */
function addField(fields: Uint32Array, first: number, entry: number): void {
  const isInherited = entry >>> 24 !== 0;
  if (isInherited) return;
  const cell = first + ((entry >>> 16) & 0xff);
  fields[cell] = withFields(fields[cell] as number, entry & 0xffff);
}

/** Same as `withFields` in the kernel. */
function withFields(own: number, outer: number): number {
  let bits = 0;
  while (own >>> bits !== 0 && bits < 32) bits += FIELD_BITS;
  return bits < 32 ? (own | (outer << bits)) >>> 0 : own;
}
