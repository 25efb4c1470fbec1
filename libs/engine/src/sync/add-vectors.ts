/** The second stage of a run: computes the vectors of its files from what the first one has stored. */
import type { Embedder } from "../embed/embedder.ts";
import { throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { EmbeddedFile } from "../model/indexed-file.ts";
import type { Stages, Store } from "../store/store.ts";
import type { QuantizedRows } from "../vectors/quantize.ts";
import { requireDimension, vectorsOfFiles } from "./embed-files.ts";
import type { RunProgress } from "./run-progress.ts";

export interface AddVectorsInput {
  readonly store: Pick<Store, "stages">;
  readonly runId: string;
  /** Null if the codebase is searched by words only. */
  readonly embedder: Embedder | null;
  readonly signal?: AbortSignal | undefined;
}

/** Files whose texts are read at once: a file has at most some megabytes. */
const READ_FILES = 16;

/**
 * Embeds and writes, batch by batch, all files of a run that lack vectors: those of its first stage, and
 * those of a cancelled run that it continues. Does nothing if there are none. Throws `CANCELLED`, and the
 * errors of the embedder and the store.
 */
export async function addVectors(
  { store: { stages }, runId, embedder, signal }: AddVectorsInput,
  progress: RunProgress,
): Promise<void> {
  const missing = embedder && stages ? await stages.filesWithoutVectors(runId) : [];
  if (!embedder || !stages || missing.length === 0) return;
  const dimension = await stages.dimension(runId);
  await progress.beginEmbedding(missing.length);
  for await (const batch of batchesOf(stages, runId, missing)) {
    throwIfAborted(signal);
    const files = batch.map(({ file }) => file);
    const { onEmbedded, onEmbedEvent } = progress;
    const rows = await vectorsOfFiles(files, embedder, { signal, onEmbedded, onEvent: onEmbedEvent });
    requireDimension(embedder, dimension);
    const vectors = new Map<number, QuantizedRows>();
    for (const [at, { id }] of batch.entries()) {
      const ofFile = rows[at];
      if (ofFile) vectors.set(id, ofFile);
    }
    await stages.writeVectors(runId, vectors);
    await progress.vectorsWritten(files);
  }
}

interface FileToEmbed {
  readonly id: number;
  readonly file: EmbeddedFile;
}

/** Files in batches of the size of one write. */
async function* batchesOf(
  stages: Stages,
  runId: string,
  ids: readonly number[],
): AsyncGenerator<readonly FileToEmbed[]> {
  let batch: FileToEmbed[] = [];
  let bytes = 0;
  for (let at = 0; at < ids.length; at += READ_FILES) {
    const read = ids.slice(at, at + READ_FILES);
    for (const [place, file] of (await stages.embeddedTexts(runId, read)).entries()) {
      batch.push({ id: read[place] as number, file });
      bytes += file.chunkTexts.reduce((sum, { length }) => sum + length, 0);
    }
    if (batch.length < ENGINE_LIMITS.writeFiles && bytes < ENGINE_LIMITS.writeBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
