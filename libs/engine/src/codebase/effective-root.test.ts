/**
 * Which codebase answers for a folder below it: one whose index has been complete once, or is being built.
 */
import { join } from "node:path";
import { type ToolName, rootOf } from "@satori/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeEmbedder } from "../embed/fake.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { withRoot } from "../testing/with-root.ts";
import { committed, git } from "../testing/trees/git.ts";
import { heldPreparer } from "../testing/fakes/fake-preparers.ts";

/** A call about the folder `src` for every tool that reads an index. */
const CALLS: readonly (readonly [ToolName, object])[] = [
  ["manage_index", { action: "status" }],
  ["manage_index", { action: "sync" }],
  ["search_codebase", { query: "beta" }],
  ["file_outline", { file: "src/b.py" }],
  ["call_graph", { symbol: "beta" }],
  ["read_file", { open_symbol: "beta" }],
];

function newPlace(): TestPlace {
  const place = new TestPlace({ "a.py": "def alpha(): pass\n", "src/b.py": "def beta(): pass\n" });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

/**
 * Distinct pairs of status and effective root in the tools' answers about `src`, for a client that works
 * there.
 */
async function answersBelow({ call, codebase }: TestEngine): Promise<string[]> {
  const roots = [join(codebase.root, "src")];
  const answers = await Promise.all(
    CALLS.map(([tool, args]) => call(tool, { path: "src", ...args }, { roots })),
  );
  return [
    ...new Set(
      (answers as { status: string }[]).map((answer) => `${answer.status} ${rootOf(answer) ?? "-"}`),
    ),
  ].sort();
}

describe("the folders below a codebase", () => {
  it("are not its own after a first run that failed: they have no index, and may get one", async () => {
    const place = newPlace();
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    embedder.failure = "no answer";
    await engine.index();
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "error",
      error: { code: "INDEX_FAILED" },
    });
    expect(await answersBelow(engine)).toEqual([`not_indexed ${place.tree.at("src")}`]);
    expect(engine.engine.coveringRoot("src", place.tree.root)).toBeNull();
    embedder.failure = null;
    expect(withRoot(await engine.call("manage_index", { action: "create", path: "src" }))).toMatchObject({
      status: "ok",
      runId: expect.any(String),
      effectiveRoot: place.tree.at("src"),
    });
    await engine.engine.waitForRun("src", place.tree.root);
    expect(withRoot(await engine.call("search_codebase", { path: "src", query: "beta" }))).toMatchObject({
      status: "ok",
      effectiveRoot: place.tree.at("src"),
      results: [{ file: "b.py" }],
    });
  });

  it("are its own while its first run goes on, and not when that was given up", async () => {
    const place = newPlace();
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const [engine, other] = [place.engine({ preparer }), place.engine()];
    await engine.call("manage_index", { action: "create" });
    await preparer.reached;
    for (const process of [engine, other])
      expect(process.engine.coveringRoot("src", place.tree.root)).toBe(place.tree.root);
    expect(await answersBelow(engine)).toEqual([`not_ready ${place.tree.root}`]);
    await engine.engine.cancelRun(place.tree.root, "/");
    for (const process of [engine, other])
      expect(await answersBelow(process)).toEqual([`not_indexed ${place.tree.at("src")}`]);
  });

  it("are its own once a run has completed, though a later one fails, until it is cleared", async () => {
    const place = newPlace();
    const embedder = new FakeEmbedder();
    const [engine, other] = [place.engine({ embedder }), place.engine()];
    const covered = [`ok ${place.tree.root}`];
    await engine.index();
    for (const process of [engine, other]) expect(await answersBelow(process)).toEqual(covered);
    embedder.failure = "no answer";
    await engine.call("manage_index", { action: "reindex" });
    await engine.engine.waitForRun(place.tree.root, "/");
    embedder.failure = null;
    for (const process of [engine, other]) expect(await answersBelow(process)).toEqual(covered);
    await other.call("manage_index", { action: "clear" });
    for (const process of [engine, other])
      expect(await answersBelow(process)).toEqual([`not_indexed ${place.tree.at("src")}`]);
  });

  it(
    "are its own although one has begun an index that never got complete; what became of that is told, " +
      "and cleared, by its name",
    async () => {
      const place = newPlace();
      const embedder = new FakeEmbedder();
      const engine = place.engine({ embedder });
      const below = place.tree.at("src");
      await engine.index();
      embedder.failure = "no answer";
      await engine.call("manage_index", { action: "create", path: "src", force: true });
      await engine.engine.waitForRun("src", place.tree.root);
      embedder.failure = null;
      expect(engine.engine.coveringRoot("src", place.tree.root)).toBe(place.tree.root);
      expect(withRoot(await engine.call("search_codebase", { path: "src", query: "beta" }))).toMatchObject({
        status: "ok",
        effectiveRoot: place.tree.root,
        results: [{ file: "src/b.py" }],
      });
      expect(withRoot(await engine.call("manage_index", { action: "sync", path: "src" }))).toMatchObject({
        status: "ok",
        effectiveRoot: place.tree.root,
      });
      expect(await engine.call("manage_index", { action: "status", path: "src" })).toMatchObject({
        status: "error",
        error: { code: "INDEX_FAILED" },
        index: { state: "indexfailed" },
      });
      expect(withRoot(await engine.call("manage_index", { action: "clear", path: "src" }))).toMatchObject({
        status: "ok",
        effectiveRoot: below,
      });
      expect(await answersBelow(engine)).toEqual([`ok ${place.tree.root}`]);
    },
  );

  it(
    "are not its own where they are a linked work tree: it has none of their files, and they may get an " +
      "index",
    async () => {
      const place = newPlace();
      const engine = place.engine();
      git(committed(place.tree.root), "worktree", "add", "--quiet", "--detach", ".trees/fix");
      const tree = place.tree.at(".trees/fix");
      await engine.index();
      expect(await engine.call("search_codebase", { query: "beta" })).toMatchObject({
        results: [{ file: "src/b.py" }, { file: "a.py" }],
      });
      const asked = { path: join(tree, "src"), query: "beta" };
      expect(await engine.call("search_codebase", asked)).toMatchObject({
        status: "not_indexed",
        hints: { create: { args: { path: asked.path } } },
      });
      await engine.call("manage_index", { action: "create", path: tree });
      await engine.engine.waitForRun(tree, "/");
      expect(withRoot(await engine.call("search_codebase", asked))).toMatchObject({
        status: "ok",
        effectiveRoot: tree,
        results: [{ file: "src/b.py" }],
      });
    },
  );

  it("keep an index that they had before", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.call("manage_index", { action: "create", path: "src" });
    await engine.engine.waitForRun("src", place.tree.root);
    await engine.index();
    expect(withRoot(await engine.call("search_codebase", { path: "src", query: "beta" }))).toMatchObject({
      effectiveRoot: place.tree.at("src"),
      results: [{ file: "b.py" }],
    });
    expect(withRoot(await engine.call("search_codebase", { query: "beta" }))).toMatchObject({
      effectiveRoot: place.tree.root,
      results: [{ file: "src/b.py" }, { file: "a.py" }],
    });
  });
});

it("the process whose first run completes goes on with the store that it has open", async () => {
  const place = newPlace();
  const preparer = heldPreparer(createInlinePreparer(1_000));
  const engine = place.engine({ preparer });
  await engine.call("manage_index", { action: "create" });
  const store = engine.codebase.store();
  preparer.release();
  await engine.engine.waitForRun(place.tree.root, "/");
  expect(await engine.codebase.view()).toMatchObject({ state: "indexed" });
  expect(engine.codebase.store()).toBe(store);
});
