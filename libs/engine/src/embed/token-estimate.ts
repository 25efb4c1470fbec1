/** How many tokens a text is to the models that services embed it with. Pure. */

/**
 * A little too many rather than too few: by cl100k_base, which OpenAI's embedding models cut by, sources and
 * English documents have 3.8 bytes to a token (counted with js-tiktoken 1.0, over this repository), Japanese
 * and Chinese texts 3.3. Vocabularies of other models are smaller; they differ by a third from each other.
 */
const BYTES_PER_TOKEN = 3;

/** About how many tokens a text is to a model that embeds it. */
export function estimateTextTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** The beginning of a text that has about as many tokens, to whole characters. */
export function firstTokens(text: string, tokens: number): string {
  const bytes = Buffer.from(text).subarray(0, tokens * BYTES_PER_TOKEN);
  return new TextDecoder().decode(bytes, { stream: true });
}
