/** The fields that answers of all tools share, for code that shows any of them. */

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
 * Views an answer as one of any tool: while the tool is a type parameter, the compiler cannot see that all
 * answers share these fields.
 */
export function anyAnswer(answer: unknown): AnyAnswer {
  return answer as AnyAnswer;
}
