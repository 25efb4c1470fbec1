/** Texts and symbols of files that were read lately, decompressed: a server is asked about the same places again and again. */
import { inflateRawSync } from "node:zlib";
import type { ChunkFact, SymbolFact } from "@satori/sidecar";
import { decodeChunks, decodeSymbols } from "../../model/structure-codec.ts";
import type { FileContent } from "../store.ts";

/** Characters of text that are kept. */
const MAX_CHARS = 16_000_000;

/** One file as stored; each part is decoded when it is first asked for. */
export class StoredContent implements FileContent {
  readonly text: string;
  private decodedChunks: readonly ChunkFact[] | undefined;
  private decodedSymbols: readonly SymbolFact[] | undefined;

  constructor(private readonly path: string, text: Uint8Array, private readonly chunkLines: string, private readonly encodedSymbols: Uint8Array) {
    this.text = text.length === 0 ? "" : inflateRawSync(text).toString("utf8");
  }

  get chunks(): readonly ChunkFact[] {
    return (this.decodedChunks ??= decodeChunks(this.chunkLines, this.text));
  }

  get symbols(): readonly SymbolFact[] {
    return (this.decodedSymbols ??= this.encodedSymbols.length === 0 ? [] : decodeSymbols(this.encodedSymbols, this.path));
  }
}

export class ContentCache {
  /** Oldest use first. */
  private readonly entries = new Map<number, StoredContent>();
  private chars = 0;

  get(id: number, load: () => StoredContent): StoredContent {
    let entry = this.entries.get(id);
    if (entry) this.entries.delete(id);
    else {
      entry = load();
      this.chars += entry.text.length;
    }
    this.entries.set(id, entry);
    this.evict();
    return entry;
  }

  private evict(): void {
    for (const [id, { text }] of this.entries) {
      if (this.chars <= MAX_CHARS || this.entries.size === 1) return;
      this.entries.delete(id);
      this.chars -= text.length;
    }
  }
}
