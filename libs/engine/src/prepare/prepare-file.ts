/**
 * Bytes of one file → everything the index stores about it. Runs in workers. Pure except for the parser that
 * it loads.
 */
import { createHash } from "node:crypto";
import {
  compress,
  encodeCallFacts,
  type FileFacts,
  hasKeys,
  isNotebookPath,
  type SymbolFact,
  type TextRange,
} from "@satori/sidecar";
import { classifyFile } from "../lexical/content-class.ts";
import { callNameParts, pathTokens } from "../lexical/path-tokens.ts";
import { wordsOf } from "../lexical/tokens.ts";
import { type FileOutcome, MAX_LEXICAL_CHARS } from "../model/indexed-file.ts";
import { HASH_BYTES } from "../model/manifest.ts";
import { encodeNameUses } from "../model/name-uses.ts";
import { encodeChunks, encodeSymbols } from "../model/structure-codec.ts";
import { analyzeBytes } from "./analyze-file.ts";
import { type ChunkTexts, WordCounter } from "./count-words.ts";
import type { ParseMode } from "./work-task.ts";

/** Made for the first file: most processes prepare none, and its WebAssembly takes a while to compile. */
let counter: WordCounter | undefined;

export interface PrepareOptions {
  readonly mode: ParseMode;
  /** See `IndexTask`. */
  readonly wantsDetails?: boolean;
}

export async function prepareFile(
  path: string,
  bytes: Uint8Array,
  { mode, wantsDetails = false }: PrepareOptions,
): Promise<FileOutcome> {
  const hash = contentHash(bytes);
  const analyzed = await analyzeBytes(path, bytes, { mode, detail: "outline" });
  if (analyzed.kind === "skipped") return { ...analyzed, path, hash };
  const { text, encoding, facts, isDegraded, hasSyntaxErrors } = analyzed;
  // Keys of data files appear only in outlines: a `version` in each of a hundred files defines nothing that a
  // question asks for.
  const definitions = hasKeys(facts.language) ? [] : facts.symbols;
  return {
    kind: "indexed",
    path,
    language: facts.language,
    sizeBytes: isNotebookPath(path) ? Buffer.byteLength(text) : bytes.length,
    hash,
    lineCount: facts.lineCount,
    encoding,
    isDegraded,
    hasSyntaxErrors,
    symbolCount: facts.symbols.length,
    text: compress(text),
    chunkLines: encodeChunks(facts.chunks),
    symbols: encodeSymbols(facts.symbols),
    symbolNames: [...new Set(definitions.map(({ name }) => name))].sort(),
    words: (counter ??= new WordCounter()).count(
      chunkTexts(text, { ...facts, symbols: definitions }),
      pathTokens(path),
    ),
    pathClass: classifyFile(path, text),
    nameParts: callNameParts(path).join(" "),
    importWords: importWords(facts),
    flow: facts.flow ? encodeCallFacts(facts.flow) : new Uint8Array(),
    nameUses: facts.flow && encodeNameUses(facts.flow),
    chunkTexts: facts.chunks.map(({ start, end }) => text.slice(start, end)),
    ...(wantsDetails ? { details: { comments: facts.comments, imports: facts.imports } } : {}),
  };
}

/** In hexadecimal digits; `HASH_BYTES` bytes. */
export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256")
    .update(bytes)
    .digest("hex")
    .slice(0, 2 * HASH_BYTES);
}

/** Texts whose words are indexed, by chunk. */
function chunkTexts(text: string, { chunks, symbols, comments }: FileFacts): ChunkTexts[] {
  const namesByChunk = namesOf(chunks, symbols);
  let comment = 0;
  return chunks.map(({ start, end }, at) => {
    while (comment < comments.length && (comments[comment] as TextRange).end <= start) comment++;
    const parts: string[] = [];
    for (let next = comment; next < comments.length && (comments[next] as TextRange).start < end; next++) {
      const range = comments[next] as TextRange;
      parts.push(text.slice(Math.max(range.start, start), Math.min(range.end, end)));
    }
    return {
      body: text.slice(start, Math.min(end, start + MAX_LEXICAL_CHARS)),
      symbols: (namesByChunk[at] ?? []).join(" "),
      doc: parts.join(" ").slice(0, MAX_LEXICAL_CHARS),
    };
  });
}

/** By chunk, the names of the symbols whose name is in it. */
function namesOf(chunks: FileFacts["chunks"], symbols: readonly SymbolFact[]): string[][] {
  const names: string[][] = chunks.map(() => []);
  const byLine = [...symbols].sort((left, right) => left.nameLine - right.nameLine);
  let chunk = 0;
  for (const symbol of byLine) {
    while (chunk + 1 < chunks.length && (chunks[chunk]?.endLine ?? 0) < symbol.nameLine) chunk++;
    names[chunk]?.push(symbol.name);
  }
  return names;
}

/** One line of at most 40 words per import. Ranking builds the import graph from them. */
function importWords({ imports }: FileFacts): string {
  const lines = imports.slice(0, 200).map(({ module, names }) => {
    const words = wordsOf(
      `${module.replaceAll(/[^\p{L}\p{N}_]+/gu, " ")} ${names.map(({ name }) => name).join(" ")}`,
    );
    return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, 40).join(" ");
  });
  return lines.filter((line) => line !== "").join("\n");
}
