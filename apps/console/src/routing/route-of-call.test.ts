import { expect, it } from "vitest";
import type { ToolCall } from "@satori/contracts";
import type { Route } from "./route.ts";
import { routeOfCall } from "./route-of-call.ts";

const file = { view: "file", path: "/a", ref: "", startLine: null, endLine: null, symbol: null } as const;

it.each<[ToolCall, Route | null]>([
  [{ tool: "list_codebases", args: {} }, { view: "codebases" }],
  [
    { tool: "manage_index", args: { action: "status", path: "/a/b" } },
    { view: "codebase", path: "/a/b", ref: "" },
  ],
  [{ tool: "manage_index", args: { action: "create", path: "/a/b" } }, null],
  [
    { tool: "search_codebase", args: { path: "/a", query: "q" } },
    { view: "search", path: "/a", ref: "", query: "q", scope: "runtime", groupBy: "symbol", limit: 10 },
  ],
  [
    { tool: "search_codebase", args: { path: "/a", query: "q", scope: "mixed", groupBy: "file", limit: 3 } },
    { view: "search", path: "/a", ref: "", query: "q", scope: "mixed", groupBy: "file", limit: 3 },
  ],
  [
    {
      tool: "call_graph",
      args: { path: "/a", symbolRef: { file: "f.ts", symbolId: "f.ts#g" }, direction: "bidirectional" },
    },
    {
      view: "graph",
      path: "/a",
      ref: "",
      symbol: "f.ts#g",
      direction: "both",
      depth: 1,
      limit: 20,
      form: "trees",
    },
  ],
  [
    { tool: "call_graph", args: { path: "/a", symbol: "g", direction: "callers", depth: 2, limit: 50 } },
    {
      view: "graph",
      path: "/a",
      ref: "",
      symbol: "g",
      direction: "callers",
      depth: 2,
      limit: 50,
      form: "trees",
    },
  ],
  [
    { tool: "file_outline", args: { path: "/a", file: "b.ts", start_line: 3 } },
    { ...file, file: "b.ts", startLine: 3 },
  ],
  [
    { tool: "read_file", args: { path: "/a/b/c.ts", start_line: 3, end_line: 9 } },
    { ...file, file: "b/c.ts", startLine: 3, endLine: 9 },
  ],
  [
    { tool: "read_file", args: { path: "/a", file: "b/c.ts", start_line: 3, end_line: 9 } },
    { ...file, file: "b/c.ts", startLine: 3, endLine: 9 },
  ],
  [
    { tool: "read_file", args: { path: "/a", open_symbol: "g" } },
    { ...file, file: "", symbol: "g" },
  ],
  [
    { tool: "read_file", args: { path: "/abc/d.ts" } },
    { ...file, file: "/abc/d.ts" },
  ],
  [
    { tool: "manage_index", args: { action: "status", path: "/a", ref: "v1" } },
    { view: "codebase", path: "/a", ref: "v1" },
  ],
  [
    { tool: "search_codebase", args: { path: "/a", query: "q", ref: "v1" } },
    { view: "search", path: "/a", ref: "v1", query: "q", scope: "runtime", groupBy: "symbol", limit: 10 },
  ],
  [
    { tool: "call_graph", args: { path: "/a", symbol: "g", ref: "v1" } },
    {
      view: "graph",
      path: "/a",
      ref: "v1",
      symbol: "g",
      direction: "both",
      depth: 1,
      limit: 20,
      form: "trees",
    },
  ],
  [
    { tool: "file_outline", args: { path: "/a", file: "b.ts", ref: "v1" } },
    { ...file, ref: "v1", file: "b.ts" },
  ],
  [
    { tool: "read_file", args: { path: "/a/b.ts", ref: "v1" } },
    { ...file, ref: "v1", file: "b.ts" },
  ],
])("%j", (call, route) => expect(routeOfCall(call, "/a")).toEqual(route));
