/** `workspace_search`: exact text in both roots, as it is on disk now. */
import {
  LIMITS,
  type WorkspaceSearchInput,
  type WorkspaceSearchOutput,
  workspaceAnswer,
} from "@satori/contracts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { pathScope } from "../scope/path-scope.ts";
import { compareLocations, takeTurns } from "./order.ts";
import { searchedRoots, openWorkspaceRoots, repoOf } from "./roots.ts";
import type { TextSearcher } from "./text.ts";

/**
 * Answers one `workspace_search` request. Takes matches from the roots in turn; sorts them by repo, path,
 * line.
 */
export async function workspaceSearch(
  context: EngineContext,
  searchRoot: TextSearcher,
  input: WorkspaceSearchInput,
  call: CallContext,
): Promise<WorkspaceSearchOutput> {
  const roots = searchedRoots(openWorkspaceRoots(context.config.workspaceRoots), input.repo);
  const {
    include_globs = [],
    exclude_globs = [],
    max_results: maxResults = LIMITS.workspaceSearch.results.default,
  } = input;
  const asked = {
    query: input.query,
    isRegex: input.regex ?? false,
    isCaseSensitive: input.case_sensitive ?? false,
    maxResults,
    scope: pathScope({ include_globs, exclude_globs }),
  };
  const found = await Promise.all(roots.map((root) => searchRoot(root, asked, call)));
  const matches = takeTurns(
    found.map((each) => each.matches),
    maxResults,
  ).sort((left, right) => compareLocations(left, right) || left.line - right.line);
  const total = found.reduce((sum, each) => sum + each.total, 0);
  const notes = found.flatMap((each) => each.notes);
  const truncated = found.some(({ isCut }) => isCut) || total > matches.length;
  return workspaceAnswer(
    { matches, total, ...(notes.length > 0 ? { notes } : {}) },
    { repo: repoOf(roots), truncated },
    call.elapsedMs(),
  );
}
