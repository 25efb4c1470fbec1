/** The engine: one method a tool, and what apps need besides. Knows nothing of MCP, HTTP or terminals. */
import { basename, dirname, join } from "node:path";
import type { ToolInput, ToolName, ToolOutput } from "@satori/contracts";
import type { Passed } from "./codebase/gate.ts";
import { listCodebases } from "./codebase/list-codebases.ts";
import { type Target, realPathOf } from "./codebase/registry.ts";
import type { CallContext, EngineContext } from "./engine-context.ts";
import { EngineError } from "./errors.ts";
import { fileOutline } from "./files/file-outline.ts";
import { listPaths } from "./files/list-paths.ts";
import { readFile } from "./files/read-file.ts";
import { searchTextTool } from "./files/search-text.ts";
import { callGraph } from "./graph/call-graph.ts";
import { freshen } from "./freshness/freshen.ts";
import { Upkeep } from "./freshness/upkeep.ts";
import type { IgnoreExplanation } from "./ignore/policy.ts";
import { relativeTo } from "./model/paths.ts";
import { NO_SETTINGS } from "./model/run.ts";
import { openRules } from "./scan/rules.ts";
import { setScope } from "./scope/set-scope.ts";
import { ChangedFiles } from "./search/changed-files.ts";
import { RootGitignores } from "./search/root-gitignore.ts";
import { type SearchDependencies, searchCodebase } from "./search/search-codebase.ts";
import { semanticSearch } from "./search/semantic-search.ts";
import { type Estimate, type EstimateInput, estimateIndex } from "./sync/estimate.ts";
import { manageIndex } from "./sync/manage-index.ts";
import { KnownFolders } from "./text-search/known-folders.ts";
import type { SearchIndex } from "./workspace/by-question.ts";
import { listDir } from "./workspace/list-dir.ts";
import { workspaceRead } from "./workspace/read.ts";
import { workspaceSearch } from "./workspace/search.ts";
import { smartSearch } from "./workspace/smart-search.ts";
import { textSearcher } from "./workspace/text.ts";

export type ToolHandlers = { readonly [Tool in ToolName]: (input: ToolInput<Tool>, call: CallContext) => Promise<ToolOutput<Tool>> };

export interface Engine extends AsyncDisposable {
  readonly tools: ToolHandlers;
  /** Whether a scope is kept for a session, be it an empty one. */
  knowsSession(sessionId: string): boolean;
  /** How many sessions have a scope. */
  readonly sessionCount: number;
  /** The root of the codebase that covers a path, or null. */
  coveringRoot(path: string, baseFolder: string): string | null;
  /** Waits until this process works on no run of the codebase; returns at once if it does not. */
  waitForRun(path: string, baseFolder: string): Promise<void>;
  /** Asks the run of the codebase in this process to end; resolves when it has. */
  cancelRun(path: string, baseFolder: string): Promise<void>;
  /** What a full run would ask of the embedder; nothing is sent or written. Throws what `create` would answer with, and `CANCELLED`. */
  estimate(input: EstimateInput, call: Pick<CallContext, "baseFolder" | "signal" | "onProgress">): Promise<Estimate>;
  /** Which rule in- or excludes a path. Throws `PATH_OUTSIDE_ROOTS` for a path that lies below no codebase nor the base folder. */
  why(path: string, baseFolder: string): Promise<Why>;
}

/** Why a path is indexed or not. */
export interface Why extends IgnoreExplanation {
  readonly root: string;
  readonly file: string;
  /** Ignore files whose rules do not count, of those that have a say about this path: what is wrong with each. */
  readonly problems: readonly string[];
}

export function createEngine(context: EngineContext): Engine {
  const knownFolders = new KnownFolders();
  const upkeep = new Upkeep(context);
  const bringUpToDate = ({ codebase }: Target, passed: Passed, call: CallContext) => {
    upkeep.use(codebase);
    return freshen(context, codebase, passed, call);
  };
  const searching: SearchDependencies = { context, changedFiles: new ChangedFiles(), rootGitignores: new RootGitignores(), freshen: bringUpToDate };
  const searchIndex: SearchIndex = (input, call) => searchCodebase(searching, input, call);
  const searchRoot = textSearcher(context, knownFolders);
  const codebaseOf = (path: string, baseFolder: string) => context.codebases.covering(path, baseFolder).codebase;
  return {
    tools: {
      list_codebases: (_, call) => listCodebases(context, call),
      manage_index: (input, call) => manageIndex(context, input, call),
      search_codebase: searchIndex,
      file_outline: (input, call) => fileOutline(context, bringUpToDate, input, call),
      call_graph: (input, call) => callGraph(context, bringUpToDate, input, call),
      read_file: (input, call) => readFile(context, bringUpToDate, input, call),
      set_scope: (input, call) => Promise.resolve(setScope(context, input, call)),
      list_paths: (input, call) => listPaths(context, input, call),
      search_text: (input, call) => searchTextTool(context, knownFolders, input, call),
      semantic_search: (input, call) => semanticSearch(searching, input, call),
      list_dir: (input, call) => listDir(context, input, call),
      smart_search: (input, call) => smartSearch({ context, freshen: bringUpToDate, searchIndex, searchRoot }, input, call),
      workspace_read: (input, call) => workspaceRead(context, input, call),
      workspace_search: (input, call) => workspaceSearch(context, searchRoot, input, call),
    },
    knowsSession: (sessionId) => context.sessions.has(sessionId),
    get sessionCount() {
      return context.sessions.size;
    },
    coveringRoot: (path, baseFolder) => {
      const codebase = codebaseOf(path, baseFolder);
      return codebase.isTracked ? codebase.root : null;
    },
    waitForRun: async (path, baseFolder) => {
      await codebaseOf(path, baseFolder).activeRun?.ended;
    },
    cancelRun: async (path, baseFolder) => {
      const { activeRun } = codebaseOf(path, baseFolder);
      activeRun?.cancel("cancelled");
      await activeRun?.ended;
    },
    estimate: (input, call) => estimateIndex(context, input, call),
    why: async (path, baseFolder) => {
      const { codebase, path: asked } = context.codebases.covering(path, baseFolder);
      // A link at the end is what is asked about, not what it leads to.
      const realPath = join(realPathOf(dirname(asked)), basename(asked));
      // The rules of a damaged index are those of the folder alone.
      const settings = (await codebase.view()).head?.settings ?? NO_SETTINGS;
      const root = codebase.isTracked ? codebase.root : realPathOf(baseFolder);
      const file = relativeTo(root, realPath);
      if (file === null) throw new EngineError("PATH_OUTSIDE_ROOTS", `${asked} does not lie below ${root}`, { details: { path: asked } });
      const { policy } = openRules(root, settings, context.config.home);
      // First the answer, which has the control files on the way there read.
      const explanation = policy.explain(file);
      return { ...explanation, root, file, problems: policy.diagnostics().map(({ message }) => message) };
    },
    async [Symbol.asyncDispose]() {
      context.sessions[Symbol.dispose]();
      await upkeep[Symbol.asyncDispose]();
      await context.codebases.close();
      await context.preparer[Symbol.asyncDispose]();
      await context.embedder?.[Symbol.asyncDispose]?.();
    },
  };
}
