/**
 * The built-in embedder. It has a vocabulary of 22,500 tokens, each with a 256-dimensional int8 vector; a
 * text's vector is the weighted sum of its tokens' vectors. It needs no server, key or download. Algorithm,
 * training and measurements: docs/embedder.md.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { DocumentText, Embedder } from "./embedder.ts";
import { RowSum } from "./row-sum.ts";
import { WordPiece } from "./wordpiece.ts";

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
