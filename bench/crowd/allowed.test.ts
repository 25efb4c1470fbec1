import { describe, expect, test } from "vitest";
import { objectionTo, objectionToLine } from "./allowed.ts";
import type { Exchange } from "./exchange.ts";
import { History } from "./history.ts";
import { versionOf } from "./versions.ts";

const FILE = "area1/part2.ts";
const version = versionOf(2, 0);
const NOW_MS = 200_000;
const OK = { tool: "search_codebase", status: "ok" };

/**
 * The file existed from the beginning; another one was removed long before the request. A rebuild took from
 * 100 to 110 s.
 */
function known() {
  const history = new History();
  for (const path of [FILE, "gone.ts"]) history.note({ beganMs: -1_000, path, version });
  for (const stay of history.of("gone.ts")) stay.untilMs = 120_000;
  return { root: "/code", history, startedMs: 1_000, rebuild: { fromMs: 100_000, untilMs: 110_000 } };
}

function objection(
  part: Partial<Omit<Exchange, "envelope">> & { readonly envelope: object },
  fromMs = NOW_MS,
): string | null {
  return objectionTo(
    {
      who: "somebody",
      tool: "search_codebase",
      args: {},
      fromMs,
      untilMs: fromMs + 10,
      ...part,
      envelope: { ...OK, ...part.envelope },
    },
    known(),
  );
}

describe("an answer", () => {
  test("may be ok, with warnings about the question, and say that it did not look", () => {
    expect(
      objection({
        envelope: { warnings: ["NO_CONFIDENT_MATCH"], freshnessDecision: { mode: "skipped_locked" } },
      }),
    ).toBeNull();
    expect(objection({ envelope: { warnings: ["PARTIAL_SCAN"] } })).toBe("warning PARTIAL_SCAN");
    const behind = (reason: string): string | null =>
      objection({
        tool: "file_outline",
        envelope: {
          warnings: ["INDEX_MAY_BE_BEHIND"],
          message: `The index may lack recent changes: ${reason}.`,
        },
      });
    expect([
      behind("another process is writing the index"),
      behind("the folder could not be scanned"),
    ]).toEqual([null, "warning INDEX_MAY_BE_BEHIND"]);
    const changed = (fromMs: number): string | null =>
      objection(
        {
          tool: "read_file",
          args: { path: "/code/gone.ts" },
          envelope: {
            warnings: ["INDEX_MAY_BE_BEHIND"],
            message: "The index may lack recent changes: gone.ts has changed since it was indexed.",
          },
        },
        fromMs,
      );
    expect([changed(119_995), changed(124_000), changed(130_000), changed(119_000)]).toEqual([
      null,
      null,
      "warning INDEX_MAY_BE_BEHIND",
      "warning INDEX_MAY_BE_BEHIND",
    ]);
    expect(objection({ envelope: { freshnessDecision: { mode: "failed" } } })).toBe("freshness failed");
  });

  test("may be a gate while the index is rebuilt, and a sync may be refused at any time", () => {
    expect(objection({ envelope: { status: "not_ready" } }, 105_000)).toBeNull();
    expect(objection({ envelope: { status: "not_ready" } })).toBe("not_ready without a rebuild");
    expect(
      objection({ tool: "manage_index", args: { action: "sync" }, envelope: { status: "not_ready" } }),
    ).toBeNull();
    expect(objection({ envelope: { freshnessDecision: { mode: "skipped_indexing" } } })).toBe(
      "freshness skipped_indexing without a rebuild",
    );
    expect(objection({ envelope: { status: "not_indexed" } }, 105_000)).toBe("status not_indexed");
  });

  test("may miss what is missing, and nothing else", () => {
    const outline = (file: string, fromMs?: number) =>
      objection(
        { tool: "file_outline", args: { path: "/code", file }, envelope: { status: "not_found" } },
        fromMs,
      );
    expect([
      outline(FILE),
      outline("gone.ts"),
      outline("gone.ts", 110_000),
      outline("never.ts"),
      outline("drafts/draft1.ts"),
    ]).toEqual(["not_found of what is there", null, "not_found of what is there", null, null]);
    const missing = { status: "error", error: { code: "PATH_NOT_FOUND", message: "" } };
    expect(objection({ tool: "read_file", args: { path: "/code/gone.ts" }, envelope: missing })).toBeNull();
    expect(objection({ tool: "read_file", args: { path: `/code/${FILE}` }, envelope: missing })).toBe(
      "error PATH_NOT_FOUND",
    );
    expect(objection({ envelope: { status: "error", error: { code: "INTERNAL", message: "" } } })).toBe(
      "error INTERNAL",
    );
  });

  test("may not find a symbol that some version of the file has not", () => {
    const open = (name: string) =>
      objection({
        tool: "read_file",
        args: { path: `/code/${FILE}`, open_symbol: name },
        envelope: { status: "not_found" },
      });
    expect([open("another_name"), open(version.names[0] ?? "")]).toEqual([
      null,
      "not_found of what is there",
    ]);
  });
});

test("a server may log what it does and which paths did not exist, and complain of nothing", () => {
  expect(objectionToLine({ level: "debug", event: "background_sync", outcome: "locked" })).toBeNull();
  expect(objectionToLine({ level: "warn", event: "tool_failed", code: "PATH_NOT_FOUND" })).toBeNull();
  expect(objectionToLine({ level: "warn", event: "freshen_failed" })).toContain("freshen_failed");
  expect(objectionToLine({ level: "info", event: "background_sync_failed" })).toContain(
    "background_sync_failed",
  );
  expect(objectionToLine({ level: "error", event: "tool_crashed" })).toContain("tool_crashed");
});
