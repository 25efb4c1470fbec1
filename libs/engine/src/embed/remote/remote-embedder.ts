/**
 * An embedder that calls a service over HTTP. Sends texts in batches within the service's limits, several at
 * a time. Retries failures that may pass, and slows down when the service asks for it.
 */
import { type HttpContext, postJson } from "../../http/post-json.ts";
import { type RetryPolicy, pause, withRetries } from "../../http/retry.ts";
import { ServiceFailure } from "../../http/service-failure.ts";
import { Cooldown } from "../../cooldown.ts";
import type { DocumentText, EmbedOptions, Embedder, EmbedderCapabilities } from "../embedder.ts";
import { documentInput } from "./document-input.ts";
import { embedderError } from "./embedder-error.ts";
import { LearnedLimits, type PlacedText } from "./learned-limits.ts";
import type { Provider, Purpose } from "./provider.ts";
import { readVectors } from "./read-vectors.ts";

/** While an index is built, waiting costs only time. */
const DOCUMENT_RETRIES: RetryPolicy = {
  attempts: 5,
  rateLimitedAttempts: 12,
  firstWaitMs: 500,
  maxWaitMs: 30_000,
  maxAskedWaitMs: 120_000,
};
/** A user waits for the answer to a question, and gets one without the embedder too. */
const QUESTION_RETRIES: RetryPolicy = {
  attempts: 2,
  rateLimitedAttempts: 2,
  firstWaitMs: 200,
  maxWaitMs: 200,
  maxAskedWaitMs: 1_000,
};
/** A local server may have to load the model first. */
const DOCUMENT_TIMEOUT_MS = 120_000;
const QUESTION_TIMEOUT_MS = 10_000;
/** A text with neither letters nor digits is not worth a request, and some services reject it. */
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** One call of the embedder. */
interface Work {
  readonly purpose: Purpose;
  readonly retries: RetryPolicy;
  readonly timeoutMs: number;
  readonly options: EmbedOptions;
}

export class RemoteEmbedder implements Embedder {
  readonly provider: string;
  readonly model: string;
  readonly address?: string;
  readonly host: string;
  readonly capabilities: EmbedderCapabilities;
  private readonly service: Provider;
  private readonly context: HttpContext;
  private readonly limits: LearnedLimits;
  private knownDimension: number | null = null;
  /** Running while the service has asked to wait; no request is sent. */
  private readonly rest: Cooldown;

  constructor(service: Provider, context: HttpContext) {
    this.service = service;
    this.context = context;
    this.provider = service.name;
    this.model = service.service.model;
    if (!service.isOwnAddress) this.address = service.service.url;
    this.host = new URL(service.service.url).host;
    this.capabilities = { cacheable: true, local: false, usesPaths: true, pace: service.pace };
    this.limits = new LearnedLimits(service.limits);
    this.rest = new Cooldown(() => context.nowMs());
  }

  get dimension(): number | null {
    return this.knownDimension;
  }

  embedDocuments(documents: readonly DocumentText[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    return this.embed(documents.map(documentInput), documentWork(options));
  }

  embedPaths(paths: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    return this.embed(paths, documentWork(options));
  }

  async embedQuery(query: string, options: EmbedOptions = {}): Promise<Float32Array> {
    if (!LETTER_OR_DIGIT.test(query)) return new Float32Array(this.knownDimension ?? 0);
    const [vector] = await this.embed([query], {
      purpose: "question",
      retries: QUESTION_RETRIES,
      timeoutMs: QUESTION_TIMEOUT_MS,
      options,
    });
    return vector as Float32Array;
  }

  private async embed(texts: readonly string[], work: Work): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    const { service, needsKey } = this.service;
    if (needsKey && !service.key) throw embedderError(service, new ServiceFailure("unauthorised", ""));
    const vectors: Float32Array[] = [];
    const placed = texts.map((text, at) => ({ at, text }));
    const speaking = placed.filter(({ text }) => LETTER_OR_DIGIT.test(text));
    try {
      await this.embedBatches(speaking, work, vectors);
      // If no text has words, embed a text that does, to learn the dimension of the zero vectors.
      if (this.knownDimension === null) await this.ask([{ at: 0, text: "dimension" }], work);
    } catch (error) {
      throw error instanceof ServiceFailure ? embedderError(service, error) : error;
    }
    return placed.map(({ at }) => vectors[at] ?? new Float32Array(this.knownDimension ?? 0));
  }

  /**
   * Runs several requests in parallel. After the first failure no new one starts, but running ones may still
   * deliver vectors.
   */
  private async embedBatches(texts: readonly PlacedText[], work: Work, into: Float32Array[]): Promise<void> {
    const queue = this.limits.batchesOf(texts);
    const failures: unknown[] = [];
    // A lane may put back parts of a batch after another lane has failed.
    const goesOn = (lane: number): boolean =>
      failures.length === 0 && queue.length > 0 && (lane === 0 || lane < this.limits.requests);
    const lane = async (number: number): Promise<void> => {
      while (goesOn(number)) {
        const batch = queue.shift() as PlacedText[];
        try {
          await this.embedBatch(batch, work, { queue, into });
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(
      Array.from({ length: Math.min(queue.length, this.limits.requests) }, (_, number) => lane(number)),
    );
    // Batches that a lane put back as too large after the other lanes had ended.
    await lane(0);
    if (failures.length > 0) throw failures[0];
  }

  /** Embeds one batch. A batch that is too large goes back to the front of the queue in parts. */
  private async embedBatch(
    batch: readonly PlacedText[],
    work: Work,
    { queue, into }: { readonly queue: PlacedText[][]; readonly into: Float32Array[] },
  ): Promise<void> {
    // Another request may have shown meanwhile that this batch is too large.
    if (!this.limits.fits(batch)) return void queue.unshift(...this.limits.batchesOf(batch));
    let vectors: Float32Array[];
    try {
      vectors = await this.ask(batch, work);
    } catch (error) {
      const mayBeSize =
        error instanceof ServiceFailure &&
        (error.kind === "too_large" || (error.kind === "refused" && batch.length > 1));
      if (!mayBeSize || !this.limits.refused(batch)) throw error;
      return void queue.unshift(...this.limits.batchesOf(batch));
    }
    for (const [at, { at: place }] of batch.entries()) into[place] = vectors[at] as Float32Array;
    await work.options.onVectors?.(
      new Map(batch.map(({ at: place }, at) => [place, vectors[at] as Float32Array])),
    );
    work.options.onEvent?.({ kind: "embedded", texts: batch.length });
  }

  private async ask(batch: readonly PlacedText[], work: Work): Promise<Float32Array[]> {
    const { context, limits, service } = this;
    const { signal } = work.options;
    const texts = batch.map(({ text }) => limits.cut(text));
    const attempt = async (): Promise<unknown> => {
      const restMs = this.rest.remainingMs;
      // A service may ask for a longer pause than a question can wait.
      if (restMs > work.retries.maxAskedWaitMs)
        throw new ServiceFailure(
          "rate_limited",
          `it asked for a pause of ${Math.ceil(restMs / 1_000)} s`,
          restMs,
        );
      if (restMs > 0) await pause(restMs, context, signal);
      work.options.onEvent?.({ kind: "asking", timeoutMs: work.timeoutMs });
      return postJson(service.request(texts, work.purpose), { context, timeoutMs: work.timeoutMs, signal });
    };
    const onWait = (failure: ServiceFailure, waitMs: number): void => {
      if (failure.kind === "rate_limited") this.slowDown(waitMs);
      work.options.onEvent?.({ kind: "waiting", waitMs, reason: failure.kind });
    };
    const answer = await withRetries(attempt, work.retries, context, { onWait }, signal);
    const vectors = readVectors(service.read(answer), {
      texts: batch.length,
      dimension: this.knownDimension,
    });
    this.knownDimension ??= vectors[0]?.length ?? null;
    limits.succeeded();
    const truncated = batch.filter(({ text }, at) => text !== texts[at]).length;
    if (truncated > 0) work.options.onEvent?.({ kind: "truncated", texts: truncated });
    return vectors;
  }

  /** Reduces the number of parallel requests, and makes pending requests wait as well. */
  private slowDown(waitMs: number): void {
    this.limits.slowDown();
    if (waitMs > this.rest.remainingMs) this.rest.begin(waitMs);
  }
}

function documentWork(options: EmbedOptions): Work {
  return { purpose: "document", retries: DOCUMENT_RETRIES, timeoutMs: DOCUMENT_TIMEOUT_MS, options };
}
