/** Stored text, chunks and symbols of a file. Decoding throws `STORE_CORRUPT`. */
import { type ChunkFact, decompress, type SymbolFact } from "@satori/sidecar";
import { decodeChunks, decodeSymbols } from "../../../model/structure-codec.ts";
import type { IndexedContent } from "../../store.ts";
import { decoded } from "../corruption-error.ts";

interface StoredColumns {
  readonly path: string;
  /** The row they come from, as for `damaged`. */
  readonly where: string;
  readonly text: Uint8Array;
  readonly chunkLines: string;
  readonly symbols: Uint8Array;
}

/** One file as stored; chunks and symbols are decoded on first access. */
export class StoredContent implements IndexedContent {
  readonly text: string;
  private decodedChunks: readonly ChunkFact[] | undefined;
  private decodedSymbols: readonly SymbolFact[] | undefined;

  private readonly path: string;
  private readonly where: string;
  private readonly chunkLines: string;
  private readonly encodedSymbols: Uint8Array;

  constructor({ path, where, text, chunkLines, symbols }: StoredColumns) {
    this.path = path;
    this.where = where;
    this.chunkLines = chunkLines;
    this.encodedSymbols = symbols;
    this.text = text.length === 0 ? "" : decoded(`${where}, text`, () => decompress(text)).toString("utf8");
  }

  get chunks(): readonly ChunkFact[] {
    return (this.decodedChunks ??= decoded(`${this.where}, chunk_lines`, () =>
      decodeChunks(this.chunkLines, this.text),
    ));
  }

  get symbols(): readonly SymbolFact[] {
    return (this.decodedSymbols ??=
      this.encodedSymbols.length === 0
        ? []
        : decoded(`${this.where}, symbols`, () => decodeSymbols(this.encodedSymbols, this.path)));
  }
}
