/** Limits of a service: those that are known, reduced as soon as the service rejects a request. */
import { estimateTextTokens, firstTokens } from "../token-estimate.ts";
import type { ServiceLimits } from "./provider.ts";

/** A text to embed, and its position among the requested texts. */
export interface PlacedText {
  readonly at: number;
  readonly text: string;
}

/** If a model rejects a text of this length, the length is not the reason. */
const LEAST_TOKENS = 16;
/** Number of successful requests in a row before one more may run in parallel. */
const CALM_REQUESTS = 16;

export class LearnedLimits {
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
