import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type TestEngine, type TestEngineOptions, TestPlace } from "../testing/engine.ts";
import { heldPreparer } from "../testing/fake-preparers.ts";
import { createInlinePreparer } from "./preparer.ts";
import { type Freshening, freshen, syncCodebase } from "./sync-codebase.ts";

async function indexed(texts: Readonly<Record<string, string>>, options: TestEngineOptions = {}): Promise<{ place: TestPlace; engine: TestEngine }> {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  await place.engine().index();
  return { place, engine: place.engine(options) };
}

async function freshened({ context, codebase }: TestEngine, policy: "always" | "by_age" = "always", signal?: AbortSignal): Promise<Freshening> {
  return freshen(context, codebase, await codebase.store().head(), policy, signal ? { signal } : {});
}

describe("a sync of an index that another process has cleared since this one opened it", () => {
  it("goes into the one that was made anew", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    await engine.codebase.view();
    const other = place.engine();
    await other.call("manage_index", { action: "clear" });
    await other.index();
    place.tree.write("b.txt", "2");
    expect(await syncCodebase(engine.context, engine.codebase, {})).toMatchObject({ stats: { added: 1 } });
    expect(await other.call("manage_index", { action: "status" })).toMatchObject({ status: "ok", index: { files: 2 } });
  });

  it("fails where none was made, and makes none", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    await engine.codebase.view();
    await place.engine().call("manage_index", { action: "clear" });
    await expect(syncCodebase(engine.context, engine.codebase, {})).rejects.toMatchObject({ code: "STORE_UNAVAILABLE", message: expect.stringContaining("removed") });
    expect(await engine.codebase.view()).toMatchObject({ state: "not_found", head: null });
  });
});

describe("freshening", () => {
  it("syncs what is older than the configuration allows, and only that", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, { config: { freshnessMs: 60_000 } });
    place.tree.write("a.txt", "2");
    place.tree.wait(59_000);
    expect(await freshened(engine, "by_age")).toEqual({ decision: { mode: "fresh", checkedAt: new Date(place.tree.nowMs - 59_000).toISOString() }, isPartial: false });
    place.tree.wait(1_000);
    const checkedAt = new Date(place.tree.nowMs).toISOString();
    expect((await freshened(engine, "by_age")).decision).toEqual({ mode: "synced", checkedAt, changes: { added: 0, removed: 0, modified: 1 } });
    // A look at the disk counts, even one that found nothing to write.
    place.tree.wait(60_000);
    expect((await freshened(engine, "by_age")).decision).toMatchObject({ mode: "fresh", checkedAt: new Date(place.tree.nowMs).toISOString() });
    place.tree.write("a.txt", "3");
    place.tree.wait(59_000);
    expect((await freshened(engine, "by_age")).decision.mode).toBe("fresh");
  });

  it("takes the last look for the last one, whichever process it was", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" }, { config: { freshnessMs: 60_000 } });
    await freshened(engine);
    place.tree.wait(50_000);
    place.tree.write("a.txt", "2");
    const other = place.engine();
    await freshened(other);
    place.tree.wait(50_000);
    expect((await freshened(engine, "by_age")).decision).toEqual({ mode: "fresh", checkedAt: new Date(place.tree.nowMs - 50_000).toISOString() });
  });

  it("looks at the disk every time where it is told to", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    expect((await freshened(engine)).decision.mode).toBe("fresh");
    place.tree.write("b.txt", "2");
    expect((await freshened(engine)).decision).toMatchObject({ mode: "synced", changes: { added: 1 } });
  });

  it("does not take an index for fresh that a sync left half done, however young it is", async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}.txt`, "old"]));
    const { place, engine } = await indexed(files, { config: { freshnessMs: 60_000 } });
    const other = place.engine();
    place.tree.writeAll(Object.fromEntries(Object.keys(files).map((path) => [path, "new"])));
    const abort = new AbortController();
    await expect(syncCodebase(other.context, other.codebase, { signal: abort.signal, onProgress: (_, { filesDone }) => filesDone >= 128 && abort.abort() })).rejects.toMatchObject({ code: "CANCELLED" });
    expect((await freshened(engine, "by_age")).decision).toMatchObject({ mode: "synced", changes: { modified: 72 } });
    expect((await freshened(engine, "by_age")).decision.mode).toBe("fresh");
  });

  it("notes that a run has completed, if whoever completed it could not", async () => {
    const { place, engine } = await indexed({ "src/a.txt": "1" });
    const identity = join(engine.codebase.folder, "codebase.json");
    writeFileSync(identity, readFileSync(identity, "utf8").replace("true", "false"));
    const rootOfFolder = () => engine.context.codebases.covering(place.tree.at("src"), "/").codebase.root;
    expect(rootOfFolder()).toBe(place.tree.at("src"));
    await freshened(engine);
    expect(rootOfFolder()).toBe(place.tree.root);
  });

  it("says that ignore rules changed, with what that did", async () => {
    const { place, engine } = await indexed({ "a.txt": "1", "b.log": "2", "src/c.txt": "3" });
    place.tree.write(".gitignore", "*.log\n");
    expect((await freshened(engine)).decision).toMatchObject({ mode: "reconciled_ignore_change", changes: { added: 1, removed: 1, modified: 0 } });
    expect((await freshened(engine)).decision.mode).toBe("fresh");
  });

  it("is left to whoever holds the lock", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    using _lock = place.engine().codebase.tryLock(place.tree.nowMs);
    expect((await freshened(engine)).decision).toMatchObject({ mode: "skipped_locked" });
  });

  it("that fails says so, and is tried again", async () => {
    const { place, engine } = await indexed({ "a.txt": "1" });
    place.tree.rename(".", "../elsewhere");
    expect((await freshened(engine)).decision).toMatchObject({ mode: "failed", reason: expect.stringContaining("does not exist") });
    expect(engine.log).toMatchObject([{ level: "warn", event: "freshen_failed" }]);
    place.tree.folder(".");
    place.tree.rename("../elsewhere", ".");
    expect((await freshened(engine)).decision.mode).toBe("fresh");
  });

  it("ends when its caller has no more use for it", async () => {
    const { engine } = await indexed({ "a.txt": "1" });
    await expect(freshened(engine, "always", AbortSignal.abort())).rejects.toMatchObject({ code: "CANCELLED" });
  });
});

describe("syncs at the same time", () => {
  async function held(): Promise<{ place: TestPlace; engine: TestEngine; preparer: ReturnType<typeof heldPreparer> }> {
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const { place, engine } = await indexed({ "a.txt": "1" }, { preparer });
    place.tree.write("b.txt", "2");
    return { place, engine, preparer };
  }

  it("are one", async () => {
    const { engine, preparer } = await held();
    const first = freshened(engine);
    await preparer.reached;
    const second = freshened(engine);
    preparer.release();
    expect((await first).decision).toMatchObject({ mode: "synced", changes: { added: 1 } });
    expect((await second).decision).toMatchObject({ mode: "coalesced" });
  });

  it("go on for the others when the one that began is cancelled", async () => {
    const { engine, preparer } = await held();
    const abort = new AbortController();
    const first = syncCodebase(engine.context, engine.codebase, { signal: abort.signal });
    await preparer.reached;
    const second = syncCodebase(engine.context, engine.codebase, {});
    abort.abort();
    preparer.release();
    await expect(first).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await second).toMatchObject({ kind: "synced", stats: { added: 1 } });
  });
});
