import { describe, expect, it } from "vitest";
import {
  buildEnvelope,
  failure,
  notIndexed,
  notReady,
  requiresReindex,
  statusCall,
  workspaceAnswer,
} from "./builders.ts";
import { ERRORS, ERROR_CODES } from "./codes/errors.ts";
import type { Compatibility, Fingerprint } from "./fingerprint.ts";
import { CORE_TOOLS, REVIEW_TOOLS, SCOPE_TOOLS, type ToolName, WORKSPACE_TOOLS } from "./tool-names.ts";
import { validateOutput } from "./validate/validate-output.ts";

const PATHS = { path: "/code/app/src", effectiveRoot: "/code/app" };
const OPEN_SYMBOL = { ...PATHS, mode: "plain" } as const;

describe("an envelope", () => {
  it("has its keys in order, whatever the order of what is given", () => {
    const envelope = buildEnvelope(
      "read_file",
      { hints: { b: 1 }, warnings: ["OUTPUT_TRUNCATED"], message: "m", reason: "r", status: "ok" },
      { zebra: 1, alpha: 2 },
      3,
    );
    expect(Object.entries(envelope)).toEqual([
      ["tool", "read_file"],
      ["version", 1],
      ["status", "ok"],
      ["reason", "r"],
      ["message", "m"],
      ["warnings", ["OUTPUT_TRUNCATED"]],
      ["hints", { b: 1 }],
      ["zebra", 1],
      ["alpha", 2],
      ["meta", { durationMs: 3 }],
    ]);
  });

  it("leaves out what does not apply", () => {
    const envelope = buildEnvelope(
      "read_file",
      { status: "ok", reason: undefined, message: undefined, warnings: [], hints: {} },
      { gone: undefined, kept: null, zero: 0, no: false, empty: "" },
      0,
    );
    expect(Object.keys(envelope)).toEqual([
      "tool",
      "version",
      "status",
      "kept",
      "zero",
      "no",
      "empty",
      "meta",
    ]);
  });

  it("has its warnings sorted, each once", () => {
    const { warnings } = buildEnvelope(
      "search_codebase",
      { status: "ok", warnings: ["PARTIAL_SCAN", "FILES_SKIPPED", "PARTIAL_SCAN", "LAST_RUN_FAILED"] },
      {},
      0,
    );
    expect(warnings).toEqual(["FILES_SKIPPED", "LAST_RUN_FAILED", "PARTIAL_SCAN"]);
  });

  it("does not change what it is given", () => {
    const warnings = Object.freeze(["PARTIAL_SCAN", "FILES_SKIPPED"] as const);
    const payload = Object.freeze({ path: "/a" });
    buildEnvelope("search_codebase", Object.freeze({ status: "ok", warnings }), payload, 0);
    expect(warnings).toEqual(["PARTIAL_SCAN", "FILES_SKIPPED"]);
  });
});

describe("gated answers", () => {
  const indexing = { progressPct: 41.7, lastUpdated: "2026-01-01T00:00:00.000Z", phase: "indexing" };
  const call = (action: string): object => ({ tool: "manage_index", args: { action, path: "/code/app" } });
  const context = { tool: "read_file", echo: OPEN_SYMBOL, durationMs: 5 } as const;

  it("not ready: how far the run is, and the call that asks again", () => {
    const answer = notReady(context, indexing, 250);
    expect(answer).toMatchObject({
      status: "not_ready",
      reason: "indexing",
      ...PATHS,
      indexing,
      retryAfterMs: 250,
      hints: { status: call("status") },
    });
    expect(answer.message).toBe(
      "/code/app is being indexed (41 %). Poll manage_index status until it is ok, then call again.",
    );
    expect(Object.keys(answer)).toEqual([
      "tool",
      "version",
      "status",
      "reason",
      "message",
      "hints",
      "path",
      "effectiveRoot",
      "mode",
      "indexing",
      "retryAfterMs",
      "meta",
    ]);
  });

  it("not ready while nothing is known of the run", () => {
    const answer = notReady(context, { progressPct: null, lastUpdated: null, phase: null });
    expect(answer.message).toMatch(/^\/code\/app is being indexed\. /);
    expect(answer).not.toHaveProperty("retryAfterMs");
    expect(validateOutput("read_file", answer).ok).toBe(true);
  });

  it("is told apart from another process's sync, which has no progress", () => {
    const answer = notReady(context, null, 1_000);
    expect(answer).toMatchObject({
      status: "not_ready",
      indexing: { progressPct: null, lastUpdated: null, phase: null },
      retryAfterMs: 1_000,
    });
    expect(answer.message).toMatch(
      /^Another process is writing the index of \S+\. Call again in a moment\.$/,
    );
  });

  it("requires reindex: what differs, and the call that mends it", () => {
    const fingerprint: Fingerprint = {
      embeddingProvider: "static",
      embeddingModel: "a",
      embeddingDimension: 256,
      vectorStoreProvider: "sqlite",
      schemaVersion: 1,
    };
    // A dimension is null until a remote embedder was asked.
    const compatibility: Compatibility = {
      indexFingerprint: fingerprint,
      runtimeFingerprint: { ...fingerprint, embeddingModel: "b", embeddingDimension: null },
      mismatched: ["embeddingModel"],
    };
    const answer = requiresReindex(context, compatibility);
    expect(answer).toMatchObject({
      status: "requires_reindex",
      reason: "requires_reindex",
      compatibility,
      hints: { reindex: call("reindex") },
      message: expect.stringContaining("(embeddingModel)"),
    });
    expect(validateOutput("read_file", answer)).toEqual({ ok: true, value: answer });
  });

  it("not indexed: the call that makes an index", () => {
    expect(notIndexed(context)).toMatchObject({
      status: "not_indexed",
      reason: "not_indexed",
      hints: { create: call("create") },
    });
  });

  it("not indexed: names another folder where that is the one to index, and none where there is none", () => {
    expect(notIndexed({ ...context, toCreate: "/code" })).toMatchObject({
      message: "/code/app has no complete index. Run manage_index create of /code, then call again.",
      hints: { create: { args: { path: "/code" } } },
    });
    const none = notIndexed({ ...context, toCreate: null });
    expect(none).not.toHaveProperty("hints");
    expect(none.message).toBe(
      "/code/app has no complete index and cannot be indexed. Pass a project folder as the path.",
    );
    expect(validateOutput("read_file", none).ok).toBe(true);
  });

  it("not indexed: names folders below that have an index, each of which can stand as the path", () => {
    const below = Array.from({ length: 12 }, (_, at) => `/code/app/${String.fromCharCode(97 + at)}`);
    const answer = notIndexed({ ...context, indexedBelow: below });
    expect(answer).toMatchObject({ hints: { create: call("create"), paths: below.slice(0, 10) } });
    expect(answer.message).toBe(
      `/code/app has no complete index, but these folders below it do: ${below.slice(0, 10).join(", ")} ` +
        "and 2 more. Pass one of them as the path, or run manage_index create, then call again.",
    );
    expect(validateOutput("read_file", answer).ok).toBe(true);
    expect(notIndexed({ ...context, indexedBelow: below.slice(0, 1), toCreate: null }).message).toBe(
      "/code/app has no complete index, but these folders below it do: /code/app/a. Pass one of them " +
        "as the path.",
    );
    expect(notIndexed({ ...context, indexedBelow: below, purpose: "removal" }).message).toBe(
      "/code/app has no index of its own: there is nothing to remove.",
    );
  });

  it("not indexed: asks to call again only for an answer, and for no index where one was to be removed", () => {
    expect(notIndexed({ ...context, purpose: "upkeep" }).message).toBe(
      "/code/app has no complete index. Run manage_index create.",
    );
    expect(notIndexed({ ...context, purpose: "removal" }).message).toBe(
      "/code/app has no index of its own: there is nothing to remove.",
    );
    expect(notIndexed({ ...context, purpose: "removal" })).toMatchObject({
      hints: { create: call("create") },
    });
  });

  it.each([true, false])("say with debug whether the marker is there: %s", (markerPresent) => {
    for (const answer of [
      notReady({ ...context, markerPresent }, indexing),
      notIndexed({ ...context, markerPresent }),
    ]) {
      expect(answer.hints?.debugIndexing).toEqual({ completionProof: "marker_doc", markerPresent });
      expect(validateOutput("read_file", answer).ok).toBe(true);
    }
    expect(notIndexed(context).hints).not.toHaveProperty("debugIndexing");
  });

  const ECHOES: {
    readonly [
      Tool in Extract<
        ToolName,
        "search_codebase" | "file_outline" | "call_graph" | "read_file" | "semantic_search"
      >
    ]: object;
  } = {
    search_codebase: {
      query: "q",
      scope: "runtime",
      resultMode: "grouped",
      groupBy: "symbol",
      rankingMode: "default",
      limit: 10,
    },
    file_outline: { file: "a.ts", limitSymbols: 500, resolveMode: "outline" },
    call_graph: { direction: "both", depth: 1, limit: 20, symbol: "a" },
    read_file: { mode: "plain" },
    semantic_search: { query: "q", limit: 10 },
  };
  it.each(Object.keys(ECHOES) as (keyof typeof ECHOES)[])("of %s fit its schema", (tool) => {
    const own = { tool, echo: { ...PATHS, ...ECHOES[tool] }, durationMs: 0 };
    for (const answer of [notReady(own, indexing), notIndexed(own)])
      expect(validateOutput(tool, answer)).toEqual({ ok: true, value: answer });
  });

  it("point to the codebase's root", () => expect(statusCall("/code/app")).toEqual(call("status")));
});

describe("a failure", () => {
  it.each(ERROR_CODES)(
    "%s fits the schema of every tool that answers with envelopes, and ends with its next step",
    (code) => {
      for (const tool of [...CORE_TOOLS, ...SCOPE_TOOLS, ...REVIEW_TOOLS]) {
        const answer = failure(tool, { code, message: "something happened" }, 1);
        expect(answer).toMatchObject({
          status: "error",
          message: `something happened. ${ERRORS[code].nextStep}`,
          error: { code, message: "something happened", details: {} },
        });
        expect(validateOutput(tool, answer)).toEqual({ ok: true, value: answer });
      }
    },
  );

  it("ends with the next step of its cause where that says better what to do", () => {
    const answer = failure(
      "manage_index",
      { code: "INDEX_FAILED", message: "it cannot be read", nextStep: ERRORS.STORE_CORRUPT.nextStep },
      1,
    );
    expect(answer).toMatchObject({
      message: `it cannot be read. ${ERRORS.STORE_CORRUPT.nextStep}`,
      error: { code: "INDEX_FAILED" },
    });
  });

  it.each(ERROR_CODES)("%s of a workspace tool is code, message and details, and nothing else", (code) => {
    for (const tool of WORKSPACE_TOOLS) {
      const answer = failure(tool, { code, message: "something happened", echo: PATHS }, 1);
      expect(Object.entries(answer)).toEqual([
        ["code", code],
        ["message", "something happened"],
        ["details", {}],
      ]);
      expect(validateOutput(tool, answer)).toEqual({ ok: true, value: answer });
    }
  });

  it.each(["it happened", "it happened.", "it happened. ", "it happened..."])(
    "%j is joined by one full stop",
    (message) => {
      expect(failure("read_file", { code: "INTERNAL", message }, 0).message).toBe(
        `it happened. ${ERRORS.INTERNAL.nextStep}`,
      );
    },
  );

  it("carries details, hints, warnings and echo", () => {
    const details = [{ path: "limit", message: "must be <= 50" }];
    const answer = failure(
      "search_codebase",
      {
        code: "INVALID_ARGUMENTS",
        message: "m",
        details,
        warnings: ["PARTIAL_SCAN"],
        hints: { status: statusCall("/a") },
        echo: PATHS,
      },
      0,
    );
    expect(answer).toMatchObject({
      error: { details },
      warnings: ["PARTIAL_SCAN"],
      hints: { status: statusCall("/a") },
      ...PATHS,
    });
    expect(Object.keys(answer)).toEqual([
      "tool",
      "version",
      "status",
      "message",
      "warnings",
      "hints",
      "error",
      "path",
      "effectiveRoot",
      "meta",
    ]);
    expect(validateOutput("search_codebase", answer).ok).toBe(true);
  });
});

it("an answer of a workspace tool has its keys in order, and fits its schema", () => {
  const answer = workspaceAnswer(
    { entries: [{ repo: "docs", path: "a", kind: "dir" }], total: 1 },
    { repo: null, truncated: false },
    3,
  );
  expect(JSON.stringify(answer)).toBe(
    '{"result":{"entries":[{"repo":"docs","path":"a","kind":"dir"}],"total":1},"meta":{"repo":null,"duration_ms":3,"truncated":false}}',
  );
  expect(validateOutput("list_dir", answer)).toEqual({ ok: true, value: answer });
});
