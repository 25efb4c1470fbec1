/** Everything an engine does is counted exactly once. */
import { describe, expect, it } from "vitest";
import type { Metrics } from "./metrics.ts";
import { FakeEmbedder } from "./embed/fake.ts";
import { TestPlace } from "./testing/engine.ts";

/** Counts by name and labels. Durations are only counted. */
function record(): { readonly metrics: Metrics; readonly counts: Record<string, number> } {
  const counts: Record<string, number> = {};
  const add = (name: string, labels: object, by: number): void => {
    const key = [name, ...Object.values(labels)].join(" ");
    counts[key] = (counts[key] ?? 0) + by;
  };
  return {
    counts,
    metrics: {
      count: (name, labels, by = 1) => add(name, labels, by),
      observe: (name, labels, value) => add(name, labels, value >= 0 ? 1 : Number.NaN),
      gauge: (name, value) => void (counts[name] = value),
    },
  };
}

const TREE = { "a.ts": "export const a = 1;\n", "b.ts": "export const b = 2;\n" };

describe("an engine counts", () => {
  it("calls by what came of them, and how long they took", async () => {
    await using place = new TestPlace(TREE);
    const { metrics, counts } = record();
    const { call } = place.engine({ metrics });
    await call("read_file", { path: place.tree.at("a.ts") });
    await call("read_file", { path: "/etc/passwd" });
    await call("search_codebase", { query: "a" });
    await call("search_codebase", { query: "" });
    const ofCalls = Object.fromEntries(Object.entries(counts).filter(([name]) => name.startsWith("satori_")));
    expect(ofCalls).toEqual({
      "satori_tool_calls_total read_file ok": 1,
      "satori_tool_calls_total read_file error": 1,
      "satori_tool_calls_total search_codebase not_indexed": 1,
      "satori_tool_calls_total search_codebase error": 1,
      "satori_tool_call_duration_seconds read_file": 2,
      "satori_tool_call_duration_seconds search_codebase": 2,
    });
  });

  it("runs and syncs, and what they wrote", async () => {
    await using place = new TestPlace(TREE);
    const { metrics, counts } = record();
    const { index, call } = place.engine({ metrics });
    await index();
    expect(counts).toMatchObject({
      "satori_index_runs_total completed": 1,
      satori_index_run_duration_seconds: 1,
      "satori_indexed_files_total run": 2,
      "satori_indexed_chunks_total run": 2,
    });
    await call("manage_index", { action: "sync" });
    place.tree.write("c.ts", "export const c = 3;\n");
    place.tree.remove("a.ts");
    await call("manage_index", { action: "sync" });
    expect(counts).toMatchObject({
      "satori_syncs_total unchanged": 1,
      "satori_syncs_total changed": 1,
      "satori_sync_files_total added": 1,
      "satori_sync_files_total modified": 0,
      "satori_sync_files_total removed": 1,
      "satori_indexed_files_total sync": 1,
      "satori_indexed_chunks_total sync": 1,
      "satori_index_runs_total completed": 1,
    });
  });

  it("runs that are cancelled or fail", async () => {
    await using place = new TestPlace(TREE);
    const { metrics, counts } = record();
    const broken = new FakeEmbedder();
    broken.failure = "the key is wrong";
    const failing = place.engine({ metrics, embedder: broken });
    await failing.call("manage_index", { action: "create" });
    await failing.engine.waitForRun(place.tree.root, "/");
    expect(counts).toMatchObject({
      "satori_index_runs_total failed": 1,
      "satori_indexed_files_total run": 0,
    });
    const { call, engine } = place.engine({ metrics });
    await call("manage_index", { action: "create" });
    await engine.cancelRun(place.tree.root, "/");
    expect(counts).toMatchObject({ "satori_index_runs_total cancelled": 1 });
  });

  it("what is done to scopes, how many there are, and how long their filters take", async () => {
    await using place = new TestPlace(TREE);
    const { metrics, counts } = record();
    const { index, call, engine } = place.engine({ metrics });
    await index();
    for (const header of ["one", "two"])
      await call("set_scope", { languages: ["ts"] }, { session: { header, transport: null } });
    await call("search_codebase", { query: "a" }, { session: { header: "one", transport: null } });
    await call("set_scope", {}, { session: { header: "two", transport: null } });
    expect(counts).toMatchObject({
      "codeintel_scope_operations_total set": 2,
      "codeintel_scope_operations_total get": 1,
      "codeintel_scope_operations_total clear": 1,
      "codeintel_scope_filter_duration_seconds language": 1,
      codeintel_active_sessions: 2,
    });
    expect(engine.problems()).toEqual([]);
  });

  it("texts that the cache had, and those that it had not", async () => {
    await using place = new TestPlace(TREE);
    const { metrics, counts } = record();
    const { index } = place.engine({ metrics, embedder: new FakeEmbedder({ cacheable: true }) });
    await index();
    expect(counts).toMatchObject({ "satori_embedding_texts_total miss": 4 });
    await index({ force: true });
    expect(counts).toMatchObject({
      "satori_embedding_texts_total miss": 4,
      "satori_embedding_texts_total hit": 4,
    });
  });
});
