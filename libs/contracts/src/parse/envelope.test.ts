import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, workspaceAnswer } from "../builders.ts";
import { CORE_TOOLS, SCOPE_TOOLS, WORKSPACE_TOOLS } from "../tool-names.ts";
import { type ToolResult, parseEnvelope, unknownStatusOf } from "./envelope.ts";

const ENVELOPE = failure("read_file", { code: "PATH_NOT_FOUND", message: "gone" }, 1);
const text = (value: string) => ({ type: "text", text: value });

describe("the envelope of a result is", () => {
  it.each<[string, ToolResult]>([
    ["its structured content", { structuredContent: ENVELOPE, content: [text("something else")] }],
    ["its text, where there is no structured content", { content: [text(JSON.stringify(ENVELOPE))] }],
    [
      "its text, where the structured content is something else",
      { structuredContent: { result: 1 }, content: [text(JSON.stringify(ENVELOPE))] },
    ],
    [
      "the first text, whatever stands before it",
      { content: [{ type: "image" }, text(`\n ${JSON.stringify(ENVELOPE, null, 2)}\n`)] },
    ],
    ["the same for an error", { isError: true, structuredContent: ENVELOPE }],
  ])("%s", (_, result) => expect(parseEnvelope(result)).toEqual(ENVELOPE));

  it("given for every tool that answers with one", () => {
    for (const tool of [...CORE_TOOLS, ...SCOPE_TOOLS])
      expect(parseEnvelope({ structuredContent: { tool, version: 1, status: "ok" } })?.tool).toBe(tool);
  });
});

describe("there is none in", () => {
  const { tool, version, status } = ENVELOPE;

  it.each<[string, ToolResult]>([
    ["nothing", {}],
    ["no blocks", { content: [] }],
    ["plain text", { content: [text("Codebase is fully indexed and ready")] }],
    ["broken JSON", { content: [text('{"tool":')] }],
    ["JSON that is no object", { content: [text("[1]")] }],
    ["null", { structuredContent: null, content: [text("{}")] }],
    ["another version", { structuredContent: { tool, version: 2, status } }],
    ["a tool that is not ours", { structuredContent: { tool: "grep", version, status } }],
    [
      "a tool that answers in another form",
      { structuredContent: { tool: WORKSPACE_TOOLS[0], version, status } },
    ],
    [
      "an answer in that form",
      {
        structuredContent: {
          ...workspaceAnswer({ entries: [], total: 0 }, { repo: "docs", truncated: false }, 1),
        },
      },
    ],
    ["a status that is none", { structuredContent: { tool, version, status: "fine" } }],
    [
      "names that every object has",
      { structuredContent: { tool: "toString", version, status: "constructor" } },
    ],
    ["missing fields", { structuredContent: { tool } }],
    ["the second text", { content: [text("hello"), text(JSON.stringify(ENVELOPE))] }],
    ["a block without text", { content: [{ type: "text" }] }],
  ])("%s", (_, result) => expect(parseEnvelope(result)).toBeNull());
});

describe("the status of a later version", () => {
  const later = { ...ENVELOPE, status: "paused" };

  it("is told wherever its envelope stands", () => {
    expect(unknownStatusOf({ structuredContent: later })).toBe("paused");
    expect(unknownStatusOf({ content: [text(JSON.stringify(later))] })).toBe("paused");
  });

  it.each<[string, ToolResult]>([
    ["an envelope", { structuredContent: ENVELOPE }],
    [
      "an envelope beside one of a later version",
      { structuredContent: later, content: [text(JSON.stringify(ENVELOPE))] },
    ],
    ["prose", { content: [text("paused")] }],
    ["another version", { structuredContent: { ...later, version: 2 } }],
    ["a tool that is not ours", { structuredContent: { ...later, tool: "grep" } }],
  ])("is not in %s", (_, result) => expect(unknownStatusOf(result)).toBeNull());
});

it("never throws", () => {
  const block = fc.record({ type: fc.constantFrom("text", "image"), text: fc.oneof(fc.string(), fc.json()) });
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.array(block),
      (structuredContent, content) =>
        void [parseEnvelope({ structuredContent, content }), unknownStatusOf({ structuredContent, content })],
    ),
    { seed: 1, numRuns: 500 },
  );
});
