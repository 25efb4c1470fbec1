/** Log lines on stderr: stdout belongs to protocols and answers. */
import type { LogFormat, LogLevel } from "./config.ts";
import type { LogEvent } from "./engine-context.ts";

const SEVERITY: { readonly [Level in LogLevel]: number } = {
  debug: 10,
  info: 20,
  warn: 30,
  error: 40,
  silent: 100,
};

/**
 * One line an event: JSON, or `time level event key=value…`. A line that cannot be written is lost; it never
 * disturbs the work that it tells of.
 *
 * @param common fields of every line
 * @param write one line with its line end; default stderr
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
      // A value that is no JSON, or nobody who reads.
    }
  };
}

function pairsOf(fields: Readonly<Record<string, unknown>>): string {
  // As in JSON, what is undefined is not there.
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
    .join("");
}
