import { existsSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { describe, expect, it } from "vitest";
import { createInlinePreparer } from "../../prepare/preparer.ts";
import { indexedPaths } from "../../testing/engine.ts";
import { withRoot } from "../../testing/with-root.ts";
import { heldPreparer } from "../../testing/fakes/fake-preparers.ts";
import { type Arguments, ended, manage, newPlace } from "../testing/managed.ts";

describe("create", () => {
  it("starts a run, answers at once, and is ready when the run has ended", async () => {
    const place = newPlace();
    const preparer = heldPreparer(createInlinePreparer(1_000));
    const engine = place.engine({ preparer });
    const { root } = place.tree;
    expect(withRoot(await manage(engine, "create"))).toMatchObject({
      status: "ok",
      action: "create",
      path: root,
      effectiveRoot: root,
      runId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      hints: { status: { tool: "manage_index", args: { action: "status", path: root } } },
      progress: { phase: "scanning", filesDone: 0, filesTotal: null, chunks: 0, pct: null, etaMs: null },
    });
    expect(await manage(engine, "status")).toMatchObject({
      status: "not_ready",
      progress: { filesDone: 0 },
      index: { state: "indexing", files: 0, lockOwner: { pid: process.pid } },
    });
    preparer.release();
    await ended(engine);
    const at = new Date(place.tree.nowMs).toISOString();
    const index = {
      state: "indexed",
      files: 2,
      chunks: 2,
      symbols: 1,
      languages: [
        { language: "plaintext", files: 1 },
        { language: "python", files: 1 },
      ],
      skipped: [],
      degradedFiles: 0,
      partlyParsedFiles: 0,
      lastIndexedAt: at,
      lastSyncedAt: at,
      lockOwner: null,
      lastFailure: null,
      merkleRoot: expect.stringMatching(/^[0-9a-f]{64}$/),
      fingerprint: { embeddingModel: "words-1" },
    };
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index });
    expect(await manage(engine, "create")).toMatchObject({
      status: "ok",
      runId: null,
      index,
      message: expect.stringMatching(/already indexed.+force to rebuild it/),
    });
    expect(engine.log.filter(({ level }) => level !== "info")).toEqual([]);
  });

  it("rebuilds what is complete only when it is forced to", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    const first = (await engine.codebase.store().head()).complete?.run.id;
    await engine.index({ force: true });
    expect((await engine.codebase.store().head()).complete?.run).toMatchObject({
      kind: "create",
      state: "complete",
      id: expect.not.stringContaining(first ?? ""),
    });
  });

  it("keeps extensions and patterns with the codebase", async () => {
    const place = newPlace({ "a.txt": "1", "b.lock": "2", "yarn.lock": "3", "c.txt": "4" });
    const engine = place.engine();
    await engine.index({ customExtensions: [".lock"], ignorePatterns: ["c.*"] });
    expect(await indexedPaths(engine)).toEqual(["a.txt", "b.lock", "yarn.lock"]);
    expect(await manage(engine, "status")).toMatchObject({
      index: { customExtensions: [".lock"], ignorePatterns: ["c.*"] },
    });
    place.tree.write("c.md", "5");
    await manage(engine, "sync");
    await manage(engine, "reindex", { ignorePatterns: [] });
    await ended(engine);
    expect(await indexedPaths(engine)).toEqual(["a.txt", "b.lock", "c.md", "c.txt", "yarn.lock"]);
    expect(await manage(engine, "status")).toMatchObject({
      index: { customExtensions: [".lock"], ignorePatterns: [] },
    });
  });

  it("says of a complete index which of the settings given it does not have, and how it gets them", async () => {
    const place = newPlace();
    const engine = place.engine();
    const settings = { customExtensions: [".lock"], ignorePatterns: ["c.*"] };
    await engine.index(settings);
    for (const same of [{}, settings, { ignorePatterns: ["c.*"] }]) {
      const answer = await manage(engine, "create", same);
      expect(answer).toMatchObject({
        status: "ok",
        runId: null,
        message: expect.not.stringContaining("not applied"),
      });
      expect(answer).not.toHaveProperty("hints");
    }
    const other = { ...settings, ignorePatterns: ["web/"] };
    expect(await manage(engine, "create", other)).toMatchObject({
      status: "ok",
      runId: null,
      message: expect.stringContaining(
        "The given ignore patterns differ from those of the index and were not applied: pass force",
      ),
      hints: {
        create: {
          tool: "manage_index",
          args: { action: "create", path: place.tree.root, force: true, ...other },
        },
      },
    });
    expect(await manage(engine, "create", { customExtensions: [], ignorePatterns: [] })).toMatchObject({
      message: expect.stringContaining("The given extensions and ignore patterns differ"),
    });
    expect(await manage(engine, "status")).toMatchObject({ index: settings });
  });

  it.each<[Arguments, string]>([
    [{ customExtensions: [".ok", ""] }, "customExtensions[1]"],
    [{ customExtensions: ["x y"] }, "customExtensions[0]"],
    [{ customExtensions: [".a/b"] }, "customExtensions[0]"],
    [{ customExtensions: ["."] }, "customExtensions[0]"],
    [{ customExtensions: [".*"] }, "customExtensions[0]"],
    [{ customExtensions: [`.${"x".repeat(64)}`] }, "customExtensions[0]"],
    [{ ignorePatterns: ["ok", " "] }, "ignorePatterns[1]"],
    [{ ignorePatterns: ["a\nb"] }, "ignorePatterns[0]"],
    [{ ignorePatterns: ["["] }, "ignorePatterns[0]"],
    [{ ignorePatterns: ["a\\"] }, "ignorePatterns[0]"],
  ])("refuses settings that mean nothing: %j", async (settings, path) => {
    const place = newPlace();
    for (const action of ["create", "reindex"] as const)
      expect(await manage(place.engine(), action, settings)).toMatchObject({
        status: "error",
        error: { code: "INVALID_ARGUMENTS", details: [{ path }] },
      });
    expect(existsSync(place.home)).toBe(false);
  });

  it("takes extensions as they are written, with more than one dot or none in front", async () => {
    const place = newPlace({ "a.html.erb": "1", "b.c++": "2" });
    const engine = place.engine();
    await engine.index({
      customExtensions: [".html.erb", "c++"],
      ignorePatterns: ["!b.*", "# nothing", "[]a]"],
    });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
  });

  it("of a folder in a codebase says that it is covered, and indexes it apart only when forced to", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    const [root, below] = [place.tree.root, place.tree.at("src")];
    expect(withRoot(await manage(engine, "create", { path: below }))).toMatchObject({
      status: "ok",
      runId: null,
      path: below,
      effectiveRoot: root,
      message: expect.stringMatching(`^${below} .+ part of ${root}\\..+ force to build a separate index`),
    });
    expect(withRoot(await manage(engine, "create", { path: below, force: true }))).toMatchObject({
      status: "ok",
      runId: expect.any(String),
      path: below,
      effectiveRoot: below,
    });
    await engine.engine.waitForRun(below, "/");
    expect(withRoot(await manage(engine, "status", { path: below }))).toMatchObject({
      effectiveRoot: below,
      index: { files: 1 },
    });
    expect(withRoot(await manage(engine, "status", { path: root }))).toMatchObject({
      effectiveRoot: root,
      index: { files: 2 },
    });
  });

  it("takes a link and a relative path for the folder that they lead to", async () => {
    const place = newPlace();
    const engine = place.engine();
    symlinkSync(place.tree.root, `${place.tree.root}-link`);
    await manage(engine, "create", { path: "../code-link/." });
    await ended(engine);
    expect(withRoot(await manage(engine, "status", { path: `${place.tree.root}-link` }))).toMatchObject({
      status: "ok",
      path: `${place.tree.root}-link`,
      effectiveRoot: place.tree.root,
    });
    expect(await engine.call("list_codebases", {})).toMatchObject({
      codebases: { ready: [{ path: place.tree.root }] },
    });
  });

  it("of an empty folder is a complete index of nothing", async () => {
    const engine = newPlace({}).engine();
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({
      status: "ok",
      index: { files: 0, chunks: 0, languages: [] },
    });
    expect(await engine.call("search_codebase", { query: "anything" })).toMatchObject({
      status: "ok",
      results: [],
    });
  });

  it.each([
    ["missing", "PATH_NOT_FOUND"],
    ["a.txt", "PATH_NOT_A_DIRECTORY"],
  ])("refuses the path %s", async (path, code) => {
    const place = newPlace();
    expect(await manage(place.engine(), "create", { path })).toMatchObject({
      status: "error",
      error: { code },
    });
    expect(existsSync(place.home)).toBe(false);
  });

  it.each(["/", homedir()])("refuses %s, unless it is forced to", async (path) => {
    const place = newPlace();
    expect(await manage(place.engine(), "create", { path })).toMatchObject({
      status: "error",
      message: expect.stringContaining("force"),
      error: { code: "PATH_REFUSED" },
    });
    expect(existsSync(place.home)).toBe(false);
  });
});
