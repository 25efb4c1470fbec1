/** What an answer says about texts that results must contain: `must:`, or a question without words. Pure. */
import { counted } from "@satori/contracts";
import type { ParsedQuery } from "../../query/parse-query.ts";
import { tokenize } from "../../lexical/tokens.ts";
import type { SearchResult } from "../pipeline.ts";
import { MAX_REQUIRED_FILES } from "../rank/ranking.ts";

/** Whether all of the question is required, so that every result contains it exactly. */
export function isAllRequired({ text, must }: ParsedQuery): boolean {
  return must.length > 0 && tokenize(text).length === 0;
}

/** Whether files remained in which the required texts were not looked for, although more results fit. */
export function isScanCut({ requiredScan: scan }: Pick<SearchResult, "requiredScan">): boolean {
  return scan !== null && scan.scannedFiles < scan.wantedFiles && scan.files.length < MAX_REQUIRED_FILES;
}

/** Says that no file contains the texts, or in how many they were looked for; null if that needs no word. */
export function whyNoText({
  query,
  requiredScan,
  candidates,
  grouping,
}: Pick<SearchResult, "requiredScan" | "candidates" | "grouping"> & {
  readonly query: ParsedQuery;
}): string | null {
  if (requiredScan === null) return null;
  const searched = candidates.candidateFiles.length + requiredScan.scannedFiles;
  const texts = query.must.map((text) => JSON.stringify(text)).join(" and ");
  if (isScanCut({ requiredScan }))
    return (
      `${texts} was looked for in ${searched} of ` +
      `${candidates.candidateFiles.length + requiredScan.wantedFiles} files; search_text looks in all.`
    );
  if (grouping.groups.length > 0 || searched === 0) return null;
  const place = query.must.length === 1 ? "" : " in one place";
  return (
    `${texts} occurs${place} in no path, symbol or text of the ${counted(searched, "file")} that ` +
    `${searched === 1 ? "was" : "were"} searched.`
  );
}
