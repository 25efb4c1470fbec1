/** The handlers of all tools: one function per tool, over the context that the call may access. */
import { TOOL_NAMES, type ToolName, type ToolOutput } from "@satori/contracts";
import { confineCodebases, confineStores } from "./codebase/confined.ts";
import { recordingCorruption } from "./codebase/corruption.ts";
import { listCodebases } from "./codebase/list-codebases.ts";
import { compareVersions } from "./compare/compare-versions.ts";
import { getEffectiveScope } from "./scope/effective-scope.ts";
import type { CallContext, EngineContext } from "./engine-context.ts";
import { fileOutline } from "./files/file-outline.ts";
import { listPaths } from "./files/list-paths.ts";
import { readFile } from "./files/read-file.ts";
import { searchTextTool } from "./files/search-text.ts";
import { callGraph } from "./graph/call-graph.ts";
import { changeImpact } from "./impact/change-impact.ts";
import { ENGINE_LIMITS } from "./limits.ts";
import { setScope } from "./scope/set-scope.ts";
import { ChangedFiles } from "./git/changed-files.ts";
import { RootGitignores } from "./search/present/root-gitignore.ts";
import { type SearchDependencies, searchCodebase } from "./search/search-codebase.ts";
import { semanticSearch } from "./search/semantic-search.ts";
import { Semaphore } from "./semaphore.ts";
import { FolderCache } from "./text-search/rules/folder-cache.ts";
import { symbolHistory } from "./symbol-history/symbol-history.ts";
import { unusedSymbols } from "./unused/unused-symbols.ts";
import { listDir } from "./workspace/list-dir.ts";
import { workspaceRead, workspaceSearch } from "./workspace/read-and-search.ts";
import { smartSearch } from "./workspace/smart-search/smart-search.ts";
import { manageVersion, refuseVersions, versioned } from "./versioned-tools.ts";
import type { HandlerInput, ToolHandlers } from "./tool-handlers.ts";
import { textSearcher } from "./workspace/text.ts";
import { typeHierarchy } from "./hierarchy/type-hierarchy.ts";

/** @param ensureFresh brings an index up to date before a tool answers from it */
export function openTools(
  context: EngineContext,
  ensureFresh: SearchDependencies["ensureFresh"],
): ToolHandlers {
  const folders = new FolderCache();
  const slots = new Semaphore(ENGINE_LIMITS.callGraphs);
  const searching = { changedFiles: new ChangedFiles(), rootGitignores: new RootGitignores(), ensureFresh };
  return withConfinement(context, (of): ToolHandlers => {
    const search = { ...searching, context: of };
    const searchRoot = textSearcher(of, folders);
    const inVersion = versioned({ context: of, ensureFresh });
    const onDisk = <Tool extends ToolName>(tool: Tool, handle: ToolHandlers[Tool]): ToolHandlers[Tool] =>
      (async (input: HandlerInput<Tool>, call: CallContext) => {
        refuseVersions(of, tool);
        return handle(input, call);
        // The compiler cannot see that this fits each tool's type.
      }) as ToolHandlers[Tool];
    /** Corruption that these tools find in the codebase is recorded. */
    const indexed = <Tool extends "change_impact" | "unused_symbols" | "symbol_history">(
      _tool: Tool,
      handle: ToolHandlers[Tool],
    ): ToolHandlers[Tool] =>
      ((input: HandlerInput<Tool>, call: CallContext) =>
        recordingCorruption(
          () => of.codebases.covering(input.path, call.baseFolder).codebase,
          of.clock,
          () => handle(input, call),
          // The compiler cannot see that this fits each tool's type.
        )) as ToolHandlers[Tool];
    return {
      list_codebases: (_, call) => listCodebases(of, getEffectiveScope(of).repos ?? [], call),
      manage_index: (input, call) => manageVersion(of, input, call),
      search_codebase: inVersion("search_codebase", (to, input, call) =>
        searchCodebase({ ...searching, ...to, firstReads: of.config.firstReads }, input, call),
      ),
      file_outline: inVersion("file_outline", ({ context: at, ensureFresh: fresh }, input, call) =>
        fileOutline(at, fresh, input, call),
      ),
      call_graph: inVersion("call_graph", (to, input, call) => callGraph({ ...to, slots }, input, call)),
      read_file: inVersion("read_file", ({ context: at, ensureFresh: fresh }, input, call) =>
        readFile(at, fresh, input, call),
      ),
      set_scope: (input, call) => Promise.resolve(setScope(of, input, call)),
      list_paths: onDisk("list_paths", (input, call) => listPaths(of, input, call)),
      search_text: onDisk("search_text", (input, call) => searchTextTool(of, folders, input, call)),
      semantic_search: onDisk("semantic_search", (input, call) => semanticSearch(search, input, call)),
      change_impact: indexed("change_impact", (input, call) => changeImpact(of, ensureFresh, input, call)),
      unused_symbols: indexed("unused_symbols", (input, call) => unusedSymbols(of, ensureFresh, input, call)),
      type_hierarchy: inVersion("type_hierarchy", (to, input, call) =>
        typeHierarchy({ ...to, slots }, input, call),
      ),
      symbol_history: indexed("symbol_history", (input, call) => symbolHistory(of, ensureFresh, input, call)),
      compare_versions: (input, call) => compareVersions(of, input, call),
      list_dir: (input, call) => listDir(of, input, call),
      smart_search: (input, call) =>
        smartSearch(
          {
            context: of,
            ensureFresh,
            searchIndex: (question, asked) => searchCodebase(search, question, asked),
            searchRoot,
          },
          input,
          call,
        ),
      workspace_read: (input, call) => workspaceRead(of, input, call),
      workspace_search: (input, call) => workspaceSearch(of, searchRoot, input, call),
    };
  });
}

/** Runs a confined call with a registry and stores that contain only its folders, whatever the tool. */
function withConfinement(
  context: EngineContext,
  handlersOf: (context: EngineContext) => ToolHandlers,
): ToolHandlers {
  const free = handlersOf(context);
  const handlerOf = <Tool extends ToolName>(tool: Tool): ToolHandlers[Tool] => {
    const handle = (input: HandlerInput<Tool>, call: CallContext): Promise<ToolOutput<Tool>> => {
      const { confinedTo } = call;
      if (confinedTo === undefined) return free[tool](input, call);
      return handlersOf({
        ...context,
        codebases: confineCodebases(context.codebases, confinedTo),
        stores: confineStores(context.stores),
      })[tool](input, { ...call, roots: confinedTo });
    };
    // One function serves all tools. The compiler cannot see that it fits each tool's type.
    return handle as ToolHandlers[Tool];
  };
  return Object.fromEntries(TOOL_NAMES.map((tool) => [tool, handlerOf(tool)])) as unknown as ToolHandlers;
}
