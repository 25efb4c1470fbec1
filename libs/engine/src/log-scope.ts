/** Log fields of the current call, available anywhere in the engine. */
import type { LogEvent } from "./ports.ts";
import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();

/** Runs work whose log lines carry these fields. Background work that it starts carries them too. */
export function withLogFields<Result>(fields: Readonly<Record<string, unknown>>, work: () => Result): Result {
  return scope.run({ ...scope.getStore(), ...fields }, work);
}

/** Runs work that does not belong to the current call, although the call started it. */
export function withoutLogFields<Result>(work: () => Result): Result {
  return scope.exit(work);
}

/** Fields of the current call; empty outside of calls. */
export function currentLogFields(): Readonly<Record<string, unknown>> {
  return scope.getStore() ?? {};
}

/** A log that adds the fields of the current call. */
export function scopedLog(log: LogEvent): LogEvent {
  return (level, event, fields) => log(level, event, { ...scope.getStore(), ...fields });
}
