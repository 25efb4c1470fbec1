import type { ToolName } from "@satori/contracts";
import { expect, it } from "vitest";
import { callLine } from "./call-line.ts";

it.each<[ToolName, Readonly<Record<string, unknown>>, string, string]>([
  ["list_codebases", {}, "", ""],
  ["manage_index", { action: "create", path: "/srv/shop" }, "create", "/srv/shop"],
  ["search_codebase", { path: "/srv/shop", query: "where are retries" }, '"where are retries"', "/srv/shop"],
  ["file_outline", { path: "/srv/shop", file: "src/a.ts" }, "src/a.ts", "/srv/shop"],
  ["call_graph", { path: "/srv/shop", symbol: "send", direction: "callers" }, "callers send", "/srv/shop"],
  [
    "call_graph",
    { path: "/srv/shop", symbolRef: { file: "a.ts", symbolId: "a#1", symbolLabel: "Cart.send" } },
    "Cart.send",
    "/srv/shop",
  ],
  ["call_graph", { path: "/srv/shop", symbolRef: { file: "a.ts", symbolId: "a#1" } }, "a#1", "/srv/shop"],
  ["read_file", { path: "/srv/a.ts" }, "/srv/a.ts", ""],
  ["read_file", { path: "/srv/a.ts", start_line: 3, end_line: 9 }, "/srv/a.ts:3-9", ""],
  ["read_file", { path: "/srv/a.ts", end_line: 9 }, "/srv/a.ts:1-9", ""],
  ["read_file", { path: "/srv/a.ts", open_symbol: "send" }, "/srv/a.ts", "send"],
  ["read_file", { file: "a.ts", start_line: 3, end_line: 9 }, "a.ts:3-9", ""],
  ["read_file", { path: "/srv", file: "a.ts" }, "a.ts", "/srv"],
  ["read_file", { path: "/srv", file: "a.ts", open_symbol: "send" }, "a.ts", "send"],
  ["search_codebase", { query: "retries" }, '"retries"', ""],
])("%s %o", (tool, args, subject, place) => {
  expect(callLine(tool, args)).toEqual({ tool, subject, place });
});

it("takes arguments that are not all there yet, or of another type than they should be", () => {
  for (const tool of [
    "manage_index",
    "search_codebase",
    "file_outline",
    "call_graph",
    "read_file",
  ] as const) {
    expect(callLine(tool, {})).toEqual({ tool, subject: "", place: "" });
    expect(callLine(tool, { path: ["x"], query: null, symbolRef: "odd", action: {}, file: false })).toEqual({
      tool,
      subject: "",
      place: "",
    });
  }
});

it("is one short line, whatever the model writes", () => {
  const { subject } = callLine("search_codebase", {
    query: `\x1b[31mred\x1b]0;title\x07\nand ${"long ".repeat(100)}`,
  });
  expect(subject).toMatch(/^"<U\+001B>\[31mred[^\n\x1b]* and long [^\n\x1b]*…$/);
  expect(subject.length).toBeLessThanOrEqual(201);
});
