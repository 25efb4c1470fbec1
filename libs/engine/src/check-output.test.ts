import { type ToolOutput, notIndexed, workspaceAnswer } from "@satori/contracts";
import { expect, it } from "vitest";
import { checkOutput } from "./call-tool.ts";

const events: unknown[] = [];
const log = (...event: unknown[]): void => void events.push(event);
const gated = notIndexed({ tool: "call_graph", echo: { path: "/a", effectiveRoot: "/a" }, durationMs: 3 });
const envelope = { ...gated, direction: "both", depth: 1, limit: 20 } as ToolOutput<"call_graph">;

it("passes on what fits the schema", async () => {
  expect(await checkOutput("call_graph", envelope, log)).toBe(envelope);
  expect(events).toEqual([]);
});

it("replaces what does not, and logs what is wrong", async () => {
  const broken = Object.assign({}, envelope, { extra: 1 });
  const answer = await checkOutput("call_graph", broken, log);
  expect(answer).toMatchObject({
    tool: "call_graph",
    status: "error",
    error: { code: "INTERNAL" },
    meta: { durationMs: 3 },
  });
  expect(events).toEqual([
    [
      "error",
      "output_invalid",
      {
        tool: "call_graph",
        status: "not_indexed",
        problems: expect.arrayContaining([{ path: "extra", message: expect.any(String) }]),
      },
    ],
  ]);
});

it("does the same for a tool that answers in another form", async () => {
  const answer = workspaceAnswer(
    { entries: [{ repo: "docs", path: "a", kind: "link" }], total: 1 },
    { repo: "docs", truncated: false },
    1,
  ) as unknown as ToolOutput<"list_dir">;
  events.length = 0;
  expect(await checkOutput("list_dir", answer, log)).toMatchObject({
    code: "INTERNAL",
    details: expect.any(Array),
  });
  expect(events).toMatchObject([["error", "output_invalid", { tool: "list_dir", status: "ok" }]]);
});
