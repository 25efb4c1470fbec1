import { describe, expect, test } from "vitest";
import { isLongerThan, page, type PagerInput, pagerOf } from "./terminal.ts";

const TERMINAL: PagerInput = { isTerminal: true, isOff: false, platform: "linux", environment: {} };
const named = (input: Partial<PagerInput>): string | null => {
  const pager = pagerOf({ ...TERMINAL, ...input });
  return pager && [pager.command, ...pager.args].join(" ");
};

describe("a pager", () => {
  test("is less, or what PAGER says, on a terminal", () => {
    expect(named({})).toBe("less");
    expect(named({ environment: { PAGER: "most -w '+a b'" } })).toBe("most -w +a b");
    expect(pagerOf({ ...TERMINAL, environment: { HOME: "/home/me" } })?.environment).toEqual({
      HOME: "/home/me",
      LESS: "FRX",
    });
    expect(pagerOf({ ...TERMINAL, environment: { LESS: "R" } })?.environment).toEqual({ LESS: "R" });
  });

  test.each<[string, Partial<PagerInput>]>([
    ["in a pipe", { isTerminal: false }],
    ["with --no-pager", { isOff: true }],
    ["where PAGER is empty", { environment: { PAGER: "" } }],
    ["where PAGER names nothing", { environment: { PAGER: '""' } }],
    ["where PAGER is cat", { environment: { PAGER: "cat" } }],
    ["on a terminal that can do nothing", { environment: { TERM: "dumb" } }],
    ["on Windows, unless PAGER names one", { platform: "win32" }],
  ])("is none %s", (_, input) => {
    expect(named(input)).toBeNull();
  });
});

test("a text is longer than the screen if it takes more lines than there are beside the prompt", () => {
  const lines = (count: number): string => "line\n".repeat(count);
  expect([
    isLongerThan(lines(23), { columns: 80, rows: 24 }),
    isLongerThan(lines(24), { columns: 80, rows: 24 }),
  ]).toEqual([false, true]);
  expect(isLongerThan(`${"x".repeat(160)}\n${"\x1b[1m日本\x1b[0m"}\n`, { columns: 80, rows: 4 })).toBe(false);
  expect(isLongerThan(`${"x".repeat(161)}\nx\n`, { columns: 80, rows: 4 })).toBe(true);
  expect(isLongerThan(lines(1_000), { columns: null, rows: null })).toBe(false);
});

test("a pager that cannot be started shows nothing, and says so", () => {
  expect(page("x", { command: "no-such-pager-here", args: [], environment: {} })).toBe(false);
  expect(
    page("x".repeat(1_000_000), {
      command: process.execPath,
      args: ["-e", "process.exit(0)"],
      environment: {},
    }),
  ).toBe(true);
});
