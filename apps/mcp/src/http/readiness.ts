/** Whether calls would be answered, and if not, why. */
import type { LogEvent } from "@satori/engine";
import type { LazyEngine } from "../calls/lazy-engine.ts";

/** Sentences that anybody may read: they name no path. Empty when calls would be answered. */
export async function problemsOf(engine: Pick<LazyEngine, "get">, log: LogEvent): Promise<readonly string[]> {
  try {
    const { engine: opened } = await engine.get();
    return opened.problems();
  } catch (error) {
    log("error", "engine_unavailable", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    return ["The engine cannot be opened; the log says why"];
  }
}
