/** Fields that belong to all log lines of a call, wherever in the engine they are written. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { LogEvent } from "./engine-context.ts";

const scope = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();

/**
 * Does some work whose log lines carry these fields; what it starts in the background goes on carrying them.
 */
export function withLogFields<Result>(fields: Readonly<Record<string, unknown>>, work: () => Result): Result {
  return scope.run({ ...scope.getStore(), ...fields }, work);
}

/** Does some work that belongs to no call, though one made it necessary. */
export function withoutLogFields<Result>(work: () => Result): Result {
  return scope.exit(work);
}

/** Those of the call that is under way; empty outside of calls. */
export function currentLogFields(): Readonly<Record<string, unknown>> {
  return scope.getStore() ?? {};
}

/** The log with the fields of the call that is under way. */
export function scopedLog(log: LogEvent): LogEvent {
  return (level, event, fields) => log(level, event, { ...scope.getStore(), ...fields });
}
