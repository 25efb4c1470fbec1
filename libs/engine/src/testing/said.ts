/**
 * The parts of an envelope outside its payload, so that a test can compare all of them at once and notices an
 * unexpected warning.
 */
import type { FreshnessDecision, ToolName, ToolOutput, WarningCode } from "@satori/contracts";

export interface Said {
  readonly status: string;
  readonly reason?: string | undefined;
  /** Code of the error, if the status is `error`. */
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

/** Files of a search's results, ascending, without duplicates. */
export function foundFiles(answer: ToolOutput<"search_codebase">): string[] {
  return "results" in answer ? [...new Set(answer.results.map(({ file }) => file))].sort() : [];
}
