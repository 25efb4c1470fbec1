/** How deep brackets stand within each other, told without a parser. Pure. */

/** What a character adds to the depth, by its code. */
const STEP = new Int8Array(128);
for (const bracket of "([{") STEP[bracket.charCodeAt(0)] = 1;
for (const bracket of ")]}") STEP[bracket.charCodeAt(0)] = -1;

/**
 * Whether more than `limit` brackets of any kind are open somewhere at once. Brackets in strings and comments
 * count as well, and one that closes what was never opened counts as nothing.
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
