import type { SymbolHistoryOk } from "@satori/contracts";
import { expect, it } from "vitest";
import { AGENT_VIEW } from "./agents/agent-view.ts";
import { historyText } from "./agents/history-text.ts";
import { renderHistory } from "./history.ts";

const COMMIT = {
  commit: "0123456789abcdef0123456789abcdef01234567",
  date: "2026-01-31T10:00:00+02:00",
  author: "Ada",
  subject: "lock the queue (#12)",
};
const HEAD = {
  tool: "symbol_history",
  version: 1,
  status: "ok",
  path: "/code",
  head: COMMIT.commit,
} as const;
const META = { meta: { durationMs: 1 } };

const SYMBOL: SymbolHistoryOk = {
  ...HEAD,
  ...META,
  message: "2 commits changed send.",
  found: {
    file: "b.py",
    symbolId: "sym_0123456789abcdef",
    symbolLabel: "send",
    kind: "function",
    span: { startLine: 3, endLine: 5 },
  },
  uncommitted: { hunk: "@@ -3,1 +3,1 @@\n-a\n+b" },
  commits: [
    {
      ...COMMIT,
      change: "moved",
      span: { startLine: 3, endLine: 5 },
      from: { file: "a.py", symbolLabel: "deliver" },
      hunk: "@@ -1,1 +3,1 @@\n-def deliver():\n+def send():",
      hunkTruncated: true,
    },
    { ...COMMIT, subject: "made\u202e", change: "created", file: "a.py", span: { startLine: 1, endLine: 3 } },
  ],
  total: 2,
  changedTogether: [{ file: "test_b.py", commits: 2 }],
  coverage: { ends: ["created"] },
};

it("shows the commits of a symbol, what it was before, and the changed lines", () => {
  expect(renderHistory(SYMBOL, AGENT_VIEW)).toBe(`send  b.py:3

not committed yet
    @@ -3,1 +3,1 @@
    -a
    +b

0123456789ab  2026-01-31  [moved] lock the queue (#12)  Ada
    from deliver in a.py
    @@ -1,1 +3,1 @@
    -def deliver():
    +def send():
    …

0123456789ab  2026-01-31  [created] "made\\u202e"  Ada
    a.py:1

changed together: test_b.py (2)

2 commits changed send.`);
});

it("shows the frames of a trace, and what the suspects changed", () => {
  const answer: SymbolHistoryOk = {
    ...HEAD,
    ...META,
    frames: [{ file: "b.py", line: 4, symbolLabel: "send" }, { file: "main.py" }],
    otherFrames: 2,
    suspects: [
      {
        ...COMMIT,
        score: 1,
        touched: [
          { reason: "function", file: "b.py", symbolLabel: "send", frame: 0 },
          { reason: "imported", file: "c.py", frame: 1 },
        ],
      },
    ],
    coverage: { commits: 3, complete: true },
  };
  expect(renderHistory(answer, AGENT_VIEW)).toBe(`frames in the codebase, nearest to the error first:
  1  b.py:4  send
  2  main.py
  and 2 in other code

0123456789ab  2026-01-31  1.00  lock the queue (#12)  Ada
    frame 1: changed send in b.py
    frame 2: changed what it imports, c.py`);
  expect(historyText(answer).head).toMatchObject({ suspects: 1, head: "0123456789ab", root: "/code" });
});
