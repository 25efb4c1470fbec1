/**
 * A question and texts → how well each text answers it. One implementation for each service;
 * `reranker.suite.ts` states how all of them behave.
 */
import type { FailureKind } from "../http/service-failure.ts";

export interface RerankOptions {
  readonly signal?: AbortSignal | undefined;
}

export type Reranked =
  /**
   * One finite number for each text, in the order of the texts; higher is better, and comparable within one
   * answer only.
   */
  | { readonly kind: "scored"; readonly scores: readonly number[] }
  /**
   * It was asked, and gave no answer that can be used. The message says why and what to do, without the key.
   */
  | { readonly kind: "failed"; readonly reason: FailureKind; readonly message: string }
  /** It was not asked, because it failed a short while ago. */
  | { readonly kind: "resting" };

export interface Reranker {
  readonly provider: string;
  readonly model: string;
  /**
   * Takes a bounded time. A failure is an outcome: there is an order without a reranker too. Throws nothing
   * but `CANCELLED`, as soon as the signal says so.
   */
  rerank(question: string, texts: readonly string[], options?: RerankOptions): Promise<Reranked>;
}
