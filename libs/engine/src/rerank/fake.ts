/**
 * A deterministic reranker for tests: a text is as good as the share of the question's words that it holds.
 */
import { throwIfAborted } from "../errors.ts";
import type { RerankOptions, Reranked, Reranker } from "./reranker.ts";

export class FakeReranker implements Reranker {
  readonly provider = "fake";
  readonly model = "words-1";
  /** Every question with its texts, in order. */
  readonly asked: { readonly question: string; readonly texts: readonly string[] }[] = [];
  /** What it answers in place of scores. */
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

/** Share of the question's words that stand in the text. */
export function sharedWords(question: string, text: string): number {
  const words = wordsOf(question);
  const held = wordsOf(text);
  return words.size === 0 ? 0 : [...words].filter((word) => held.has(word)).length / words.size;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
