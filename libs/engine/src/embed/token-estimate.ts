/** Estimates the tokens of a text for the models of embedding services. Pure. */

/**
 * Errs on the side of too many tokens. With cl100k_base, which OpenAI's embedding models use, source code and
 * English documents have 3.8 bytes per token (counted with js-tiktoken 1.0, over this repository), Japanese
 * and Chinese texts 3.3. Vocabularies of other models are smaller; they differ by up to a third.
 */
const BYTES_PER_TOKEN = 3;

/** Estimated number of tokens of a text for an embedding model. */
export function estimateTextTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** The beginning of a text with about that many tokens, cut between characters. */
export function firstTokens(text: string, tokens: number): string {
  const bytes = Buffer.from(text).subarray(0, tokens * BYTES_PER_TOKEN);
  return new TextDecoder().decode(bytes, { stream: true });
}
