/** Whether calls would be answered, and if not, why. */
import type { LogEvent } from "@satori/engine";
import type { LazyEngine } from "../calls/lazy-engine.ts";

export interface ReadinessSources {
  readonly engine: Pick<LazyEngine, "get">;
  /** Sessions in the registry of scopes. */
  readonly sessions: number;
  readonly maxSessions: number;
  readonly log: LogEvent;
}

/** Sentences that anybody may read: they name no path. */
export async function problemsOf({ engine, sessions, maxSessions, log }: ReadinessSources): Promise<readonly string[]> {
  const engineProblem = await problemOfEngine(engine, log);
  const sessionProblem = sessions > maxSessions ? `${sessions} sessions are open, more than ${maxSessions}: they are not pruned` : null;
  return [engineProblem, sessionProblem].filter((problem) => problem !== null);
}

async function problemOfEngine(engine: Pick<LazyEngine, "get">, log: LogEvent): Promise<string | null> {
  try {
    const { engine: opened } = await engine.get();
    return opened.unavailability();
  } catch (error) {
    log("error", "engine_unavailable", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    return "The engine cannot be opened; the log says why";
  }
}
