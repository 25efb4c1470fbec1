/** What to ask where a call graph was cut: for more of it, or for less. Pure. */
import { type CallGraphEcho, type CallGraphHints, LIMITS, type ToolCall } from "@satori/contracts";

export interface Cut {
  /** Whether a higher limit would show more: else what bounds the work is the cause, or the notes. */
  readonly isFull: boolean;
  /** Goes on where no other question about the graph would show more. */
  readonly search: ToolCall | undefined;
}

/**
 * The same question with the highest limit, or where that helps no more, one level less deep; of both directions each on its
 * own. Every call can be made as it stands.
 */
export function nextQuestions(asked: CallGraphEcho, { isFull, search }: Cut): CallGraphHints {
  const { path, symbolRef, symbol, direction, depth, limit } = asked;
  const { maximum } = LIMITS.limit;
  const again = (changes: Partial<CallGraphEcho>): ToolCall => ({ tool: "call_graph", args: { path, ...(symbolRef ? { symbolRef } : { symbol }), direction, depth, limit, ...changes } });
  const hints = {
    ...(isFull && limit < maximum ? { continue: again({ limit: maximum }) } : depth > 1 ? { continue: again({ depth: depth - 1 }) } : {}),
    ...(direction === "both" ? { callers: again({ direction: "callers" }), callees: again({ direction: "callees" }) } : {}),
  };
  return Object.keys(hints).length > 0 || !search ? hints : { searchCodebase: search };
}
