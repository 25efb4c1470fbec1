/** What a question in plain words is about: by the index. */
import { LIMITS, type SearchCodebaseInput, type SearchCodebaseOutput, WARNINGS } from "@satori/contracts";
import type { CallContext } from "../../engine-context.ts";
import { EngineError } from "../../errors.ts";
import { indexedPath } from "../../model/paths.ts";
import { type Finding, type Findings, findings } from "./finding.ts";
import type { Unanswered } from "./index-state.ts";
import type { SearchedRoot } from "../roots.ts";
import { isOwn } from "../tree.ts";

/** search_codebase. */
export type SearchIndex = (input: SearchCodebaseInput, call: CallContext) => Promise<SearchCodebaseOutput>;

export interface QuestionRequest {
  readonly root: SearchedRoot;
  readonly query: string;
  readonly maxResults: number;
}

/**
 * Behind what an index is not at a loss about: of two roots the one that has nothing close to the question
 * gives way.
 */
const LOST_TIER = 1;

/** Whether an index had nothing close to the question. */
export function isLost({ items }: Findings): boolean {
  return items.every(({ tier }) => tier === LOST_TIER);
}

/**
 * In the order of search_codebase; null where an index of a folder around the root has nothing of it, since
 * its rules may leave the root out; or what keeps the index from answering. Throws what it answers as an
 * error. Of the docs root what is written comes before examples in code, which search_codebase ranks higher
 * as it is asked about code.
 */
export async function byQuestion(
  searchIndex: SearchIndex,
  question: QuestionRequest,
  call: CallContext,
): Promise<Findings | Unanswered | null> {
  if (question.root.repo !== "docs") return byScope(searchIndex, question, "mixed", call);
  const written = await byScope(searchIndex, question, "docs", call);
  if (
    written !== null &&
    ("status" in written || (!isLost(written) && written.items.length >= question.maxResults))
  )
    return written;
  const all = await byScope(searchIndex, question, "mixed", call);
  if (written === null || isLost(written) || all === null || "status" in all) return all;
  const places = new Set(written.items.map(placeOf));
  return {
    ...all,
    items: [...written.items, ...all.items.filter((item) => !places.has(placeOf(item)))],
    isCut: written.isCut || all.isCut,
  };
}

function placeOf({ path, start_line }: Finding): string {
  return `${path}:${start_line}`;
}

async function byScope(
  searchIndex: SearchIndex,
  { root, query, maxResults }: QuestionRequest,
  scope: "docs" | "mixed",
  call: CallContext,
): Promise<Findings | Unanswered | null> {
  // What belongs to the other root is taken out of the results.
  const limit = Math.min(LIMITS.limit.maximum, root.without.length === 0 ? maxResults : 2 * maxResults);
  const answer = await searchIndex(
    { path: root.path, query, scope, limit },
    { ...call, baseFolder: root.path },
  );
  if (answer.status === "error")
    throw new EngineError(answer.error.code, answer.error.message, { details: answer.error.details });
  if (answer.status !== "ok") return answer;
  const folder = indexedPath(answer.effectiveRoot, root.path) ?? "";
  const tier = answer.warnings?.includes("NO_CONFIDENT_MATCH") ? { tier: LOST_TIER } : {};
  const items = answer.results.flatMap((result): Finding[] => {
    const path = folder === "" ? result.file : result.file.slice(folder.length + 1);
    if (result.kind !== "group" || !isOwn(root, path)) return [];
    const { span, symbolLabel, preview } = result;
    return [
      {
        repo: root.repo,
        path,
        found_by: "index",
        start_line: span.startLine,
        end_line: span.endLine,
        ...(symbolLabel === null ? {} : { symbol: symbolLabel }),
        text: preview,
        ...tier,
      },
    ];
  });
  if (answer.results.length === 0 && folder !== "") return null;
  const notes = (answer.warnings ?? []).map((code) => `${root.repo}: ${WARNINGS[code].meaning}`);
  return findings(items, { notes, isCut: answer.results.length >= answer.limit });
}
