/** Answers of searches with their arguments, for tests. */
import { type SearchCodebaseOk, type SearchContextOk, withArguments } from "@satori/contracts";
import type { CompleteSearch } from "../search.ts";
import type { CompleteContext } from "../search-notes.ts";

const ABOUT = {
  tool: "search_codebase",
  version: 1,
  status: "ok",
  path: "/code",
  freshnessDecision: { mode: "fresh", checkedAt: null },
  confidence: "high",
  unknownTerms: [],
  coverage: { files: 1, chunks: 1, skippedFiles: 0, candidates: 1 },
  meta: { durationMs: 1 },
} as const;

/** One line of one file, unless `changes` have other results. */
export function searchAnswer(changes: Partial<SearchCodebaseOk> = {}): CompleteSearch {
  const { span, ...hit } = SHOWN;
  const results = [{ ...hit, kind: "chunk", span, language: "typescript", score: 1 }] as const;
  return withArguments({ query: "parcel", scope: "mixed" }, { ...ABOUT, results, ...changes });
}

/** Likewise, in the result mode `context` with a budget of 900. */
export function contextAnswer(changes: Partial<SearchContextOk> = {}): CompleteContext {
  const sections = [{ ...SHOWN, role: "entry", content: "1 parcel();" }] as const;
  return withArguments(
    { query: "parcel", scope: "mixed", resultMode: "context", maxTokens: 900 },
    { ...ABOUT, sections, edges: [], omitted: [], tokens: 90, ...changes },
  );
}

const SHOWN = { file: "src/a.test.ts", span: { startLine: 1, endLine: 1 }, content: "parcel();" } as const;
