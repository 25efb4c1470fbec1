/** An engine for tests over real stores and real files, without workers. Every part of it can be replaced. */
import type { LogEvent } from "../ports.ts";
import { join } from "node:path";
import {
  type Fingerprint,
  type ToolName,
  type ToolOutput,
  isWorkspaceTool,
  validateOutput,
} from "@satori/contracts";
import { callTool } from "../call-tool.ts";
import { tryLock } from "../codebase/home/lock.ts";
import type { Codebase } from "../codebase/codebase.ts";
import { CodebaseRegistry } from "../codebase/home/registry.ts";
import { type EngineConfig, readConfig } from "../config.ts";
import { withCache } from "../embed/cached.ts";
import type { Embedder } from "../embed/embedder.ts";
import { FakeEmbedder } from "../embed/fake.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { type Engine, createEngine } from "../engine.ts";
import { type OpenFolderWatch, openFolderWatch } from "../freshness/folder-watch.ts";
import { type Metrics, NO_METRICS } from "../metrics.ts";
import { fingerprintOf } from "../model/fingerprint.ts";
import { openStores } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import {
  type FilePreparer,
  type VersionAnalyzer,
  INLINE_ANALYZER,
  INLINE_DECLARER,
  createInlinePreparer,
} from "../prepare/preparer.ts";
import type { Reranker } from "../rerank/reranker.ts";
import { readHistory } from "../git/read-history.ts";
import { walk } from "../scan/walk.ts";
import { openSessions } from "../scope/session-scopes.ts";
import "./trees/no-git-settings.ts";
import { TimedTree } from "./trees/timed-tree.ts";
import { temporaryFolder } from "./trees/tree.ts";

export interface TestEngineOptions {
  /** Default: counts nothing. */
  readonly metrics?: Metrics;
  /** Default: a fake embedder. Null for none. */
  readonly embedder?: Embedder | null;
  /** Default: none. */
  readonly reranker?: Reranker;
  readonly config?: Partial<EngineConfig>;
  /** Fields that replace those of the embedder's fingerprint. */
  readonly fingerprint?: Partial<Fingerprint>;
  /** Default: prepares files without workers. */
  readonly preparer?: FilePreparer;
  /** Default: analyzes versions without workers. */
  readonly analyzer?: VersionAnalyzer;
  /** Default: the system's watches. Tests must enable watching in `config`. */
  readonly openWatch?: OpenFolderWatch;
  /** Default: never runs a callback. */
  readonly schedule?: EngineContext["schedule"];
  /** Folder for indexes; default: that of the place. */
  readonly home?: string;
  readonly openStore?: (folder: string, root: string) => Store;
  /** Default: none, because there is no server. */
  readonly dropCollection?: (name: string) => Promise<void>;
}

/** A line of the log. */
export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface TestEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly context: EngineContext;
  readonly log: readonly LogLine[];
  /** The codebase at the tree's root. */
  readonly codebase: Codebase;
  /**
   * Calls a tool as apps do; throws if the answer does not fit its schema. Adds the tree's root as `path`,
   * unless `args` has a `path` (undefined for none) or the tool takes none.
   */
  call<Tool extends ToolName>(
    tool: Tool,
    args: object,
    options?: Partial<CallContext>,
  ): Promise<ToolOutput<Tool>>;
  /** Indexes the tree and waits for the end of the run. */
  index(args?: object): Promise<void>;
}

/** A tree, a folder for indexes, and one or more engines over both, as in separate processes. */
export class TestPlace implements AsyncDisposable {
  readonly tree: TimedTree;
  readonly home: string;
  private readonly folder = temporaryFolder();
  private readonly engines: TestEngine[] = [];

  constructor(texts: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.tree = new TimedTree(join(this.folder.path, "code"));
    this.home = join(this.folder.path, "home");
    this.tree.writeAll(texts);
    this.tree.wait();
  }

  /** Creates an engine that uses the tree's clock. */
  engine(options: TestEngineOptions = {}): TestEngine {
    const engine = this.assemble(options);
    this.engines.push(engine);
    return engine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const engine of this.engines) await engine[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }

  private assemble(options: TestEngineOptions): TestEngine {
    const log: LogLine[] = [];
    const { tree } = this;
    const home = options.home ?? this.home;
    const context = contextOf(home, () => tree.nowMs, log, options);
    const engine = createEngine(context);
    const call = async <Tool extends ToolName>(
      tool: Tool,
      args: object,
      of: Partial<CallContext> = {},
    ): Promise<ToolOutput<Tool>> => {
      const input =
        tool === "list_codebases" || tool === "set_scope" || isWorkspaceTool(tool)
          ? args
          : { path: tree.root, ...args };
      return checked(
        tool,
        await callTool(engine, tool, input, {
          baseFolder: tree.root,
          roots: [tree.root],
          log: context.log,
          ...of,
        }),
      );
    };
    return {
      engine,
      context,
      log,
      call,
      get codebase() {
        return context.codebases.at(tree.root);
      },
      index: async (args = {}) => {
        const { status } = await call("manage_index", { action: "create", ...args });
        if (status !== "ok") throw new Error(`The tree was not indexed: ${status}`);
        await engine.waitForRun(tree.root, tree.root);
      },
      [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
    };
  }
}

/** Paths of the indexed files, as a search of everything sees them. */
export async function indexedPaths({ codebase }: TestEngine): Promise<readonly string[]> {
  using snapshot = await codebase.store().snapshot();
  return snapshot?.files.paths ?? [];
}

/** Returns the answer; throws if it does not fit its schema. */
export function checked<Tool extends ToolName>(tool: Tool, answer: ToolOutput<Tool>): ToolOutput<Tool> {
  const validation = validateOutput(tool, answer);
  if (!validation.ok)
    throw new Error(
      `${tool} answered what its schema does not allow: ` +
        `${JSON.stringify(validation.problems)}\n${JSON.stringify(answer)}`,
    );
  return answer;
}

function contextOf(
  home: string,
  nowMs: () => number,
  log: LogLine[],
  options: TestEngineOptions,
): EngineContext {
  const given = options.embedder === undefined ? new FakeEmbedder() : options.embedder;
  const environment = { SATORI_HOME: home, SATORI_EMBEDDER: given ? "static" : "none" };
  const config = {
    ...readConfig({ environment, freshnessPolicy: "by_age" }),
    watch: false,
    ...options.config,
  };
  const clock = { nowMs };
  const note: LogEvent = (level, event, fields) => void log.push({ level, event, fields });
  const metrics = options.metrics ?? NO_METRICS;
  const embedder = withCache(given, { config, clock, log: note, metrics });
  const fingerprint = (): Fingerprint => ({
    ...fingerprintOf(embedder, config.store),
    ...options.fingerprint,
  });
  const stores = {
    ...openStores(config, clock, tryLock),
    ...(options.openStore ? { open: options.openStore } : {}),
    ...(options.dropCollection ? { dropProblem: null, dropCollection: options.dropCollection } : {}),
  };
  const schedule = options.schedule ?? (() => ({ [Symbol.dispose]: () => undefined }));
  return {
    config,
    embedder,
    reranker: options.reranker ?? null,
    fingerprint,
    walk,
    readHistory,
    clock,
    log: note,
    metrics,
    openWatch: options.openWatch ?? openFolderWatch,
    schedule,
    preparer: options.preparer ?? createInlinePreparer(config.maxFileBytes),
    analyzer: options.analyzer ?? INLINE_ANALYZER,
    declarer: INLINE_DECLARER,
    sessions: openSessions({ maxAgeMs: config.sessionMaxAgeMs, clock, schedule, log: note, metrics }),
    codebases: new CodebaseRegistry({ home, fingerprint, stores }),
    stores,
  };
}
