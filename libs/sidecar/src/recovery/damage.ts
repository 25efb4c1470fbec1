/** Says where a file could not be parsed, and whether that costs more than the lines around it. Pure. */
import type { TextRange } from "../facts.ts";
import { SIDECAR_LIMITS } from "../limits.ts";
import { END, KIND, NEXT, NODE_WORDS, START, type SyntaxTree, symbolOf } from "../syntax/tree/syntax-tree.ts";

/** Ends of blocks, which a parser invents where blocks are never closed. */
const BLOCK_ENDS: ReadonlySet<string> = new Set(["}", "end"]);

/**
 * Whether much of a file could not be parsed, or a part that opens or closes blocks, or blocks are never
 * closed. Other mistakes cost no more than the lines around them.
 */
export function isDamaged({ hasError, text, nodes, count, grammar }: SyntaxTree): boolean {
  if (!hasError) return false;
  const mostChars = Math.min(SIDECAR_LIMITS.damagedChars, text.length * SIDECAR_LIMITS.damagedShare);
  let chars = 0;
  let behind = 0;
  for (let at = 0; at < count; at++) {
    const symbol = symbolOf(nodes[at * NODE_WORDS + KIND] as number);
    const start = nodes[at * NODE_WORDS + START] as number;
    const end = nodes[at * NODE_WORDS + END] as number;
    if (start === end && BLOCK_ENDS.has(grammar.types[symbol] ?? "")) return true;
    if (symbol !== 0 || start < behind) continue;
    chars += end - start;
    behind = end;
    if (chars >= mostChars || !isBalanced(text.slice(start, end))) return true;
  }
  return false;
}

/** What could not be parsed, and where the parser invented a token, from the end of the last; by start. */
export function mistakesIn({ nodes, count }: SyntaxTree): TextRange[] {
  const mistakes: TextRange[] = [];
  let behind = 0;
  for (let at = 1; at < count; at++) {
    const start = nodes[at * NODE_WORDS + START] as number;
    const end = nodes[at * NODE_WORDS + END] as number;
    if (start === end) mistakes.push({ start: behind, end });
    else if (symbolOf(nodes[at * NODE_WORDS + KIND] as number) === 0) mistakes.push({ start, end });
    if (start < end && nodes[at * NODE_WORDS + NEXT] === at + 1) behind = end;
  }
  return mistakes;
}

/** Whether braces close in the order in which they open. */
function isBalanced(part: string): boolean {
  let depth = 0;
  for (let at = 0; at < part.length && depth >= 0; at++)
    if (part[at] === "{") depth++;
    else if (part[at] === "}") depth--;
  return depth === 0;
}
