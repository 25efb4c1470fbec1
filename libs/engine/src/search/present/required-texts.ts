/** What an answer says about texts that results must contain: `must:`, or a question without words. Pure. */
import type { ParsedQuery } from "../../query/parse-query.ts";
import { tokenize } from "../../lexical/tokens.ts";
import type { SearchResult } from "../pipeline.ts";

/** Whether all of the question is required, so that every result contains it exactly. */
export function isAllRequired({ text, must }: ParsedQuery): boolean {
  return must.length > 0 && tokenize(text).length === 0;
}

type Scanned = Pick<SearchResult, "requiredScan" | "grouping">;

/** Whether files remained in which the required texts were not looked for, although more results fit. */
export function isScanCut({ requiredScan, grouping }: Scanned): boolean {
  const stoppedBy = requiredScan?.stoppedBy ?? null;
  return stoppedBy === "enough" ? grouping.groups.length === 0 : stoppedBy !== null;
}

/** Whether no chunk of the searched files contains the required texts. */
export function isTextMissing({
  requiredScan,
  grouping,
  textFilter,
}: Scanned & Pick<SearchResult, "textFilter">): boolean {
  const passing = textFilter.counts.find(({ filter }) => filter === "must")?.after ?? 0;
  return requiredScan !== null && grouping.groups.length === 0 && passing === 0;
}

/** Why there is no result, or in how many files the texts were looked for; null if that needs no word. */
export function whyNoText(
  parts: Scanned & Pick<SearchResult, "textFilter"> & { readonly query: ParsedQuery },
): string | null {
  const { query, requiredScan: scan, grouping } = parts;
  if (scan === null) return null;
  const texts = query.must.map((text) => JSON.stringify(text)).join(" and ");
  if (isScanCut(parts))
    return `Only ${scan.searchedFiles} of ${scan.allFiles} files were searched for ${texts}: use search_text for all.`;
  if (grouping.groups.length > 0 || scan.searchedFiles === 0) return null;
  if (!isTextMissing(parts)) return `\`exclude:\` removes every chunk that contains ${texts}.`;
  const files =
    scan.searchedFiles === 1
      ? "The only file searched does not contain"
      : `None of the ${scan.searchedFiles} files searched contains`;
  return query.must.length === 1 && scan.files.length === 0
    ? `${files} ${texts}, in its path, symbols or text.`
    : `${files} ${texts} in one chunk.`;
}
