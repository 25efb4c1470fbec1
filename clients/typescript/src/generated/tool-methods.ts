// Made by `npm run generate`; do not edit.
import type {
  ListCodebasesInput,
  ManageIndexInput,
  SearchCodebaseInput,
  FileOutlineInput,
  CallGraphInput,
  ReadFileInput,
  SetScopeInput,
  ListPathsInput,
  SearchTextInput,
  SemanticSearchInput,
  ChangeImpactInput,
  UnusedSymbolsInput,
  TypeHierarchyInput,
  SymbolHistoryInput,
  CompareVersionsInput,
  ListDirInput,
  SmartSearchInput,
  WorkspaceReadInput,
  WorkspaceSearchInput,
  ToolInput,
  ToolName,
} from "@satori/contracts";
import type { SearchContextOutput, SearchResultsOutput, ToolOutput } from "../answer.ts";
import type { CallOptions } from "../client.ts";

/** One method a tool. Answers are told apart by `status`; gates and failures are values. */
export abstract class ToolMethods {
  abstract call<Tool extends ToolName>(tool: Tool, args: ToolInput<Tool>, options?: CallOptions): Promise<ToolOutput<Tool>>;

  /** Lists all indexed codebases with their state, size, languages and age. Use it when you do not know which folders can be searched. */
  listCodebases(args: ListCodebasesInput = {}, options?: CallOptions): Promise<ToolOutput<"list_codebases">> {
    return this.call("list_codebases", args, options);
  }

  /** Builds, refreshes, inspects or removes the index of a codebase. create: start indexing a folder (returns at once; poll status until ok). sync: apply changed files now. status: state and progress. reindex: full rebuild, only after requires_reindex or corruption; for ignore-rule edits use sync. clear: remove the index. */
  manageIndex(args: ManageIndexInput, options?: CallOptions): Promise<ToolOutput<"manage_index">> {
    return this.call("manage_index", args, options);
  }

  /** Finds code that answers a question, by meaning, words and symbol names. Ask in plain words ("where are retries scheduled"), by identifier, or paste an error. Prefer it to grep unless you know the exact string. Returns ranked passages with file, lines, symbol and preview, as the disk is now. */
  searchCodebase(args: SearchCodebaseInput & { readonly resultMode: "context" }, options?: CallOptions): Promise<SearchContextOutput>;
  searchCodebase(args: SearchCodebaseInput & { readonly resultMode?: "grouped" | "raw" }, options?: CallOptions): Promise<SearchResultsOutput>;
  searchCodebase(args: SearchCodebaseInput, options?: CallOptions): Promise<ToolOutput<"search_codebase">>;
  searchCodebase(args: SearchCodebaseInput, options?: CallOptions): Promise<ToolOutput<"search_codebase">> {
    return this.call("search_codebase", args, options);
  }

  /** Lists what a file declares: symbols with kind, signature, first doc line and lines. Prefer it to reading a long file, and to grep for its declarations. call_graph and read_file take its names. */
  fileOutline(args: FileOutlineInput, options?: CallOptions): Promise<ToolOutput<"file_outline">> {
    return this.call("file_outline", args, options);
  }

  /** Shows who calls or uses a symbol and what it calls, with call sites and confidence. Prefer it to grep for a name, which also matches other symbols, comments and strings. */
  callGraph(args: CallGraphInput = {}, options?: CallOptions): Promise<ToolOutput<"call_graph">> {
    return this.call("call_graph", args, options);
  }

  /** Reads a file, a range of lines, or exactly one symbol (open_symbol), without looking for its lines. Long files are truncated, with a `continue` hint. */
  readFile(args: ReadFileInput = {}, options?: CallOptions): Promise<ToolOutput<"read_file">> {
    return this.call("read_file", args, options);
  }

  /** Sets filters for the session's next calls: codebases, path patterns, languages. They apply to search_codebase, list_codebases and the tools of this set until replaced; an empty scope clears them. A call's own arguments win, field by field. */
  setScope(args: SetScopeInput = {}, options?: CallOptions): Promise<ToolOutput<"set_scope">> {
    return this.call("set_scope", args, options);
  }

  /** Lists the files of a folder that the ignore rules keep, optionally filtered by patterns and languages. Needs no index. Use it to see how a codebase is organized, or to find files by name. */
  listPaths(args: ListPathsInput = {}, options?: CallOptions): Promise<ToolOutput<"list_paths">> {
    return this.call("list_paths", args, options);
  }

  /** Finds exact text or a regular expression line by line, like grep, in the files that the ignore rules keep. Needs no index and reads the current files. Use it when you know the exact text; otherwise use search_codebase. */
  searchText(args: SearchTextInput, options?: CallOptions): Promise<ToolOutput<"search_text">> {
    return this.call("search_text", args, options);
  }

  /** Finds passages that answer a question in code, tests and docs, in one indexed codebase or across several (repos). Returns whole chunks of text. For one codebase and a compact answer use search_codebase. */
  semanticSearch(args: SemanticSearchInput, options?: CallOptions): Promise<ToolOutput<"semantic_search">> {
    return this.call("semantic_search", args, options);
  }

  /** Tells what a change breaks before it is merged: the symbols that a diff, two commits or the uncommitted changes change, the code that they affect with call sites that no longer fit, the tests to run with commands, and what cannot be known. Also for a change that is only planned (symbols). */
  changeImpact(args: ChangeImpactInput = {}, options?: CallOptions): Promise<ToolOutput<"change_impact">> {
    return this.call("change_impact", args, options);
  }

  /** Lists functions, types and variables that nothing is known to call or use, then those that may be alive nevertheless, with the reason: exported, decorated, named in a string, overriding. Use it to find dead code before a cleanup. */
  unusedSymbols(args: UnusedSymbolsInput = {}, options?: CallOptions): Promise<ToolOutput<"unused_symbols">> {
    return this.call("unused_symbols", args, options);
  }

  /** Lists the supertypes and subtypes of a class, interface or trait with distance, relation and confidence; for a method, what it overrides and what overrides it. Prefer it to grep for extends and implements, which misses indirect subtypes and namesakes. */
  typeHierarchy(args: TypeHierarchyInput = {}, options?: CallOptions): Promise<ToolOutput<"type_hierarchy">> {
    return this.call("type_hierarchy", args, options);
  }

  /** Lists the commits that changed a function, class or other symbol, through renames and moves, with the changed lines, and files that changed with it. With `trace`: the commits of a range that may have caused a failure. Prefer it to git log and git blame. Needs git. */
  symbolHistory(args: SymbolHistoryInput = {}, options?: CallOptions): Promise<ToolOutput<"symbol_history">> {
    return this.call("symbol_history", args, options);
  }

  /** Lists the declarations that differ between two commits, branches or tags: removed, renamed, moved, added, or with another signature, public ones first. Use it to review a branch, to see what a release breaks, or to write its notes. Needs git, but no index. */
  compareVersions(args: CompareVersionsInput, options?: CallOptions): Promise<ToolOutput<"compare_versions">> {
    return this.call("compare_versions", args, options);
  }

  /** Lists a folder of the docs and code roots: files with sizes, and folders. Without a path it lists both roots. Omits dotfiles and ignored files. */
  listDir(args: ListDirInput = {}, options?: CallOptions): Promise<ToolOutput<"list_dir">> {
    return this.call("list_dir", args, options);
  }

  /** Searches the docs and code roots when you do not know where to look. Pass a path or file name, an identifier, "quoted text", a /regex/, or a question in plain words: it picks the fitting search and says which. Start here. */
  smartSearch(args: SmartSearchInput, options?: CallOptions): Promise<ToolOutput<"smart_search">> {
    return this.call("smart_search", args, options);
  }

  /** Reads a file of the docs or code root, or a range of its lines. Long files are truncated; continue at next_start_line. */
  workspaceRead(args: WorkspaceReadInput, options?: CallOptions): Promise<ToolOutput<"workspace_read">> {
    return this.call("workspace_read", args, options);
  }

  /** Finds exact text or a regular expression in the docs and code roots, line by line, like grep. Use smart_search when you do not know the exact text. */
  workspaceSearch(args: WorkspaceSearchInput, options?: CallOptions): Promise<ToolOutput<"workspace_search">> {
    return this.call("workspace_search", args, options);
  }
}
