import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noDeadline } from "../deadline.ts";
import type { ToolName } from "@satori/contracts";
import { FakeEmbedder } from "../embed/fake.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { heldPreparer } from "../testing/fakes/fake-preparers.ts";
import { FINGERPRINT, endOf, markerOf, runOf } from "../testing/store-content.ts";
import type { CodebaseView } from "./view.ts";
import { WORDS_MARKER_KIND } from "../model/run.ts";
import { firstRunGate, gate } from "./gate.ts";

const TEXTS = { "a.py": "def alpha(): pass\n", "src/b.py": "def beta(): pass\n" };
/** A call of every tool that reads an index. */
const CALLS: readonly (readonly [ToolName, object])[] = [
  ["manage_index", { action: "status" }],
  ["manage_index", { action: "sync" }],
  ["search_codebase", { query: "alpha" }],
  ["file_outline", { file: "a.py" }],
  ["call_graph", { symbol: "alpha" }],
  ["read_file", { open_symbol: "alpha" }],
];

function newPlace(): TestPlace {
  const place = new TestPlace(TEXTS);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

/** The same calls about a folder of the codebase, or a file in it. */
const CALLS_BELOW: typeof CALLS = [
  ["manage_index", { action: "status", path: "src" }],
  ["manage_index", { action: "sync", path: "src" }],
  ["search_codebase", { path: "src", query: "beta" }],
  ["file_outline", { path: "src", file: "b.py" }],
  ["call_graph", { path: "src", symbol: "beta" }],
  ["read_file", { path: "src/b.py", open_symbol: "beta" }],
];

/** Distinct answers of the tools. */
async function answersOf(engine: TestEngine, extra: object = {}): Promise<object[]> {
  return Promise.all(
    CALLS.map(([tool, args]) => engine.call(tool, { ...args, ...(tool === "manage_index" ? {} : extra) })),
  );
}

async function statusesOf(engine: TestEngine): Promise<string[]> {
  return [...new Set((await answersOf(engine)).map((answer) => (answer as { status: string }).status))];
}

describe("every tool that reads an index", () => {
  it("answers not_indexed, and how to index, where there is none", async () => {
    const place = newPlace();
    const engine = place.engine();
    const expected = {
      status: "not_indexed",
      reason: "not_indexed",
      path: place.tree.root,
      hints: { create: { tool: "manage_index", args: { action: "create", path: place.tree.root } } },
    };
    for (const answer of await answersOf(engine)) {
      expect(answer).toMatchObject(expected);
      expect(answer).not.toHaveProperty("effectiveRoot");
    }
  });

  it(
    "names the folders below that have an index, of those that the caller may see, where the folder " +
      "itself has none",
    async () => {
      const place = newPlace();
      const engine = place.engine();
      const below = [join(place.tree.root, "src")];
      await engine.call("manage_index", { action: "create", path: below[0] });
      await engine.engine.waitForRun(below[0] as string, "/");
      for (const answer of await answersOf(engine))
        expect(answer).toMatchObject({
          status: "not_indexed",
          hints: { create: { args: { path: place.tree.root } }, paths: below },
        });
      expect(await engine.call("call_graph", { path: below[0], symbol: "beta" })).toMatchObject({
        status: "ok",
      });
      const confined = await engine.call(
        "search_codebase",
        { query: "alpha" },
        { confinedTo: [join(place.tree.root, "lib")] },
      );
      expect(JSON.stringify(confined)).not.toContain(`"paths"`);
    },
  );

  it("answers not_ready, and whom to ask, while a run is active, be it the first one or a later", async () => {
    const place = newPlace();
    for (const action of ["create", "reindex"]) {
      const preparer = heldPreparer(createInlinePreparer(1_000));
      const engine = place.engine({ preparer });
      await engine.call("manage_index", { action });
      await preparer.reached;
      const expected = {
        status: "not_ready",
        reason: "indexing",
        hints: { status: { tool: "manage_index", args: { action: "status", path: place.tree.root } } },
        indexing: { progressPct: 0, phase: "indexing" },
      };
      for (const answer of await answersOf(engine)) expect(answer).toMatchObject(expected);
      preparer.release();
      await engine.engine.waitForRun(place.tree.root, "/");
      expect(await statusesOf(engine)).not.toContain("not_ready");
    }
  });

  it("answers requires_reindex, and what differs, where index and runtime do not fit", async () => {
    const place = newPlace();
    await place.engine().index();
    const other = place.engine({ embedder: new FakeEmbedder({ model: "words-2" }) });
    const compatibility = {
      mismatched: ["embeddingModel"],
      indexFingerprint: { embeddingModel: "words-1" },
      runtimeFingerprint: { embeddingModel: "words-2" },
    };
    const expected = {
      status: "requires_reindex",
      reason: "requires_reindex",
      compatibility,
      hints: { reindex: { tool: "manage_index", args: { action: "reindex", path: place.tree.root } } },
    };
    for (const answer of await answersOf(other)) expect(answer).toMatchObject(expected);
  });

  it(
    "speaks for the whole codebase when a folder of it is asked about: hints are about the root, while " +
      "the path stays as it was asked for",
    async () => {
      const place = newPlace();
      const { root } = place.tree;
      const call = (action: string): object => ({ tool: "manage_index", args: { action, path: root } });
      const expectBelow = async (engine: TestEngine, expected: object): Promise<void> => {
        for (const [tool, args] of CALLS_BELOW)
          expect(await engine.call(tool, args), tool).toMatchObject({
            path: place.tree.at((args as { path: string }).path),
            effectiveRoot: root,
            ...expected,
          });
      };
      const preparer = heldPreparer(createInlinePreparer(1_000));
      const engine = place.engine({ preparer });
      await engine.call("manage_index", { action: "create" });
      await preparer.reached;
      await expectBelow(engine, {
        status: "not_ready",
        reason: "indexing",
        hints: { status: call("status") },
      });
      preparer.release();
      await engine.engine.waitForRun(root, "/");
      await expectBelow(place.engine({ embedder: new FakeEmbedder({ model: "words-2" }) }), {
        status: "requires_reindex",
        reason: "requires_reindex",
        hints: { reindex: call("reindex") },
      });
    },
  );

  it("is let through otherwise", async () => {
    const engine = newPlace().engine();
    await engine.index();
    expect(await statusesOf(engine)).toEqual(["ok"]);
  });

  it("tells with debug whether the marker is there", async () => {
    const place = newPlace();
    const hints = async (engine: TestEngine): Promise<unknown[]> =>
      (await answersOf(engine, { debug: true }))
        .slice(2, 4)
        .map((answer) => (answer as { hints?: { debugIndexing?: unknown } }).hints?.debugIndexing);
    const proof = (markerPresent: boolean): unknown[] =>
      [1, 2].map(() => ({ completionProof: "marker_doc", markerPresent }));
    expect(await hints(place.engine())).toEqual(proof(false));
    await place.engine().index();
    expect(await hints(place.engine({ fingerprint: { schemaVersion: 99 } }))).toEqual(proof(true));
  });
});

describe("the order of gates", () => {
  const complete = { run: runOf("r1", { state: "complete" }), marker: markerOf("r1") };
  const head = {
    codebasePath: "/code",
    settings: { customExtensions: [], ignorePatterns: [] },
    complete,
    latest: null,
    words: null,
    sequence: 1,
    ...endOf("r1"),
  };
  const compatibility = {
    indexFingerprint: FINGERPRINT,
    runtimeFingerprint: FINGERPRINT,
    mismatched: ["schemaVersion"] as const,
  };
  const view = (part: Partial<CodebaseView>): CodebaseView => ({
    root: "/code",
    head,
    state: "indexed",
    active: null,
    failure: null,
    compatibility: null,
    isPreviousUsable: false,
    ...part,
  });
  const call = { baseFolder: "/", roots: [], elapsedMs: () => 1, deadline: noDeadline() };
  const outcome = (part: Partial<CodebaseView>, reindexReads: "block" | "previous" = "block"): string => {
    const gated = gate({
      view: view(part),
      tool: "file_outline",
      echo: { path: "/code", effectiveRoot: "/code" },
      call,
      isDebug: false,
      reindexReads,
    });
    return gated.kind === "open" ? ["open", ...gated.warnings].join(" ") : gated.envelope.status;
  };

  it.each<[string, Partial<CodebaseView>, string]>([
    [
      "an active run never hides an incompatible fingerprint",
      { compatibility, active: runOf("r2"), head: { ...head, complete: null } },
      "requires_reindex",
    ],
    [
      "an active run hides that there is nothing yet",
      { active: runOf("r2"), head: { ...head, complete: null } },
      "not_ready",
    ],
    ["an active run hides what is complete", { active: runOf("r2") }, "not_ready"],
    ["without a marker nothing is read", { head: { ...head, complete: null } }, "not_indexed"],
    [
      "nothing stands in the way of a complete run, not even a later failure",
      { failure: { runId: "r2", code: "INTERNAL", message: "", at: "" } },
      "open LAST_RUN_FAILED",
    ],
    [
      "a later run that was cancelled is not worth a word",
      { failure: { runId: "r2", code: "CANCELLED", message: "", at: "" } },
      "open",
    ],
  ])("%s", (_, part, expected) => {
    expect(outcome(part)).toBe(expected);
  });

  it.each<[string, Partial<CodebaseView>, string]>([
    [
      "during a run the one before it answers",
      { active: runOf("r2"), isPreviousUsable: true },
      "open PREVIOUS_RUN",
    ],
    [
      "not if its configuration is not the runtime's",
      { active: runOf("r2"), isPreviousUsable: false },
      "not_ready",
    ],
    [
      "not if the run that is active is of another one",
      { active: runOf("r2"), isPreviousUsable: true, compatibility },
      "requires_reindex",
    ],
  ])("where the previous run may answer: %s", (_, part, expected) => {
    expect(outcome(part, "previous")).toBe(expected);
  });

  const words = {
    run: runOf("r2"),
    marker: { ...markerOf("r2"), kind: WORDS_MARKER_KIND } as const,
  };
  it.each<[string, Partial<CodebaseView>, string | null]>([
    ["that are proven", { active: runOf("r2"), head: { ...head, complete: null, words } }, "r2"],
    ["that are not there yet", { active: runOf("r2"), head: { ...head, complete: null } }, null],
    ["whose process has died", { head: { ...head, complete: null, words } }, null],
    ["of a run before", { active: runOf("r3"), head: { ...head, complete: null, words } }, null],
    [
      "of another configuration",
      { active: runOf("r2"), compatibility, head: { ...head, complete: null, words } },
      null,
    ],
  ])("the words of a first run, %s", (_, part, expected) => {
    expect(firstRunGate(view(part))?.run.id ?? null).toBe(expected);
  });
});
