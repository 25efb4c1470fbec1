/** Gives prepared files their vectors. */
import type { DocumentText, EmbedEvent, Embedder } from "../embed/embedder.ts";
import { throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { PreparedFile } from "../model/indexed-file.ts";
import type { StorableFile } from "../store/store.ts";
import { normalizedSum, quantize } from "../vectors/quantize.ts";

export interface EmbedFilesOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called whenever the embedder has answered, with the chunks that have vectors by then. */
  readonly onEmbedded?: ((chunks: number) => void | Promise<void>) | undefined;
  readonly onEvent?: ((event: EmbedEvent) => void) | undefined;
  /** Files whose vectors are there already, by path. */
  readonly held?: ReadonlySet<string>;
}

/**
 * The files with the vectors of their path, of their own (the direction of the sum of their chunks'), and of
 * each chunk, in the order of the files. A file of one chunk has no vector of its own: it would be the
 * chunk's; one without chunks has none at all, nor does one whose vectors are there already. Throws
 * `EMBEDDER_FAILED` or `CANCELLED`.
 *
 * @param embedder null where the codebase is searched by words alone
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
  // Where there is nothing to embed there is nothing that an embedder could fail at.
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
