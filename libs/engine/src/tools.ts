/** The handlers of all tools: one function per tool, over the context that the call may access. */
import {
  type DefaultPathTool,
  type ReadFileInput,
  TOOL_NAMES,
  type ToolInput,
  type ToolName,
  type ToolOutput,
  type WithPath,
} from "@satori/contracts";
import type { Codebase } from "./codebase/codebase.ts";
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
import { ENGINE_LIMITS } from "./limits.ts";
import { setScope } from "./scope/set-scope.ts";
import { ChangedFiles } from "./git/changed-files.ts";
import { RootGitignores } from "./search/present/root-gitignore.ts";
import { type SearchDependencies, searchCodebase } from "./search/search-codebase.ts";
import { semanticSearch } from "./search/semantic-search.ts";
import { Semaphore } from "./semaphore.ts";
import { manageIndex } from "./sync/manage-index.ts";
import { requestVersion, versionOf } from "./sync/versions.ts";
import { FolderCache } from "./text-search/rules/folder-cache.ts";
import { listDir } from "./workspace/list-dir.ts";
import { workspaceRead, workspaceSearch } from "./workspace/read-and-search.ts";
import { smartSearch } from "./workspace/smart-search/smart-search.ts";
import { atVersion, folderOfVersion, freshVersion, withCommit } from "./versioned.ts";
import { textSearcher } from "./workspace/text.ts";

/** Arguments as a handler gets them: those of tools with a default always have a `path`. */
export type HandlerInput<Tool extends ToolName> = Tool extends DefaultPathTool
  ? WithPath<ToolInput<Tool>>
  : ToolInput<Tool>;

export type ToolHandlers = {
  readonly [Tool in ToolName]: (input: HandlerInput<Tool>, call: CallContext) => Promise<ToolOutput<Tool>>;
};

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
    return {
      list_codebases: (_, call) => listCodebases(of, getEffectiveScope(of).repos ?? [], call),
      manage_index: (input, call) => manageVersion(of, input, call),
      search_codebase: inVersion("search_codebase", (to, input, call) =>
        searchCodebase({ ...searching, ...to }, input, call),
      ),
      file_outline: inVersion("file_outline", ({ context: at, ensureFresh: fresh }, input, call) =>
        fileOutline(at, fresh, input, call),
      ),
      call_graph: inVersion("call_graph", (to, input, call) => callGraph({ ...to, slots }, input, call)),
      read_file: inVersion("read_file", ({ context: at, ensureFresh: fresh }, input, call) =>
        readFile(at, fresh, input, call),
      ),
      set_scope: (input, call) => Promise.resolve(setScope(of, input, call)),
      list_paths: (input, call) => listPaths(of, input, call),
      search_text: (input, call) => searchTextTool(of, folders, input, call),
      semantic_search: (input, call) => semanticSearch(search, input, call),
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

type VersionedTool = "search_codebase" | "file_outline" | "call_graph" | "read_file";
type Dependencies = Pick<SearchDependencies, "context" | "ensureFresh">;
type VersionedHandler<Tool extends VersionedTool> = (
  to: Dependencies,
  input: HandlerInput<Tool>,
  call: CallContext,
) => Promise<ToolOutput<Tool>>;

/**
 * Handlers of tools that read the index of the one codebase that covers their path: of its files on disk, or
 * of the commit that `ref` names. Corruption that they find is recorded.
 */
function versioned({ context, ensureFresh }: Dependencies) {
  return <Tool extends VersionedTool>(tool: Tool, handle: VersionedHandler<Tool>): ToolHandlers[Tool] => {
    const run = async (input: HandlerInput<Tool>, call: CallContext): Promise<ToolOutput<Tool>> => {
      const covering = (): Codebase => context.codebases.covering(input.path, call.baseFolder).codebase;
      const { ref } = input;
      const answerFromDisk = (): Promise<ToolOutput<Tool>> =>
        recordingCorruption(covering, context.clock, () => handle({ context, ensureFresh }, input, call));
      if (ref === undefined) return answerFromDisk();
      const codebase = folderOfVersion(context.codebases, input.path, call.baseFolder);
      const request = { codebase, ref, argument: "ref", onProgress: call.onProgress };
      if (needsIndex(tool, input) && !codebase.isTracked) {
        // Indexing the folder would not help if the ref names nothing.
        await versionOf(context, request, call.signal);
        return answerFromDisk();
      }
      const version = await (needsIndex(tool, input) ? requestVersion : versionOf)(
        context,
        request,
        call.signal,
      );
      const codebases = atVersion(context.codebases, version);
      const fresh: Dependencies["ensureFresh"] = (_, passed) => Promise.resolve(freshVersion(passed));
      const answer = await recordingCorruption(
        () => version,
        context.clock,
        () => handle({ context: { ...context, codebases }, ensureFresh: fresh }, input, call),
      );
      return withCommit(answer, version.commit ?? "");
    };
    // One function serves all tools. The compiler cannot see that it fits each tool's type.
    return run as ToolHandlers[Tool];
  };
}

/** Whether a call about a commit needs its index: plain lines do not. */
function needsIndex(tool: VersionedTool, input: object): boolean {
  const { open_symbol, mode } = input as Pick<ReadFileInput, "open_symbol" | "mode">;
  return tool !== "read_file" || open_symbol !== undefined || mode === "annotated";
}

/** `manage_index` about a commit, if the call names one. */
async function manageVersion(
  context: EngineContext,
  input: HandlerInput<"manage_index">,
  call: CallContext,
): Promise<ToolOutput<"manage_index">> {
  const { ref } = input;
  if (ref === undefined) return manageIndex(context, input, call);
  const { codebase } = context.codebases.named(input.path, call.baseFolder);
  const version = await versionOf(context, { codebase, ref, argument: "ref" }, call.signal);
  const codebases = atVersion(context.codebases, version);
  return withCommit<"manage_index">(
    await manageIndex({ ...context, codebases }, input, call),
    version.commit ?? "",
  );
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
