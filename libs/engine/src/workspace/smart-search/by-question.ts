/** Answers a question in plain words from the index. */
import { LIMITS, type SearchCodebaseInput, type SearchCodebaseOutput, WARNINGS } from "@satori/contracts";
import type { CallContext } from "../../engine-context.ts";
import { EngineError } from "../../errors.ts";
import { indexedPath } from "../../model/paths.ts";
import { type Finding, type Findings, findings } from "./finding.ts";
import type { Unanswered } from "./index-state.ts";
import type { SearchedRoot } from "../roots.ts";
import { isOwn } from "../tree.ts";

/** Calls `search_codebase`. */
export type SearchIndex = (input: SearchCodebaseInput, call: CallContext) => Promise<SearchCodebaseOutput>;

export interface QuestionRequest {
  readonly root: SearchedRoot;
  readonly query: string;
  readonly maxResults: number;
}

/**
 * The tier of low-confidence results. Of two roots, the one without anything close to the question gives way.
 */
const LOST_TIER = 1;

/** Whether an index had nothing close to the question. */
export function isLost({ items }: Findings): boolean {
  return items.every(({ tier }) => tier === LOST_TIER);
}

/**
 * Results in the order of `search_codebase`. Null if the index is of a folder above the root and has nothing
 * of the root, which its rules may exclude. If the index cannot be used, the gate's answer. Throws an answer
 * with status `error`.
 *
 * In the docs root, prose comes before code examples, which `search_codebase` would rank higher because it
 * expects questions about code.
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
  // Requests more, because results in the other root are removed.
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
