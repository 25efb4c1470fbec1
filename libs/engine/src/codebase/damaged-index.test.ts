/** An index file that the disk has damaged: what is said of it, and how it is made anew. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolName } from "@satori/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { EngineError } from "../errors.ts";
import { openDatabase } from "../sqlite/driver.ts";
import { damageTable } from "../testing/damage-table.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { notingDamage } from "./damage.ts";

const TEXTS = { "a.py": "def alpha(): pass\n", "src/b.py": "def beta(): pass\n" };
const SEARCH = { query: "alpha" };
/** Of every tool that reads an index, a call. */
const CALLS: readonly (readonly [ToolName, object])[] = [
  ["search_codebase", SEARCH],
  ["file_outline", { file: "a.py" }],
  ["call_graph", { symbol: "alpha" }],
  ["read_file", { open_symbol: "alpha" }],
  ["manage_index", { action: "sync" }],
];

/**
 * The lines of a file are what they are, whatever has become of the index; only the outline that comes along
 * may be lacking.
 */
async function expectLines({ call }: TestEngine, outlineStatus: unknown): Promise<void> {
  expect(await call("read_file", { path: "a.py" })).toMatchObject({ status: "ok", content: TEXTS["a.py"] });
  expect(await call("read_file", { path: "a.py", mode: "annotated" })).toMatchObject({
    status: "ok",
    content: TEXTS["a.py"],
    outlineStatus,
  });
}

/** An indexed place in which nobody has the index file open, and that file. */
async function newPlace(): Promise<{ place: TestPlace; path: string }> {
  const place = new TestPlace(TEXTS);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const { index, codebase } = place.engine();
  await index();
  await codebase.close();
  return { place, path: join(codebase.folder, "index.db") };
}

/** Changes a byte in the middle of each text. */
function damageText(path: string): void {
  const database = openDatabase(path);
  const [[generation] = []] = database.prepare("SELECT generation FROM run").all();
  for (const [id, text] of database
    .prepare(`SELECT file_id, text FROM content_${Number(generation)}`)
    .all()) {
    const bytes = Uint8Array.from(text as Uint8Array);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    database
      .prepare(`UPDATE content_${Number(generation)} SET text = ? WHERE file_id = ?`)
      .run(bytes, id ?? null);
  }
  database.close();
}

/** Damage that shows as soon as anybody asks what state the index is in. */
const AT_ONCE: readonly (readonly [string, (path: string) => void])[] = [
  ["is no database", (path) => writeFileSync(path, "no database at all ".repeat(500))],
  ["has lost its runs", (path) => damageTable(path, "run")],
];
/** Damage that shows when somebody reads what is damaged. */
const WHEN_READ: readonly (readonly [string, (path: string) => void])[] = [
  ["has lost its files", (path) => damageTable(path, "file_1")],
  ["has lost its texts", (path) => damageTable(path, "content_1")],
  ["has lost its words", (path) => damageTable(path, "lexical_1_data")],
];

const codeOf = (answer: object): string | undefined => (answer as { error?: { code: string } }).error?.code;
const rebuilt = (engine: TestEngine): Promise<void> => engine.engine.waitForRun(engine.codebase.root, "/");

/** The index answers, and the whole of it. */
async function expectSound(engine: TestEngine): Promise<void> {
  expect(await engine.codebase.view()).toMatchObject({ state: "indexed", failure: null });
  expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
    status: "ok",
    index: { files: 2, symbols: 2, lastFailure: null },
  });
  expect(await engine.call("search_codebase", SEARCH)).toMatchObject({
    status: "ok",
    results: [{ file: "a.py" }],
  });
  expect(await engine.call("file_outline", { file: "src/b.py" })).toMatchObject({
    status: "ok",
    outline: { symbols: [{ symbolLabel: "beta" }] },
  });
}

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
      failure: { code: "STORE_CORRUPT", message: expect.stringContaining("damaged") },
    };
    // Twice: it is not taken for sound the second time because it is open already.
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
    await rebuilt(engine);
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
    await rebuilt(engine);
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
  // How many bytes of the page are lost between its cells.
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
  await rebuilt(engine);
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

it(
  "is told to the log as what was found where, by whoever comes upon it, whoever asks later, and whoever " +
    "makes the index anew",
  async () => {
    const { place, path } = await newPlace();
    damageText(path);
    const found = /Damage: content_1 of file \d+, text: the bytes do not fit their check$/;
    const causesOf = ({ log }: TestEngine, event: string): unknown[] =>
      log.filter((line) => line.event === event).map(({ fields }) => fields["cause"]);
    const first = place.engine();
    await first.call("search_codebase", SEARCH);
    expect(causesOf(first, "tool_failed")).toEqual([expect.stringMatching(found)]);
    const later = place.engine();
    await later.call("search_codebase", SEARCH);
    expect(causesOf(later, "tool_failed")).toEqual([
      expect.stringMatching(/^noted at \d{4}-.*: Damage: content_1/),
    ]);
    expect(causesOf(later, "tool_failed")).toEqual([expect.stringMatching(found)]);
    await later.call("manage_index", { action: "create" });
    await rebuilt(later);
    expect(causesOf(later, "damaged_store_discarded")).toEqual([expect.stringMatching(found)]);
  },
);

it("is told to the log with what SQLite was asked, where SQLite finds it", async () => {
  const { place, path } = await newPlace();
  damageTable(path, "content_1");
  const engine = place.engine();
  await engine.call("file_outline", { file: "a.py" });
  expect(engine.log.find(({ event }) => event === "tool_failed")?.fields["cause"]).toMatch(
    /^Damage: database disk image is malformed, at SELECT .* FROM content_1 /,
  );
});

describe("damage that somebody came upon", () => {
  const create = (root: string): object => ({
    create: { tool: "manage_index", args: { action: "create", path: root } },
  });

  /** An index that is sound but for one byte of one text, and what search says that comes upon it. */
  async function cameUpon(): Promise<{ place: TestPlace; engine: TestEngine; path: string }> {
    const { place, path } = await newPlace();
    damageText(path);
    const engine = place.engine();
    expect(await engine.call("manage_index", { action: "status" })).toMatchObject({ status: "ok" });
    expect(await engine.call("search_codebase", SEARCH)).toMatchObject({
      status: "error",
      error: { code: "STORE_CORRUPT" },
      hints: create(place.tree.root),
    });
    return { place, engine, path };
  }

  it("is known to whoever asks from then on, in other processes too", async () => {
    const { place, engine } = await cameUpon();
    for (const each of [engine, place.engine()]) {
      expect(await each.call("manage_index", { action: "status" })).toMatchObject({
        status: "error",
        message:
          `The index of ${place.tree.root} cannot be read: The index file is damaged. Run \`manage_index ` +
          `create\`, which makes it anew.`,
        error: { code: "INDEX_FAILED", details: { code: "STORE_CORRUPT" } },
        hints: create(place.tree.root),
      });
      expect(await each.call("list_codebases", {})).toMatchObject({
        codebases: {
          ready: [],
          failed: [{ path: place.tree.root, state: "indexfailed", reason: "The index file is damaged" }],
        },
      });
      for (const [tool, args] of CALLS)
        expect([tool, await each.call(tool, args)]).toMatchObject([
          tool,
          { status: "error", error: { code: "STORE_CORRUPT" }, hints: create(place.tree.root) },
        ]);
      await expectLines(each, "not_indexed");
    }
  });

  it("is over when the index was made anew, with the settings that it had", async () => {
    const { place, path } = await newPlace();
    const engine = place.engine();
    await engine.index({ force: true, ignorePatterns: ["*.txt"] });
    await engine.codebase.close();
    damageText(path);
    expect(codeOf(await engine.call("search_codebase", SEARCH))).toBe("STORE_CORRUPT");
    expect(await engine.call("manage_index", { action: "create" })).toMatchObject({
      status: "ok",
      runId: expect.any(String),
    });
    await rebuilt(engine);
    for (const each of [engine, place.engine()]) {
      await expectSound(each);
      expect(await each.call("manage_index", { action: "status" })).toMatchObject({
        index: { ignorePatterns: ["*.txt"] },
      });
    }
    expect(engine.log.filter(({ level }) => level !== "debug").map(({ event }) => event)).toEqual([
      "run_started",
      "run_completed",
      "tool_failed",
      "damaged_store_discarded",
      "run_started",
      "run_completed",
    ]);
  });

  it(
    "that SQLite found is checked once by each process that comes upon its note, and forgotten where the " +
      "file is sound",
    async () => {
      const { place, path } = await newPlace();
      const { codebase } = place.engine();
      const { complete } = await codebase.store().head();
      const note = join(codebase.folder, "damage.json");
      const write = (isOfFile: boolean): void =>
        writeFileSync(
          note,
          JSON.stringify({
            runId: complete?.run.id,
            at: "2026-01-01T00:00:00.000Z",
            cause: "Damage: database disk image is malformed",
            isOfFile,
          }),
        );
      write(true);
      await expectSound(place.engine());
      expect(existsSync(note)).toBe(false);
      // What was found in the contents SQLite cannot look for.
      write(false);
      expect(await place.engine().codebase.view()).toMatchObject({ state: "indexfailed" });
      await codebase.close();
      damageTable(path, "content_1");
      write(true);
      expect(await place.engine().codebase.view()).toMatchObject({
        state: "indexfailed",
        failure: { code: "STORE_CORRUPT" },
      });
      expect(existsSync(note)).toBe(true);
    },
  );

  it("is none of a later run, should its note stay", async () => {
    const { place, engine } = await cameUpon();
    const note = readFileSync(join(engine.codebase.folder, "damage.json"));
    await engine.index();
    writeFileSync(join(engine.codebase.folder, "damage.json"), note);
    await expectSound(place.engine());
  });

  it("does not count if the reopened file is sound: a failed read may leave wrong pages in memory", async () => {
    await using place = new TestPlace(TEXTS);
    const engine = place.engine();
    await engine.index();
    const {
      codebase,
      context: { clock },
    } = engine;
    const stores: unknown[] = [];
    const work = async (): Promise<string> => {
      stores.push(codebase.store());
      if (stores.length === 1) throw new EngineError("STORE_CORRUPT", "The index file is damaged");
      return "read";
    };
    expect(await notingDamage(() => codebase, clock, work)).toBe("read");
    expect(stores[1]).not.toBe(stores[0]);
    await expectSound(engine);
  });

  it("is not looked for through a connection whose last read the disk refused", async () => {
    await using place = new TestPlace(TEXTS);
    const engine = place.engine();
    await engine.index();
    const {
      codebase,
      context: { clock },
    } = engine;
    const store = codebase.store();
    const refused = new EngineError("STORE_UNAVAILABLE", "The disk refused to read the index", {
      cause: Object.assign(new Error(), { rawCode: 10 }),
    });
    await expect(
      notingDamage(
        () => codebase,
        clock,
        () => Promise.reject(refused),
      ),
    ).rejects.toBe(refused);
    expect(codebase.store()).not.toBe(store);
    await expectSound(engine);
  });

  it("is none of a run that has completed since the work began that came upon it", async () => {
    await using place = new TestPlace(TEXTS);
    const engine = place.engine();
    const { clock } = engine.context;
    const comesUpon = (meanwhile: () => Promise<void>): Promise<void> =>
      notingDamage(
        () => engine.codebase,
        clock,
        async () => {
          place.tree.wait();
          await meanwhile();
          engine.codebase.store();
          throw new EngineError("STORE_CORRUPT", "The index file is damaged");
        },
      );
    await expect(comesUpon(() => engine.index({ force: true }))).rejects.toThrow("damaged");
    await expectSound(engine);
    await expect(comesUpon(() => Promise.resolve())).rejects.toThrow("damaged");
    expect(await engine.codebase.view()).toMatchObject({
      state: "indexfailed",
      failure: { code: "STORE_CORRUPT" },
    });
  });

  it.each<readonly [ToolName, object]>([
    ["read_file", { path: "a.py", mode: "annotated" }],
    ["semantic_search", { query: "alpha" }],
    ["smart_search", { query: "alpha" }],
    ["smart_search", { query: "what is alpha for" }],
  ])("by %s %o is noted as well", async (tool, args) => {
    const { place, path } = await newPlace();
    using docs = temporaryFolder();
    damageText(path);
    const engine = place.engine({ config: { workspaceRoots: { code: place.tree.root, docs: docs.path } } });
    await engine.call(tool, args);
    expect(await place.engine().codebase.view()).toMatchObject({
      state: "indexfailed",
      failure: { code: "STORE_CORRUPT" },
    });
  });

  it.each(CALLS)(
    "by the sync before an answer is an error of %s %o already, and noted as well",
    async (tool, args) => {
      const { place, path } = await newPlace();
      damageTable(path, "folder_1");
      const engine = place.engine();
      expect(await engine.call(tool, args)).toMatchObject({
        status: "error",
        error: { code: "STORE_CORRUPT" },
      });
      expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
        status: "error",
        error: { details: { code: "STORE_CORRUPT" } },
      });
    },
  );
});

it("the index file of another codebase does not answer, and is made anew", async () => {
  const [{ place, path }, other] = [await newPlace(), await newPlace()];
  copyFileSync(other.path, path);
  const engine = place.engine();
  expect(await engine.call("search_codebase", SEARCH)).toMatchObject({
    status: "error",
    error: { code: "STORE_CORRUPT", message: expect.stringContaining("is that of another codebase") },
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
    await rebuilt(engine);
    await expectSound(other);
  });

  it("does not speak for the folders below it unless its run completes", async () => {
    const { place, path } = await newPlace();
    damageTable(path, "run");
    const engine = place.engine();
    const rootOf = async (): Promise<unknown> =>
      ((await engine.call("search_codebase", { path: "src", query: "beta" })) as { effectiveRoot?: string })
        .effectiveRoot;
    expect(engine.engine.coveringRoot("src", place.tree.root)).toBe(place.tree.root);
    await engine.call("manage_index", { action: "create" });
    await engine.engine.cancelRun(place.tree.root, "/");
    expect(await rootOf()).toBe(place.tree.at("src"));
    await engine.index();
    expect(await rootOf()).toBe(place.tree.root);
  });
});
