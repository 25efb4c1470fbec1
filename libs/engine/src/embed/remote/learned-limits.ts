/** What a service takes at a time: what is known of it, and less as soon as it refuses. */
import { estimateTextTokens, firstTokens } from "../token-estimate.ts";
import type { ServiceLimits } from "./provider.ts";

/** A text that is to be embedded, and its place among those that were asked for. */
export interface PlacedText {
  readonly at: number;
  readonly text: string;
}

/** A model that takes no more than this is none. */
const LEAST_TOKENS = 16;
/** Requests that have to go well in a row before one more goes along at a time. */
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

  /** Requests that may be under way together. */
  get requests(): number {
    return this.allowed;
  }

  /**
   * Texts in their order, in batches that the service is believed to take; a text that is larger than that
   * stands alone.
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

  fits(batch: readonly PlacedText[]): boolean {
    return this.batchesOf(batch).length <= 1;
  }

  /** The text as far as the model takes it. */
  cut(text: string): string {
    return estimateTextTokens(text) <= this.tokensPerText ? text : firstTokens(text, this.tokensPerText);
  }

  /** Learns from a batch that was too large. False if it cannot be made smaller. */
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
    // It was the length of one text that made its batches too large.
    this.texts = this.known.texts;
    return this.tokensPerText >= LEAST_TOKENS;
  }

  /** The service was asked too much at a time. */
  slowDown(): void {
    this.allowed = Math.max(1, Math.floor(this.allowed / 2));
    this.calm = 0;
  }

  /** A request went well. */
  succeeded(): void {
    if (this.allowed === this.known.requests || ++this.calm < CALM_REQUESTS) return;
    this.allowed++;
    this.calm = 0;
  }
}
