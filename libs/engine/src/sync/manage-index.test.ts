import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ManageIndexInput } from "@satori/contracts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { heldPreparer, refusingPreparer } from "../testing/fakes/fake-preparers.ts";
import { settled } from "../testing/fakes/fake-schedule.ts";
import { type Arguments, ended, manage, newPlace } from "./testing/managed.ts";

describe("reindex", () => {
  it("of the home folder is refused like create, unless a forced create has indexed it", async () => {
    const place = newPlace();
    vi.stubEnv("HOME", place.tree.root);
    onTestFinished(() => void vi.unstubAllEnvs());
    const engine = place.engine();
    expect(await manage(engine, "reindex")).toMatchObject({
      status: "error",
      message: expect.stringContaining("`manage_index create` with `force`"),
      error: { code: "PATH_REFUSED" },
    });
    expect(existsSync(place.home)).toBe(false);
    await engine.index({ force: true });
    expect(await manage(engine, "reindex")).toMatchObject({ status: "ok", runId: expect.any(String) });
    await ended(engine);
  });
});

describe.each([
  ["reindex", { allowUnnecessaryReindex: true }],
  ["create", { force: true }],
] as const)("%s beside a sync of another process", (action, args) => {
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
    expect(await manage(engine, "status")).toMatchObject({
      status: "ok",
      index: { state: "indexed", files: 2 },
    });
  });
});

describe("sync", () => {
  it("tells what it changed", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    expect(await manage(engine, "sync")).toMatchObject({
      status: "ok",
      message: expect.stringContaining("up to date"),
      stats: {
        added: 0,
        removed: 0,
        modified: 0,
        merkleRoot: (await engine.codebase.store().head()).merkleRoot,
      },
    });
    place.tree.writeAll({ "a.txt": "changed", "new.txt": "new" });
    place.tree.remove("src");
    const answer = await manage(engine, "sync");
    expect(answer).toMatchObject({
      status: "ok",
      message: expect.stringContaining("1 added, 1 removed, 1 modified"),
      stats: {
        added: 1,
        removed: 1,
        modified: 1,
        merkleRoot: (await engine.codebase.store().head()).merkleRoot,
      },
    });
    expect(answer).not.toHaveProperty("warnings");
  });

  it("of a folder in a codebase is that of the whole codebase", async () => {
    const place = newPlace();
    const engine = place.engine();
    await engine.index();
    place.tree.write("a.txt", "changed");
    expect(await manage(engine, "sync", { path: place.tree.at("src") })).toMatchObject({
      status: "ok",
      path: place.tree.at("src"),
      effectiveRoot: place.tree.root,
      stats: { modified: 1 },
    });
  });

  it("warns of what it could not read", async () => {
    const place = newPlace();
    const preparer = refusingPreparer(createInlinePreparer(1_000));
    const engine = place.engine({ preparer });
    await engine.index();
    preparer.refused.add("a.txt");
    place.tree.write("a.txt", "changed");
    expect(await manage(engine, "sync")).toMatchObject({
      status: "ok",
      warnings: ["PARTIAL_SCAN"],
      stats: { modified: 0 },
    });
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
    expect(await manage(engine, "sync")).toMatchObject({
      status: "error",
      error: { code: "PATH_NOT_FOUND" },
    });
    expect(await manage(engine, "status")).toMatchObject({ status: "ok", index: { files: 2 } });
    expect(await manage(engine, "reindex")).toMatchObject({
      status: "error",
      error: { code: "PATH_NOT_FOUND" },
    });
    expect(await manage(engine, "clear")).toMatchObject({ status: "ok" });
  });
});

describe("status", () => {
  it("changes nothing, not even where there is nothing", async () => {
    const place = newPlace();
    const engine = place.engine();
    expect(await manage(engine, "status")).toMatchObject({
      status: "not_indexed",
      index: { state: "not_found", files: 0, fingerprint: null, lastIndexedAt: null, sizeBytes: 0 },
    });
    expect(existsSync(place.home)).toBe(false);
    await engine.index();
    const { folder } = engine.codebase;
    const bytes = (): Buffer[] =>
      readdirSync(folder)
        .filter((name) => !name.endsWith("-shm"))
        .sort()
        .map((name) => readFileSync(join(folder, name)));
    const before = bytes();
    await manage(engine, "status");
    await manage(place.engine(), "status");
    expect(bytes()).toEqual(before);
  });

  it("counts what was left out, each cause with a few examples", async () => {
    const place = newPlace({
      "a.txt": "1",
      "big.txt": "x".repeat(1_100_000),
      ...Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`b${at}.dat`, Uint8Array.of(0, at)])),
    });
    const engine = place.engine();
    await engine.index();
    expect(await manage(engine, "status")).toMatchObject({
      status: "ok",
      warnings: ["FILES_SKIPPED"],
      index: {
        files: 1,
        skipped: [
          { cause: "too_large", files: 1, examples: ["big.txt"] },
          { cause: "binary", files: 7, examples: ["b0.dat", "b1.dat", "b2.dat", "b3.dat", "b4.dat"] },
        ],
      },
      humanText: expect.stringContaining("skipped: 1 too large, 7 binary"),
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
    expect(await manage(place.engine(), action, args)).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path: flag }] },
    });
    expect(existsSync(place.home)).toBe(false);
  });
});
