/**
 * With a live watch, an index is always current: whatever happens to the tree, the next answer knows it, and
 * reads only the folders that may have changed.
 */
import { chmodSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FreshnessDecision } from "@satori/contracts";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { failingPreparer, heldPreparer, refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import { settled } from "../testing/fakes/fake-schedule.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { type FilePreparer, createInlinePreparer } from "../prepare/preparer.ts";
import { walk } from "../scan/walk.ts";
import { WatchRefused, type WatchedFolder, openFolderWatch } from "./folder-watch.ts";

/** Far longer than any test, so that no change is found by age. */
const WATCHED = { watch: true, freshnessMs: 24 * 3_600_000 };

async function asked({ call }: TestEngine): Promise<FreshnessDecision> {
  const answer = await call("search_codebase", { query: "alpha", scope: "mixed" });
  if (answer.status !== "ok") throw new Error(`No answer: ${answer.status}`);
  return answer.freshnessDecision;
}

async function watchState({ call }: TestEngine): Promise<unknown> {
  const status = await call("manage_index", { action: "status" });
  return "index" in status ? status.index?.watch : undefined;
}

/** An engine that watches an indexed tree and has applied all changes from the time when the watch began. */
async function watching(
  texts: Readonly<Record<string, string>>,
  options: TestEngineOptions = {},
): Promise<{ place: TestPlace; engine: TestEngine; scanned: string[] }> {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  await place.engine().index();
  const scanned: string[] = [];
  const engine = place.engine({ ...options, config: { ...WATCHED, ...options.config } });
  // Folders that a walk decides to read.
  (engine.context as { walk: typeof walk }).walk = (input) =>
    walk({
      ...input,
      mayHaveChanged:
        input.mayHaveChanged && ((path) => noted(input.mayHaveChanged?.(path) === true, path, scanned)),
    });
  for (let looks = 0; looks < 4; looks++) await asked(engine);
  scanned.length = 0;
  return { place, engine, scanned };
}

/** So slow that others get a turn afterwards. */
function slowly(): void {
  for (const until = performance.now() + 30; performance.now() < until;);
}

function noted(isScanned: boolean, path: string, into: string[]): boolean {
  if (isScanned) into.push(path);
  return isScanned;
}

describe("a watched codebase", () => {
  it("is compared with the disk only where something changed", async () => {
    const { place, engine, scanned } = await watching({
      "a.txt": "alpha",
      "src/b.txt": "beta",
      "lib/deep/c.txt": "gamma",
    });
    expect(await watchState(engine)).toEqual({ state: "live", folders: 4 });
    expect((await asked(engine)).mode).toBe("fresh");
    expect(scanned).toEqual([]);
    place.tree.write("lib/deep/c.txt", "alpha at last");
    expect(await asked(engine)).toMatchObject({
      mode: "synced",
      changes: { added: 0, removed: 0, modified: 1 },
    });
    expect(scanned).toEqual(["lib/deep"]);
    expect((await asked(engine)).mode).toBe("fresh");
  });

  it.each([
    ["annotated", { mode: "annotated" }],
    ["by symbol", { open_symbol: "two" }],
  ])("looks again at a file that a read (%s) has seen to differ, though nobody told", async (_, args) => {
    const { place, engine, scanned } = await watching({
      "src/a.py": "def one(): pass\n",
      "b.py": "def alpha(): pass\n",
    });
    linkSync(place.tree.at("src/a.py"), `${place.tree.root}-other-name`);
    onTestFinished(() => rmSync(`${place.tree.root}-other-name`));
    await asked(engine);
    scanned.length = 0;
    writeFileSync(`${place.tree.root}-other-name`, "def two(): return 2\n");
    expect((await asked(engine)).mode).toBe("fresh");
    await engine.call("read_file", { path: place.tree.at("src/a.py"), ...args });
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { modified: 1 } });
    expect(scanned).toEqual(["src"]);
  });

  it("has files of folders that were made a moment ago, and of those that were put in the place of others", async () => {
    const { place, engine } = await watching({
      "a.txt": "alpha",
      "old/b.txt": "beta",
      "other/c.txt": "gamma",
    });
    place.tree.write("new/deeper/d.txt", "alpha");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 1 } });
    place.tree.write("new/deeper/e.txt", "alpha");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 1 } });
    place.tree.rename("old", "gone");
    place.tree.rename("other", "old");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 2, removed: 2 } });
    place.tree.write("old/f.txt", "alpha");
    place.tree.write("gone/g.txt", "alpha");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 2 } });
    place.tree.remove("new");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { removed: 2 } });
    expect((await asked(engine)).mode).toBe("fresh");
  });

  it("applies ignore rules at once, those of a folder, of the root and from around the tree", async () => {
    const { place, engine } = await watching({
      "a.txt": "alpha",
      "src/b.txt": "beta",
      "src/c.log": "gamma",
      "build/d.txt": "delta",
    });
    place.tree.write("src/.gitignore", "*.log\n");
    expect(await asked(engine)).toMatchObject({
      mode: "reconciled_ignore_change",
      changes: { added: 1, removed: 1 },
    });
    place.tree.write(".satoriignore", "build/\n");
    expect(await asked(engine)).toMatchObject({
      mode: "reconciled_ignore_change",
      changes: { removed: expect.any(Number) },
    });
    place.tree.remove("src/.gitignore");
    expect(await asked(engine)).toMatchObject({
      mode: "reconciled_ignore_change",
      changes: { added: 1, removed: 1 },
    });
    expect((await asked(engine)).mode).toBe("fresh");
  });

  it("is not taken for current when another folder stands in its place", async () => {
    const { place, engine } = await watching({ "a.txt": "alpha" });
    const { root } = place.tree;
    renameSync(root, `${root}-moved`);
    expect((await asked(engine)).mode).toBe("failed");
    mkdirSync(root);
    writeFileSync(join(root, "b.txt"), "alpha of another tree");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 1, removed: 1 } });
    for (let looks = 0; looks < 3; looks++) await asked(engine);
    writeFileSync(join(root, "c.txt"), "alpha");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 1 } });
  });

  it("is not taken for current while what changed is still being applied", async () => {
    let preparer: FilePreparer = createInlinePreparer(1_000);
    const { place, engine } = await watching(
      { "a.txt": "alpha" },
      {
        preparer: {
          prepare: (...task) => preparer.prepare(...task),
          [Symbol.asyncDispose]: () => Promise.resolve(),
        },
      },
    );
    const held = heldPreparer(preparer);
    preparer = held;
    place.tree.write("b.txt", "alpha");
    const first = asked(engine);
    await held.reached;
    let isAnswered = false;
    const second = engine
      .call("search_codebase", { query: "alpha", scope: "mixed" })
      .finally(() => (isAnswered = true));
    await settled();
    expect(isAnswered).toBe(false);
    held.release();
    expect((await first).mode).toBe("synced");
    expect(await second).toMatchObject({
      freshnessDecision: { mode: "fresh" },
      results: [{ file: "a.txt" }, { file: "b.txt" }],
    });
  });

  it("has what happened in new folders while their watch was beginning", async () => {
    let preparer: FilePreparer = createInlinePreparer(1_000);
    const { place, engine } = await watching(
      { "a.txt": "alpha" },
      {
        preparer: {
          prepare: (...task) => preparer.prepare(...task),
          [Symbol.asyncDispose]: () => Promise.resolve(),
        },
        openWatch: (root, listener) => {
          const watch = openFolderWatch(root, listener);
          const add = watch.add.bind(watch);
          return Object.assign(watch, { add: (folder: WatchedFolder) => (slowly(), add(folder)) });
        },
      },
    );
    const held = heldPreparer(preparer);
    preparer = held;
    for (let at = 0; at < 9; at++) place.tree.write(`n${at}/b.txt`, "alpha");
    const first = asked(engine);
    await held.reached;
    place.tree.write("n8/c.txt", "alpha");
    const second = asked(engine);
    // A walk that begins when all folders are watched.
    const { walk: look } = engine.context;
    (engine.context as { walk: typeof walk }).walk = async (input) => (await settled(), look(input));
    held.release();
    expect([await first, await second]).toMatchObject([
      { mode: "synced", changes: { added: 9 } },
      { mode: "synced", changes: { added: 1 } },
    ]);
  });

  it("is not taken for current while its watch is only beginning, however young the last look is", async () => {
    const { place, engine } = await watching({ "a.txt": "alpha" });
    // As if calls about many other codebases had ended this one's watch.
    engine.codebase.watched?.[Symbol.dispose]();
    engine.codebase.watched = null;
    place.tree.write("b.txt", "alpha");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 1 } });
  });

  it.each([
    ["a rebuild", (engine: TestEngine) => engine.index({ force: true })],
    [
      "another process",
      async (_: TestEngine, place: TestPlace) =>
        void (await place.engine().call("manage_index", { action: "sync" })),
    ],
  ])("looks into folders that it does not watch yet, though %s has indexed them", async (_, index) => {
    const { place, engine } = await watching({ "a.txt": "alpha" });
    place.tree.write("src/deep/b.txt", "beta");
    await index(engine, place);
    // No event reports that.
    place.tree.write("src/deep/b.txt", "alpha");
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { modified: 1 } });
    expect((await asked(engine)).mode).toBe("fresh");
  });

  it("looks again at what could not be read, and at nothing else", async () => {
    const preparer = refusingPreparer(createInlinePreparer(1_000));
    const { place, engine, scanned } = await watching(
      { "a.txt": "alpha", "src/b.txt": "beta", "lib/c.txt": "gamma" },
      { preparer },
    );
    preparer.refused.add("src/b.txt");
    place.tree.write("src/b.txt", "alpha");
    for (let looks = 0; looks < 3; looks++) {
      scanned.length = 0;
      expect((await asked(engine)).mode).toBe("fresh");
      expect(scanned).toEqual(["src"]);
    }
    preparer.refused.clear();
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { modified: 1 } });
    scanned.length = 0;
    expect([(await asked(engine)).mode, scanned]).toEqual(["fresh", []]);
  });

  it("loses nothing to a sync that fails", async () => {
    const preparer = failingPreparer(createInlinePreparer(1_000), new Error("no memory"));
    const { place, engine, scanned } = await watching(
      { "a.txt": "alpha", "src/b.txt": "beta", "lib/c.txt": "gamma" },
      { preparer },
    );
    place.tree.write("src/b.txt", "alpha");
    preparer.remainingFiles = 0;
    expect((await asked(engine)).mode).toBe("failed");
    preparer.remainingFiles = 1;
    scanned.length = 0;
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { modified: 1 } });
    expect(scanned).toEqual(["src"]);
  });

  it("loses nothing to a sync that another process is in the way of", async () => {
    const { place, engine } = await watching({ "a.txt": "alpha", "src/b.txt": "beta" });
    place.tree.write("src/b.txt", "alpha");
    const lock = place.engine().codebase.tryLock(place.tree.nowMs);
    expect((await asked(engine)).mode).toBe("skipped_locked");
    lock?.[Symbol.dispose]();
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { modified: 1 } });
  });

  itAsOrdinaryUser("tries again what it could not read", async () => {
    const { place, engine } = await watching({ "a.txt": "alpha", "src/b.txt": "beta" });
    place.tree.write("src/c.txt", "alpha");
    chmodSync(place.tree.at("src"), 0);
    expect((await asked(engine)).mode).toBe("fresh");
    chmodSync(place.tree.at("src"), 0o755);
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 1 } });
  });
});

describe("a watch that the system refuses", () => {
  const refusing: TestEngineOptions = {
    openWatch: () => ({
      count: 0,
      has: () => false,
      drop: () => undefined,
      keep: () => undefined,
      [Symbol.dispose]: () => undefined,
      add: () => {
        throw new WatchRefused("the limit is reached");
      },
    }),
  };

  it("is told, and the index is compared by its age", async () => {
    const { place, engine } = await watching(
      { "a.txt": "alpha" },
      { ...refusing, config: { freshnessMs: 60_000 } },
    );
    expect(await watchState(engine)).toEqual({
      state: "refused",
      folders: 0,
      reason: "the limit is reached",
    });
    expect(engine.log.filter(({ event }) => event === "watch_refused")).toMatchObject([
      { level: "warn", fields: { reason: "the limit is reached" } },
    ]);
    place.tree.write("b.txt", "alpha");
    expect((await asked(engine)).mode).toBe("fresh");
    place.tree.wait(60_000);
    expect(await asked(engine)).toMatchObject({ mode: "synced", changes: { added: 1 } });
  });
});

it("whatever happens to a tree, a look at what was told leaves nothing for a look at everything", async () => {
  const path = fc.constantFrom(
    "a.txt",
    "b.txt",
    "d/a.txt",
    "d/e/c.txt",
    "d/e/.gitignore",
    ".gitignore",
    "f/a.txt",
  );
  const folder = fc.constantFrom("d", "d/e", "f", "g");
  const action = fc.oneof(
    fc.record({
      kind: fc.constant("write" as const),
      path,
      text: fc.constantFrom("alpha\n", "beta\n", "*.txt\n", "e/\n"),
    }),
    fc.record({ kind: fc.constant("remove" as const), path: fc.oneof(path, folder) }),
    fc.record({ kind: fc.constant("move" as const), path: folder, to: folder }),
    fc.record({ kind: fc.constant("touch" as const), path: fc.oneof(path, folder) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      async (rounds) => {
        await using place = new TestPlace({
          "a.txt": "alpha\n",
          "d/a.txt": "beta\n",
          "d/e/c.txt": "gamma\n",
        });
        const engine = place.engine({ config: WATCHED });
        await engine.index();
        for (let looks = 0; looks < 4; looks++) await asked(engine);
        for (const actions of rounds) {
          for (const each of actions) apply(place, each);
          await asked(engine);
          place.tree.wait();
          const { merkleRoot } = await engine.codebase.store().head();
          expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
            status: "ok",
            stats: { added: 0, removed: 0, modified: 0, merkleRoot },
          });
        }
      },
    ),
    { numRuns: 30 },
  );
});

type Action =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "move"; readonly path: string; readonly to: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "touch"; readonly path: string };

/** Skips actions that are impossible. */
function apply({ tree }: TestPlace, action: Action): void {
  const at = tree.at(action.path);
  if (action.kind === "write") tree.write(action.path, action.text);
  else if (!existsSync(at)) return;
  else if (action.kind === "remove") rmSync(at, { recursive: true });
  else if (action.kind === "touch") tree.touch(action.path);
  else if (
    !existsSync(tree.at(action.to)) &&
    !action.to.startsWith(`${action.path}/`) &&
    existsSync(join(tree.at(action.to), ".."))
  )
    tree.rename(action.path, action.to);
}
