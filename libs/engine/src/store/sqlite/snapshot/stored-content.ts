/** Text, chunks and symbols of a file, decompressed. Throws `STORE_CORRUPT`. */
import { type ChunkFact, type SymbolFact, decompress } from "@satori/sidecar";
import { decodeChunks, decodeSymbols } from "../../../model/structure-codec.ts";
import type { FileContent } from "../../store.ts";
import { decoded } from "../damaged.ts";

/** One file as stored; each part is decoded when it is first asked for. */
export class StoredContent implements FileContent {
  readonly text: string;
  private decodedChunks: readonly ChunkFact[] | undefined;
  private decodedSymbols: readonly SymbolFact[] | undefined;

  constructor(private readonly path: string, text: Uint8Array, private readonly chunkLines: string, private readonly encodedSymbols: Uint8Array) {
    this.text = text.length === 0 ? "" : decoded(() => decompress(text)).toString("utf8");
  }

  get chunks(): readonly ChunkFact[] {
    return (this.decodedChunks ??= decoded(() => decodeChunks(this.chunkLines, this.text)));
  }

  get symbols(): readonly SymbolFact[] {
    return (this.decodedSymbols ??= this.encodedSymbols.length === 0 ? [] : decoded(() => decodeSymbols(this.encodedSymbols, this.path)));
  }
}
