/** What answers a command's calls: the engine of this process, opened from the configuration, or a server. */
import { resolve } from "node:path";
import type { ManageIndexOutput, RunPhase, ToolName, ToolOutput } from "@satori/contracts";
import type { Engine, EngineConfig, LogEvent } from "@satori/engine";
import { type Codebases, codebaseAround, realPathOr } from "./codebase.ts";
import { CommandError, EXIT } from "./failure.ts";
import { remoteFolder } from "./remote/target.ts";
import type { ProgressCounts } from "./terminal/progress-line.ts";

export interface SessionOptions {
  /** `--path`, or null for the working directory. */
  readonly path: string | null;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export type OnProgress = (phase: RunPhase, counts: ProgressCounts) => void;

/** Arguments of `manage_index` create or reindex. */
export interface BuildArgs extends Readonly<Record<string, unknown>> {
  readonly action: "create" | "reindex";
  readonly path: string;
}

/** A commit of a codebase. */
export interface RequestedVersion {
  readonly root: string;
  /** Its id. */
  readonly commit: string;
}

/** An open session; disposing it closes the engine or the connection. */
export interface Session extends AsyncDisposable, Codebases {
  /** Whether the codebases are on this machine. */
  readonly isLocal: boolean;
  /** The engine of this process; null if a server or the local process answers. */
  readonly local: { readonly engine: Engine; readonly config: EngineConfig } | null;
  /** Whether a search of this command answers during a first run. */
  readonly firstReads: EngineConfig["firstReads"];
  /** Whether the answering process continues after the command has ended. */
  readonly outlivesCommand: boolean;
  readonly cwd: string;
  /** `--path` as an absolute path, else the working directory. */
  readonly folder: string;
  /** Folders that operands may be relative to, nearest first. */
  readonly places: readonly string[];
  readonly signal: AbortSignal;
  /** Failures of the tool are answers. Throws only if there is no answer. */
  call<Tool extends ToolName>(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    onProgress?: OnProgress,
  ): Promise<ToolOutput<Tool>>;
  /** Waits until a run has ended, in whatever way. Returns the `status` afterwards. */
  waitForRun(args: BuildArgs, runId: string, onProgress?: OnProgress): Promise<ManageIndexOutput>;
  /**
   * Waits until a run of this process that indexes a commit has ended, in whatever way. Returns the `status`
   * of the commit afterwards, or at once if there is no such run here.
   */
  waitForVersion(version: RequestedVersion): Promise<ManageIndexOutput>;
}

/** The engine and its configuration. Throws `INVALID_ARGUMENTS` if a server answers instead. */
export function localOf({ local }: Session, what: string): NonNullable<Session["local"]> {
  if (!local)
    throw new CommandError("INVALID_ARGUMENTS", `${what} works on this machine only: remove --server`);
  return local;
}

/** The folder that an operand names, taken as it is; without an operand, the codebase of the command. */
export function folderOf(
  { isLocal, folder, codebase }: Pick<Session, "isLocal" | "folder" | "codebase">,
  operand: string | undefined,
): string {
  return operand === undefined
    ? codebase()
    : isLocal
      ? resolve(folder, operand)
      : remoteFolder(folder, operand);
}

/** Where a command on this machine works. */
export function commandFolders(
  { path, cwd }: Pick<SessionOptions, "path" | "cwd">,
  indexedRoot: Session["indexedRoot"],
): Pick<Session, "cwd" | "folder" | "codebase" | "indexedRoot" | "places"> {
  const folder = resolve(cwd, path ?? "");
  const codebase = (from = folder): string => codebaseAround(realPathOr(from), indexedRoot);
  return { cwd, folder, codebase, indexedRoot, places: [cwd, folder, codebase()] };
}

/** Throws `CommandError` with the exit code of a failed start. */
export async function openSession({ path, cwd, environment, signal }: SessionOptions): Promise<Session> {
  const { EngineError, callTool, createLogger, openEngine, readConfig } = await loadEngine();
  let engine: Engine;
  let log: LogEvent;
  let config: EngineConfig;
  try {
    // People see envelopes as sentences; log lines only on request.
    const flags = environment["SATORI_LOG_LEVEL"] ? {} : { SATORI_LOG_LEVEL: "silent" };
    config = readConfig({ flags, environment, freshnessPolicy: "always" });
    log = createLogger(config.logLevel, config.logFormat);
    engine = openEngine({ config, log });
  } catch (error) {
    if (error instanceof EngineError) throw new CommandError(error.code, error.message, EXIT.startUp);
    throw error;
  }
  const placed = commandFolders({ path, cwd }, (place) => engine.coveringRoot(place, cwd));
  const { codebase, places } = placed;
  const options = () => ({ baseFolder: cwd, sessionRoot: codebase(), roots: places, log });
  /** Waits for a run of this process, and cancels it after a signal. Returns the `status` afterwards. */
  const endOfRun = async (root: string, commit?: string): Promise<ManageIndexOutput> => {
    const cancel = (): void => void engine.cancelRun(root, cwd, commit);
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    await engine.waitForRun(root, cwd, commit);
    signal.removeEventListener("abort", cancel);
    // Requested even after a cancelled run: it tells what is left.
    const version = commit === undefined ? {} : { ref: commit };
    return callTool(engine, "manage_index", { action: "status", path: root, ...version }, options());
  };
  const call: Session["call"] = (tool, args, onProgress) =>
    callTool(engine, tool, args, { ...options(), signal, onProgress });
  return {
    ...placed,
    isLocal: true,
    local: { engine, config },
    firstReads: config.firstReads,
    outlivesCommand: false,
    signal,
    call,
    waitForRun: ({ path: root }) => endOfRun(root),
    waitForVersion: ({ root, commit }) => endOfRun(root, commit),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

/** Throws `CommandError` with the exit code of a failed start. */
export async function loadEngine(): Promise<typeof import("@satori/engine")> {
  try {
    return await import("@satori/engine");
  } catch (error) {
    const cause = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new CommandError("INTERNAL", `Cannot load the engine: ${cause}`, EXIT.startUp);
  }
}

/**
 * Settings for servers over HTTP: the token, null if there is none, and the folders that they may serve.
 * Throws `CommandError` with the exit code of a failed start.
 */
export async function httpSettings(
  environment: SessionOptions["environment"],
): Promise<{ readonly token: string | null; readonly allowedRoots: readonly string[] }> {
  const { readConfig } = await import("@satori/engine/config");
  try {
    const { http, allowedRoots } = readConfig({ environment, freshnessPolicy: "always" });
    return { token: http.token?.reveal() ?? null, allowedRoots };
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    throw code === "CONFIG_INVALID" ? new CommandError("CONFIG_INVALID", message, EXIT.startUp) : error;
  }
}
