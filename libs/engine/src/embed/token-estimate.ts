/** How many tokens a text is to the models of services. Pure. */

/**
 * Code has about three bytes to a token, prose four, most other scripts three (one character): a little too much rather than
 * too little. Tokenisers of models differ by a third from each other.
 */
const BYTES_PER_TOKEN = 3;

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** The beginning of a text that has about as many tokens, to whole characters. */
export function firstTokens(text: string, tokens: number): string {
  const bytes = Buffer.from(text).subarray(0, tokens * BYTES_PER_TOKEN);
  return new TextDecoder().decode(bytes, { stream: true });
}
