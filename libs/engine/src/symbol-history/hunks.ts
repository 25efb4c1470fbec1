/** Cuts the changed lines of commits to what is shown, and a list of commits to a budget. Pure. */
import type { SymbolCommit } from "@satori/contracts";
import { CHARS_PER_TOKEN, estimateJsonTokens } from "../search/present/budget.ts";

/** The first lines of a diff; no hunk if it has none. */
export function hunkOf(
  diff: readonly string[],
  maxLines: number,
): { readonly hunk?: string; readonly isCut: boolean } {
  if (diff.length === 0) return { isCut: false };
  return { hunk: diff.slice(0, maxLines).join("\n"), isCut: diff.length > maxLines };
}

export interface CommitBudget {
  readonly maxTokens: number;
  /** The rest of the answer. */
  readonly rest: object;
}

/** What the envelope needs around the payload. */
const HEAD_TOKENS = 120;

/**
 * Commits within a budget: the changed lines of the last ones are left out first, then the last commits. The
 * first commit stays, without its lines if need be.
 */
export function fitHunks(
  commits: readonly SymbolCommit[],
  { maxTokens, rest }: CommitBudget,
): { readonly commits: readonly SymbolCommit[]; readonly isCut: boolean } {
  const plain = commits.map(withoutHunk);
  let chars = (maxTokens - HEAD_TOKENS - estimateJsonTokens(rest)) * CHARS_PER_TOKEN;
  const kept: SymbolCommit[] = [];
  for (const commit of plain) {
    chars -= JSON.stringify(commit).length + 1;
    if (chars < 0 && kept.length > 0) break;
    kept.push(commit);
  }
  let isCut = kept.length < commits.length;
  const fitted = kept.map((commit, at) => {
    const whole = commits[at] as SymbolCommit;
    const more = JSON.stringify(whole).length - JSON.stringify(commit).length;
    if (isCut || more > chars) {
      isCut ||= more > 0;
      return commit;
    }
    chars -= more;
    return whole;
  });
  return { commits: fitted, isCut };
}

function withoutHunk({ hunk, hunkTruncated: _cut, ...commit }: SymbolCommit): SymbolCommit {
  return hunk === undefined ? commit : { ...commit, hunkTruncated: true };
}
