/**
 * An embedder that calls a service over HTTP. Sends texts in batches within the service's limits, several at
 * a time. Retries failures that may pass, and slows down when the service asks for it.
 */
import { Cooldown } from "../../cooldown.ts";
import { EngineError } from "../../errors.ts";
import { sentence, type ServiceFacts } from "../../http/explain.ts";
import { type HttpContext, postJson } from "../../http/post-json.ts";
import { pause, type RetryPolicy, withRetries } from "../../http/retry.ts";
import { ServiceFailure } from "../../http/service-failure.ts";
import type { DocumentText, Embedder, EmbedderCapabilities, EmbedOptions } from "../embedder.ts";
import { estimateTextTokens, firstTokens } from "../token-estimate.ts";
import { documentInput, type Provider, type Purpose, type ServiceLimits } from "./provider.ts";

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

// Turns a service's failure into the error of an embedder.

/**
 * An `EMBEDDER_FAILED` error. Its message never contains the key, whatever the service answered. The failure
 * is not its cause, because the message already contains it in full.
 */
function embedderError(service: ServiceFacts, failure: ServiceFailure): EngineError {
  const options = failure.retryAfterMs === null ? {} : { retryAfterMs: failure.retryAfterMs };
  return new EngineError(
    "EMBEDDER_FAILED",
    sentence({ laterHint: "run again later; finished embeddings are kept", ...service }, failure),
    options,
  );
}

// Checks the vectors of an answer and normalizes them to unit length. Pure.

interface Expected {
  readonly texts: number;
  /** Null while the dimension is unknown. */
  readonly dimension: number | null;
}

/**
 * Unit vectors in their order. Throws a `ServiceFailure` of kind `malformed` if the number of vectors or
 * dimensions is wrong, or a value is not a finite number.
 */
export function readVectors(
  vectors: readonly unknown[] | null,
  { texts, dimension }: Expected,
): Float32Array[] {
  if (!vectors) throw malformed("no vectors");
  if (vectors.length !== texts) throw malformed(`${vectors.length} vectors for ${texts} texts`);
  const expected = dimension ?? (Array.isArray(vectors[0]) ? vectors[0].length : 0);
  return vectors.map((vector) => unitVector(vector, expected));
}

function unitVector(vector: unknown, dimension: number): Float32Array {
  if (!Array.isArray(vector) || vector.length === 0) throw malformed("a value that is not a vector");
  if (vector.length !== dimension)
    throw malformed(`a vector of ${vector.length} dimensions among those of ${dimension}`);
  let squares = 0;
  for (const value of vector as unknown[]) {
    if (typeof value !== "number" || !Number.isFinite(value))
      throw malformed("a vector with values that are not numbers");
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  // The loop above has checked the type.
  return Float32Array.from(vector as number[], (value) => (length === 0 ? 0 : value / length));
}

function malformed(what: string): ServiceFailure {
  return new ServiceFailure("malformed", what);
}

// Limits of a service: those that are known, reduced as soon as the service rejects a request.

/** A text to embed, and its position among the requested texts. */
interface PlacedText {
  readonly at: number;
  readonly text: string;
}

/** If a model rejects a text of this length, the length is not the reason. */
const LEAST_TOKENS = 16;
/** Number of successful requests in a row before one more may run in parallel. */
const CALM_REQUESTS = 16;

class LearnedLimits {
  private texts: number;
  private tokens: number;
  private tokensPerText: number;
  private allowed: number;
  private calm = 0;
  private readonly known: ServiceLimits;

  constructor(known: ServiceLimits) {
    this.known = known;
    this.texts = known.texts;
    this.tokens = known.tokens;
    this.tokensPerText = known.tokensPerText;
    this.allowed = known.requests;
  }

  /** Number of requests that may run in parallel. */
  get requests(): number {
    return this.allowed;
  }

  /**
   * Texts in their order, in batches within the current limits. A text beyond the limits is in a batch of its
   * own.
   */
  batchesOf(texts: readonly PlacedText[]): PlacedText[][] {
    const batches: PlacedText[][] = [];
    let tokens = 0;
    for (const placed of texts) {
      const own = Math.min(estimateTextTokens(placed.text), this.tokensPerText);
      const last = batches.at(-1);
      if (last && last.length < this.texts && tokens + own <= this.tokens) {
        last.push(placed);
        tokens += own;
      } else {
        batches.push([placed]);
        tokens = own;
      }
    }
    return batches;
  }

  /** Whether a batch is within the current limits. */
  fits(batch: readonly PlacedText[]): boolean {
    return this.batchesOf(batch).length <= 1;
  }

  /** The text, truncated to the model's limit. */
  cut(text: string): string {
    return estimateTextTokens(text) <= this.tokensPerText ? text : firstTokens(text, this.tokensPerText);
  }

  /** Learns from a batch that was too large. Returns false if it cannot be made smaller. */
  refused(batch: readonly PlacedText[]): boolean {
    const tokens = batch.reduce(
      (sum, { text }) => sum + Math.min(estimateTextTokens(text), this.tokensPerText),
      0,
    );
    if (batch.length > 1) {
      this.texts = Math.min(this.texts, Math.ceil(batch.length / 2));
      return true;
    }
    this.tokensPerText = Math.min(this.tokensPerText, Math.floor(tokens / 2));
    // The length of this one text made its batches too large, not their number of texts.
    this.texts = this.known.texts;
    return this.tokensPerText >= LEAST_TOKENS;
  }

  /** The service received too many requests at a time; halves the number of parallel requests. */
  slowDown(): void {
    this.allowed = Math.max(1, Math.floor(this.allowed / 2));
    this.calm = 0;
  }

  /** A request succeeded. */
  succeeded(): void {
    if (this.allowed === this.known.requests || ++this.calm < CALM_REQUESTS) return;
    this.allowed++;
    this.calm = 0;
  }
}
