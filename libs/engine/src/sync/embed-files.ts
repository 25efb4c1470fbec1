/** Computes the vectors of prepared files. */
import type { DocumentText, EmbedEvent, Embedder } from "../embed/embedder.ts";
import { throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { PreparedFile } from "../model/indexed-file.ts";
import type { StorableFile } from "../store/store.ts";
import { normalizedSum, quantize } from "../vectors/quantize.ts";

export interface EmbedFilesOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each answer of the embedder, with the number of chunks that have vectors so far. */
  readonly onEmbedded?: ((chunks: number) => void | Promise<void>) | undefined;
  readonly onEvent?: ((event: EmbedEvent) => void) | undefined;
  /** Paths of files whose vectors are already stored. */
  readonly held?: ReadonlySet<string>;
}

/**
 * Adds vectors to the files, in the order of the files: one for the path, one for the file (the direction of
 * the sum of its chunks' vectors), and one per chunk. A file with one chunk has no file vector, since it
 * would equal the chunk's. Files without chunks, and files whose vectors are already stored, get none. Throws
 * `EMBEDDER_FAILED` or `CANCELLED`.
 *
 * @param embedder null if the codebase is searched by words only
 */
export async function embedFiles(
  files: readonly PreparedFile[],
  embedder: Embedder | null,
  indexedAtMs: number,
  options: EmbedFilesOptions = {},
): Promise<StorableFile[]> {
  const textsOf = ({ path, chunkTexts }: PreparedFile): readonly string[] =>
    options.held?.has(path) ? [] : chunkTexts;
  const documents = files.flatMap((file) => textsOf(file).map((text) => ({ path: file.path, text })));
  // Without texts, the embedder is not called, so it cannot fail.
  if (!embedder || documents.length === 0)
    return files.map((file) => ({ ...file, vectors: null, indexedAtMs }));
  const chunkVectors = await embedInTurns(documents, embedder, options);
  const paths = files.map(({ path }) => path).filter((path) => options.held?.has(path) !== true);
  const ofPaths = await embedder.embedPaths(paths, options);
  const pathVectors = new Map(paths.map((path, at) => [path, ofPaths[at]]));
  let next = 0;
  return files.map((file) => {
    const chunks = chunkVectors.slice(next, (next += textsOf(file).length));
    const dimension = embedder.dimension ?? chunks[0]?.length ?? 0;
    const own = chunks.length > 1 ? [normalizedSum(chunks, dimension)] : [];
    const vectors =
      chunks.length === 0
        ? null
        : quantize([pathVectors.get(file.path) ?? new Float32Array(dimension), ...own, ...chunks], dimension);
    return { ...file, vectors, indexedAtMs };
  });
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
