/** The engine: one method a tool, and what apps need besides. Knows nothing of MCP, HTTP or terminals. */
import { basename, dirname, join } from "node:path";
import type { EngineConfig } from "./config.ts";
import { confineCodebases } from "./codebase/confined.ts";
import type { GateOpen } from "./codebase/gate.ts";
import { type Target, realPathOf } from "./codebase/home/registry.ts";
import type { CallContext, EngineContext } from "./engine-context.ts";
import { EngineError, causeOf } from "./errors.ts";
import { stalenessOf } from "./freshness/staleness.ts";
import { ensureFresh } from "./freshness/ensure-fresh.ts";
import { BackgroundSync } from "./freshness/background-sync.ts";
import type { IgnoreExplanation } from "./ignore/policy.ts";
import { secretKindOf } from "./ignore/secret-names.ts";
import { inTurn } from "./in-turn.ts";
import { ENGINE_LIMITS } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import { parentOf, relativeTo } from "./model/paths.ts";
import { NO_SETTINGS } from "./model/run.ts";
import { isTooDeep } from "./scan/depth.ts";
import { openRules } from "./scan/rules.ts";
import { type Estimate, type EstimateInput, estimateIndex } from "./sync/estimate.ts";
import { type ToolHandlers, openTools } from "./tools.ts";

export interface Engine extends AsyncDisposable {
  readonly metrics: Metrics;
  readonly tools: ToolHandlers;
  /** How long answers may take. */
  readonly deadlinesMs: EngineConfig["deadlinesMs"];
  /** Whether each answer is checked against its schema before it is given. */
  readonly validatesOutput: boolean;
  /**
   * Whether a scope is kept for a session, be it an empty one; `forgotten`: it said something, and the
   * session is over.
   */
  sessionState(sessionId: string): "known" | "unknown" | "forgotten";
  /** The root of the codebase that covers a path, or null; of those in `confinedTo` where it is given. */
  coveringRoot(path: string, baseFolder: string, confinedTo?: readonly string[]): string | null;
  /** Closes indexes that another process has removed or replaced since this one opened them. */
  dropReplacedIndexes(): Promise<void>;
  /**
   * How often an index was found removed or replaced so far. If that grew during a failed call, the call can
   * be repeated.
   */
  replacedIndexes(): number;
  /**
   * Why calls would not be answered as they should, in sentences that name no path; empty when they would.
   */
  problems(): readonly string[];
  /** Waits until this process works on no run of the codebase; returns at once if it does not. */
  waitForRun(path: string, baseFolder: string): Promise<void>;
  /** Asks the run of the codebase in this process to end; resolves when it has. */
  cancelRun(path: string, baseFolder: string): Promise<void>;
  /**
   * What a full run would ask of the embedder; nothing is sent or written. Throws what `create` would answer
   * with, and `CANCELLED`.
   */
  estimate(
    input: EstimateInput,
    call: Pick<CallContext, "baseFolder" | "signal" | "onProgress">,
  ): Promise<Estimate>;
  /**
   * Which rule in- or excludes a path. Throws `PATH_OUTSIDE_ROOTS` for a path that lies below no codebase nor
   * the base folder.
   */
  why(path: string, baseFolder: string): Promise<Why>;
}

/** Why a path is indexed or not. */
export interface Why extends IgnoreExplanation {
  readonly root: string;
  readonly file: string;
  /** What kind of secret the rule leaves out; null where it is none of the built-in names of secrets. */
  readonly secret: string | null;
  /** Whether a scan comes to the path, if no rule ignores it: not where rules are not known, nor too deep. */
  readonly isReached: boolean;
  /**
   * What keeps a scan from it, and the ignore files whose rules do not count, of those that have a say about
   * this path.
   */
  readonly problems: readonly string[];
}

export function createEngine(context: EngineContext): Engine {
  const upkeep = new BackgroundSync(context);
  const bringUpToDate = async ({ codebase }: Target, passed: GateOpen, call: CallContext) => {
    upkeep.use(codebase);
    const outcome = await call.deadline.suspend(() => ensureFresh(context, codebase, passed, call));
    return { decision: outcome.decision, ...stalenessOf(outcome) };
  };
  // Of the root itself nothing has to be read, which a disk might refuse.
  const runningIn = (path: string, baseFolder: string) => context.codebases.listed(path, baseFolder).codebase;
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
    coveringRoot: (path, baseFolder, confinedTo) => {
      const { codebase } = context.codebases.covering(path, baseFolder);
      const codebases = confinedTo ? confineCodebases(context.codebases, confinedTo).tracked() : null;
      return codebase.isTracked && (codebases?.includes(codebase) ?? true) ? codebase.root : null;
    },
    dropReplacedIndexes: () => context.codebases.dropReplaced(),
    replacedIndexes: () => context.codebases.replacements(),
    problems: () => problemsOf(context),
    waitForRun: async (path, baseFolder) => {
      await runningIn(path, baseFolder).activeRun?.ended;
    },
    cancelRun: async (path, baseFolder) => {
      const { activeRun } = runningIn(path, baseFolder);
      activeRun?.cancel("cancelled");
      await activeRun?.ended;
    },
    estimate: (input, call) => estimateIndex(context, input, call),
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
  // A link at the end is what is asked about, not what it leads to.
  const realPath = join(realPathOf(dirname(asked)), basename(asked));
  // The rules of a damaged index are those of the folder alone.
  const settings = (await codebase.view()).head?.settings ?? NO_SETTINGS;
  const root = codebase.isTracked ? codebase.root : realPathOf(baseFolder);
  const file = relativeTo(root, realPath);
  if (file === null)
    throw new EngineError("PATH_OUTSIDE_ROOTS", `${asked} is not below ${root}`, {
      details: { path: asked },
    });
  const { policy } = openRules(root, settings, context.config.home);
  // First the answer, which has the control files on the way there read.
  const explanation = policy.explain(file);
  const isDeep = isTooDeep(explanation.found === "directory" ? file : parentOf(file));
  const problems = [
    ...(isDeep ? [`It is nested in more than ${ENGINE_LIMITS.maxDepth} folders, the limit of a scan.`] : []),
    ...policy.diagnostics().map(({ message }) => message),
  ];
  const secret = explanation.rule && secretKindOf(explanation.rule);
  return { ...explanation, root, file, secret, isReached: explanation.isKnown && !isDeep, problems };
}

/** Closes the parts in turn; logs what fails, and throws it. */
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
