/** Computes the vectors of prepared files. */
import type { DocumentText, Embedder, EmbedEvent } from "../embed/embedder.ts";
import { EngineError, throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { EmbeddedFile, PreparedFile } from "../model/indexed-file.ts";
import type { StorableFile } from "../store/store.ts";
import { type QuantizedRows, normalizedSum, quantize } from "../vectors/quantize.ts";

export interface EmbedFilesOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each answer of the embedder, with the number of chunks that have vectors so far. */
  readonly onEmbedded?: ((chunks: number) => void | Promise<void>) | undefined;
  readonly onEvent?: ((event: EmbedEvent) => void) | undefined;
  /** Paths of files whose vectors are already stored. */
  readonly held?: ReadonlySet<string>;
}

/**
 * Adds vectors to the files, in the order of the files; see `vectorsOfFiles`. Files whose vectors are already
 * stored get none.
 *
 * @param embedder null if the codebase is searched by words only, or if vectors are added later
 */
export async function embedFiles(
  files: readonly PreparedFile[],
  embedder: Embedder | null,
  indexedAtMs: number,
  options: EmbedFilesOptions = {},
): Promise<StorableFile[]> {
  const missing = embedder ? files.filter(({ path }) => options.held?.has(path) !== true) : [];
  const rows = embedder ? await vectorsOfFiles(missing, embedder, options) : [];
  const byPath = new Map(missing.map(({ path }, at) => [path, rows[at] ?? null]));
  return files.map((file) => ({ ...file, vectors: byPath.get(file.path) ?? null, indexedAtMs }));
}

/**
 * Vectors of each file: one for the path, one for the file (the direction of the sum of its chunks' vectors),
 * and one per chunk. A file with one chunk has no file vector, since it would equal the chunk's; a file
 * without chunks has none at all. Throws `EMBEDDER_FAILED` or `CANCELLED`.
 */
export async function vectorsOfFiles(
  files: readonly EmbeddedFile[],
  embedder: Embedder,
  options: EmbedFilesOptions = {},
): Promise<(QuantizedRows | null)[]> {
  const documents = files.flatMap(({ path, chunkTexts }) => chunkTexts.map((text) => ({ path, text })));
  // Without texts, the embedder is not called, so it cannot fail.
  if (documents.length === 0) return files.map(() => null);
  const chunkVectors = await embedInTurns(documents, embedder, options);
  const pathVectors = await embedder.embedPaths(
    files.map(({ path }) => path),
    options,
  );
  let next = 0;
  return files.map(({ chunkTexts }, at) => {
    const chunks = chunkVectors.slice(next, (next += chunkTexts.length));
    if (chunks.length === 0) return null;
    const dimension = embedder.dimension ?? chunks[0]?.length ?? 0;
    const own = chunks.length > 1 ? [normalizedSum(chunks, dimension)] : [];
    return quantize([pathVectors[at] ?? new Float32Array(dimension), ...own, ...chunks], dimension);
  });
}

/**
 * Throws `EMBEDDER_FAILED` if the embedder's dimension differs from the index: an embedder reports its
 * dimension with its first answer, and vectors of different dimensions cannot be mixed.
 */
export function requireDimension(embedder: Embedder | null, expected: number | null): void {
  const dimension = embedder?.dimension ?? null;
  if (dimension === null || expected === null || dimension === expected) return;
  throw new EngineError(
    "EMBEDDER_FAILED",
    `The embedder returns vectors of ${dimension} dimensions, the index has ${expected}`,
  );
}

async function embedInTurns(
  documents: readonly DocumentText[],
  embedder: Embedder,
  { signal, onEmbedded, onEvent }: EmbedFilesOptions,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < documents.length; at += ENGINE_LIMITS.embedTexts) {
    throwIfAborted(signal);
    vectors.push(
      ...(await embedder.embedDocuments(documents.slice(at, at + ENGINE_LIMITS.embedTexts), {
        signal,
        onEvent,
      })),
    );
    await onEmbedded?.(vectors.length);
  }
  return vectors;
}
