import { describe, expect, it } from "vitest";
import type { LogFormat, LogLevel } from "./config.ts";
import { createLogger } from "./log.ts";

/** The lines that were logged. */
function linesOf(
  level: LogLevel,
  format: LogFormat,
  ...events: readonly Parameters<ReturnType<typeof createLogger>>[]
): string[] {
  const lines: string[] = [];
  const log = createLogger(level, format, {}, (line) => void lines.push(line));
  for (const event of events) log(...event);
  return lines;
}

const SEVERITIES = ["debug", "info", "warn", "error"] as const;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("the log", () => {
  it.each<[LogLevel, readonly string[]]>([
    ["debug", ["debug", "info", "warn", "error"]],
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
    ["silent", []],
  ])("at level %s holds %o", (level, expected) => {
    const lines = linesOf(
      level,
      "json",
      ...SEVERITIES.map((severity): [typeof severity, string, object & Record<string, unknown>] => [
        severity,
        "event",
        {},
      ]),
    );
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(expected);
  });

  it("is one object a line, whatever the fields hold", () => {
    const fields = { path: 'a\nb \u{1f98a} "c"', count: 3, list: [1, { deep: null }], nothing: undefined };
    const [line = ""] = linesOf("info", "json", ["info", "run_completed", fields]);
    expect(line).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(TIME),
      level: "info",
      event: "run_completed",
      path: fields.path,
      count: 3,
      list: fields.list,
    });
  });

  it("or a line that people read", () => {
    const [line = ""] = linesOf("info", "text", [
      "warn",
      "tool_failed",
      { tool: "read_file", message: "two\nlines", details: { code: 1 }, nothing: undefined },
    ]);
    const [time, ...rest] = line.split(" ");
    expect(time).toMatch(TIME);
    expect(rest.join(" ")).toBe(
      'warn tool_failed tool="read_file" message="two\\nlines" details={"code":1}\n',
    );
  });

  it.each(["json", "text"] as const)("as %s loses what cannot be written, and disturbs nobody", (format) => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    expect(
      linesOf(
        "debug",
        format,
        ["error", "event", { circular }],
        ["error", "event", { big: 1n }],
        ["error", "next", {}],
      ),
    ).toEqual([expect.stringContaining("next")]);
    const log = createLogger("debug", format, {}, () => {
      throw new Error("EPIPE");
    });
    log("error", "event", {});
  });
});
