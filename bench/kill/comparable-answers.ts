/** Questions that show what an index contains, and answers without what says when and how it was built. */
import type { SearchCodebaseInput } from "@satori/contracts";

export const QUESTIONS: readonly Omit<SearchCodebaseInput, "path">[] = [
  { query: "how to restore the ledger of a depot", scope: "mixed", resultMode: "raw", limit: 50 },
  { query: "Part13", scope: "runtime", resultMode: "grouped", limit: 20 },
  { query: "publish an invoice edition", scope: "docs", resultMode: "grouped", limit: 50 },
];

/** Fields about when and how an index was built; all others show its contents. */
const VOLATILE: readonly string[] = ["meta", "freshnessDecision", "stalenessBucket", "indexedAt", "warnings"];

/** Equal for answers from equal indexes. @param omitted further fields to leave out */
export function comparableText(answers: unknown, omitted: readonly string[] = []): string {
  const fields = new Set([...VOLATILE, ...omitted]);
  return JSON.stringify(answers, (key, value: unknown) => (fields.has(key) ? undefined : value));
}
