/** Progress of a run, as its listeners see it. */
import type { EmbeddingFacts, RunPhase } from "@satori/contracts";
import type { EmbedEvent } from "../embed/embedder.ts";
import type { EmbeddedFile } from "../model/indexed-file.ts";
import type { RunCounts } from "../model/run.ts";
import type { StorableFile } from "../store/store.ts";

export interface ProgressListeners {
  /**
   * A file counts as done when it has been read. Files are written in batches, which take long with a slow
   * embedder.
   */
  readonly onProgress: (phase: RunPhase, counts: RunCounts) => void | Promise<void>;
  /** Called regularly while there is no progress to report, so that the work does not count as stalled. */
  readonly onAlive?: () => void;
  /** Receives waits that have a time limit of their own, in milliseconds. */
  readonly onWaiting?: (limitMs: number) => void;
  readonly onEmbedEvent?: ((event: EmbedEvent) => void) | undefined;
}

export class RunProgress {
  private readonly listeners: ProgressListeners;
  private readonly embeddings = { fromCache: 0, embedded: 0, truncated: 0 };
  /** Chunks of the first stage, once the second one counts its own. */
  private firstChunks = 0;
  private phase: "indexing" | "embedding" = "indexing";
  private counts: { filesDone: number; filesTotal: number | null; chunks: number } = {
    filesDone: 0,
    filesTotal: null,
    chunks: 0,
  };

  constructor(listeners: ProgressListeners) {
    this.listeners = listeners;
  }

  /** Chunks written so far. */
  get chunks(): number {
    return this.phase === "embedding" ? this.firstChunks : this.counts.chunks;
  }

  get embedding(): EmbeddingFacts {
    return this.embeddings;
  }

  async scanning(): Promise<void> {
    await this.listeners.onProgress("scanning", this.counts);
  }

  async indexing(filesTotal: number): Promise<void> {
    this.counts = { ...this.counts, filesTotal };
    await this.tell();
  }

  async publishing(): Promise<void> {
    await this.listeners.onProgress("publishing", this.counts);
  }

  /** The second stage begins: files and chunks are counted again. */
  async beginEmbedding(filesTotal: number): Promise<void> {
    this.firstChunks = this.counts.chunks;
    this.phase = "embedding";
    this.counts = { filesDone: 0, filesTotal, chunks: 0 };
    await this.tell();
  }

  /** Vectors of files were written. */
  async vectorsWritten(files: readonly EmbeddedFile[]): Promise<void> {
    this.counts.filesDone += files.length;
    this.counts.chunks += files.reduce((sum, { chunkTexts }) => sum + chunkTexts.length, 0);
    await this.tell();
  }

  /** Passes the outcomes on and counts them. */
  async *counting<Outcome>(outcomes: AsyncIterable<Outcome>): AsyncGenerator<Outcome> {
    for await (const outcome of outcomes) {
      this.counts.filesDone++;
      this.listeners.onAlive?.();
      await this.tell();
      yield outcome;
    }
  }

  /**
   * @param chunks number of chunks of the current batch that have vectors; the batch itself is counted when
   *   it is written
   */
  readonly onEmbedded = async (chunks: number): Promise<void> => {
    this.listeners.onAlive?.();
    await this.tell(chunks);
  };

  readonly onEmbedEvent = (event: EmbedEvent): void => {
    this.countEvent(event);
    if (event.kind === "waiting") this.listeners.onWaiting?.(event.waitMs);
    else if (event.kind === "asking") this.listeners.onWaiting?.(event.timeoutMs);
    else this.listeners.onAlive?.();
    this.listeners.onEmbedEvent?.(event);
  };

  async written(files: readonly StorableFile[]): Promise<void> {
    this.counts.chunks += files.reduce((sum, { words }) => sum + words.lengths.length, 0);
    await this.tell();
  }

  private async tell(moreChunks = 0): Promise<void> {
    await this.listeners.onProgress(
      this.phase,
      moreChunks === 0 ? this.counts : { ...this.counts, chunks: this.counts.chunks + moreChunks },
    );
  }

  private countEvent(event: EmbedEvent): void {
    switch (event.kind) {
      case "from_cache":
        this.embeddings.fromCache += event.texts;
        return;
      case "embedded":
      case "truncated":
        this.embeddings[event.kind] += event.texts;
        return;
      case "asking":
      case "waiting":
    }
  }
}
