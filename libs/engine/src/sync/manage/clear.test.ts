import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type TestPlace, indexedPaths } from "../../testing/engine.ts";
import { committed, git } from "../../testing/trees/git.ts";
import { withRoot } from "../../testing/with-root.ts";
import { settled } from "../../testing/fakes/fake-schedule.ts";
import { ended, manage, newPlace, withRun } from "../testing/managed.ts";
import { requestedVersion } from "../../testing/requested-version.ts";

describe("clear", () => {
  it("that is cancelled while another process is writing says so, and leaves the index as it was", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    using _lock = place.engine().codebase.tryLock(place.tree.nowMs);
    const abort = new AbortController();
    const cleared = engine.call("manage_index", { action: "clear" }, { signal: abort.signal });
    await settled();
    abort.abort();
    expect(await cleared).toMatchObject({ status: "error", error: { code: "CANCELLED" } });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
  });

  it("that was cancelled before it began does not end a run", async () => {
    const place = newPlace();
    const { engine, preparer } = await withRun(place);
    expect(
      await engine.call("manage_index", { action: "clear" }, { signal: AbortSignal.abort() }),
    ).toMatchObject({ status: "error", error: { code: "CANCELLED" } });
    preparer.release();
    await ended(engine);
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
  });

  it("tells of no progress: it has no part that takes long", async () => {
    const engine = newPlace().engine();
    await engine.index();
    const heard: string[] = [];
    await engine.call("manage_index", { action: "clear" }, { onProgress: (phase) => heard.push(phase) });
    expect(heard).toEqual([]);
  });

  it("removes the index of exactly this folder", async () => {
    const place = newPlace();
    const engine = place.engine();
    expect(withRoot(await manage(engine, "clear"))).toMatchObject({
      status: "not_indexed",
      effectiveRoot: place.tree.root,
    });
    await engine.index();
    for (const path of [place.tree.at("src"), place.tree.at("no/such")]) {
      const answer = await manage(engine, "clear", { path });
      expect(withRoot(answer)).toMatchObject({
        status: "not_indexed",
        path,
        effectiveRoot: path,
        message:
          `${path} has no index of its own: it is part of the index of ${place.tree.root}. Pass that ` +
          "folder as the path.",
      });
      expect(answer).not.toHaveProperty("hints");
    }
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
    expect(await manage(engine, "clear")).toMatchObject({ status: "ok" });
    expect([await manage(engine, "status"), readdirSync(join(place.home, "indexes"))]).toMatchObject([
      { status: "not_indexed" },
      [],
    ]);
  });

  it(
    "removes the index that is listed under a path, not that of the folder to which a link leads from " +
      "there by now",
    async () => {
      const place = newPlace({ "old/a.py": "def f(): pass\n" });
      const engine = place.engine();
      const [old, moved] = [place.tree.at("old"), place.tree.at("new")];
      const index = (path: string) =>
        manage(engine, "create", { path }).then(() => engine.engine.waitForRun(path, "/"));
      await index(old);
      renameSync(old, moved);
      symlinkSync(moved, old);
      await index(moved);
      expect(withRoot(await manage(engine, "status", { path: old }))).toMatchObject({
        status: "ok",
        effectiveRoot: old,
        warnings: ["INDEX_MAY_BE_BEHIND"],
        message: expect.stringContaining(
          "is no longer the folder that was indexed: it is now a symbolic link to another one",
        ),
      });
      expect(withRoot(await manage(engine, "clear", { path: old }))).toMatchObject({
        status: "ok",
        effectiveRoot: old,
      });
      expect(engine.context.codebases.tracked().map(({ root }) => root)).toEqual([moved]);
      expect(withRoot(await manage(engine, "status", { path: old }))).toMatchObject({
        status: "ok",
        path: old,
        effectiveRoot: moved,
        message: `${moved} is indexed: 1 file, 1 chunk.`,
      });
    },
  );

  it("is noticed by other processes, as is what is made anew", async () => {
    const place = newPlace();
    const [engine, other] = [place.engine(), place.engine()];
    await engine.index();
    expect(await manage(other, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
    await manage(engine, "clear");
    expect(await manage(other, "status")).toMatchObject({ status: "not_indexed" });
    place.tree.write("new.txt", "new");
    await engine.index();
    expect(await manage(other, "status")).toMatchObject({ status: "ok", index: { files: 3 } });
    place.tree.write("newer.txt", "newer");
    expect(await manage(other, "sync")).toMatchObject({ stats: { added: 1 } });
    expect(await indexedPaths(engine)).toEqual(["a.txt", "new.txt", "newer.txt", "src/b.py"]);
  });

  it.each([
    ["damaged", "no database at all ".repeat(100), "ok"],
    ["empty, which is none", "", "not_indexed"],
  ])("mends an index file that is %s", async (_, content, status) => {
    const place = newPlace();
    await place.engine().index();
    const engine = place.engine();
    const { folder } = engine.codebase;
    for (const name of readdirSync(folder).filter((file) => file.startsWith("index.db")))
      rmSync(join(folder, name));
    writeFileSync(join(folder, "index.db"), content);
    expect((await manage(engine, "status")).status).not.toBe("ok");
    expect(await manage(engine, "clear")).toMatchObject({ status });
    expect(existsSync(folder)).toBe(false);
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
  });

  it("removes an index whose file cannot even be opened", async () => {
    const place = newPlace();
    const { folder } = place.engine().codebase;
    await place.engine().index();
    rmSync(join(folder, "index.db"));
    mkdirSync(join(folder, "index.db"));
    const engine = place.engine();
    expect(await manage(engine, "status")).toMatchObject({
      error: { code: "INDEX_FAILED", details: { code: "STORE_CORRUPT" } },
    });
    expect(await manage(engine, "clear")).toMatchObject({
      status: "ok",
      message: `The index of ${place.tree.root} was removed.`,
    });
    expect(existsSync(folder)).toBe(false);
  });

  it("by hand, of the index file alone, is noticed by who has it open", async () => {
    const place = newPlace();
    const [engine, other] = [place.engine(), place.engine()];
    await engine.index();
    const { folder } = engine.codebase;
    for (const name of readdirSync(folder).filter((file) => file.startsWith("index.db")))
      rmSync(join(folder, name));
    expect((await manage(engine, "status")).status).toBe("not_indexed");
    await manage(engine, "create");
    await engine.engine.waitForRun(place.tree.root, place.tree.root);
    expect(existsSync(join(folder, "index.db"))).toBe(true);
    expect(await manage(other, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
  });
});

describe("clear of a codebase with versions", () => {
  /** A codebase of two commits, whose first is indexed as a version. */
  async function withVersion() {
    const place: TestPlace = newPlace();
    const { tree } = place;
    const first = git(committed(tree.root), "rev-parse", "HEAD").trim();
    git(tree.root, "commit", "-q", "--allow-empty", "-m", "second");
    tree.wait();
    const engine = place.engine();
    await engine.index();
    const version = await requestedVersion(engine.context, {
      codebase: engine.codebase,
      ref: first,
      argument: "ref",
    });
    await version.activeRun?.ended;
    return { place, engine, version };
  }

  it("removes them as well, and says how many", async () => {
    const { place, engine, version } = await withVersion();
    expect(version.isTracked).toBe(true);
    expect(await manage(engine, "clear")).toMatchObject({
      status: "ok",
      message: `The index of ${place.tree.root} was removed, and those of 1 commit.`,
    });
    for (const folder of ["indexes", "repositories"])
      expect(readdirSync(join(place.home, folder)), folder).toEqual([]);
  });

  it("leaves those of other codebases, and a version leaves its codebase and its siblings", async () => {
    const { place, engine, version } = await withVersion();
    const { root } = place.tree;
    const tree = `${root}-other`;
    git(root, "worktree", "add", "-q", "--detach", tree);
    const other = engine.context.codebases.at(tree);
    await manage(engine, "create", { path: tree });
    await engine.engine.waitForRun(tree, "/");
    const ofOther = await requestedVersion(engine.context, {
      codebase: other,
      ref: "HEAD~1",
      argument: "ref",
    });
    await ofOther.activeRun?.ended;
    const sibling = await requestedVersion(engine.context, {
      codebase: engine.codebase,
      ref: "HEAD",
      argument: "ref",
    });
    await sibling.activeRun?.ended;
    expect(await manage(engine, "clear", { ref: "HEAD~1" })).toMatchObject({ status: "ok" });
    expect([version, sibling, engine.codebase].map(({ isTracked }) => isTracked)).toEqual([
      false,
      true,
      true,
    ]);
    expect(await manage(engine, "clear")).toMatchObject({ status: "ok" });
    expect([sibling, engine.codebase].map(({ isTracked }) => isTracked)).toEqual([false, false]);
    expect([ofOther, other].map(({ isTracked }) => isTracked)).toEqual([true, true]);
    expect((await ofOther.view()).state).toBe("indexed");
  });

  it("that is cancelled while another process works on one of them leaves the codebase as it was", async () => {
    const { place, engine, version } = await withVersion();
    using _lock = place
      .engine()
      .context.codebases.atCommit(place.tree.root, version.commit ?? "")
      .tryLock(0);
    const abort = new AbortController();
    const cleared = engine.call("manage_index", { action: "clear" }, { signal: abort.signal });
    await settled();
    abort.abort();
    expect(await cleared).toMatchObject({ status: "error", error: { code: "CANCELLED" } });
    expect([version, engine.codebase].map(({ isTracked }) => isTracked)).toEqual([true, true]);
    using unlocked = engine.codebase.tryLock(0);
    expect(unlocked).not.toBeNull();
  });
});
