import { type AnyEnvelope, failure, workspaceAnswer } from "@satori/contracts";
import { expect, it } from "vitest";
import { toolResult } from "../server.ts";

const read = (mode: "plain" | "annotated"): AnyEnvelope => ({
  tool: "read_file",
  version: 1,
  status: "ok",
  path: "/a.ts",
  effectiveRoot: "/",
  mode,
  file: "a.ts",
  content: "text of the file\n",
  startLine: 1,
  endLine: 1,
  totalLines: 1,
  truncated: false,
  encoding: "utf8",
  language: "typescript",
  meta: { durationMs: 1 },
});

it("shows the envelope twice, as text and as structure", () => {
  const envelope = read("annotated");
  expect(toolResult(envelope)).toEqual({
    content: [{ type: "text", text: JSON.stringify(envelope) }],
    structuredContent: envelope,
    isError: false,
  });
});

it("shows the text of a plain read as it is", () => {
  expect(toolResult(read("plain"))).toEqual({
    content: [{ type: "text", text: "text of the file\n" }],
    structuredContent: read("plain"),
    isError: false,
  });
});

it("says behind the text of a plain read what that text does not: that it was cut, and how to read on", () => {
  const hints = { continue: { tool: "read_file", args: { path: "/a.ts", start_line: 2 } } } as const;
  const cut = {
    ...read("plain"),
    warnings: ["OUTPUT_TRUNCATED"],
    hints,
    totalLines: 9,
    truncated: true,
  } as unknown as AnyEnvelope;
  const [text, said, ...more] = toolResult(cut).content.map((block) => block.text);
  expect([text, more]).toEqual(["text of the file\n", []]);
  expect(JSON.parse(said ?? "")).toEqual({
    warnings: ["OUTPUT_TRUNCATED"],
    hints,
    file: "a.ts",
    startLine: 1,
    endLine: 1,
    totalLines: 9,
    truncated: true,
  });
});

it("says behind the text of a symbol where it is", () => {
  const symbol = {
    file: "a.ts",
    symbolId: "sym_0123456789abcdef",
    symbolLabel: "a",
    kind: "function",
    span: { startLine: 1, endLine: 1 },
  } as const;
  const [, said] = toolResult({ ...read("plain"), symbol } as unknown as AnyEnvelope).content.map(
    (block) => block.text,
  );
  expect(JSON.parse(said ?? "")).toEqual({
    file: "a.ts",
    startLine: 1,
    endLine: 1,
    totalLines: 1,
    truncated: false,
  });
});

it("marks errors, those of a plain read too", () => {
  const envelope = failure("read_file", { code: "PATH_NOT_FOUND", message: "/a.ts does not exist" }, 1);
  expect(toolResult(envelope)).toEqual({
    content: [{ type: "text", text: JSON.stringify(envelope) }],
    structuredContent: envelope,
    isError: true,
  });
});

it("shows answers of workspace tools in their own form, and marks what failed", () => {
  const answer = workspaceAnswer({ entries: [], total: 0 }, { repo: "docs", truncated: false }, 1);
  expect(toolResult(answer)).toEqual({
    content: [{ type: "text", text: JSON.stringify(answer) }],
    structuredContent: answer,
    isError: false,
  });
  const failed = failure("list_dir", { code: "PATH_NOT_FOUND", message: "gone" }, 1);
  expect(toolResult(failed)).toEqual({
    content: [{ type: "text", text: JSON.stringify(failed) }],
    structuredContent: failed,
    isError: true,
  });
});
