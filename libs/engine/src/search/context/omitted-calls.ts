/** Calls that show what the budget left out. Pure. */
import { join } from "node:path";
import { type CallOf, LIMITS, type OmittedCall } from "@satori/contracts";
import type { Excerpt } from "./excerpt.ts";

/** Reads of single symbols that are proposed. */
const MAX_READS = 2;
const MORE_TOKENS = 2;

export interface SearchCall {
  readonly args: CallOf<"search_codebase">["args"];
  /** The budget that was used. */
  readonly maxTokens: number;
}

/** The same search with a larger budget; null if it is the largest. */
export function largerSearch({ args, maxTokens }: SearchCall): OmittedCall | null {
  const more = Math.min(LIMITS.searchMaxTokens.maximum, MORE_TOKENS * maxTokens);
  return more > maxTokens ? { tool: "search_codebase", args: { ...args, maxTokens: more } } : null;
}

/**
 * Reads of the best excerpts that are not shown as a whole.
 *
 * @param excerpts best first
 * @param root folder that files are relative to
 */
export function readsOf(excerpts: readonly Excerpt[], root: string): readonly OmittedCall[] {
  return excerpts.slice(0, MAX_READS).map((excerpt) => {
    const { startLine, endLine } = excerpt.whole();
    return {
      tool: "read_file",
      args: { path: join(root, excerpt.in.path), start_line: startLine, end_line: endLine },
    };
  });
}
