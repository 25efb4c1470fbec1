/** Inverse document frequency. Pure. */

/**
 * Inverse document frequency of a token: ln(1 + (N − n + ½) / (n + ½)), its weight in BM25.
 *
 * @param chunks N, the number of chunks
 * @param containing n, the number of chunks that contain the token
 */
export function idf(chunks: number, containing: number): number {
  return Math.log(1 + (chunks - containing + 0.5) / (containing + 0.5));
}

/**
 * Token → its `idf`.
 *
 * @param frequencies number of chunks that contain each token; a token without an entry is in none
 */
export function idfOfEach(
  tokens: readonly string[],
  chunks: number,
  frequencies: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map(tokens.map((token) => [token, idf(chunks, frequencies.get(token) ?? 0)]));
}
