import type { ContextSection } from "@satori/contracts";
import { expect, test } from "vitest";
import { commandOf, renderContext } from "./context.ts";

const section: ContextSection = {
  file: "src/retry.ts",
  span: { startLine: 3, endLine: 9 },
  symbolLabel: "RetryQueue.schedule",
  role: "entry",
  content: "3 export class RetryQueue {\n…\n9   schedule(job: Job): void {",
};
const render = (sections: readonly ContextSection[]): string =>
  renderContext({ sections, edges: [], omitted: [] }, commandOf);

test("a section is a heading with its place, and numbered lines in a fence", () =>
  expect(render([section])).toBe(
    [
      "## `src/retry.ts:3-9` `RetryQueue.schedule` (entry)",
      "",
      "```ts",
      "3 export class RetryQueue {",
      "…",
      "9   schedule(job: Job): void {",
      "```",
    ].join("\n"),
  ));

test("a fence is longer than any in the code", () => {
  const text = render([{ ...section, content: "1 ````md\n2 ```\n3 ````" }]);
  expect(text.split("\n").filter((line) => /^`+(?:ts)?$/.test(line))).toEqual(["`````ts", "`````"]);
});

test("types, calls and what was left out are lists", () =>
  expect(
    renderContext(
      {
        sections: [{ ...section, role: "type", content: "3 export interface Job {" }],
        edges: [
          { from: "a.ts:run", to: "b.ts:Queue.push", site: { file: "a.ts", line: 4 } },
          {
            from: "a.ts:run",
            to: "c.ts:log",
            confidence: "possible",
            site: { file: "a.ts", line: 5, text: "log(`x`);" },
          },
        ],
        omitted: [
          { tool: "read_file", args: { path: "/my code/a.ts", start_line: 1, end_line: 9 } },
          {
            tool: "search_codebase",
            args: { path: "/code", query: "who's next", resultMode: "context", maxTokens: 8_000 },
          },
        ],
      },
      commandOf,
    ),
  ).toBe(
    [
      "## Types",
      "",
      "- `src/retry.ts:3` `export interface Job {`",
      "",
      "## Calls",
      "",
      "- `a.ts:run` calls `b.ts:Queue.push` (line 4)",
      "- `a.ts:run` calls `c.ts:log` (line 5, possible): `` log(`x`); ``",
      "",
      "## More",
      "",
      "- `satori read '/my code/a.ts:1-9'`",
      String.raw`- ${"`"}satori context 'who'\''s next' --path /code --max-tokens 8000${"`"}`,
    ].join("\n"),
  ));

test("calls can be written as calls of tools", () =>
  expect(
    renderContext(
      { sections: [], edges: [], omitted: [{ tool: "read_file", args: { path: "/a.ts" } }] },
      ({ tool, args }) => `${tool} ${JSON.stringify(args)}`,
    ),
  ).toBe('## More\n\n- `read_file {"path":"/a.ts"}`'));

test("commands about a commit are about the same commit", () => {
  const ref = "0123456789ab";
  const read = { path: "/code/a.ts", start_line: 1, end_line: 9, ref };
  expect(commandOf({ tool: "read_file", args: read })).toBe("satori read /code/a.ts:1-9 --at 0123456789ab");
  const context = { path: "/code", query: "next", resultMode: "context", maxTokens: 8_000, ref } as const;
  expect(commandOf({ tool: "search_codebase", args: context })).toBe(
    "satori context next --path /code --max-tokens 8000 --at 0123456789ab",
  );
});
