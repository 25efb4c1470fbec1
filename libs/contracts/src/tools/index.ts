/**
 * The table of tools. MCP's tool list, CLI commands, schemas, validators and the reference pages are made
 * from it. A new tool is one file beside this one and one entry here; arguments of core tools are in
 * `core-inputs.ts`.
 */
import type {
  ReadFileInput,
  CallGraphInput,
  FileOutlineInput,
  SearchCodebaseInput,
  ManageIndexInput,
  ListCodebasesInput,
} from "./core-inputs.ts";
import { TOOL_NAMES, type ToolName } from "../tool-names.ts";
import type { CallGraphOutput } from "./call-graph.ts";
import type { ChangeImpactInput, ChangeImpactOutput } from "./change-impact.ts";
import type { CompareVersionsInput, CompareVersionsOutput } from "./compare-versions.ts";
import type { FileOutlineOutput } from "./file-outline.ts";
import type { ListCodebasesOutput } from "./list-codebases.ts";
import type { ListDirInput, ListDirOutput } from "./list-dir.ts";
import type { ListPathsInput, ListPathsOutput } from "./list-paths.ts";
import type { ManageIndexOutput } from "./manage-index.ts";
import type { ReadFileOutput } from "./read-file.ts";
import type { SearchCodebaseOutput } from "./search-context.ts";
import type { SearchTextInput, SearchTextOutput } from "./search-text.ts";
import type { SemanticSearchInput, SemanticSearchOutput } from "./semantic-search.ts";
import type { SetScopeInput, SetScopeOutput } from "./set-scope.ts";
import type { SmartSearchInput, SmartSearchOutput } from "./smart-search.ts";
import type { SymbolHistoryInput, SymbolHistoryOutput } from "./symbol-history.ts";
import type { TypeHierarchyInput, TypeHierarchyOutput } from "./type-hierarchy.ts";
import type { UnusedSymbolsInput, UnusedSymbolsOutput } from "./unused-symbols.ts";
import type { WorkspaceReadInput, WorkspaceReadOutput } from "./workspace-read.ts";
import type { WorkspaceSearchInput, WorkspaceSearchOutput } from "./workspace-search.ts";

/** Input and output type of each tool. */
export interface ToolTypes {
  list_codebases: { input: ListCodebasesInput; output: ListCodebasesOutput };
  manage_index: { input: ManageIndexInput; output: ManageIndexOutput };
  search_codebase: { input: SearchCodebaseInput; output: SearchCodebaseOutput };
  file_outline: { input: FileOutlineInput; output: FileOutlineOutput };
  call_graph: { input: CallGraphInput; output: CallGraphOutput };
  read_file: { input: ReadFileInput; output: ReadFileOutput };
  set_scope: { input: SetScopeInput; output: SetScopeOutput };
  list_paths: { input: ListPathsInput; output: ListPathsOutput };
  search_text: { input: SearchTextInput; output: SearchTextOutput };
  semantic_search: { input: SemanticSearchInput; output: SemanticSearchOutput };
  change_impact: { input: ChangeImpactInput; output: ChangeImpactOutput };
  type_hierarchy: { input: TypeHierarchyInput; output: TypeHierarchyOutput };
  unused_symbols: { input: UnusedSymbolsInput; output: UnusedSymbolsOutput };
  symbol_history: { input: SymbolHistoryInput; output: SymbolHistoryOutput };
  compare_versions: { input: CompareVersionsInput; output: CompareVersionsOutput };
  list_dir: { input: ListDirInput; output: ListDirOutput };
  smart_search: { input: SmartSearchInput; output: SmartSearchOutput };
  workspace_read: { input: WorkspaceReadInput; output: WorkspaceReadOutput };
  workspace_search: { input: WorkspaceSearchInput; output: WorkspaceSearchOutput };
}
export type ToolInput<Tool extends ToolName> = ToolTypes[Tool]["input"];
export type ToolOutput<Tool extends ToolName> = ToolTypes[Tool]["output"];

/** Sets of tools that a server can offer. */
export const TOOL_SETS = ["core", "scope", "review", "workspace"] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/** MCP's tool annotations: what a client may assume before it asks the user. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolContract {
  readonly name: ToolName;
  readonly set: ToolSet;
  readonly title: string;
  /** Written for a model that has to choose a tool. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
}

const readsOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const CONTRACTS: { readonly [Name in ToolName]: Omit<ToolContract, "name"> } = {
  list_codebases: {
    set: "core",
    title: "List codebases",
    description:
      "Lists all indexed codebases with their state, size, languages and age. Use it when you do not " +
      "know which folders can be searched.",
    annotations: readsOnly,
  },
  manage_index: {
    set: "core",
    title: "Manage an index",
    description:
      "Builds, refreshes, inspects or removes the index of a codebase. create: start indexing a " +
      "folder (returns at once; poll status until ok). sync: apply changed files now. status: state " +
      "and progress. reindex: full rebuild, only after requires_reindex or corruption; for " +
      "ignore-rule edits use sync. clear: remove the index.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
  search_codebase: {
    set: "core",
    title: "Search a codebase",
    description:
      "Finds code that answers a question, by meaning, words and symbol names. Ask in plain words " +
      '("where are retries scheduled"), by identifier, or paste an error. Prefer it to grep unless you ' +
      "know the exact string. Returns ranked passages with file, lines, symbol and preview, as the " +
      "disk is now.",
    annotations: readsOnly,
  },
  file_outline: {
    set: "core",
    title: "Outline a file",
    description:
      "Lists what a file declares: symbols with kind, signature, first doc line and lines. Prefer it " +
      "to reading a long file, and to grep for its declarations. call_graph and read_file take its names.",
    annotations: readsOnly,
  },
  call_graph: {
    set: "core",
    title: "Follow calls",
    description:
      "Shows who calls or uses a symbol and what it calls, with call sites and confidence. Prefer it " +
      "to grep for a name, which also matches other symbols, comments and strings.",
    annotations: readsOnly,
  },
  read_file: {
    set: "core",
    title: "Read a file",
    description:
      "Reads a file, a range of lines, or exactly one symbol (open_symbol), without looking for its " +
      "lines. Long files are truncated, with a `continue` hint.",
    annotations: readsOnly,
  },
  set_scope: {
    set: "scope",
    title: "Set the scope of a session",
    description:
      "Sets filters for the session's next calls: codebases, path patterns, languages. They apply to " +
      "search_codebase, list_codebases and the tools of this set until replaced; an empty scope " +
      "clears them. A call's own arguments win, field by field.",
    annotations: readsOnly,
  },
  list_paths: {
    set: "scope",
    title: "List files",
    description:
      "Lists the files of a folder that the ignore rules keep, optionally filtered by patterns and " +
      "languages. Needs no index. Use it to see how a codebase is organized, or to find files by " +
      "name.",
    annotations: readsOnly,
  },
  search_text: {
    set: "scope",
    title: "Search exact text",
    description:
      "Finds exact text or a regular expression line by line, like grep, in the files that the " +
      "ignore rules keep. Needs no index and reads the current files. Use it when you know the exact " +
      "text; otherwise use search_codebase.",
    annotations: readsOnly,
  },
  semantic_search: {
    set: "scope",
    title: "Search by meaning",
    description:
      "Finds passages that answer a question in code, tests and docs, in one indexed codebase or " +
      "across several (repos). Returns whole chunks of text. For one codebase and a compact answer " +
      "use search_codebase.",
    annotations: readsOnly,
  },
  change_impact: {
    set: "review",
    title: "Impact of a change",
    description:
      "Tells what a change breaks before it is merged: the symbols that a diff, two commits or the " +
      "uncommitted changes change, the code that they affect with call sites that no longer fit, the tests " +
      "to run with commands, and what cannot be known. Also for a change that is only planned (symbols).",
    annotations: readsOnly,
  },
  type_hierarchy: {
    set: "review",
    title: "Hierarchy of a type",
    description:
      "Lists the supertypes and subtypes of a class, interface or trait with distance, relation and " +
      "confidence; for a method, what it overrides and what overrides it. Prefer it to grep for extends and " +
      "implements, which misses indirect subtypes and namesakes.",
    annotations: readsOnly,
  },
  unused_symbols: {
    set: "review",
    title: "List unused symbols",
    description:
      "Lists functions, types and variables that nothing is known to call or use, then those that may be " +
      "alive nevertheless, with the reason: exported, decorated, named in a string, overriding. Use it to " +
      "find dead code before a cleanup.",
    annotations: readsOnly,
  },
  symbol_history: {
    set: "review",
    title: "History of a symbol",
    description:
      "Lists the commits that changed a function, class or other symbol, through renames and moves, with the " +
      "changed lines, and files that changed with it. With `trace`: the commits of a range that may have " +
      "caused a failure. Prefer it to git log and git blame. Needs git.",
    annotations: readsOnly,
  },
  compare_versions: {
    set: "review",
    title: "Compare versions",
    description:
      "Lists the declarations that differ between two commits, branches or tags: removed, renamed, moved, " +
      "added, or with another signature, public ones first. Use it to review a branch, to see what a " +
      "release breaks, or to write its notes. Needs git, but no index.",
    annotations: readsOnly,
  },
  list_dir: {
    set: "workspace",
    title: "List a folder",
    description:
      "Lists a folder of the docs and code roots: files with sizes, and folders. Without a path it " +
      "lists both roots. Omits dotfiles and ignored files.",
    annotations: readsOnly,
  },
  smart_search: {
    set: "workspace",
    title: "Search docs and code",
    description:
      "Searches the docs and code roots when you do not know where to look. Pass a path or file " +
      'name, an identifier, "quoted text", a /regex/, or a question in plain words: it picks the ' +
      "fitting search and says which. Start here.",
    annotations: readsOnly,
  },
  workspace_read: {
    set: "workspace",
    title: "Read docs or code",
    description:
      "Reads a file of the docs or code root, or a range of its lines. Long files are truncated; " +
      "continue at next_start_line.",
    annotations: readsOnly,
  },
  workspace_search: {
    set: "workspace",
    title: "Search exact text",
    description:
      "Finds exact text or a regular expression in the docs and code roots, line by line, like grep. " +
      "Use smart_search when you do not know the exact text.",
    annotations: readsOnly,
  },
};

/** All tools, in listing order. */
export const TOOLS: readonly ToolContract[] = TOOL_NAMES.map((name) => ({ name, ...CONTRACTS[name] }));

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(CONTRACTS, name);
}
