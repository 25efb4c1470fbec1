/**
 * Reads indexes in the SCIP format, as far as calls need them: occurrences of symbols in documents, and kinds
 * of symbols. Pure.
 */

export interface ScipDocument {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly occurrences: readonly ScipOccurrence[];
  readonly symbols: readonly { readonly symbol: string; readonly kind: number }[];
}

export interface ScipOccurrence {
  readonly symbol: string;
  readonly isDefinition: boolean;
  /** Zero-based; columns in UTF-8 bytes. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Values of `SymbolInformation.Kind` for callable symbols. */
export const SCIP_KINDS = { function: 17, macro: 25, method: 26, traitMethod: 70, staticMethod: 80 } as const;

/** Field numbers of the format's messages. */
const DOCUMENTS = 2;
const DOCUMENT = { path: 1, occurrences: 2, symbols: 3 } as const;
const OCCURRENCE = { range: 1, symbol: 2, roles: 3 } as const;
const SYMBOL = { symbol: 1, kind: 5 } as const;
const DEFINITION_ROLE = 1;

export function readScip(bytes: Uint8Array): ScipDocument[] {
  return messages(fieldsOf(bytes), DOCUMENTS).map((document) => ({
    path: text(document, DOCUMENT.path),
    occurrences: messages(document, DOCUMENT.occurrences).map((occurrence) => {
      const range = numbersIn(last(occurrence, OCCURRENCE.range));
      // A range within one line has three numbers; the last one is always the end.
      return {
        symbol: text(occurrence, OCCURRENCE.symbol),
        isDefinition: (number(occurrence, OCCURRENCE.roles) & DEFINITION_ROLE) !== 0,
        line: range[0] ?? 0,
        start: range[1] ?? 0,
        end: range[range.length - 1] ?? 0,
      };
    }),
    symbols: messages(document, DOCUMENT.symbols).map((symbol) => ({
      symbol: text(symbol, SYMBOL.symbol),
      kind: number(symbol, SYMBOL.kind),
    })),
  }));
}

/** In the order of the bytes. */
type Fields = readonly { readonly field: number; readonly value: number | Uint8Array }[];

const WIRE = { varint: 0, eight: 1, bytes: 2, four: 5 } as const;

function fieldsOf(bytes: Uint8Array): Fields {
  const fields: { field: number; value: number | Uint8Array }[] = [];
  for (let at = 0; at < bytes.length;) {
    const key = varint(bytes, at);
    const field = key.value >>> 3;
    const wire = key.value & 7;
    at = key.next;
    if (wire === WIRE.eight || wire === WIRE.four) at += wire === WIRE.eight ? 8 : 4;
    else {
      const { value, next } = varint(bytes, at);
      at = wire === WIRE.bytes ? next + value : next;
      fields.push({ field, value: wire === WIRE.bytes ? bytes.subarray(next, at) : value });
    }
  }
  return fields;
}

function varint(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start, scale = 1; ; at++, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return { value, next: at + 1 };
  }
}

function numbersIn(value: number | Uint8Array | undefined): number[] {
  if (!(value instanceof Uint8Array)) return value === undefined ? [] : [value];
  const numbers: number[] = [];
  for (let at = 0; at < value.length;) {
    const read = varint(value, at);
    numbers.push(read.value);
    at = read.next;
  }
  return numbers;
}

function last(fields: Fields, field: number): number | Uint8Array | undefined {
  return fields.findLast((entry) => entry.field === field)?.value;
}

function text(fields: Fields, field: number): string {
  const value = last(fields, field);
  return value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : "";
}

function number(fields: Fields, field: number): number {
  const value = last(fields, field);
  return typeof value === "number" ? value : 0;
}

function messages(fields: Fields, field: number): Fields[] {
  return fields.flatMap((entry) =>
    entry.field === field && entry.value instanceof Uint8Array ? [fieldsOf(entry.value)] : [],
  );
}
