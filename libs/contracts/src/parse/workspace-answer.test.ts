import { expect, it } from "vitest";
import { failure, workspaceAnswer } from "../builders.ts";
import { parseWorkspaceAnswer } from "./workspace-answer.ts";

it("is the structured content, be it a result or a failure", () => {
  const answers = [
    workspaceAnswer({ entries: [], total: 0 }, { repo: "docs", truncated: false }, 1),
    failure("list_dir", { code: "PATH_NOT_FOUND", message: "gone" }, 1),
  ];
  for (const answer of answers) expect(parseWorkspaceAnswer({ structuredContent: answer })).toBe(answer);
});

it.each([
  undefined,
  null,
  "result",
  1,
  [],
  {},
  failure("read_file", { code: "PATH_NOT_FOUND", message: "gone" }, 1),
])("there is none in %j", (structuredContent) => {
  expect(
    parseWorkspaceAnswer({ structuredContent, content: [{ type: "text", text: '{"result":{}}' }] }),
  ).toBeNull();
});

it("is the text of a failure without structured content, and of nothing else", () => {
  const failed = failure("list_dir", { code: "PATH_NOT_FOUND", message: "gone" }, 1);
  const content = [{ type: "text", text: JSON.stringify(failed) }];
  expect(parseWorkspaceAnswer({ content, isError: true })).toEqual(failed);
  expect(parseWorkspaceAnswer({ content })).toBeNull();
  expect(
    parseWorkspaceAnswer({ content: [{ type: "text", text: '{"result":{}}' }], isError: true }),
  ).toBeNull();
});
