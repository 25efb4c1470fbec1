/** The engine of one command: opened from the configuration, called from the working directory, closed at the end. */
import { resolve } from "node:path";
import { type ToolName, type ToolOutput, failure, outcomeOf } from "@satori/contracts";
import type { Engine, EngineConfig, LogEvent, ProgressListener } from "@satori/engine";
import { codebaseAround, realPathOr } from "./codebase.ts";
import { CommandError, EXIT } from "./failure.ts";

export interface SessionOptions {
  /** `--path`, or null for the working directory. */
  readonly path: string | null;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface Session extends AsyncDisposable {
  readonly engine: Engine;
  readonly config: EngineConfig;
  readonly cwd: string;
  /** `--path` made absolute, else the working directory. */
  readonly folder: string;
  /** The codebase around a folder; default that of `folder`. */
  codebase(folder?: string): string;
  readonly signal: AbortSignal;
  /** Never throws: what goes wrong is an answer. */
  call<Tool extends ToolName>(tool: Tool, args: Readonly<Record<string, unknown>>, onProgress?: ProgressListener): Promise<ToolOutput<Tool>>;
}

/** Throws `CommandError` with the exit code of a failed start. */
export async function openSession({ path, cwd, environment, signal }: SessionOptions): Promise<Session> {
  const { EngineError, callTool, createLogger, openEngine, readConfig } = await loadEngine();
  let engine: Engine;
  let log: LogEvent;
  let config: EngineConfig;
  try {
    // People see envelopes as sentences; log lines are for those who ask for them.
    const flags = environment["SATORI_LOG_LEVEL"] ? {} : { SATORI_LOG_LEVEL: "silent" };
    config = readConfig({ flags, environment, freshnessPolicy: "always" });
    log = createLogger(config.logLevel, config.logFormat);
    engine = openEngine({ config, log });
  } catch (error) {
    if (error instanceof EngineError) throw new CommandError(error.code, error.message, EXIT.startUp);
    throw error;
  }
  const folder = resolve(cwd, path ?? "");
  const codebase = (from = folder): string => codebaseAround(realPathOr(from), (place) => engine.coveringRoot(place, cwd));
  const roots = [cwd, folder, codebase()];
  return {
    engine, config, cwd, folder, codebase, signal,
    call: async (tool, args, onProgress) => {
      const answer = await callTool(engine, tool, args, { baseFolder: cwd, sessionRoot: codebase(), roots, signal, log, onProgress });
      return config.validateOutput ? checked(tool, answer) : answer;
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

async function loadEngine(): Promise<typeof import("@satori/engine")> {
  try {
    return await import("@satori/engine");
  } catch (error) {
    const cause = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new CommandError("INTERNAL", `The engine cannot be loaded: ${cause}`, EXIT.startUp);
  }
}

async function checked<Tool extends ToolName>(tool: Tool, answer: ToolOutput<Tool>): Promise<ToolOutput<Tool>> {
  // Validators are large, and asked for by few.
  const { validateOutput } = await import("@satori/contracts/validate-output");
  // What is sent is checked: JSON has no undefined.
  const validation = validateOutput(tool, JSON.parse(JSON.stringify(answer)));
  if (validation.ok) return answer;
  return failure(tool, { code: "INTERNAL", message: "The answer does not fit its schema", details: validation.problems }, outcomeOf(answer).durationMs ?? 0);
}
