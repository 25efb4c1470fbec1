/** Measures how deep brackets nest, without a parser. Pure. */

/** Change of depth by character code. */
const STEP = new Int8Array(128);
for (const bracket of "([{") STEP[bracket.charCodeAt(0)] = 1;
for (const bracket of ")]}") STEP[bracket.charCodeAt(0)] = -1;

/**
 * Whether more than `limit` brackets of any kind are open at once. Includes brackets in strings and comments;
 * ignores closing brackets without an opening one.
 */
export function nestsDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= STEP.length) continue;
    depth = Math.max(0, depth + (STEP[code] as number));
    if (depth > limit) return true;
  }
  return false;
}
