/**
 * What an envelope says apart from its payload, so that a test can compare all of it at once: a warning too
 * many is a difference.
 */
import type { FreshnessDecision, ToolName, ToolOutput, WarningCode } from "@satori/contracts";

export interface Said {
  readonly status: string;
  readonly reason?: string | undefined;
  /** Of an error. */
  readonly code?: string | undefined;
  readonly warnings?: readonly WarningCode[] | undefined;
  readonly hints?: object | undefined;
  readonly mode?: FreshnessDecision["mode"] | undefined;
  readonly changes?: FreshnessDecision["changes"];
}

export function said(answer: ToolOutput<ToolName>): Said {
  const { status, reason, error, warnings, hints, freshnessDecision } = answer as Omit<
    Said,
    "code" | "mode" | "changes"
  > & { readonly error?: { readonly code: string }; readonly freshnessDecision?: FreshnessDecision };
  return {
    status,
    reason,
    code: error?.code,
    warnings,
    hints,
    mode: freshnessDecision?.mode,
    changes: freshnessDecision?.changes,
  };
}

/** Files of a search's results, ascending. */
export function foundFiles(answer: ToolOutput<"search_codebase">): string[] {
  return answer.status === "ok" ? [...new Set(answer.results.map(({ file }) => file))].sort() : [];
}
