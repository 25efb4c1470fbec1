/** Log lines on stderr. Stdout belongs to protocols and answers. */
import type { LogEvent } from "./ports.ts";
import type { LogFormat, LogLevel } from "./config.ts";

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
