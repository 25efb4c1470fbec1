/** `workspace_search` and `workspace_read`: exact text and lines of both roots, as they are on disk now. */
import {
  LIMITS,
  workspaceAnswer,
  type WorkspaceReadInput,
  type WorkspaceReadOutput,
  type WorkspaceSearchInput,
  type WorkspaceSearchOutput,
} from "@satori/contracts";
import { detectLanguage } from "@satori/sidecar";
import { encodingNote } from "../contents/decode.ts";
import { notebookNote } from "../contents/file-text.ts";
import { requireShown } from "../contents/shown.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import {
  type SearchedFolder,
  explainEmptyFolders,
  explainNoMatches,
  passingFiles,
} from "../files/empty-answer.ts";
import { cutLines, load, notesOf } from "../files/reading.ts";
import { appliedFilters } from "../scope/no-files.ts";
import { type PathScope, pathScope } from "../scope/path-scope.ts";
import { compareLocations, takeTurns } from "./order.ts";
import { resolvePath } from "./resolved-path.ts";
import { type SearchedRoot, openWorkspaceRoots, repoOf, searchedRoots } from "./roots.ts";
import type { TextRequest, TextSearcher } from "./text.ts";
import { entriesOf } from "./tree.ts";

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
  const truncated = found.some(({ isCut }) => isCut) || total > matches.length;
  const notes = [
    ...(total > 0 || truncated || found.some(({ isUnfinished }) => isUnfinished)
      ? []
      : await explainNothing(context, { roots, asked, searchRoot, call })),
    ...found.flatMap((each) => each.notes),
  ];
  return workspaceAnswer(
    { matches, total, ...(notes.length > 0 ? { notes } : {}) },
    { repo: repoOf(roots), truncated },
    call.elapsedMs(),
  );
}

interface EmptySearch {
  readonly roots: readonly SearchedRoot[];
  readonly asked: TextRequest & { readonly scope: PathScope };
  readonly searchRoot: TextSearcher;
  readonly call: CallContext;
}

/** Why nothing was found: the filter that leaves no file, or another way of searching that finds it. */
async function explainNothing(
  context: EngineContext,
  { roots, asked, searchRoot, call }: EmptySearch,
): Promise<readonly string[]> {
  const { scope } = asked;
  const folders = scope.isOpen
    ? []
    : await unlessRefused(Promise.all(roots.map((root) => filteredRoot(context, root, scope, call))));
  if (folders === null) return [];
  const empty = explainEmptyFolders(folders);
  if (folders.length > 0 && empty.warnings.length > 0) return empty.notes;
  const files = scope.isOpen ? null : folders.reduce((sum, folder) => sum + passingFiles(folder), 0);
  const { notes } = await explainNoMatches(files, asked, async (other) => {
    const search = roots.map((root) => searchRoot(root, { ...asked, ...other, maxResults: 1 }, call));
    const found = await unlessRefused(Promise.all(search));
    const total = (found ?? []).reduce((sum, each) => sum + each.total, 0);
    return found === null || (total === 0 && found.some(({ isUnfinished }) => isUnfinished)) ? null : total;
  });
  return [...empty.notes, ...notes];
}

/** Null if an expression is invalid, or the files cannot be listed before the deadline. */
async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EngineError && ["INVALID_ARGUMENTS", "DEADLINE_REACHED"].includes(error.code))
      return null;
    throw error;
  }
}

async function filteredRoot(
  context: EngineContext,
  root: SearchedRoot,
  scope: PathScope,
  { deadline }: CallContext,
): Promise<SearchedFolder> {
  const { entries } = await entriesOf(context, { root, enters: () => true, deadline });
  return {
    prefix: `${root.repo}: `,
    paths: entries.filter(({ kind }) => kind === "file").map(({ path }) => path),
    filters: { ...appliedFilters(scope.effective), base: root.path },
  };
}

// `workspace_read`: lines of a file in the workspace roots. Uses the same code as `read_file`.

/** Answers one `workspace_read` request. Throws the errors of `resolvePath`. */
export async function workspaceRead(
  context: EngineContext,
  input: WorkspaceReadInput,
  call: CallContext,
): Promise<WorkspaceReadOutput> {
  const roots = searchedRoots(openWorkspaceRoots(context.config.workspaceRoots), input.repo);
  // Throws if calls are confined and a link has replaced a root since the server started.
  for (const { path } of roots) context.codebases.covering(path, call.baseFolder);
  const { root, path, realPath } = resolvePath(roots, input.path);
  const folders = roots.map((each) => each.path);
  // Checked before the file is opened: opening one of our databases would release its locks.
  requireShown({ context }, input.path, realPath, folders);
  const { text, encoding } = load({ context }, { path: input.path, realPath }, folders);
  const lines = cutLines({ context, call }, text, {
    startLine: input.start_line ?? 1,
    endLine: input.end_line ?? Number.POSITIVE_INFINITY,
  });
  const { content, startLine, endLine, totalLines, isTruncated, hasMore } = lines;
  const notes = [...notesOf(lines), encodingNote(encoding), notebookNote(realPath)].filter(
    (note) => note !== null,
  );
  const result = {
    repo: root.repo,
    path,
    content,
    start_line: startLine,
    end_line: endLine,
    total_lines: totalLines,
    ...(hasMore ? { next_start_line: endLine + 1 } : {}),
    encoding,
    language: detectLanguage(path, text)?.id ?? "text",
    ...(notes.length > 0 ? { notes } : {}),
  };
  return workspaceAnswer(result, { repo: root.repo, truncated: isTruncated }, call.elapsedMs());
}
