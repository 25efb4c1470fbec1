import { type UnusedSymbolsOk, validateOutput } from "@satori/contracts";
import { expect, it } from "vitest";
import { AGENT_VIEW } from "./agents/agent-view.ts";
import { renderUnused } from "./unused.ts";

const node = (symbolLabel: string, file: string, startLine: number) =>
  ({
    file,
    symbolId: `sym_${Buffer.from(symbolLabel).toString("hex").padEnd(40, "0").slice(0, 40)}`,
    symbolLabel,
    kind: "function",
    span: { startLine, endLine: startLine + 2 },
  }) as const;

const ANSWER: UnusedSymbolsOk = {
  tool: "unused_symbols",
  version: 1,
  status: "ok",
  message: "Of 9 symbols, 3 are unused, and 2 more without known users may be alive.",
  path: "/code",
  effectiveRoot: "/code",
  includeTests: false,
  limit: 100,
  counts: { symbols: 9, unused: 3, possibly: 2, byReason: [{ reason: "exported", count: 2 }] },
  unused: [node("one", "src/a.ts", 3), node("two", "src/a.ts", 9), node("three", "src/b.ts", 1)],
  possibly: [
    {
      ...node("open", "src/b.ts", 5),
      reasons: [{ reason: "exported", detail: "Its file is an entry of its package." }],
    },
    {
      ...node("shut", "src/b.ts", 9),
      reasons: [
        { reason: "named_in_text", detail: "A text has its name.", file: "config.json", line: 4 },
        { reason: "exported", detail: "Its file is an entry of its package." },
      ],
    },
  ],
  truncated: false,
  coverage: { files: 2, unread: 0 },
  meta: { durationMs: 1 },
};

const UNUSED = `
src/a.ts
  3  function one
  9  function two
src/b.ts
  1  function three
`.trim();

it("the sample is an answer of the tool", () =>
  expect(validateOutput("unused_symbols", ANSWER)).toMatchObject({ ok: true }));

it("lists symbols below their files", () =>
  expect(renderUnused(ANSWER, AGENT_VIEW, { possibly: "counted" })).toBe(`${UNUSED}\n\n${ANSWER.message}`));

it("lists those that may be alive with their first reason, and where it is", () =>
  expect(renderUnused(ANSWER, AGENT_VIEW, { possibly: "listed" })).toBe(
    `${UNUSED}

may be alive:

src/b.ts
  5  function open  exported: Its file is an entry of its package.
  9  function shut  named_in_text: A text has its name. (config.json:4)

${ANSWER.message}`,
  ));

it("is the message alone if there is nothing to list", () =>
  expect(renderUnused({ ...ANSWER, unused: [], possibly: [] }, AGENT_VIEW, { possibly: "listed" })).toBe(
    ANSWER.message,
  ));
