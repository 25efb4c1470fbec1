import { expect, it } from "vitest";
import { failure, notIndexed, workspaceAnswer } from "./builders.ts";
import { outcomeOf, rootOf } from "./outcome.ts";
import { TOOL_NAMES } from "./tool-names.ts";

it.each(TOOL_NAMES)("a failure of %s is an error with its code, whichever form it has", (tool) => {
  expect(
    outcomeOf(failure(tool, { code: "CANCELLED", message: "stopped", details: { at: 1 } }, 1)),
  ).toMatchObject({ status: "error", error: { code: "CANCELLED", message: "stopped", details: { at: 1 } } });
});

it("an envelope tells its status, its codebase and the time it took", () => {
  const gated = {
    ...notIndexed({ tool: "call_graph", echo: { path: "/a/b", effectiveRoot: "/a" }, durationMs: 3 }),
    path: "/a/b",
    effectiveRoot: "/a",
    direction: "both" as const,
    depth: 1,
    limit: 20,
  };
  expect(outcomeOf(gated)).toEqual({
    status: "not_indexed",
    error: null,
    effectiveRoot: "/a",
    durationMs: 3,
  });
});

it("a result of a workspace tool is ok", () => {
  expect(outcomeOf(workspaceAnswer({ entries: [], total: 0 }, { repo: null, truncated: false }, 4))).toEqual({
    status: "ok",
    error: null,
    effectiveRoot: undefined,
    durationMs: 4,
  });
});

it.each<[object, string | undefined]>([
  [{ path: "/a/b", effectiveRoot: "/a" }, "/a"],
  [{ path: "/a" }, "/a"],
  [{ repos: ["/a", "/b"] }, undefined],
  [{}, undefined],
])("the root of %j is %s", (answer, root) => expect(rootOf(answer)).toBe(root));

it("an envelope without effectiveRoot is about its path", () => {
  const { effectiveRoot: _, ...gated } = notIndexed({
    tool: "call_graph",
    echo: { path: "/a", effectiveRoot: "/a" },
    durationMs: 3,
  });
  expect(outcomeOf(gated)).toMatchObject({ effectiveRoot: "/a" });
});
