/** The arguments of a search, with defaults filled in: what all steps of the pipeline share. */
import {
  ARGUMENT_DEFAULTS,
  type CallOf,
  type CodebasePath,
  type SearchArguments,
  type SearchEcho,
} from "@satori/contracts";
import { contextLimit } from "./context/context-limits.ts";

/** With the session filters that apply. */
export type UsedSearchArguments = SearchArguments &
  Required<Pick<SearchArguments, "limit">> &
  CodebasePath &
  Pick<SearchEcho, "sessionScope">;

const DEFAULTS = ARGUMENT_DEFAULTS.search_codebase;

/** In context mode as many excerpts as the budget has room for. */
export function defaultLimit({
  resultMode,
  maxTokens,
}: Partial<Pick<SearchArguments, "resultMode" | "maxTokens">>): number {
  return resultMode === "context" ? contextLimit(maxTokens) : DEFAULTS.limit;
}

/** Arguments of a call that repeats the search. Those with their default are left out. */
export function repeatedArguments(used: UsedSearchArguments): CallOf<"search_codebase">["args"] {
  const { path, query, scope, resultMode, groupBy, rankingMode, limit, maxTokens } = used;
  return {
    path,
    query,
    ...(scope === DEFAULTS.scope ? {} : { scope }),
    ...(resultMode === DEFAULTS.resultMode ? {} : { resultMode }),
    ...(groupBy === DEFAULTS.groupBy ? {} : { groupBy }),
    ...(rankingMode === DEFAULTS.rankingMode ? {} : { rankingMode }),
    ...(limit === defaultLimit(used) ? {} : { limit }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
}
