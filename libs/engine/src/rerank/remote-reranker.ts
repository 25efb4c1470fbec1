/**
 * A reranker that calls a service over HTTP. It makes one attempt with a time limit, and pauses after a
 * failure.
 */
import { Cooldown } from "../cooldown.ts";
import { throwIfAborted } from "../errors.ts";
import { sentence } from "../http/explain.ts";
import { fieldOf } from "../http/json-fields.ts";
import { type HttpContext, postJson } from "../http/post-json.ts";
import { mayPass, ServiceFailure } from "../http/service-failure.ts";
import type { RerankService } from "./rerank-service.ts";
import type { Reranked, Reranker, RerankOptions } from "./reranker.ts";

/**
 * Services answer in well under a second, a local model without a GPU takes longer. A search waits no longer
 * than this.
 */
const TIMEOUT_MS = 5_000;

export class RemoteReranker implements Reranker {
  readonly provider: string;
  readonly model: string;
  private readonly service: RerankService;
  private readonly context: HttpContext;
  private readonly breaker: Breaker;

  constructor(service: RerankService, context: HttpContext) {
    this.service = service;
    this.context = context;
    this.provider = service.name;
    this.model = service.facts.model;
    this.breaker = new Breaker(context.nowMs);
  }

  async rerank(
    question: string,
    texts: readonly string[],
    { signal }: RerankOptions = {},
  ): Promise<Reranked> {
    throwIfAborted(signal);
    if (texts.length === 0) return { kind: "scored", scores: [] };
    if (!this.breaker.admits()) return { kind: "resting" };
    try {
      const scores = await this.ask(question, texts, signal);
      this.breaker.succeeded();
      return { kind: "scored", scores };
    } catch (error) {
      if (!(error instanceof ServiceFailure)) {
        this.breaker.gaveUp();
        throw error;
      }
      this.breaker.failed(error);
      return { kind: "failed", reason: error.kind, message: sentence(this.service.facts, error) };
    }
  }

  private async ask(
    question: string,
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<number[]> {
    const { service, context } = this;
    if (service.needsKey && !service.facts.key) throw new ServiceFailure("unauthorised", "");
    const answer = await postJson(service.request(question, texts), {
      context,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return readScores(service.read(answer), texts.length);
  }
}

// Checks a service's scores and puts them in the order of the texts. Pure.

/**
 * Scores in the order of the texts. Throws a `ServiceFailure` of kind `malformed` if the number of entries is
 * wrong, an index is out of range or occurs twice, or a score is not a finite number.
 *
 * @param entries `{index, relevance_score}` in any order, the form that all services use
 * @param count number of texts that were sent
 */
export function readScores(entries: readonly unknown[] | null, count: number): number[] {
  if (!entries) throw malformed("no scores");
  if (entries.length !== count) throw malformed(`${entries.length} scores for ${count} texts`);
  const scores = new Map<number, number>();
  for (const entry of entries) {
    const [place, score] = [fieldOf(entry, "index"), fieldOf(entry, "relevance_score")];
    if (!isPlace(place, count)) throw malformed("a score for a text it was not sent");
    if (scores.has(place)) throw malformed("two scores for one text");
    if (typeof score !== "number" || !Number.isFinite(score)) throw malformed("a score that is not a number");
    scores.set(place, score);
  }
  // Every index has its score: there are as many entries as texts, and no two have the same index.
  return Array.from({ length: count }, (_, place) => scores.get(place) as number);
}

function isPlace(value: unknown, count: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
}

function malformed(detail: string): ServiceFailure {
  return new ServiceFailure("malformed", detail);
}

// Circuit breaker: remembers that a service fails, so that not every caller has to wait for it.

/** Pause after the first failure; doubles with each further one. */
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 300_000;
/** Longest pause that the service itself may request. */
const LONGEST_ASKED_REST_MS = 3_600_000;

/** Failures that may be caused by the request alone; the next one may succeed. */
const OF_THE_REQUEST: ReadonlySet<ServiceFailure["kind"]> = new Set<ServiceFailure["kind"]>([
  "too_large",
  "refused",
  "malformed",
]);

export class Breaker {
  private readonly rest: Cooldown;
  private failures = 0;
  /** Whether a caller is trying the service after a pause. Meanwhile, others do without it. */
  private isTrying = false;

  constructor(nowMs: () => number) {
    this.rest = new Cooldown(nowMs);
  }

  /**
   * Whether to call the service. A caller that is admitted must then report the outcome with one of the other
   * three methods.
   */
  admits(): boolean {
    if (this.failures === 0) return true;
    if (this.isTrying || this.rest.remainingMs > 0) return false;
    this.isTrying = true;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
    this.isTrying = false;
  }

  failed(failure: ServiceFailure): void {
    // Of several simultaneous calls, only the first failure counts.
    if (this.failures > 0 && !this.isTrying) return;
    this.isTrying = false;
    this.failures++;
    const own =
      mayPass(failure) || OF_THE_REQUEST.has(failure.kind)
        ? Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (this.failures - 1))
        : LONGEST_REST_MS;
    this.rest.begin(Math.max(own, Math.min(failure.retryAfterMs ?? 0, LONGEST_ASKED_REST_MS)));
  }

  /** The caller stopped waiting for the answer. */
  gaveUp(): void {
    this.isTrying = false;
  }
}
