/**
 * `smart_search`: the form of the query decides which engine answers it. Each root is searched, and the
 * results are merged.
 */
import {
  LIMITS,
  type SmartItem,
  type SmartSearchInput,
  type SmartSearchOutput,
  workspaceAnswer,
} from "@satori/contracts";
import { recordingCorruption } from "../../codebase/corruption.ts";
import type { CallContext, EngineContext } from "../../engine-context.ts";
import type { EnsureFresh } from "../../files/file-outline.ts";
import { refused, requireQuery } from "../../text-search/ripgrep/notices.ts";
import { byDefinition, byQuestion, isLost, type QuestionRequest, type SearchIndex } from "./by-index.ts";
import { bestNamed, byName, onTheirLines } from "./by-name.ts";
import { byLines, byMention, byWords } from "./by-text.ts";
import { type Findings, findings } from "./finding.ts";
import { stateOf } from "./index-state.ts";
import { compareLocations, takeTurnsByTier } from "../order.ts";
import { type SearchedRoot, searchedRoots, openWorkspaceRoots, repoOf } from "../roots.ts";
import { type Route, routeOf } from "./route.ts";
import type { TextRequest, TextSearcher } from "../text.ts";

/** The engines, passed in because other tools use them too. */
export interface SmartEngines {
  readonly context: EngineContext;
  readonly ensureFresh: EnsureFresh;
  readonly searchIndex: SearchIndex;
  readonly searchRoot: TextSearcher;
}

/**
 * Answers one `smart_search` request. Items are ranked across both roots, then sorted by repo, path, line.
 */
export async function smartSearch(
  engines: SmartEngines,
  input: SmartSearchInput,
  call: CallContext,
): Promise<SmartSearchOutput> {
  const roots = searchedRoots(openWorkspaceRoots(engines.context.config.workspaceRoots), input.repo);
  requireQuery(input.query.replaceAll(/[\n\r]/g, " "));
  const route = routeOf(input.query);
  if (route === null) throw refused("The query must not be empty");
  const maxResults = input.max_results ?? LIMITS.smartSearch.results.default;
  const found = await findAll(engines, { roots, route, query: input.query, maxResults }, call);
  const ranked = takeTurnsByTier(found.map(({ items }) => items));
  const shown = ranked.slice(0, maxResults);
  const items = onTheirLines({ context: engines.context, call, roots }, shown)
    .map(({ repo, path, tier: _tier, ...item }, at): SmartItem => ({ repo, path, rank: at + 1, ...item }))
    .sort(compareItems);
  const notes = [...new Set(found.flatMap((each) => each.notes))];
  const calls = new Map(
    found.flatMap((each) => each.indexCalls).map((indexCall) => [JSON.stringify(indexCall), indexCall]),
  );
  const result = {
    route: { kind: route.kind, reason: route.reason },
    items,
    ...(notes.length > 0 ? { notes } : {}),
    ...(calls.size > 0 ? { index_calls: [...calls.values()] } : {}),
  };
  return workspaceAnswer(
    result,
    { repo: repoOf(roots), truncated: items.length < ranked.length || found.some(({ isCut }) => isCut) },
    call.elapsedMs(),
  );
}

interface Asked {
  readonly roots: readonly SearchedRoot[];
  readonly route: Route;
  readonly query: string;
  readonly maxResults: number;
}

/** The findings of each root. */
async function findAll(
  engines: SmartEngines,
  { roots, route, query, maxResults }: Asked,
  call: CallContext,
): Promise<readonly Findings[]> {
  const { context, searchRoot } = engines;
  const inEach = (find: (root: SearchedRoot) => Promise<Findings>): Promise<readonly Findings[]> =>
    Promise.all(roots.map(find));
  const inIndexes = (find: (root: SearchedRoot) => Promise<Findings>): Promise<readonly Findings[]> =>
    inEach((root) =>
      recordingCorruption(
        () => context.codebases.covering(root.path, root.path).codebase,
        context.clock,
        () => find(root),
      ),
    );
  const byText = (text: Omit<TextRequest, "maxResults">) => (root: SearchedRoot) =>
    byLines(searchRoot, root, { ...text, maxResults }, call);
  const asText = async (): Promise<readonly Findings[]> =>
    orElse(await inEach(byText(exactly(query))), [], () =>
      inIndexes((root) => byMisspelling(engines, { root, query, maxResults }, call)),
    );
  switch (route.kind) {
    case "text":
    case "regex":
      return inEach(
        byText({
          query: route.text,
          isRegex: route.kind === "regex",
          isCaseSensitive: route.isCaseSensitive,
        }),
      );
    case "path":
      return orElse(
        bestNamed(await inEach((root) => byName(context, root, route, call))),
        ["No file has this name: searched for its text instead."],
        asText,
      );
    case "symbol":
      return orElse(
        await inIndexes((root) => bySymbol(engines, root, route.name, call)),
        ["No symbol has this name: searched for its text instead."],
        asText,
      );
    case "natural_language":
      return inIndexes((root) => byMeaning(engines, { root, query, maxResults }, call));
  }
}

/** Definitions of a symbol or, without an index, the lines that contain its name. */
async function bySymbol(
  { context, ensureFresh, searchRoot }: SmartEngines,
  root: SearchedRoot,
  name: string,
  call: CallContext,
): Promise<Findings> {
  const defined = await byDefinition(context, ensureFresh, { root, name }, call);
  if (!("status" in defined)) return defined;
  return withState(
    await byMention(searchRoot, root, lastOf(name), call),
    stateOf(root.repo, defined, "searched for lines with the name, not its definition"),
  );
}

/** What the index finds for a question or, without an index, the files that contain its words. */
async function byMeaning(
  { searchIndex, searchRoot }: SmartEngines,
  { root, query, maxResults }: QuestionRequest,
  call: CallContext,
): Promise<Findings> {
  const answered = await byQuestion(searchIndex, { root, query, maxResults }, call);
  if (answered !== null && !("status" in answered)) return answered;
  const instead = "searched its files for the words";
  const state =
    answered === null
      ? {
          notes: [`The index that covers ${root.repo} has no match in it: ${instead}.`],
          indexCalls: [],
        }
      : stateOf(root.repo, answered, instead);
  return withState(await byWords(searchRoot, root, query, call), state);
}

/** A misspelled name is in no file, but the index may know the intended one. */
async function byMisspelling(
  { searchIndex }: SmartEngines,
  { root, query, maxResults }: QuestionRequest,
  call: CallContext,
): Promise<Findings> {
  const answered = await byQuestion(searchIndex, { root, query, maxResults }, call);
  if (answered !== null && "status" in answered)
    return withState(findings([]), stateOf(root.repo, answered, "not searched by meaning"));
  const found = answered === null || isLost(answered) ? findings([]) : answered;
  return {
    ...found,
    notes: [`No line of ${root.repo} matches: searched by meaning instead.`, ...found.notes],
  };
}

/** The last part of a qualified name: a declaration does not repeat the others. */
function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Searches the query literally; case counts only if it has capitals. */
function exactly(query: string): Omit<TextRequest, "maxResults"> {
  const text = query.trim();
  return { query: text, isRegex: false, isCaseSensitive: /\p{Lu}/u.test(text) };
}

/** If no root has found anything, searches another way, with notes that say so. */
async function orElse(
  found: readonly Findings[],
  notes: readonly string[],
  find: () => Promise<readonly Findings[]>,
): Promise<readonly Findings[]> {
  if (found.some(({ items }) => items.length > 0)) return found;
  return (await find()).map((each, at) => ({
    ...each,
    notes: [...(found[at]?.notes ?? []), ...notes, ...each.notes],
    indexCalls: [...(found[at]?.indexCalls ?? []), ...each.indexCalls],
  }));
}

function withState(found: Findings, { notes, indexCalls }: Pick<Findings, "notes" | "indexCalls">): Findings {
  return { ...found, notes: [...notes, ...found.notes], indexCalls };
}

/** By repo, path, line; then by rank. */
function compareItems(left: SmartItem, right: SmartItem): number {
  return (
    compareLocations(left, right) ||
    (left.start_line ?? 0) - (right.start_line ?? 0) ||
    left.rank - right.rank
  );
}
