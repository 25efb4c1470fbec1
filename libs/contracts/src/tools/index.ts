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
import type { FileOutlineOutput } from "./file-outline.ts";
import type { ListCodebasesOutput } from "./list-codebases.ts";
import type { ListDirInput, ListDirOutput } from "./list-dir.ts";
import type { ListPathsInput, ListPathsOutput } from "./list-paths.ts";
import type { ManageIndexOutput } from "./manage-index.ts";
import type { ReadFileOutput } from "./read-file.ts";
import type { SearchCodebaseOutput } from "./search-codebase.ts";
import type { SearchTextInput, SearchTextOutput } from "./search-text.ts";
import type { SemanticSearchInput, SemanticSearchOutput } from "./semantic-search.ts";
import type { SetScopeInput, SetScopeOutput } from "./set-scope.ts";
import type { SmartSearchInput, SmartSearchOutput } from "./smart-search.ts";
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
  list_dir: { input: ListDirInput; output: ListDirOutput };
  smart_search: { input: SmartSearchInput; output: SmartSearchOutput };
  workspace_read: { input: WorkspaceReadInput; output: WorkspaceReadOutput };
  workspace_search: { input: WorkspaceSearchInput; output: WorkspaceSearchOutput };
}
export type ToolInput<Tool extends ToolName> = ToolTypes[Tool]["input"];
export type ToolOutput<Tool extends ToolName> = ToolTypes[Tool]["output"];

/** Sets of tools that a server can offer. */
export const TOOL_SETS = ["core", "scope", "workspace"] as const;
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
      "Lists every codebase that has an index here, with its state, size, languages and age. Use it " +
      "first when you do not know which folders can be searched.",
    annotations: readsOnly,
  },
  manage_index: {
    set: "core",
    title: "Manage an index",
    description:
      "Builds, refreshes, inspects or removes the index of a codebase. create: start indexing a folder " +
      "(returns at once; poll status until ok). " +
      "sync: apply changed files now. status: state and progress. reindex: full rebuild, only needed " +
      "after requires_reindex " +
      "or damage; for ignore-rule edits use sync. clear: remove the index.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
  search_codebase: {
    set: "core",
    title: "Search a codebase",
    description:
      "Finds the code that a question is about, by meaning, words and symbol names together. Ask in " +
      'plain words ("where are retries scheduled"), ' +
      "by identifier, or with quoted text. Returns ranked places with file, lines, symbol and a " +
      "preview. Prefer it to grep when you do not know the exact text. " +
      "Files changed on disk are indexed first.",
    annotations: readsOnly,
  },
  file_outline: {
    set: "core",
    title: "Outline a file",
    description:
      "Lists what a file declares: symbols with kind, signature, first doc line and line span. Use it " +
      "to understand a file without reading it, or to get a symbolId.",
    annotations: readsOnly,
  },
  call_graph: {
    set: "core",
    title: "Follow calls",
    description:
      "Shows who calls or uses a symbol and what it calls, with sites and how sure each edge is. Takes " +
      "a symbolRef from search_codebase or file_outline, or a name.",
    annotations: readsOnly,
  },
  read_file: {
    set: "core",
    title: "Read a file",
    description:
      "Reads a file, a range of its lines, or exactly one symbol (open_symbol). Long files are cut " +
      "with a hint that continues. mode=annotated adds the outline.",
    annotations: readsOnly,
  },
  set_scope: {
    set: "scope",
    title: "Set the scope of a session",
    description:
      "Says once what the next calls are about: codebases, path patterns, languages. It shapes " +
      "search_codebase, list_codebases and the tools of this set until it is " +
      "set anew; an empty scope clears it. What a call says itself wins, field by field.",
    annotations: readsOnly,
  },
  list_paths: {
    set: "scope",
    title: "List files",
    description:
      "Lists the files of a folder, without what ignore rules leave out, by patterns and languages if " +
      "need be. Needs no index. Use it to see how a codebase is laid out, " +
      "or to find files by name.",
    annotations: readsOnly,
  },
  search_text: {
    set: "scope",
    title: "Search exact text",
    description:
      "Finds a text or a regular expression line by line, as grep does, in the files that the ignore " +
      "rules keep. Needs no index, and sees what is on the disk now. " +
      "Use it when you know the exact text; ask search_codebase when you do not.",
    annotations: readsOnly,
  },
  semantic_search: {
    set: "scope",
    title: "Search by meaning",
    description:
      "Finds the places that a question is about, code, tests and docs alike, in one indexed codebase " +
      "or in several as one (repos). Returns whole chunks of text. " +
      "Use search_codebase for one codebase and a compact answer.",
    annotations: readsOnly,
  },
  list_dir: {
    set: "workspace",
    title: "List a folder",
    description:
      "Lists a folder of the docs and code roots: files with their sizes, and folders. Without a path " +
      "it lists both roots. Leaves out dotfiles and what ignore rules leave out. " +
      "Use it to see what there is.",
    annotations: readsOnly,
  },
  smart_search: {
    set: "workspace",
    title: "Search docs and code",
    description:
      "Finds what you ask for in the docs and code roots when you do not know where it is. Give a path " +
      'or file name, an identifier, "quoted text", a /regex/, or a question in plain words: ' +
      "it takes the search that fits, and says which. Start here.",
    annotations: readsOnly,
  },
  workspace_read: {
    set: "workspace",
    title: "Read docs or code",
    description:
      "Reads a file of the docs or code root, or a range of its lines. A long file is cut, and " +
      "next_start_line says where to go on.",
    annotations: readsOnly,
  },
  workspace_search: {
    set: "workspace",
    title: "Search exact text",
    description:
      "Finds an exact text or a regular expression in the files of the docs and code roots, line by " +
      "line, as grep does. Ask smart_search when you do not know the exact text.",
    annotations: readsOnly,
  },
};

/** All tools, in listing order. */
export const TOOLS: readonly ToolContract[] = TOOL_NAMES.map((name) => ({ name, ...CONTRACTS[name] }));

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(CONTRACTS, name);
}
