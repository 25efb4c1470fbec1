import { existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ManageIndexInput, ManageIndexOutput } from "@satori/contracts";
import { FakeEmbedder } from "../embed/fake.ts";
import { openaiProvider } from "../embed/remote/openai.ts";
import { RemoteEmbedder } from "../embed/remote/remote-embedder.ts";
import { TestTime } from "../testing/fakes/fake-service.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { type HeldPreparer, heldPreparer, refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import { settled } from "../testing/fakes/fake-schedule.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";

type Arguments = Partial<Omit<ManageIndexInput, "action">>;

function newPlace(texts: Readonly<Record<string, string | Uint8Array>> = { "a.txt": "alpha", "src/b.py": "def beta(): pass\n" }): TestPlace {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

function manage(engine: TestEngine, action: ManageIndexInput["action"], args: Arguments = {}): Promise<ManageIndexOutput> {
  return engine.call("manage_index", { action, ...args });
}

/** The files that are indexed, as a search of everything sees them. */
async function indexedPaths({ codebase }: TestEngine): Promise<readonly string[]> {
  using snapshot = await codebase.store().snapshot();
  return snapshot?.files.paths ?? [];
}

/** An engine whose run stands still until its preparer is released. */
async function withRun(place: TestPlace): Promise<{ engine: TestEngine; preparer: HeldPreparer }> {
  const preparer = heldPreparer(createInlinePreparer(1_000));
  const engine = place.engine({ preparer });
  await manage(engine, "create");
  await preparer.reached;
  return { engine, preparer };
}

const ended = (engine: TestEngine): Promise<void> => engine.engine.waitForRun(engine.codebase.root, "/");

describe("create", () => {
  it("starts a run, answers at once, and is ready when the run has ended", async () => {
    const place = newPlace();
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const engine = place.engine({ preparer });
    const { root } = place.tree;
    expect(await manage(engine, "create")).toMatchObject({
      status: "ok", action: "create", path: root, effectiveRoot: root, runId: expect.stringMatching(/^[0-9a-f-]{36}$/), hints: { status: { tool: "manage_index", args: { action: "status", path: root } } },
      progress: { phase: "scanning", filesDone: 0, filesTotal: null, chunks: 0, pct: null, etaMs: null },
    });
    expect(await manage(engine, "status")).toMatchObject({ status: "not_ready", progress: { filesDone: 0 }, index: { state: "indexing", files: 0, lockOwner: { pid: process.pid } } });
    preparer.release();
    await ended(engine);
    const at = new Date(place.tree.nowMs).toISOString();
    const index = {
      state: "indexed", files: 2, chunks: 2, symbols: 1, languages: [{ language: "plaintext", files: 1 }, { language: "python", files: 1 }], skipped: [], degradedFiles: 0, lastIndexedAt: at, lastSyncedAt: at,
      lockOwner: null, lastFailure: null, merkleRoot: expect.stringMatching(/^[0-9a-f]{64}$/), fingerprint: { embeddingModel: "words-1" },
    };
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index });
    expect(await manage(engine, "create")).toMatchObject({ status: "ok", runId: null, index, message: expect.stringMatching(/indexed already.+force to rebuild it/) });
    expect(engine.log.filter(({ level }) => level !== "info")).toEqual([]);
  });

  it("rebuilds what is complete only when it is forced to", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    const first = (await engine.codebase.store().head()).complete?.run.id;
    await engine.index({ force: true });
    expect((await engine.codebase.store().head()).complete?.run).toMatchObject({ kind: "create", state: "complete", id: expect.not.stringContaining(first ?? "") });
  });

  it("keeps extensions and patterns with the codebase", async () => {
    const place = newPlace({ "a.txt": "1", "b.lock": "2", "yarn.lock": "3", "c.txt": "4" });
    const engine = place.engine();
    await engine.index({ customExtensions: [".lock"], ignorePatterns: ["c.*"] });
    expect(await indexedPaths(engine)).toEqual(["a.txt", "b.lock", "yarn.lock"]);
    expect(await manage(engine, "status")).toMatchObject({ index: { customExtensions: [".lock"], ignorePatterns: ["c.*"] } });
    place.tree.write("c.md", "5");
    await manage(engine, "sync");
    await manage(engine, "reindex", { ignorePatterns: [] });
    await ended(engine);
    expect(await indexedPaths(engine)).toEqual(["a.txt", "b.lock", "c.md", "c.txt", "yarn.lock"]);
    expect(await manage(engine, "status")).toMatchObject({ index: { customExtensions: [".lock"], ignorePatterns: [] } });
  });

  it("says of a complete index which of the settings given it does not have, and how it gets them", async () => {
    const place = newPlace();
    const engine = place.engine();
    const settings = { customExtensions: [".lock"], ignorePatterns: ["c.*"] };
    await engine.index(settings);
    for (const same of [{}, settings, { ignorePatterns: ["c.*"] }]) {
      const answer = await manage(engine, "create", same);
      expect(answer).toMatchObject({ status: "ok", runId: null, message: expect.not.stringContaining("not applied") });
      expect(answer).not.toHaveProperty("hints");
    }
    const other = { ...settings, ignorePatterns: ["web/"] };
    expect(await manage(engine, "create", other)).toMatchObject({
      status: "ok", runId: null, message: expect.stringContaining("The ignore patterns given differ from those of the index and were not applied: pass force"),
      hints: { create: { tool: "manage_index", args: { action: "create", path: place.tree.root, force: true, ...other } } },
    });
    expect(await manage(engine, "create", { customExtensions: [], ignorePatterns: [] })).toMatchObject({ message: expect.stringContaining("The extensions and ignore patterns given differ") });
    expect(await manage(engine, "status")).toMatchObject({ index: settings });
  });

  it.each<[Arguments, string]>([
    [{ customExtensions: [".ok", ""] }, "customExtensions[1]"], [{ customExtensions: ["x y"] }, "customExtensions[0]"], [{ customExtensions: [".a/b"] }, "customExtensions[0]"],
    [{ customExtensions: ["."] }, "customExtensions[0]"], [{ customExtensions: [".*"] }, "customExtensions[0]"], [{ customExtensions: [`.${"x".repeat(64)}`] }, "customExtensions[0]"],
    [{ ignorePatterns: ["ok", " "] }, "ignorePatterns[1]"], [{ ignorePatterns: ["a\nb"] }, "ignorePatterns[0]"], [{ ignorePatterns: ["["] }, "ignorePatterns[0]"], [{ ignorePatterns: ["a\\"] }, "ignorePatterns[0]"],
  ])("refuses settings that mean nothing: %j", async (settings, path) => {
    const place = newPlace();
    for (const action of ["create", "reindex"] as const) expect(await manage(place.engine(), action, settings)).toMatchObject({ status: "error", error: { code: "INVALID_ARGUMENTS", details: [{ path }] } });
    expect(existsSync(place.home)).toBe(false);
  });

  it("takes extensions as they are written, with more than one dot or none in front", async () => {
    const place = newPlace({ "a.html.erb": "1", "b.c++": "2" });
    const engine = place.engine();
    await engine.index({ customExtensions: [".html.erb", "c++"], ignorePatterns: ["!b.*", "# nothing", "[]a]"] });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
  });

  it("of a folder in a codebase says that it is covered, and indexes it apart only when forced to", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    const [root, below] = [place.tree.root, place.tree.at("src")];
    expect(await manage(engine, "create", { path: below })).toMatchObject({ status: "ok", runId: null, path: below, effectiveRoot: root, message: expect.stringMatching(`^${below} .+ part of ${root}\\..+ force to make an index of its own`) });
    expect(await manage(engine, "create", { path: below, force: true })).toMatchObject({ status: "ok", runId: expect.any(String), path: below, effectiveRoot: below });
    await engine.engine.waitForRun(below, "/");
    expect(await manage(engine, "status", { path: below })).toMatchObject({ effectiveRoot: below, index: { files: 1 } });
    expect(await manage(engine, "status", { path: root })).toMatchObject({ effectiveRoot: root, index: { files: 2 } });
  });

  it("takes a link and a relative path for the folder that they lead to", async () => {
    const place = newPlace();
    const engine = place.engine();
    symlinkSync(place.tree.root, `${place.tree.root}-link`);
    await manage(engine, "create", { path: "../code-link/." });
    await ended(engine);
    expect(await manage(engine, "status", { path: `${place.tree.root}-link` })).toMatchObject({ status: "ok", path: `${place.tree.root}-link`, effectiveRoot: place.tree.root });
    expect(await engine.call("list_codebases", {})).toMatchObject({ codebases: { ready: [{ path: place.tree.root }] } });
  });

  it("of an empty folder is a complete index of nothing", async () => {
    const engine = newPlace({}).engine();
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 0, chunks: 0, languages: [] } });
    expect(await engine.call("search_codebase", { query: "anything" })).toMatchObject({ status: "ok", results: [] });
  });

  it.each([["missing", "PATH_NOT_FOUND"], ["a.txt", "PATH_NOT_A_DIRECTORY"]])("refuses the path %s", async (path, code) => {
    const place = newPlace();
    expect(await manage(place.engine(), "create", { path })).toMatchObject({ status: "error", error: { code } });
    expect(existsSync(place.home)).toBe(false);
  });

  it.each(["/", homedir()])("refuses %s, unless it is forced to", async (path) => {
    const place = newPlace();
    expect(await manage(place.engine(), "create", { path })).toMatchObject({ status: "error", message: expect.stringContaining("force"), error: { code: "PATH_REFUSED" } });
    expect(existsSync(place.home)).toBe(false);
  });
});

describe("reindex", () => {
  it("of the home folder is refused like create, unless a forced create has indexed it", async () => {
    const place = newPlace();
    vi.stubEnv("HOME", place.tree.root);
    onTestFinished(() => void vi.unstubAllEnvs());
    const engine = place.engine();
    expect(await manage(engine, "reindex")).toMatchObject({ status: "error", message: expect.stringContaining("`manage_index create` with `force`"), error: { code: "PATH_REFUSED" } });
    expect(existsSync(place.home)).toBe(false);
    await engine.index({ force: true });
    expect(await manage(engine, "reindex")).toMatchObject({ status: "ok", runId: expect.any(String) });
    await ended(engine);
  });
});

describe.each([["reindex", { allowUnnecessaryReindex: true }], ["create", { force: true }]] as const)("%s beside a sync of another process", (action, args) => {
  it("begins when that has ended", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const other = place.engine({ preparer });
    place.tree.write("a.txt", "changed");
    const sync = manage(other, "sync");
    await preparer.reached;
    const asked = manage(engine, action, args);
    await settled();
    preparer.release();
    expect(await asked).toMatchObject({ status: "ok", runId: expect.any(String) });
    expect(await sync).toMatchObject({ status: "ok", stats: { modified: 1 } });
    await ended(engine);
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { state: "indexed", files: 2 } });
  });
});

describe("sync", () => {
  it("tells what it changed", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    expect(await manage(engine, "sync")).toMatchObject({ status: "ok", message: expect.stringContaining("up to date"), stats: { added: 0, removed: 0, modified: 0, merkleRoot: (await engine.codebase.store().head()).merkleRoot } });
    place.tree.writeAll({ "a.txt": "changed", "new.txt": "new" });
    place.tree.remove("src");
    const answer = await manage(engine, "sync");
    expect(answer).toMatchObject({ status: "ok", message: expect.stringContaining("1 added, 1 removed, 1 modified"), stats: { added: 1, removed: 1, modified: 1, merkleRoot: (await engine.codebase.store().head()).merkleRoot } });
    expect(answer).not.toHaveProperty("warnings");
  });

  it("of a folder in a codebase is that of the whole codebase", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    place.tree.write("a.txt", "changed");
    expect(await manage(engine, "sync", { path: place.tree.at("src") })).toMatchObject({ status: "ok", path: place.tree.at("src"), effectiveRoot: place.tree.root, stats: { modified: 1 } });
  });

  it("warns of what it could not read", async () => {
    const place = newPlace();
    const preparer = refusingPreparer(createInlinePreparer(1_000));
    const engine = place.engine({ preparer });
    await engine.index();
    preparer.refused.add("a.txt");
    place.tree.write("a.txt", "changed");
    expect(await manage(engine, "sync")).toMatchObject({ status: "ok", warnings: ["PARTIAL_SCAN"], stats: { modified: 0 } });
  });

  it("waits for nobody who is writing", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    using _lock = engine.codebase.tryLock(place.tree.nowMs);
    expect(await manage(engine, "sync")).toMatchObject({ status: "not_ready", retryAfterMs: 1_000 });
  });

  it("of a folder that is gone says so", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    place.tree.remove(".");
    expect(await manage(engine, "sync")).toMatchObject({ status: "error", error: { code: "PATH_NOT_FOUND" } });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
    expect(await manage(engine, "reindex")).toMatchObject({ status: "error", error: { code: "PATH_NOT_FOUND" } });
    expect(await manage(engine, "clear")).toMatchObject({ status: "ok" });
  });
});

describe("status", () => {
  it("changes nothing, not even where there is nothing", async () => {
    const place = newPlace();
    const engine = place.engine();
    expect(await manage(engine, "status")).toMatchObject({ status: "not_indexed", index: { state: "not_found", files: 0, fingerprint: null, lastIndexedAt: null, sizeBytes: 0 } });
    expect(existsSync(place.home)).toBe(false);
    await engine.index();
    const { folder } = engine.codebase;
    const bytes = (): Buffer[] => readdirSync(folder).filter((name) => !name.endsWith("-shm")).sort().map((name) => readFileSync(join(folder, name)));
    const before = bytes();
    await manage(engine, "status");
    await manage(place.engine(), "status");
    expect(bytes()).toEqual(before);
  });

  it("counts what was left out, each cause with a few examples", async () => {
    const place = newPlace({ "a.txt": "1", "big.txt": "x".repeat(1_100_000), ...Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`b${at}.dat`, Uint8Array.of(0, at)])) });
    const engine = place.engine();
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({
      status: "ok", warnings: ["FILES_SKIPPED"],
      index: { files: 1, skipped: [{ cause: "too_large", files: 1, examples: ["big.txt"] }, { cause: "binary", files: 7, examples: ["b0.dat", "b1.dat", "b2.dat", "b3.dat", "b4.dat"] }] },
      humanText: expect.stringContaining("left out: 1 too large, 7 binary"),
    });
  });
});

describe("flags", () => {
  it.each<[ManageIndexInput["action"], Arguments, string]>([
    ["sync", { force: true }, "force"],
    ["reindex", { force: true }, "force"],
    ["create", { allowUnnecessaryReindex: true }, "allowUnnecessaryReindex"],
    ["sync", { customExtensions: [".x"] }, "customExtensions"],
    ["status", { ignorePatterns: ["x"] }, "ignorePatterns"],
    ["reindex", { zillizDropCollection: "x" }, "zillizDropCollection"],
  ])("belong to actions, and %s refuses %o", async (action, args, flag) => {
    const place = newPlace();
    expect(await manage(place.engine(), action, args)).toMatchObject({ status: "error", error: { code: "INVALID_ARGUMENTS", details: [{ path: flag }] } });
    expect(existsSync(place.home)).toBe(false);
  });
});

describe("while a run is active", () => {
  it("nothing else changes the codebase, and its progress can be followed", async () => {
    const place = newPlace();
    const { engine, preparer } = await withRun(place);
    const expected = { status: "not_ready", reason: "indexing", retryAfterMs: 1_000, progress: { phase: "indexing", filesDone: 0, filesTotal: 2, pct: 0 } };
    for (const [action, args] of [["create", {}], ["create", { force: true }], ["reindex", {}], ["sync", {}], ["status", {}]] as const) expect(await manage(engine, action, args)).toMatchObject({ ...expected, action });
    expect(await engine.call("list_codebases", {})).toMatchObject({ codebases: { ready: [], indexing: [{ path: place.tree.root, state: "indexing", progressPct: 0 }] } });
    preparer.release();
    await ended(engine);
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
  });

  it("other codebases answer as always", async () => {
    const [busy, idle] = [newPlace(), newPlace()];
    const { engine, preparer } = await withRun(busy);
    expect(await manage(engine, "status", { path: idle.tree.root })).toMatchObject({ status: "not_indexed" });
    await idle.engine().index();
    preparer.release();
    await ended(engine);
  });

  it("it does not complete when its index was removed by hand, and leaves nothing", async () => {
    const place = newPlace();
    const { engine, preparer } = await withRun(place);
    const { folder } = engine.codebase;
    rmSync(folder, { recursive: true });
    preparer.release();
    await ended(engine);
    expect(engine.log.find(({ event }) => event === "run_failed")).toMatchObject({ fields: { code: "STORE_UNAVAILABLE", message: "The run cannot complete: no run is active" } });
    expect([await manage(engine, "status"), existsSync(folder)]).toMatchObject([{ status: "not_indexed" }, false]);
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
  });

  it("clear ends it, and leaves nothing", async () => {
    const place = newPlace();
    const { engine } = await withRun(place);
    const { folder } = engine.codebase;
    expect(await manage(engine, "clear")).toMatchObject({ status: "ok" });
    expect([existsSync(folder), engine.codebase.activeRun]).toEqual([false, null]);
    expect(await manage(engine, "status")).toMatchObject({ status: "not_indexed", index: { lastSyncedAt: null } });
    expect(engine.log).toMatchObject([{ event: "run_started" }, { level: "info", event: "run_cancelled", fields: { effectiveRoot: place.tree.root, runId: expect.any(String) } }]);
  });

  it("another process can ask for its end", async () => {
    const place = newPlace(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}.txt`, "text"])));
    const { engine, preparer } = await withRun(place);
    writeFileSync(join(engine.codebase.folder, "cancel"), "");
    place.tree.wait(1_000);
    preparer.release();
    await ended(engine);
    expect(await manage(engine, "status")).toMatchObject({ status: "error", error: { code: "INDEX_FAILED", details: { code: "CANCELLED" } } });
    // The request is not meant for the next run.
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
  });

  it("an engine that is closed ends it as failed, and waits for that", async () => {
    const place = newPlace();
    const { engine } = await withRun(place);
    await engine[Symbol.asyncDispose]();
    // Nothing is broken that would have to be mended.
    const message = `Indexing of ${place.tree.root} was cancelled; nothing is indexed yet`;
    expect(await manage(place.engine(), "status")).toMatchObject({ status: "error", message: `${message}. Run \`manage_index create\` to start again.`, error: { code: "INDEX_FAILED", message, details: { code: "CANCELLED" } } });
  });
});

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
    expect(await engine.call("manage_index", { action: "clear" }, { signal: AbortSignal.abort() })).toMatchObject({ status: "error", error: { code: "CANCELLED" } });
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
    expect(await manage(engine, "clear")).toMatchObject({ status: "not_indexed", effectiveRoot: place.tree.root });
    await engine.index();
    for (const path of [place.tree.at("src"), place.tree.at("no/such")]) {
      const answer = await manage(engine, "clear", { path });
      expect(answer).toMatchObject({ status: "not_indexed", path, effectiveRoot: path, message: `${path} has no index of its own: it belongs to that of ${place.tree.root}. Name that folder to act on it.` });
      expect(answer).not.toHaveProperty("hints");
    }
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
    expect(await manage(engine, "clear")).toMatchObject({ status: "ok" });
    expect([await manage(engine, "status"), readdirSync(join(place.home, "indexes"))]).toMatchObject([{ status: "not_indexed" }, []]);
  });

  it("removes the index that is listed under a path, not that of the folder to which a link leads from there by now", async () => {
    const place = newPlace({ "old/a.py": "def f(): pass\n" });
    const engine = place.engine();
    const [old, moved] = [place.tree.at("old"), place.tree.at("new")];
    const index = (path: string) => manage(engine, "create", { path }).then(() => engine.engine.waitForRun(path, "/"));
    await index(old);
    renameSync(old, moved);
    symlinkSync(moved, old);
    await index(moved);
    expect(await manage(engine, "status", { path: old })).toMatchObject({ status: "ok", effectiveRoot: old, warnings: ["INDEX_MAY_BE_BEHIND"], message: expect.stringContaining(`leads to ${moved} by now`) });
    expect(await manage(engine, "clear", { path: old })).toMatchObject({ status: "ok", effectiveRoot: old });
    expect(engine.context.codebases.tracked().map(({ root }) => root)).toEqual([moved]);
    expect(await manage(engine, "status", { path: old })).toMatchObject({ status: "ok", path: old, effectiveRoot: moved, message: `${moved} is indexed: 1 file, 1 chunk.` });
  });

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

  it.each([["damaged", "no database at all ".repeat(100), "ok"], ["empty, which is none", "", "not_indexed"]])("mends an index file that is %s", async (_, content, status) => {
    const place = newPlace();
    await place.engine().index();
    const engine = place.engine();
    const { folder } = engine.codebase;
    for (const name of readdirSync(folder).filter((file) => file.startsWith("index.db"))) rmSync(join(folder, name));
    writeFileSync(join(folder, "index.db"), content);
    expect((await manage(engine, "status")).status).not.toBe("ok");
    expect(await manage(engine, "clear")).toMatchObject({ status });
    expect(existsSync(folder)).toBe(false);
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
  });
});

describe("a fingerprint that differs", () => {
  it("asks for a rebuild from whoever has it, and stops asking when it is restored", async () => {
    const place = newPlace();
    const [engine, other] = [place.engine(), place.engine({ embedder: new FakeEmbedder({ model: "words-2" }) })];
    await engine.index();
    for (const action of ["status", "create", "sync"] as const) expect(await manage(other, action)).toMatchObject({ status: "requires_reindex", action, compatibility: { mismatched: ["embeddingModel"] } });
    expect(await other.call("list_codebases", {})).toMatchObject({ codebases: { ready: [], requiresReindex: [{ path: place.tree.root, reason: "differs in embeddingModel" }] } });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
    await manage(other, "reindex");
    await ended(other);
    expect([await manage(other, "status"), await manage(engine, "status")]).toMatchObject([{ status: "ok" }, { status: "requires_reindex" }]);
    await engine.index({ force: true });
    expect([await manage(other, "status"), await manage(engine, "status")]).toMatchObject([{ status: "requires_reindex" }, { status: "ok" }]);
  });

  it("is no matter of a dimension that is not known yet", async () => {
    const place = newPlace();
    await place.engine().index();
    const engine = place.engine({ embedder: new FakeEmbedder({ knowsDimension: false }) });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok" });
    place.tree.write("a.txt", "changed");
    expect(await manage(engine, "sync")).toMatchObject({ stats: { modified: 1 } });
  });
});

describe("an embedder that fails", () => {
  it("fails the first run, with its reason", async () => {
    const place = newPlace();
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    embedder.failure = "the quota is used up";
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({
      status: "error", error: { code: "INDEX_FAILED", message: expect.stringContaining("the quota is used up"), details: { code: "EMBEDDER_FAILED", at: new Date(place.tree.nowMs).toISOString() } },
      hints: { create: { args: { action: "create", path: place.tree.root } } }, index: { state: "indexfailed", lastFailure: { code: "EMBEDDER_FAILED" } },
    });
    expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({ status: "not_indexed" });
    expect(await engine.call("list_codebases", {})).toMatchObject({ codebases: { failed: [{ state: "indexfailed", reason: "the quota is used up" }] } });
    embedder.failure = null;
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { lastFailure: null } });
  });

  it("leaves the old index to answer, and says that a later run failed", async () => {
    const place = newPlace();
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    await engine.index();
    embedder.failure = "no answer";
    place.tree.write("a.txt", "changed");
    await manage(engine, "reindex");
    await ended(engine);
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", warnings: ["LAST_RUN_FAILED"], index: { state: "indexed", files: 2, lastFailure: { code: "EMBEDDER_FAILED", message: "no answer" } } });
    embedder.failure = null;
    expect(await manage(engine, "sync")).toMatchObject({ status: "ok", warnings: ["LAST_RUN_FAILED"], stats: { modified: 1 } });
    expect(await engine.call("search_codebase", { query: "beta" })).toMatchObject({ status: "ok", warnings: expect.arrayContaining(["LAST_RUN_FAILED"]), results: [expect.objectContaining({ file: "src/b.py" })] });
    await engine.index({ force: true });
    expect(await manage(engine, "status")).not.toHaveProperty("warnings");
  });

  it("costs a question its meaning, but not its words", async () => {
    const place = newPlace();
    const embedder = new FakeEmbedder();
    const engine = place.engine({ embedder });
    await engine.index();
    embedder.failure = "no answer";
    expect(await engine.call("search_codebase", { query: "beta" })).toMatchObject({ status: "ok", warnings: expect.arrayContaining(["SEMANTIC_SEARCH_UNAVAILABLE"]), results: [expect.objectContaining({ file: "src/b.py" })] });
  });
});

describe("an embedder that has no key", () => {
  const options = { embedder: new RemoteEmbedder(openaiProvider({ model: "m", key: null, url: "https://api.openai.com/v1" }), new TestTime()) };

  it("stops nothing before it has to work", async () => {
    const place = newPlace();
    const engine = place.engine(options);
    expect(await manage(engine, "status")).toMatchObject({ status: "not_indexed" });
    expect(await engine.call("list_codebases", {})).toMatchObject({ status: "ok" });
    await place.engine().index();
    expect(await manage(engine, "status")).toMatchObject({ status: "requires_reindex", compatibility: { runtimeFingerprint: { embeddingProvider: "openai", embeddingModel: "m", embeddingDimension: null } } });
    expect(await engine.call("search_codebase", { query: "alpha" })).toMatchObject({ status: "requires_reindex" });
    await manage(engine, "reindex");
    await ended(engine);
    expect(await manage(place.engine(), "status")).toMatchObject({ status: "ok", warnings: ["LAST_RUN_FAILED"], index: { lastFailure: { code: "EMBEDDER_FAILED" } } });
  });

  it("fails a first run that has something to embed, and only such a one", async () => {
    const [some, none] = [newPlace().engine(options), newPlace({ "empty.txt": "", "b.dat": Uint8Array.of(0) }).engine(options)];
    await some.index();
    expect(await manage(some, "status")).toMatchObject({ status: "error", error: { code: "INDEX_FAILED", message: expect.stringContaining("OpenAI needs a key: set OPENAI_API_KEY"), details: { code: "EMBEDDER_FAILED" } } });
    await none.index();
    expect(await manage(none, "status")).toMatchObject({ status: "ok", index: { files: 1, chunks: 0 } });
  });
});
