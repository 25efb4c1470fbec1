import { exitCodeOf, failure, outcomeOf, parseManageStatus } from "@satori/contracts";
import { expect, test } from "vitest";
import { answerOf, endOfRun } from "./answer.ts";

const prose = (text: string, isError = false) => ({ content: [{ type: "text", text }], isError });
const manage = (action: string, text: string, isError = false) => {
  const answered = answerOf("manage_index", { action, path: "/srv/shop" }, prose(text, isError));
  return answered.kind === "answer" ? answered.answer : null;
};

test("an envelope is the answer as it is, wherever in the result it stands", () => {
  const envelope = failure("search_codebase", { code: "PATH_NOT_FOUND", message: "gone", details: {} }, 1);
  expect(answerOf("search_codebase", {}, { structuredContent: envelope })).toEqual({
    kind: "answer",
    answer: envelope,
  });
  expect(answerOf("search_codebase", {}, prose(JSON.stringify(envelope)))).toEqual({
    kind: "answer",
    answer: envelope,
  });
  const found = { result: { entries: [] }, meta: { repo: null, duration_ms: 1, truncated: false } };
  expect(answerOf("list_dir", {}, { structuredContent: found })).toEqual({ kind: "answer", answer: found });
});

test("text without an envelope is neither an answer nor prose", () => {
  expect(
    answerOf("search_codebase", {}, prose("satori/1 search_codebase ok root=/a\n\nis not indexed")),
  ).toEqual({
    kind: "text",
  });
});

test.each<[string, string, boolean, string, number]>([
  ["status", "Codebase '/srv/shop' is currently being indexed. Progress: 42%", false, "not_ready", 1],
  ["status", "Codebase '/srv/shop' is fully indexed and ready for search.", false, "ok", 0],
  ["status", "Codebase '/srv/shop' indexing failed.", false, "error", 1],
  ["status", "The index must be rebuilt", true, "requires_reindex", 1],
  ["status", "Codebase '/srv/shop' is not indexed", true, "not_indexed", 1],
  ["create", "Started background indexing for codebase '/srv/shop'", false, "ok", 0],
  ["create", "Error: connect ECONNREFUSED", true, "error", 1],
])("old text to %s: %s", (action, text, isError, status, exitCode) => {
  const answer = manage(action, text, isError);
  expect(answer).toMatchObject({ tool: "manage_index", status, message: text, humanText: text });
  const { error } = outcomeOf(answer as never);
  expect(exitCodeOf(status, error?.code)).toBe(exitCode);
});

test("a run that was begun in prose is one to wait for; an index that is there already is not", () => {
  expect(manage("create", "Started background indexing")).toMatchObject({ runId: expect.any(String) });
  expect(manage("create", "'/srv/shop' is fully indexed and ready")).toMatchObject({ runId: null });
});

test(
  "words that say nothing of the index make an answer that says nothing of it either, unless they may be " +
    "about a run",
  () => {
    const state = (action: string) => parseManageStatus({ structuredContent: manage(action, "Hello") }).state;
    expect(["status", "sync", "clear", "create"].map(state)).toEqual([
      "unknown",
      "unknown",
      "unknown",
      "indexing",
    ]);
  },
);

test("the end of a run is what the server says of the index; words that say nothing of it prove none", () => {
  const end = (text: string) => endOfRun({ action: "create", path: "/srv/shop" }, prose(text));
  expect(end("'/srv/shop' is fully indexed and ready")).toMatchObject({ status: "ok" });
  expect(end("indexing failed: no space")).toMatchObject({
    status: "error",
    error: { code: "INDEX_FAILED" },
  });
  const cleared = {
    tool: "manage_index",
    version: 1,
    status: "ok",
    action: "clear",
    message: "gone",
    humanText: "gone",
    meta: { durationMs: 1 },
  };
  expect(
    endOfRun(
      { action: "create", path: "/srv/shop" },
      { structuredContent: cleared, content: [{ type: "text", text: "gone" }] },
    ),
  ).toMatchObject({ status: "error", error: { code: "INDEX_FAILED" } });
  expect(end("Hello")).toMatchObject({
    status: "error",
    error: { code: "INDEX_FAILED", message: expect.stringContaining("Hello") },
  });
});

test("prose of other tools stays prose", () => {
  expect(answerOf("search_codebase", {}, prose("Found 2 results"))).toEqual({
    kind: "prose",
    text: "Found 2 results",
    isOk: true,
  });
  expect(answerOf("search_codebase", {}, prose("Error: no such folder", true))).toMatchObject({
    kind: "prose",
    isOk: false,
  });
  expect(answerOf("search_codebase", {}, prose("Codebase '/x' is not indexed"))).toMatchObject({
    kind: "prose",
    isOk: false,
  });
});
