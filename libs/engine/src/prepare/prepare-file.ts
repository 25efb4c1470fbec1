/**
 * Bytes of one file → everything the index stores about it. Runs in workers. Pure except for the parser that
 * it loads.
 */
import { createHash } from "node:crypto";
import {
  analyze,
  analyzePlain,
  compress,
  encodeCallFacts,
  type FileFacts,
  hasKeys,
  isNotebookPath,
  type SymbolFact,
  type TextRange,
} from "@satori/sidecar";
import { textOfFile } from "../contents/file-text.ts";
import { classifyFile } from "../lexical/content-class.ts";
import { callNameParts, pathTokens } from "../lexical/path-tokens.ts";
import { MAX_WORD_CHARS, stem, tokenize, wordsOf } from "../lexical/tokens.ts";
import { WordMemory } from "../lexical/word-memory.ts";
import { type FileOutcome, type LexicalFields, MAX_LEXICAL_CHARS } from "../model/indexed-file.ts";
import { HASH_BYTES } from "../model/manifest.ts";
import { encodeNameUses } from "../model/name-uses.ts";
import { encodeChunks, encodeSymbols } from "../model/structure-codec.ts";

/** @param mode `plain` skips the parser, for files that crashed it before */
export async function prepareFile(
  path: string,
  bytes: Buffer,
  mode: "parsed" | "plain",
): Promise<FileOutcome> {
  const hash = contentHash(bytes);
  const decoded = textOfFile(path, bytes);
  if (decoded.kind !== "text")
    return { kind: "skipped", path, cause: decoded.kind === "binary" ? "binary" : "encoding", hash };
  const { text, encoding } = decoded;
  const facts = mode === "plain" ? analyzePlain(path, text) : await analyze(path, text, "outline");
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
    isDegraded: mode === "plain" || facts.diagnostics.some(({ kind }) => kind !== "syntax_error"),
    hasSyntaxErrors: facts.diagnostics.some(({ kind }) => kind === "syntax_error"),
    symbolCount: facts.symbols.length,
    text: compress(text),
    chunkLines: encodeChunks(facts.chunks),
    symbols: encodeSymbols(facts.symbols),
    symbolNames: [...new Set(definitions.map(({ name }) => name))].sort(),
    lexical: lexicalFields(text, { ...facts, symbols: definitions }),
    pathWords: pathTokens(path).join(" "),
    pathClass: classifyFile(path, text),
    nameParts: callNameParts(path).join(" "),
    importWords: importWords(facts),
    flow: facts.flow ? encodeCallFacts(facts.flow) : new Uint8Array(),
    nameUses: facts.flow && encodeNameUses(facts.flow),
    chunkTexts: facts.chunks.map(({ start, end }) => text.slice(start, end)),
  };
}

/**
 * Analyzes a version of a file that is not to be stored: the fields for search and call graphs are empty, and
 * the comments are added.
 */
export async function prepareVersion(
  path: string,
  bytes: Buffer,
  mode: "parsed" | "plain",
): Promise<FileOutcome> {
  const decoded = textOfFile(path, bytes);
  if (decoded.kind !== "text")
    return { kind: "skipped", path, cause: decoded.kind === "binary" ? "binary" : "encoding", hash: "" };
  const { text, encoding } = decoded;
  const facts = mode === "plain" ? analyzePlain(path, text) : await analyze(path, text, "outline");
  return {
    kind: "indexed",
    path,
    language: facts.language,
    sizeBytes: bytes.length,
    hash: "",
    lineCount: facts.lineCount,
    encoding,
    isDegraded: mode === "plain" || facts.diagnostics.some(({ kind }) => kind !== "syntax_error"),
    hasSyntaxErrors: facts.diagnostics.some(({ kind }) => kind === "syntax_error"),
    symbolCount: facts.symbols.length,
    text: compress(text),
    chunkLines: "",
    symbols: encodeSymbols(facts.symbols),
    symbolNames: [],
    lexical: [],
    pathWords: "",
    pathClass: 0,
    nameParts: "",
    importWords: "",
    flow: new Uint8Array(),
    nameUses: null,
    chunkTexts: [],
    comments: facts.comments,
  };
}

/** In hexadecimal digits; `HASH_BYTES` bytes. */
export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256")
    .update(bytes)
    .digest("hex")
    .slice(0, 2 * HASH_BYTES);
}

function lexicalFields(text: string, { chunks, symbols, comments }: FileFacts): LexicalFields[] {
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
      body: tokenText(text.slice(start, Math.min(end, start + MAX_LEXICAL_CHARS))),
      symbols: tokenText((namesByChunk[at] ?? []).join(" ")),
      doc: tokenText(parts.join(" ").slice(0, MAX_LEXICAL_CHARS)),
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

// Tokenizes whole texts for the lexical index; tokens are joined by spaces. Works on bytes because there is a
// lot of text.

const BLANK = 32;
/** There are many words but few parts: caching the stem of a part saves most of the work. */
const stems = new WordMemory({
  of: "parts",
  hasPlurals: true,
  maxChars: MAX_WORD_CHARS,
  hasGaps: true,
  capacity: 1 << 16,
  compute: (part) => Buffer.from(stem(part), "latin1"),
});
const words = new WordMemory({
  of: "words",
  maxChars: MAX_WORD_CHARS,
  hasGaps: true,
  capacity: 1 << 17,
  compute: tokensOf,
});

/** `tokenize(text)`, joined by spaces. */
export function tokenText(text: string): string {
  // In most chunks the names or the comments are empty.
  if (text === "") return "";
  const { bytes, isAscii } = words.valuesOf(text);
  return bytes.toString(isAscii ? "latin1" : "utf8");
}

/** Tokens of a word, joined by spaces. A word with non-ASCII characters may be several words, or none. */
function tokensOf(word: string): Uint8Array {
  const { bytes: parts, isAscii } = stems.valuesOf(word);
  if (!isAscii) return Buffer.from(tokenize(word).join(" "));
  if (!parts.includes(BLANK)) return parts;
  const tokens = Buffer.allocUnsafe(parts.length + 1 + word.length);
  tokens.set(parts);
  tokens[parts.length] = BLANK;
  tokens.write(word.toLowerCase(), parts.length + 1, "latin1");
  return tokens;
}
