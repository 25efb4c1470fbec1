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
