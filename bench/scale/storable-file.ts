/**
 * A file of a synthetic codebase as the index stores it: what `prepareFile` of the engine makes of a file,
 * without parsing it. Pure.
 */
import { type ChunkFact, type SymbolFact, compress } from "@satori/sidecar";
import { callNameParts, pathTokens } from "../../libs/engine/src/lexical/path-tokens.ts";
import { classifyFile } from "../../libs/engine/src/lexical/content-class.ts";
import { encodeChunks, encodeSymbols } from "../../libs/engine/src/model/structure-codec.ts";
import type { WordCounter } from "../../libs/engine/src/prepare/count-words.ts";
import { contentHash } from "../../libs/engine/src/prepare/prepare-file.ts";
import type { StorableFile } from "../../libs/engine/src/store/store.ts";
import type { QuantizedRows } from "../../libs/engine/src/vectors/quantize.ts";
import { LINES_PER_CHUNK, type SyntheticChunk, type SyntheticFile } from "./codebase.ts";

/** Without call facts and imports, which only the parser finds. */
export function storableFile(
  { path, chunks }: SyntheticFile,
  {
    vectors,
    counter,
    indexedAtMs,
  }: {
    readonly vectors: QuantizedRows;
    readonly counter: WordCounter;
    readonly indexedAtMs: number;
  },
): StorableFile {
  const text = chunks.map((chunk) => chunk.text).join("");
  const bytes = Buffer.from(text, "latin1");
  const spans = spansOf(chunks);
  const symbols = symbolsOf(chunks, spans);
  const words = chunks.map((chunk) => ({
    body: chunk.text,
    symbols: chunk.symbol ?? "",
    doc: chunk.comment,
  }));
  return {
    kind: "indexed",
    path,
    language: "python",
    sizeBytes: bytes.length,
    hash: contentHash(bytes),
    lineCount: chunks.length * LINES_PER_CHUNK,
    encoding: "utf-8",
    isDegraded: false,
    hasSyntaxErrors: false,
    symbolCount: symbols.length,
    text: compress(bytes),
    chunkLines: encodeChunks(spans),
    symbols: encodeSymbols(symbols),
    symbolNames: [...new Set(symbols.map(({ name }) => name))].sort(),
    words: counter.count(words, pathTokens(path)),
    pathClass: classifyFile(path, text),
    nameParts: callNameParts(path).join(" "),
    importWords: "",
    flow: new Uint8Array(),
    nameUses: null,
    chunkTexts: [],
    vectors,
    indexedAtMs,
  };
}

function spansOf(chunks: readonly SyntheticChunk[]): ChunkFact[] {
  let start = 0;
  return chunks.map(({ text }, at) => ({
    start,
    end: (start += text.length),
    startLine: at * LINES_PER_CHUNK + 1,
    endLine: (at + 1) * LINES_PER_CHUNK,
  }));
}

/** Functions, each up to the next one. */
function symbolsOf(chunks: readonly SyntheticChunk[], spans: readonly ChunkFact[]): SymbolFact[] {
  const starts = chunks.flatMap(({ symbol }, at) => (symbol === null ? [] : [{ name: symbol, at }]));
  return starts.map(({ name, at }, index) => {
    const next = starts[index + 1]?.at ?? chunks.length;
    const first = spans[at] as ChunkFact;
    const last = spans[next - 1] as ChunkFact;
    const signature = (chunks[at]?.text ?? "").split("\n", 1)[0] ?? null;
    return {
      // Ids are not stored.
      id: "",
      kind: "function",
      name,
      label: name,
      parent: -1,
      start: first.start,
      end: last.end,
      startLine: first.startLine,
      endLine: last.endLine,
      nameLine: first.startLine,
      signature,
      doc: null,
    };
  });
}
