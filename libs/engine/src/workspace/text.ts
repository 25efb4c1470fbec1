/**
 * Searches lines of the roots by text or regular expression: for `workspace_search`, and for some queries of
 * `smart_search`.
 */
import type { WorkspaceMatch } from "@satori/contracts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { literalPattern } from "../ignore/path-matcher.ts";
import type { PathScope } from "../scope/path-scope.ts";
import type { FolderCache } from "../text-search/rules/folder-cache.ts";
import { cpuSecondsWithin } from "../bounded-child.ts";
import { cutNote } from "../text-search/cut-note.ts";
import { searchText } from "../text-search/search-text.ts";
import { guessedNote, unsearchedNote } from "../contents/unsearched.ts";
import type { SearchedRoot } from "./roots.ts";
import { isOwn, rulesOf } from "./tree.ts";

export interface TextRequest {
  readonly query: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  readonly maxResults: number;
  /** Default: all files. */
  readonly scope?: Pick<PathScope, "include" | "exclude" | "accepts">;
}

export interface TextMatches {
  /** Sorted by path, then line. */
  readonly matches: readonly WorkspaceMatch[];
  /** A lower bound if `isCut`. */
  readonly total: number;
  readonly isCut: boolean;
  /** Whether the search ended before it had searched everything. */
  readonly isUnfinished: boolean;
  readonly notes: readonly string[];
}

/** Searches one root. */
export type TextSearcher = (
  root: SearchedRoot,
  asked: TextRequest,
  call: CallContext,
) => Promise<TextMatches>;

const ALL_FILES = { include: [], exclude: [], accepts: () => true };

/** @param folders folder facts cached from earlier searches */
export function textSearcher(context: EngineContext, folders: FolderCache): TextSearcher {
  return async (root, { query, isRegex, isCaseSensitive, maxResults, scope = ALL_FILES }, { deadline }) => {
    const { home, maxFileBytes, deadlinesMs } = context.config;
    const found = await searchText(
      {
        root: root.path,
        query,
        isRegex,
        isCaseSensitive,
        maxResults,
        contextLines: 0,
        settings: await rulesOf(context, root),
        within: [],
        named: [],
        include: scope.include,
        exclude: [...scope.exclude, ...root.without.map((folder) => `/${literalPattern(folder)}/`)],
        accepts: (path) => isOwn(root, path) && scope.accepts(path),
      },
      {
        home,
        maxFileBytes,
        folders,
        deadline,
        cpuSeconds: cpuSecondsWithin(deadlinesMs.SATORI_TEXT_SEARCH_DEADLINE_MS),
      },
    );
    const notes = [unsearchedNote(found.unsearched), guessedNote(found.guessed)];
    return {
      matches: found.matches.map(({ path, line, column, text }) => ({
        repo: root.repo,
        path,
        line,
        column,
        text,
      })),
      total: found.total,
      isCut: found.isTruncated,
      isUnfinished: found.cut !== null,
      notes: [
        ...(found.cut === null ? [] : [`${root.repo}: ${cutNote(found.cut, deadline.name)}`]),
        ...notes.flatMap((note) => (note === null ? [] : [`${root.repo}: ${note}`])),
      ],
    };
  };
}
