/** What a question in plain words is about: by the index, and where there is none by the words themselves. */
import { LIMITS, type SearchCodebaseInput, type SearchCodebaseOutput, WARNINGS } from "@satori/contracts";
import type { CallContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { tokenizeQuery } from "../lexical/tokens.ts";
import { relativeTo } from "../model/paths.ts";
import { type Finding, type Findings, findings } from "./finding.ts";
import type { Unanswered } from "./index-state.ts";
import type { AskedRoot } from "./roots.ts";
import type { TextSearcher } from "./text.ts";
import { isOwn } from "./tree.ts";
import { linesByWords } from "./words.ts";

/** search_codebase. */
export type SearchIndex = (input: SearchCodebaseInput, call: CallContext) => Promise<SearchCodebaseOutput>;

export interface Question {
  readonly root: AskedRoot;
  readonly query: string;
  readonly maxResults: number;
}

/** In the order of search_codebase; or what keeps the index from answering. Throws what it answers as an error. */
export async function byQuestion(searchIndex: SearchIndex, { root, query, maxResults }: Question, call: CallContext): Promise<Findings | Unanswered> {
  // What belongs to the other root is taken out of the results.
  const limit = Math.min(LIMITS.limit.maximum, root.without.length === 0 ? maxResults : 2 * maxResults);
  const answer = await searchIndex({ path: root.path, query, scope: "mixed", limit }, { ...call, baseFolder: root.path });
  if (answer.status === "error") throw new EngineError(answer.error.code, answer.error.message, { details: answer.error.details });
  if (answer.status !== "ok") return answer;
  const folder = (relativeTo(answer.effectiveRoot, root.path) ?? "").normalize("NFC");
  const items = answer.results.flatMap((result): Finding[] => {
    const path = folder === "" ? result.file : result.file.slice(folder.length + 1);
    if (result.kind !== "group" || !isOwn(root, path)) return [];
    const { span, symbolLabel, preview } = result;
    return [{ repo: root.repo, path, found_by: "index", start_line: span.startLine, end_line: span.endLine, ...(symbolLabel === null ? {} : { symbol: symbolLabel }), text: preview }];
  });
  const notes = (answer.warnings ?? []).map((code) => `${root.repo}: ${WARNINGS[code].meaning}`);
  return findings(items, { notes, isCut: answer.results.length >= answer.limit });
}

/** Lines that are looked at for the words of a question. */
const MAX_LINES = 2_000;
/** Words of a question that are looked for. */
const MAX_WORDS = 16;
/** Shorter words, unless of a script that has no blanks, are in every line. */
const LEAST_CHARS = 3;

/** The file that holds most of the words first, each with its best line. */
export async function byWords(searchRoot: TextSearcher, { root, query }: Question, call: CallContext): Promise<Findings> {
  const words = [...new Set(tokenizeQuery(query))].filter((word) => word.length >= LEAST_CHARS || /[^\0-\x7f]/.test(word)).slice(0, MAX_WORDS);
  if (words.length === 0) return findings([]);
  const { matches, isCut, notes } = await searchRoot(root, { query: words.join("|"), isRegex: true, isCaseSensitive: false, maxResults: MAX_LINES }, call);
  return findings(linesByWords(matches, words).map(({ repo, path, line, text }) => ({ repo, path, found_by: "text", start_line: line, end_line: line, text })), { isCut, notes });
}
