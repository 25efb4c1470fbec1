/**
 * The built-in embedder. It has a vocabulary of 22,500 tokens, each with a 256-dimensional int8 vector; a
 * text's vector is the weighted sum of its tokens' vectors. It needs no server, key or download. Algorithm,
 * training and measurements: docs/embedder.md.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { WordMemory } from "../lexical/word-memory.ts";
import type { DocumentText, Embedder } from "./embedder.ts";
import { EMBED_KERNEL } from "./generated/embed-kernel.ts";

// `src/embed/` and `dist/` are at different depths, so the asset folder may be one or two levels up.
const ASSET_FOLDERS = [new URL("../assets/", import.meta.url), new URL("../../assets/", import.meta.url)];
/**
 * Number of tokens of a path that count, three times each. Names of folders and files say what code is about.
 */
const PATH_TOKENS = 10;
const PATH_REPEATS = 3;

/**
 * The first 16 hex digits of the SHA-256 of both model files. Stored here so that it is known without reading
 * the files; a test compares them.
 */
export const STATIC_MODEL_ID = "8c4da815b6169963";
export const STATIC_DIMENSION = 256;

/** Reads the model's files when the first text is embedded. */
export class StaticEmbedder implements Embedder {
  readonly provider = "static";
  readonly model = STATIC_MODEL_ID;
  readonly dimension = STATIC_DIMENSION;
  readonly capabilities = { cacheable: false, local: true, usesPaths: true, pace: "fast" } as const;
  private loaded: LoadedModel | undefined;
  private lastPath: { readonly path: string; readonly ids: Uint16Array } = {
    path: "",
    ids: new Uint16Array(),
  };

  embedDocuments(documents: readonly DocumentText[]): Promise<Float32Array[]> {
    return Promise.resolve(
      documents.map((document) => this.parts().rows.embed(...this.documentIds(document))),
    );
  }

  embedPaths(paths: readonly string[]): Promise<Float32Array[]> {
    return Promise.resolve(paths.map((path) => this.embedText(withoutExtension(path))));
  }

  embedQuery(query: string): Promise<Float32Array> {
    return Promise.resolve(this.embedText(query));
  }

  /**
   * Token ids of a document: those of its text, then those of its path, repeated. Valid until the next text.
   */
  documentIds({ path, text }: DocumentText): readonly Uint16Array[] {
    const { words } = this.parts();
    // The chunks of a file follow each other.
    if (this.lastPath.path !== path)
      this.lastPath = { path, ids: words.encode(withoutExtension(path)).slice(-PATH_TOKENS) };
    return [words.encode(text), ...Array<Uint16Array>(PATH_REPEATS).fill(this.lastPath.ids)];
  }

  private embedText(text: string): Float32Array {
    const { rows, words } = this.parts();
    return rows.embed(words.encode(text));
  }

  private parts(): LoadedModel {
    return (this.loaded ??= loadModel());
  }
}

interface LoadedModel {
  readonly words: WordPiece;
  readonly rows: RowSum;
}

function loadModel(): LoadedModel {
  const bytes = readAsset("model.bin");
  const tokens = bytes.readUInt32LE(0);
  const scales = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + 8, bytes.byteOffset + 8 + 4 * tokens),
  );
  const table = new Int8Array(bytes.buffer, bytes.byteOffset + 8 + 4 * tokens, tokens * STATIC_DIMENSION);
  const vocabulary = JSON.parse(readAsset("vocab.json").toString("utf8")) as string[];
  return { words: new WordPiece(vocabulary), rows: new RowSum(table, scales, STATIC_DIMENSION) };
}

/** SHA-256 over `model.bin` and `vocab.json`, shortened to the length of the id. */
export function modelIdOf(model: Uint8Array, vocabulary: Uint8Array): string {
  return createHash("sha256").update(model).update(vocabulary).digest("hex").slice(0, 16);
}

/** Reads a file of the package's asset folder. Throws if the file is missing. */
export function readAsset(name: string): Buffer {
  for (const folder of ASSET_FOLDERS) {
    try {
      return readFileSync(new URL(name, folder));
    } catch {
      continue;
    }
  }
  throw new Error(`The package is incomplete: assets/${name} is missing. Reinstall it.`);
}

/** The path without its last extension, unless the dot is the first character of the file name. */
function withoutExtension(path: string): string {
  const slash = path.lastIndexOf("/");
  const dot = path.lastIndexOf(".");
  return dot > slash + 1 ? path.slice(0, dot) : path;
}

// The built-in embedder's tokenizer: splits words at capitals and digits, then takes the greedy longest match
// in a vocabulary (`##` marks a continuation). Ids must equal those in testing/static.vectors.json exactly.

const REMEMBERED_WORDS = 1 << 16;

export class WordPiece {
  private readonly rows = new Map<string, number>();
  private readonly continuations = new Map<string, number>();
  /** Characters of the longest token. */
  private longest = 0;
  /** The rows of each part of a word, two bytes each. */
  private readonly known = new WordMemory({
    of: "parts",
    maxChars: 40,
    maxDigits: 4,
    capacity: REMEMBERED_WORDS,
    compute: (part) => new Uint8Array(Uint16Array.from(this.split(part.toLowerCase())).buffer),
  });

  /** @param vocabulary at most 65,536 tokens, in row order */
  constructor(vocabulary: readonly string[]) {
    for (const [row, token] of vocabulary.entries()) {
      this.longest = Math.max(this.longest, token.length);
      if (token.startsWith("##") && token.length > 2) this.continuations.set(token.slice(2), row);
      else this.rows.set(token, row);
    }
  }

  /** Row numbers of a text's tokens, in its order. Valid until the next call. */
  encode(text: string): Uint16Array {
    const { bytes } = this.known.valuesOf(text);
    return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint16Array.BYTES_PER_ELEMENT);
  }

  /** Rows of one word's tokens; empty if some part of the word is unknown. */
  private split(word: string): readonly number[] {
    const ids: number[] = [];
    for (let at = 0; at < word.length;) {
      const table = at === 0 ? this.rows : this.continuations;
      let end = Math.min(word.length, at + this.longest);
      let row: number | undefined;
      while (end > at && (row = table.get(word.slice(at, end))) === undefined) end--;
      if (row === undefined) return [];
      ids.push(row);
      at = end;
    }
    return ids;
  }
}

// Computes the unit vectors of bags of tokens over an int8 table with SIMD. This is all the work of the
// built-in embedder.

const PAGE_BYTES = 65_536;
/** Tokens passed to the kernel per call. */
const BATCH = 4_096;

/** Functions of tools/kernel/embed.as.ts; all addresses are in bytes. */
interface Kernel {
  note(ids: number, count: number, counts: number, rows: number, distinct: number): number;
  weigh(rows: number, distinct: number, counts: number, scales: number, weights: number): void;
  sum(table: number, dimension: number, rows: number, weights: number, count: number, out: number): void;
  normalize(vector: number, dimension: number): void;
}

class RowSum {
  private readonly dimension: number;
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: Kernel;
  /** Start of each array; the table starts at 0. */
  private readonly at: {
    readonly scales: number;
    readonly counts: number;
    readonly rows: number;
    readonly weights: number;
    readonly ids: number;
    readonly out: number;
  };

  /**
   * @param table one row per token
   * @param scales one per token
   * @param dimension a multiple of 16
   */
  constructor(table: Int8Array, scales: Float32Array, dimension: number) {
    this.dimension = dimension;
    const perToken = scales.length * 4;
    const start = Math.ceil(table.length / 16) * 16;
    this.at = {
      scales: start,
      counts: start + perToken,
      rows: start + 2 * perToken,
      weights: start + 3 * perToken,
      ids: start + 4 * perToken,
      out: start + 4 * perToken + BATCH * 4,
    };
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((this.at.out + dimension * 4) / PAGE_BYTES) });
    new Int8Array(this.memory.buffer).set(table);
    new Float32Array(this.memory.buffer, this.at.scales, scales.length).set(scales);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(EMBED_KERNEL, "base64")), {
      env: { memory: this.memory },
    });
    // The generated module exports exactly these functions.
    this.kernel = instance.exports as unknown as Kernel;
  }

  /**
   * Σ √count · scale · row over the distinct tokens of all lists, in the order of their first use, normalized
   * to unit length.
   */
  embed(...lists: readonly Uint16Array[]): Float32Array {
    const { at, kernel, dimension } = this;
    const ids = new Int32Array(this.memory.buffer, at.ids, BATCH);
    let distinct = 0;
    for (const list of lists) {
      for (let from = 0; from < list.length; from += BATCH) {
        const batch = list.subarray(from, from + BATCH);
        ids.set(batch);
        distinct = kernel.note(at.ids, batch.length, at.counts, at.rows, distinct);
      }
    }
    kernel.weigh(at.rows, distinct, at.counts, at.scales, at.weights);
    kernel.sum(0, dimension, at.rows, at.weights, distinct, at.out);
    kernel.normalize(at.out, dimension);
    return new Float32Array(this.memory.buffer, at.out, dimension).slice();
  }
}
