import { TOOL_NAMES, TOOL_SETS, type ToolSet } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { instructionsFor, MAX_INSTRUCTIONS_CHARS } from "./instructions.ts";
import { listTools } from "./tool-listing.ts";

/** All combinations of tool sets, none of them empty. */
const COMBINATIONS = TOOL_SETS.reduce<ToolSet[][]>(
  (before, set) => [...before, ...before.map((sets) => [...sets, set])],
  [[]],
).filter((sets) => sets.length > 0);

const of = (...sets: ToolSet[]): string => instructionsFor(listTools({ sets, store: "sqlite" }), "text");

describe.each(COMBINATIONS.map((sets) => [sets.join(), sets] as const))("with %s, a server", (_, sets) => {
  const text = of(...sets);

  it("mentions every tool that it offers and no other", () => {
    const named = TOOL_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    expect(named).toEqual(listTools({ sets, store: "sqlite" }).map(({ name }) => name));
  });

  it("stays within what clients show", () => expect(text.length).toBeLessThanOrEqual(MAX_INSTRUCTIONS_CHARS));
});

describe("the core tools", () => {
  it.each([
    ["when to prefer each to grep", /not a series of greps[\s\S]*grep adds namesakes/],
    ["when grep is better", /exact string that you know: grep/],
    ["one call that suffices", /search_codebase, .* with resultMode context, one call/],
    ["to outline before reading", /long file: file_outline before you read it/],
    ["the usual chain of calls", /Usual chain: search_codebase, then call_graph/],
    ["that the path may be left out", /Leave out `path`/],
    ["what to do with other statuses than ok", /not ok, do not repeat the call/],
  ])("are introduced with %s", (_, advice) => expect(of("core")).toMatch(advice));

  it("leave exact text to search_text where that is offered", () =>
    expect(of("core", "scope")).toMatch(/exact string or regular expression: search_text/));
});

it("says how to read answers in the form that they have", () => {
  const tools = listTools({ sets: ["core"], store: "sqlite" });
  expect(instructionsFor(tools, "text")).toMatch(
    /Results are text: .*envelopes\. Files are relative to that root\.$/,
  );
  for (const form of ["structured", "both"] as const)
    expect(instructionsFor(tools, form)).toMatch(/relative to its effectiveRoot or, if it has none/);
  // Answers of workspace tools have no such root.
  expect(of("workspace")).toMatch(/All other answers are JSON envelopes\.$/);
});

it("says nothing without tools", () => expect(instructionsFor([], "text")).toBe(""));
