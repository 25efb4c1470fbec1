/**
 * A reranker that calls a service over HTTP. It makes one attempt with a time limit, and pauses after a
 * failure.
 */
import { throwIfAborted } from "../errors.ts";
import { sentence } from "../http/explain.ts";
import { type HttpContext, postJson } from "../http/post-json.ts";
import { ServiceFailure } from "../http/service-failure.ts";
import { Breaker } from "./breaker.ts";
import { readScores } from "./read-scores.ts";
import type { RerankService } from "./rerank-service.ts";
import type { RerankOptions, Reranked, Reranker } from "./reranker.ts";

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
