/**
 * The reranker interface: scores how well each of some texts answers a question. There is one implementation
 * per service; `reranker.suite.ts` defines their common behaviour.
 */
import type { FailureKind } from "../http/service-failure.ts";

export interface RerankOptions {
  readonly signal?: AbortSignal | undefined;
}

export type Reranked =
  /**
   * One finite number per text, in the order of the texts. Higher is better; scores are comparable only
   * within one answer.
   */
  | { readonly kind: "scored"; readonly scores: readonly number[] }
  /**
   * The service was called and gave no usable answer. The message says why and what to do, without the key.
   */
  | { readonly kind: "failed"; readonly reason: FailureKind; readonly message: string }
  /** The service was not called because it failed a short while ago. */
  | { readonly kind: "resting" };

export interface Reranker {
  readonly provider: string;
  readonly model: string;
  /**
   * Scores the texts within a bounded time. A failure is an outcome, because search has an order without a
   * reranker. Throws only `CANCELLED`, as soon as the signal aborts.
   */
  rerank(question: string, texts: readonly string[], options?: RerankOptions): Promise<Reranked>;
}
