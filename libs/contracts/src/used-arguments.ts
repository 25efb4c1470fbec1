/**
 * Answers do not repeat arguments that were used as they were sent. Removes these arguments from an answer,
 * and adds them again for a reader that needs them. Pure.
 */
import type { CodebasePath } from "./envelope.ts";
import { LIMITS } from "./limits.ts";
import type { EnvelopeToolName, ToolName } from "./tool-names.ts";
import type { CallGraphArguments } from "./tools/call-graph.ts";
import type { ChangeImpactArguments } from "./tools/change-impact.ts";
import type { CompareVersionsArguments } from "./tools/compare-versions.ts";
import type { OutlineArguments } from "./tools/file-outline.ts";
import type { ToolInput, ToolOutput } from "./tools/index.ts";
import type { ListPathsArguments } from "./tools/list-paths.ts";
import type { ReadFileArguments } from "./tools/read-file.ts";
import type { SearchArguments } from "./tools/search-codebase.ts";
import type { SearchTextArguments } from "./tools/search-text.ts";
import type { SemanticSearchArguments } from "./tools/semantic-search.ts";
import type { UnusedSymbolsArguments } from "./tools/unused-symbols.ts";
import type { SymbolHistoryArguments } from "./tools/symbol-history.ts";
import type { TypeHierarchyArguments } from "./tools/type-hierarchy.ts";

/** Arguments that answers may omit. Not among them: `path`, and the `action` of `manage_index`. */
export interface OmittedArguments {
  search_codebase: SearchArguments;
  file_outline: OutlineArguments;
  call_graph: CallGraphArguments;
  read_file: ReadFileArguments;
  list_paths: ListPathsArguments;
  search_text: SearchTextArguments;
  semantic_search: SemanticSearchArguments;
  change_impact: ChangeImpactArguments;
  type_hierarchy: TypeHierarchyArguments;
  unused_symbols: UnusedSymbolsArguments;
  symbol_history: SymbolHistoryArguments;
  compare_versions: CompareVersionsArguments;
}

/** Default of each such argument; undefined if it has none. The schemas repeat them. */
export const ARGUMENT_DEFAULTS = {
  search_codebase: {
    query: undefined,
    scope: "runtime",
    resultMode: "grouped",
    groupBy: "symbol",
    rankingMode: "auto_changed_first",
    limit: LIMITS.search.defaultLimit,
    maxTokens: undefined,
  },
  file_outline: {
    file: undefined,
    limitSymbols: LIMITS.outline.default,
    resolveMode: "outline",
    start_line: undefined,
    end_line: undefined,
  },
  call_graph: {
    symbolRef: undefined,
    symbol: undefined,
    direction: "both",
    depth: LIMITS.callGraph.depth.default,
    limit: LIMITS.callGraph.defaultLimit,
  },
  read_file: { mode: "plain", open_symbol: undefined },
  list_paths: { max_results: LIMITS.listPaths.default },
  search_text: {
    query: undefined,
    regex: false,
    case_sensitive: false,
    paths: undefined,
    context_lines: LIMITS.searchText.contextLines.default,
    max_results: LIMITS.searchText.results.default,
  },
  semantic_search: { query: undefined, limit: LIMITS.search.defaultLimit },
  change_impact: {
    base: undefined,
    head: undefined,
    symbols: undefined,
    depth: LIMITS.changeImpact.depth.default,
    limit: LIMITS.changeImpact.limit.default,
    maxTokens: LIMITS.changeImpact.maxTokens.default,
  },
  type_hierarchy: {
    symbolRef: undefined,
    symbol: undefined,
    direction: "both",
    depth: LIMITS.typeHierarchy.depth.default,
    limit: LIMITS.typeHierarchy.limit.default,
  },
  unused_symbols: {
    kinds: undefined,
    includeTests: false,
    limit: LIMITS.unusedSymbols.symbols.default,
  },
  symbol_history: {
    symbolRef: undefined,
    symbol: undefined,
    trace: undefined,
    range: undefined,
    question: undefined,
    limit: LIMITS.symbolHistory.defaultLimit,
    maxTokens: LIMITS.symbolHistory.maxTokens.default,
  },
  compare_versions: {
    base: undefined,
    head: "HEAD",
    publicOnly: false,
    limit: LIMITS.compareVersions.changes.default,
  },
} as const satisfies {
  readonly [Tool in keyof OmittedArguments]: {
    readonly [Name in keyof Required<OmittedArguments[Tool]>]: OmittedArguments[Tool][Name] | undefined;
  };
};

type Fields = Readonly<Record<string, unknown>>;

/** In context mode a search has other defaults: `limit` has no number, but means as many as fit. */
const CONTEXT_DEFAULTS: Fields = {
  ...ARGUMENT_DEFAULTS.search_codebase,
  limit: undefined,
  maxTokens: LIMITS.contextDefaultTokens,
};

/** @param sent the arguments of the call */
function defaultsOf(tool: EnvelopeToolName, sent: Fields): Fields {
  if (tool === "search_codebase" && sent["resultMode"] === "context") return CONTEXT_DEFAULTS;
  return (ARGUMENT_DEFAULTS as Partial<Record<EnvelopeToolName, Fields>>)[tool] ?? {};
}

/**
 * The answer without arguments that were used as they were sent or, if not sent, with their documented
 * default; and without `effectiveRoot` if it is `path`. Keys keep their order. Answers of workspace tools are
 * returned unchanged.
 *
 * @param input the arguments that were sent
 */
export function withoutSentArguments<Tool extends ToolName>(
  input: ToolInput<Tool>,
  answer: ToolOutput<Tool>,
): ToolOutput<Tool> {
  if (!("tool" in answer)) return answer;
  const sent = input as Fields;
  const defaults = defaultsOf(answer.tool, sent);
  const fields = answer as unknown as Fields;
  const isImplied = (key: string): boolean => {
    if (key === "effectiveRoot") return fields[key] === fields["path"];
    if (!(key in defaults)) return false;
    const expected = sent[key] ?? defaults[key];
    // Without a number, the default limit is the one that was used.
    return expected === undefined ? key === "limit" : isEqual(expected, fields[key]);
  };
  // The fields that may be removed are optional in the answer's type.
  return Object.fromEntries(
    Object.entries(fields).filter(([key]) => !isImplied(key)),
  ) as unknown as ToolOutput<Tool>;
}

/** An answer with all arguments as they were used, and with `effectiveRoot` if it is about one path. */
export type WithArguments<Answer extends { readonly tool: keyof OmittedArguments }> = Answer &
  OmittedArguments[Answer["tool"]] &
  (Answer extends { readonly path: string } ? CodebasePath : unknown);

/**
 * The answer with the arguments that it omits.
 *
 * @param input the arguments that were sent
 */
export function withArguments<Answer extends { readonly tool: keyof OmittedArguments }>(
  input: object,
  answer: Answer,
): WithArguments<Answer> {
  const defaults = defaultsOf(answer.tool, input as Fields);
  const sent = Object.entries(input).filter(([name, value]) => name in defaults && value !== undefined);
  const used = Object.entries(defaults).filter(([, value]) => value !== undefined);
  const { path } = answer as { readonly path?: string };
  const complete = {
    ...Object.fromEntries([...used, ...sent]),
    ...(path === undefined ? {} : { effectiveRoot: path }),
    ...answer,
  };
  // The compiler does not see that defaults and required arguments are complete.
  return complete as unknown as WithArguments<Answer>;
}

/** Arguments are JSON, and answers list the keys of a `symbolRef` as they were sent. */
function isEqual(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
