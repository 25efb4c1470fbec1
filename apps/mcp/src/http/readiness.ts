/** Whether calls would be answered, and if not, why. */
import type { LogEvent } from "@satori/engine";
import type { CallingEngine } from "../engine-thread/engine-thread.ts";

/** Sentences that anybody may read: they contain no path. Empty if calls would be answered. */
export async function problemsOf(
  engine: Pick<CallingEngine, "problems">,
  log: LogEvent,
): Promise<readonly string[]> {
  try {
    return await engine.problems();
  } catch (error) {
    log("error", "engine_unavailable", {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return ["The engine cannot be opened; see the log"];
  }
}
