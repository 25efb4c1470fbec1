/** An index file that the disk has corrupted: what answers say about it, and how it is rebuilt. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { rootOf } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../sqlite/driver.ts";
import { damageTable } from "../testing/damage-table.ts";
import {
  CALLS,
  SEARCH,
  codeOf,
  expectLines,
  expectSound,
  newPlace,
  waitUntilRebuilt,
} from "./testing/damaged-places.ts";

/** Corruption that shows as soon as the state of the index is read. */
const AT_ONCE: readonly (readonly [string, (path: string) => void])[] = [
  ["is no database", (path) => writeFileSync(path, "no database at all ".repeat(500))],
  ["has lost its runs", (path) => damageTable(path, "run")],
];
/** Corruption that shows when the corrupt part is read. */
const WHEN_READ: readonly (readonly [string, (path: string) => void])[] = [
  ["has lost its files", (path) => damageTable(path, "file_1")],
  ["has lost its texts", (path) => damageTable(path, "content_1")],
  ["has lost its words", (path) => damageTable(path, "posting_1")],
];

describe.each(AT_ONCE)("an index file that %s", (_, damage) => {
  it("counts as a failed index", async () => {
    const { place, path } = await newPlace();
    damage(path);
    const engine = place.engine();
    const view = {
      root: place.tree.root,
      state: "indexfailed",
      head: null,
      active: null,
      compatibility: null,
      failure: { code: "STORE_CORRUPT", message: expect.stringContaining("corrupt") },
    };
    // Twice: an open index must not count as intact the second time.
    for (let look = 0; look < 2; look++) expect(await engine.codebase.view()).toMatchObject(view);
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
      status: "error",
      error: { code: "INDEX_FAILED", details: { code: "STORE_CORRUPT" } },
      hints: { create: { tool: "manage_index", args: { action: "create", path: place.tree.root } } },
      index: { state: "indexfailed", files: 0 },
    });
    expect(await engine.call("list_codebases", {})).toMatchObject({
      codebases: { ready: [], failed: [{ path: place.tree.root, state: "indexfailed" }] },
    });
  });

  it("does not keep anybody from learning why a path is indexed or not", async () => {
    const { place, path } = await newPlace();
    place.tree.write(".gitignore", "src/\n");
    damage(path);
    const { engine } = place.engine();
    expect(await engine.why("a.py", place.tree.root)).toMatchObject({
      root: place.tree.root,
      file: "a.py",
      ignored: false,
    });
    expect(await engine.why("src/b.py", place.tree.root)).toMatchObject({ file: "src/b.py", ignored: true });
  });

  it("is an error to every tool that reads it, which says what to do, and logs no crash", async () => {
    const { place, path } = await newPlace();
    damage(path);
    const engine = place.engine();
    for (const [tool, args] of CALLS)
      expect([tool, await engine.call(tool, args)]).toMatchObject([
        tool,
        {
          status: "error",
          message: expect.stringContaining("manage_index create"),
          error: { code: "STORE_CORRUPT" },
        },
      ]);
    expect(engine.log.filter(({ level }) => level !== "debug").map(({ event }) => event)).toEqual(
      CALLS.map(() => "tool_failed"),
    );
  });

  it("does not keep the lines of a file from being shown", async () => {
    const { place, path } = await newPlace();
    damage(path);
    const engine = place.engine();
    await expectLines(engine, "not_indexed");
    expect(engine.log).toEqual([]);
  });

  it.each(["create", "reindex"])("makes room for a new one with %s", async (action) => {
    const { place, path } = await newPlace();
    damage(path);
    const engine = place.engine();
    expect(await engine.call("manage_index", { action })).toMatchObject({
      status: "ok",
      runId: expect.any(String),
    });
    await waitUntilRebuilt(engine);
    await expectSound(engine);
    expect(engine.log.filter(({ level }) => level !== "debug").map(({ event }) => event)).toEqual([
      "damaged_store_discarded",
      "run_started",
      "run_completed",
    ]);
  });
});

describe.each(WHEN_READ)("an index file that %s", (_, damage) => {
  it("is an error to the tools that come upon it, and no crash", async () => {
    const { place, path } = await newPlace();
    damage(path);
    const engine = place.engine();
    const codes = await Promise.all(CALLS.map(async ([tool, args]) => codeOf(await engine.call(tool, args))));
    expect(codes).toContain("STORE_CORRUPT");
    expect(codes.filter((code) => code !== undefined && code !== "STORE_CORRUPT")).toEqual([]);
    expect(engine.log.filter(({ event }) => event === "tool_crashed")).toEqual([]);
  });

  it("does not keep the lines of a file from being shown", async () => {
    const { place, path } = await newPlace();
    damage(path);
    await expectLines(place.engine(), expect.stringMatching(/^(?:ok|not_indexed)$/));
  });

  it.each([
    ["reindex", {}],
    ["create", { force: true }],
  ])("makes room for a new one with %s %o", async (action, args) => {
    const { place, path } = await newPlace();
    damage(path);
    const engine = place.engine();
    expect(await engine.call("manage_index", { action, ...args })).toMatchObject({
      status: "ok",
      runId: expect.any(String),
    });
    await waitUntilRebuilt(engine);
    await expectSound(engine);
    expect(engine.log.filter(({ level }) => level !== "debug").map(({ event }) => event)).toEqual([
      "run_started",
      "damaged_store_discarded",
      "run_completed",
    ]);
  });

  it("makes room for a new one with clear and create", async () => {
    const { place, path } = await newPlace();
    damage(path);
    const engine = place.engine();
    expect(await engine.call("manage_index", { action: "clear" })).toMatchObject({ status: "ok" });
    await engine.index();
    await expectSound(engine);
  });
});

it("an index file of which SQLite alone finds that it is damaged is made anew with create and force", async () => {
  const { place, path } = await newPlace();
  const database = openDatabase(path);
  const page = Number(database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'meta'").get()?.[0]);
  const pageBytes = Number(database.prepare("PRAGMA page_size").get()?.[0]);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = readFileSync(path);
  // Number of bytes that the page loses between its cells.
  bytes[(page - 1) * pageBytes + 7] = 9;
  writeFileSync(path, bytes);
  const engine = place.engine();
  await expectSound(engine);
  expect(engine.codebase.inspect()).toEqual({
    kind: "damaged",
    found: expect.stringMatching(/Fragmentation/),
  });
  expect(await engine.call("manage_index", { action: "create", force: true })).toMatchObject({
    status: "ok",
    runId: expect.any(String),
  });
  await waitUntilRebuilt(engine);
  await expectSound(engine);
  expect(engine.codebase.inspect()).toEqual({ kind: "sound" });
});

it("damage that the sync before an answer comes upon does not keep the lines of a file from being shown", async () => {
  const { place, path } = await newPlace();
  damageTable(path, "folder_1");
  await expectLines(place.engine(), "not_indexed");
});

it(
  "a byte of a vector that is another one is damage to who searches, in whatever words, and to all from " +
    "then on",
  async () => {
    const { place, path } = await newPlace();
    const database = openDatabase(path);
    database.exec("UPDATE content_1 SET quantized = CAST(x'ff' || substr(quantized, 2) AS BLOB)");
    database.close();
    const engine = place.engine();
    expect(codeOf(await engine.call("file_outline", { file: "a.py" }))).toBeUndefined();
    expect(await engine.call("search_codebase", { query: "what is beta for" })).toMatchObject({
      status: "error",
      error: { code: "STORE_CORRUPT" },
      hints: { create: { tool: "manage_index" } },
    });
    expect(engine.log.find(({ event }) => event === "tool_failed")?.fields["cause"]).toMatch(
      /Damage: content_1 of file \d+, scales and quantized: /,
    );
    expect(codeOf(await place.engine().call("file_outline", { file: "a.py" }))).toBe("STORE_CORRUPT");
  },
);

it("the index file of another codebase does not answer, and is made anew", async () => {
  const [{ place, path }, other] = [await newPlace(), await newPlace()];
  copyFileSync(other.path, path);
  const engine = place.engine();
  expect(await engine.call("search_codebase", SEARCH)).toMatchObject({
    status: "error",
    error: { code: "STORE_CORRUPT", message: expect.stringContaining("belongs to another codebase") },
  });
  await engine.index();
  await expectSound(engine);
});

describe("a damaged index that was made anew", () => {
  it("is the one that other processes go over to, though they have the old one open", async () => {
    const { place, path } = await newPlace();
    damageTable(path, "content_1");
    const [engine, other] = [place.engine(), place.engine()];
    expect(codeOf(await other.call("search_codebase", SEARCH))).toBe("STORE_CORRUPT");
    await engine.call("manage_index", { action: "reindex" });
    await waitUntilRebuilt(engine);
    await expectSound(other);
  });

  it("does not speak for the folders below it unless its run completes", async () => {
    const { place, path } = await newPlace();
    damageTable(path, "run");
    const engine = place.engine();
    const searchedRoot = async (): Promise<string | undefined> =>
      rootOf(await engine.call("search_codebase", { path: "src", query: "beta" }));
    expect(engine.engine.coveringRoot("src", place.tree.root)).toBe(place.tree.root);
    await engine.call("manage_index", { action: "create" });
    await engine.engine.cancelRun(place.tree.root, "/");
    expect(await searchedRoot()).toBe(place.tree.at("src"));
    await engine.index();
    expect(await searchedRoot()).toBe(place.tree.root);
  });
});
