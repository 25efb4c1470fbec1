/**
 * The engine: one method per tool, plus the functions that apps need. It knows nothing of MCP, HTTP or
 * terminals.
 */
import { basename, dirname, join } from "node:path";
import type { EngineConfig } from "./config.ts";
import { confineCodebases } from "./codebase/confined.ts";
import type { GateOpen } from "./codebase/gate.ts";
import { type Target } from "./codebase/home/registry.ts";
import { realPathOf } from "./disk/real-path.ts";
import type { CallContext, EngineContext } from "./engine-context.ts";
import { EngineError, causeOf } from "./errors.ts";
import { ensureFresh } from "./freshness/ensure-fresh.ts";
import { stalenessOf } from "./model/staleness.ts";
import { BackgroundSync } from "./freshness/background-sync.ts";
import type { IgnoreExplanation } from "./ignore/policy.ts";
import { secretKindOf } from "./ignore/secret-names.ts";
import { inTurn } from "./in-turn.ts";
import { ENGINE_LIMITS } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import { parentOf, relativeTo } from "./model/paths.ts";
import { NO_SETTINGS } from "./model/run.ts";
import { defaultFolder } from "./scope/default-folder.ts";
import { isTooDeep } from "./scan/depth.ts";
import { openRules } from "./scan/rules.ts";
import { type Estimate, type EstimateInput, estimateIndex } from "./sync/estimate.ts";
import type { ToolHandlers } from "./tool-handlers.ts";
import { openTools } from "./tools.ts";
import { type TransferInput, type TransferredIndex, exportIndex } from "./transfer/export-index.ts";
import { type ImportInput, importIndex } from "./transfer/import-index.ts";

export interface Engine extends AsyncDisposable {
  readonly metrics: Metrics;
  readonly tools: ToolHandlers;
  /** Time limits of answers, in milliseconds, by setting. */
  readonly deadlinesMs: EngineConfig["deadlinesMs"];
  /** Whether every answer is checked against its schema before it is returned. */
  readonly validatesOutput: boolean;
  /**
   * Whether the session has a stored scope, which may be empty. `forgotten`: the session had a scope with
   * filters and has ended.
   */
  sessionState(sessionId: string): "known" | "unknown" | "forgotten";
  /** A session had a scope in another process: unless it is set here, calls in it get `SESSION_UNKNOWN`. */
  noteLostScope(sessionId: string): void;
  /**
   * Root of the codebase that covers a path; null if there is none. With `confinedTo`, only codebases inside
   * those folders count.
   */
  coveringRoot(path: string, baseFolder: string, confinedTo?: readonly string[]): string | null;
  /**
   * Folder of a call of a core tool that names none: the session's root, else the root of the only codebase.
   * Throws `INVALID_ARGUMENTS`, listing the codebases that the call may access, if there is neither.
   */
  defaultFolder(call: Pick<CallContext, "sessionRoot" | "confinedTo">): string;
  /** Closes indexes that another process has removed or replaced since this process opened them. */
  dropReplacedIndexes(): Promise<void>;
  /**
   * Number of times that an index was found removed or replaced so far. If it grew during a failed call, the
   * call can be repeated.
   */
  replacedIndexes(): number;
  /**
   * Problems that keep calls from being answered properly, as sentences that name no path. Empty if there are
   * none.
   */
  problems(): readonly string[];
  /** Whether this process works on a run, which would fail if the engine were closed now. */
  isRunning(): boolean;
  /**
   * Waits for the run of the codebase, or of a commit of it, that this process works on. Returns at once if
   * there is none.
   */
  waitForRun(path: string, baseFolder: string, commit?: string): Promise<void>;
  /**
   * Cancels the run of the codebase, or of a commit of it, in this process. Resolves when the run has ended.
   */
  cancelRun(path: string, baseFolder: string, commit?: string): Promise<void>;
  /**
   * Estimates what a full run would send to the embedder. Sends and writes nothing. Throws the errors that
   * `create` would answer with, and `CANCELLED`.
   */
  estimate(
    input: EstimateInput,
    call: Pick<CallContext, "baseFolder" | "signal" | "onProgress">,
  ): Promise<Estimate>;
  /** Writes the index of a codebase into a file. See `exportIndex`. */
  exportIndex(input: TransferInput, call: Pick<CallContext, "baseFolder">): Promise<TransferredIndex>;
  /** Takes the index of a file; the caller syncs it next. See `importIndex`. */
  importIndex(
    input: ImportInput,
    call: Pick<CallContext, "baseFolder" | "signal">,
  ): Promise<TransferredIndex>;
  /**
   * Explains which rule includes or excludes a path. Throws `PATH_OUTSIDE_ROOTS` if the path is neither in a
   * codebase nor in the base folder.
   */
  why(path: string, baseFolder: string): Promise<Why>;
}

/** Why a path is indexed or not. */
export interface Why extends IgnoreExplanation {
  readonly root: string;
  readonly file: string;
  /**
   * The kind of secret that the deciding rule excludes; null if the rule is not one of the built-in secret
   * names.
   */
  readonly secret: string | null;
  /**
   * Whether a scan reaches the path, ignore rules aside. False if the rules cannot be determined, or if the
   * path is nested too deeply.
   */
  readonly isReached: boolean;
  /**
   * What keeps a scan from reaching the path, and ignore files that apply to this path but cannot be used.
   */
  readonly problems: readonly string[];
}

/** Builds an engine from its parts. Closing the engine closes the parts. */
export function createEngine(context: EngineContext): Engine {
  const upkeep = new BackgroundSync(context);
  const bringUpToDate = async ({ codebase }: Target, passed: GateOpen, call: CallContext) => {
    upkeep.use(codebase);
    const outcome = await call.deadline.suspend(() => ensureFresh(context, codebase, passed, call));
    return { decision: outcome.decision, ...stalenessOf(outcome) };
  };
  // Reads nothing from the root folder itself, since its disk may fail.
  const runningIn = (path: string, baseFolder: string, commit?: string) => {
    const { codebase } = context.codebases.listed(path, baseFolder);
    return commit === undefined ? codebase : context.codebases.atCommit(codebase.root, commit);
  };
  return {
    metrics: context.metrics,
    tools: openTools(context, bringUpToDate),
    deadlinesMs: context.config.deadlinesMs,
    validatesOutput: context.config.validateOutput,
    sessionState: (sessionId) =>
      context.sessions.has(sessionId)
        ? "known"
        : context.sessions.hasForgotten(sessionId)
          ? "forgotten"
          : "unknown",
    noteLostScope: (sessionId) => context.sessions.noteLost(sessionId),
    coveringRoot: (path, baseFolder, confinedTo) => {
      const { codebase } = context.codebases.covering(path, baseFolder);
      const codebases = confinedTo ? confineCodebases(context.codebases, confinedTo).tracked() : null;
      return codebase.isTracked && (codebases?.includes(codebase) ?? true) ? codebase.root : null;
    },
    defaultFolder: (call) => {
      const { confinedTo } = call;
      const codebases = confinedTo ? confineCodebases(context.codebases, confinedTo) : context.codebases;
      return defaultFolder({ codebases }, call);
    },
    dropReplacedIndexes: () => context.codebases.dropReplaced(),
    replacedIndexes: () => context.codebases.replacements(),
    problems: () => problemsOf(context),
    isRunning: () => context.codebases.isRunning(),
    waitForRun: async (path, baseFolder, commit) => {
      await runningIn(path, baseFolder, commit).activeRun?.ended;
    },
    cancelRun: async (path, baseFolder, commit) => {
      const { activeRun } = runningIn(path, baseFolder, commit);
      activeRun?.cancel("cancelled");
      await activeRun?.ended;
    },
    estimate: (input, call) => estimateIndex(context, input, call),
    exportIndex: (input, call) => exportIndex(context, input, call),
    importIndex: (input, call) => importIndex(context, input, call),
    why: (path, baseFolder) => explainPath(context, path, baseFolder),
    [Symbol.asyncDispose]: () => close(context, upkeep),
  };
}

function problemsOf({ codebases, sessions }: EngineContext): readonly string[] {
  const { ready } = ENGINE_LIMITS.sessions;
  const unpruned =
    sessions.size > ready
      ? [`${sessions.size} sessions are open, more than ${ready}: they are not pruned`]
      : [];
  try {
    codebases.tracked();
    return unpruned;
  } catch (error) {
    if (error instanceof EngineError) return [error.message, ...unpruned];
    throw error;
  }
}

async function explainPath(context: EngineContext, path: string, baseFolder: string): Promise<Why> {
  const { codebase, path: asked } = context.codebases.covering(path, baseFolder);
  // If the last part of the path is a link, the question is about the link, not about its target.
  const realPath = join(realPathOf(dirname(asked)), basename(asked));
  // If the index is corrupt, only the rules in the folder itself apply.
  const settings = (await codebase.view()).head?.settings ?? NO_SETTINGS;
  const root = codebase.isTracked ? codebase.root : realPathOf(baseFolder);
  const file = relativeTo(root, realPath);
  if (file === null)
    throw new EngineError("PATH_OUTSIDE_ROOTS", `${asked} is not below ${root}`, {
      details: { path: asked },
    });
  const { policy } = openRules(root, settings, context.config.home);
  // `explain` comes first: it reads the control files on the way to the path.
  const explanation = policy.explain(file);
  const isDeep = isTooDeep(explanation.found === "directory" ? file : parentOf(file));
  const problems = [
    ...(isDeep ? [`It is nested in more than ${ENGINE_LIMITS.maxDepth} folders, the limit of a scan.`] : []),
    ...policy.diagnostics().map(({ message }) => message),
  ];
  const secret = explanation.rule && secretKindOf(explanation.rule);
  return { ...explanation, root, file, secret, isReached: explanation.isKnown && !isDeep, problems };
}

/** Closes all parts one after the other. Logs a failure and rethrows it. */
async function close(context: EngineContext, upkeep: BackgroundSync): Promise<void> {
  const parts = [
    upkeep,
    { [Symbol.asyncDispose]: () => context.codebases.close() },
    context.stores,
    context.preparer,
    context.embedder,
  ];
  try {
    await inTurn([
      () => context.sessions[Symbol.dispose](),
      ...parts.map((part) => () => part?.[Symbol.asyncDispose]?.()),
    ]);
  } catch (error) {
    context.log("error", "close_failed", { cause: causeOf(error) });
    throw error;
  }
}
