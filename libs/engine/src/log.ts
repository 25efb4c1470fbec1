/** Log lines on stderr. Stdout belongs to protocols and answers. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { LogFormat, LogLevel } from "./config.ts";
import type { LogEvent } from "./ports.ts";

const SEVERITY: { readonly [Level in LogLevel]: number } = {
  debug: 10,
  info: 20,
  warn: 30,
  error: 40,
  silent: 100,
};

/**
 * Creates a logger that writes one line per event: JSON, or `time level event key=value…`. A line that cannot
 * be written is lost; logging never disturbs the work.
 *
 * @param common fields of every line
 * @param write writes one line with its line end; default: stderr
 */
export function createLogger(
  level: LogLevel,
  format: LogFormat,
  common: Readonly<Record<string, unknown>> = {},
  write: (line: string) => void = (line) => void process.stderr.write(line),
): LogEvent {
  return (severity, event, own) => {
    if (SEVERITY[severity] < SEVERITY[level]) return;
    const time = new Date().toISOString();
    const fields = { ...common, ...own };
    try {
      write(
        format === "json"
          ? `${JSON.stringify({ time, level: severity, event, ...fields })}\n`
          : `${time} ${severity} ${event}${pairsOf(fields)}\n`,
      );
    } catch {
      // A value that JSON cannot represent, or a closed stream.
    }
  };
}

function pairsOf(fields: Readonly<Record<string, unknown>>): string {
  // As in JSON, undefined fields are left out.
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
    .join("");
}

// Log fields of the current call, available anywhere in the engine.

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
