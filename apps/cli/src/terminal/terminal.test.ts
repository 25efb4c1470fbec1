import { describe, expect, test } from "vitest";
import { type Terminal, createTerminal } from "./terminal.ts";

function terminalOf(
  size: { readonly columns?: number; readonly rows?: number },
  environment: Readonly<Record<string, string>> = {},
): { terminal: Terminal; written: string[] } {
  const written: string[] = [];
  const stream = { isTTY: true, ...size, write: (text: string) => written.push(text) };
  return {
    terminal: createTerminal({
      stdout: stream,
      stderr: stream,
      environment,
      isColorOff: true,
      isPagerOff: false,
    }),
    written,
  };
}

describe("a terminal that does not know its size", () => {
  test.each([{}, { columns: 0, rows: 0 }])("%j: has no width to fit lines into", (size) => {
    const { terminal } = terminalOf(size);
    expect([terminal.out.columns(), terminal.err.columns()]).toEqual([null, null]);
  });

  test("has no screen that an answer is longer than", () => {
    // `true` is a pager that shows nothing.
    const { terminal, written } = terminalOf({ columns: 0, rows: 0 }, { PAGER: "true" });
    terminal.show("a line\n");
    expect(written).toEqual(["a line\n"]);
  });

  test("may know one side of it", () => {
    expect(terminalOf({ columns: 80, rows: 0 }).terminal.out.columns()).toBe(80);
    const { terminal, written } = terminalOf({ columns: 0, rows: 24 }, { PAGER: "true" });
    terminal.show("a line\n");
    expect(written).toEqual(["a line\n"]);
  });
});
