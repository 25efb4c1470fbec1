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
  ListDirInput,
  SmartSearchInput,
  WorkspaceReadInput,
  WorkspaceSearchInput,
  ToolInput,
  ToolName,
} from "@satori/contracts";
import type { ToolOutput } from "../answer.ts";
import type { CallOptions } from "../client.ts";

/** One method a tool. Answers are told apart by `status`; gates and failures are values. */
export abstract class ToolMethods {
  abstract call<Tool extends ToolName>(tool: Tool, args: ToolInput<Tool>, options?: CallOptions): Promise<ToolOutput<Tool>>;

  /** Lists every codebase that has an index here, with its state, size, languages and age. Use it first when you do not know which folders can be searched. */
  listCodebases(args: ListCodebasesInput = {}, options?: CallOptions): Promise<ToolOutput<"list_codebases">> {
    return this.call("list_codebases", args, options);
  }

  /** Builds, refreshes, inspects or removes the index of a codebase. create: start indexing a folder (returns at once; poll status until ok). sync: apply changed files now. status: state and progress. reindex: full rebuild, only needed after requires_reindex or damage; for ignore-rule edits use sync. clear: remove the index. */
  manageIndex(args: ManageIndexInput, options?: CallOptions): Promise<ToolOutput<"manage_index">> {
    return this.call("manage_index", args, options);
  }

  /** Finds the code that a question is about, by meaning, words and symbol names together. Ask in plain words ("where are retries scheduled"), by identifier, or with quoted text. Returns ranked places with file, lines, symbol and a preview. Prefer it to grep when you do not know the exact text. Files changed on disk are indexed first. */
  searchCodebase(args: SearchCodebaseInput, options?: CallOptions): Promise<ToolOutput<"search_codebase">> {
    return this.call("search_codebase", args, options);
  }

  /** Lists what a file declares: symbols with kind, signature, first doc line and line span. Use it to understand a file without reading it, or to get a symbolId. */
  fileOutline(args: FileOutlineInput, options?: CallOptions): Promise<ToolOutput<"file_outline">> {
    return this.call("file_outline", args, options);
  }

  /** Shows who calls or uses a symbol and what it calls, with sites and how sure each edge is. Takes a symbolRef from search_codebase or file_outline, or a name. */
  callGraph(args: CallGraphInput, options?: CallOptions): Promise<ToolOutput<"call_graph">> {
    return this.call("call_graph", args, options);
  }

  /** Reads a file, a range of its lines, or exactly one symbol (open_symbol). Long files are cut with a hint that continues. mode=annotated adds the outline. */
  readFile(args: ReadFileInput, options?: CallOptions): Promise<ToolOutput<"read_file">> {
    return this.call("read_file", args, options);
  }

  /** Says once what the next calls are about: codebases, path patterns, languages. It shapes search_codebase, list_codebases and the tools of this set until it is set anew; an empty scope clears it. What a call says itself wins, field by field. */
  setScope(args: SetScopeInput = {}, options?: CallOptions): Promise<ToolOutput<"set_scope">> {
    return this.call("set_scope", args, options);
  }

  /** Lists the files of a folder, without what ignore rules leave out, by patterns and languages if need be. Needs no index. Use it to see how a codebase is laid out, or to find files by name. */
  listPaths(args: ListPathsInput = {}, options?: CallOptions): Promise<ToolOutput<"list_paths">> {
    return this.call("list_paths", args, options);
  }

  /** Finds a text or a regular expression line by line, as grep does, in the files that the ignore rules keep. Needs no index, and sees what is on the disk now. Use it when you know the exact text; ask search_codebase when you do not. */
  searchText(args: SearchTextInput, options?: CallOptions): Promise<ToolOutput<"search_text">> {
    return this.call("search_text", args, options);
  }

  /** Finds the places that a question is about, code, tests and docs alike, in one indexed codebase or in several as one (repos). Returns whole chunks of text. Use search_codebase for one codebase and a compact answer. */
  semanticSearch(args: SemanticSearchInput, options?: CallOptions): Promise<ToolOutput<"semantic_search">> {
    return this.call("semantic_search", args, options);
  }

  /** Lists a folder of the docs and code roots: files with their sizes, and folders. Without a path it lists both roots. Leaves out dotfiles and what ignore rules leave out. Use it to see what there is. */
  listDir(args: ListDirInput = {}, options?: CallOptions): Promise<ToolOutput<"list_dir">> {
    return this.call("list_dir", args, options);
  }

  /** Finds what you ask for in the docs and code roots when you do not know where it is. Give a path or file name, an identifier, "quoted text", a /regex/, or a question in plain words: it takes the search that fits, and says which. Start here. */
  smartSearch(args: SmartSearchInput, options?: CallOptions): Promise<ToolOutput<"smart_search">> {
    return this.call("smart_search", args, options);
  }

  /** Reads a file of the docs or code root, or a range of its lines. A long file is cut, and next_start_line says where to go on. */
  workspaceRead(args: WorkspaceReadInput, options?: CallOptions): Promise<ToolOutput<"workspace_read">> {
    return this.call("workspace_read", args, options);
  }

  /** Finds an exact text or a regular expression in the files of the docs and code roots, line by line, as grep does. Ask smart_search when you do not know the exact text. */
  workspaceSearch(args: WorkspaceSearchInput, options?: CallOptions): Promise<ToolOutput<"workspace_search">> {
    return this.call("workspace_search", args, options);
  }
}
