/**
 * A deterministic reranker for tests. A text's score is the share of the question's words that it contains.
 */
import { throwIfAborted } from "../errors.ts";
import type { RerankOptions, Reranked, Reranker } from "./reranker.ts";

export class FakeReranker implements Reranker {
  readonly provider = "fake";
  readonly model = "words-1";
  /** Every question with its texts, in the order of calls. */
  readonly asked: { readonly question: string; readonly texts: readonly string[] }[] = [];
  /** Outcome returned instead of scores; null for scores. */
  outcome: Exclude<Reranked, { readonly kind: "scored" }> | null = null;
  private readonly scoreOf: (question: string, text: string) => number;

  constructor(scoreOf: (question: string, text: string) => number = sharedWords) {
    this.scoreOf = scoreOf;
  }

  async rerank(
    question: string,
    texts: readonly string[],
    { signal }: RerankOptions = {},
  ): Promise<Reranked> {
    throwIfAborted(signal);
    this.asked.push({ question, texts });
    return this.outcome ?? { kind: "scored", scores: texts.map((text) => this.scoreOf(question, text)) };
  }
}

/** Share of the question's words that the text contains, from 0 to 1. */
export function sharedWords(question: string, text: string): number {
  const words = wordsOf(question);
  const held = wordsOf(text);
  return words.size === 0 ? 0 : [...words].filter((word) => held.has(word)).length / words.size;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
