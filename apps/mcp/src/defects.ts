/** Handles defects that no call catches, in each thread of a server. */
import type { LogEvent } from "@satori/engine";

/** Logs uncaught errors; other calls continue. */
export function surviveDefects(log: LogEvent): void {
  const note = (event: string) => (error: unknown) =>
    log("error", event, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process
    .on("uncaughtException", note("uncaught_exception"))
    .on("unhandledRejection", note("unhandled_rejection"));
}
