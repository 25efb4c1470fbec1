/** What every answer of a tool has in common, for code that shows answers of any tool. */

export interface AnyAnswer {
  readonly tool: string;
  readonly status: string;
  readonly message?: string;
  readonly warnings?: readonly string[];
  readonly hints?: object;
  readonly effectiveRoot?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly indexing?: { readonly progressPct: number | null; readonly phase: string | null };
  readonly retryAfterMs?: number;
}

/**
 * The same answer, seen as one of any tool: the compiler cannot tell that all of them have this head while
 * the tool is a parameter.
 */
export function anyAnswer(answer: unknown): AnyAnswer {
  return answer as AnyAnswer;
}
