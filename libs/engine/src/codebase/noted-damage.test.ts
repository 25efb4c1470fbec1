/** Corruption that a call has found: who learns of it, and until when. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolName } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { EngineError } from "../errors.ts";
import { damageTable } from "../testing/damage-table.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { recordingCorruption } from "./corruption.ts";
import {
  CALLS,
  SEARCH,
  TEXTS,
  codeOf,
  damageText,
  expectLines,
  expectSound,
  newPlace,
  waitUntilRebuilt,
} from "./testing/damaged-places.ts";

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
      expect.stringMatching(/^detected at \d{4}-.*: Damage: content_1/),
    ]);
    expect(causesOf(later, "tool_failed")).toEqual([expect.stringMatching(found)]);
    await later.call("manage_index", { action: "create" });
    await waitUntilRebuilt(later);
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

  /** An index with a single corrupt byte in one text, and the answer of a search that reads it. */
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
          `The index of ${place.tree.root} cannot be read: The index file is corrupt. Run ` +
          "`manage_index create` to rebuild it.",
        error: { code: "INDEX_FAILED", details: { code: "STORE_CORRUPT" } },
        hints: create(place.tree.root),
      });
      expect(await each.call("list_codebases", {})).toMatchObject({
        codebases: {
          ready: [],
          failed: [{ path: place.tree.root, state: "indexfailed", reason: "The index file is corrupt" }],
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
    await waitUntilRebuilt(engine);
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
      // SQLite cannot check for corruption in the contents.
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
      if (stores.length === 1) throw new EngineError("STORE_CORRUPT", "The index file is corrupt");
      return "read";
    };
    expect(await recordingCorruption(() => codebase, clock, work)).toBe("read");
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
      recordingCorruption(
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
      recordingCorruption(
        () => engine.codebase,
        clock,
        async () => {
          place.tree.wait();
          await meanwhile();
          engine.codebase.store();
          throw new EngineError("STORE_CORRUPT", "The index file is corrupt");
        },
      );
    await expect(comesUpon(() => engine.index({ force: true }))).rejects.toThrow("corrupt");
    await expectSound(engine);
    await expect(comesUpon(() => Promise.resolve())).rejects.toThrow("corrupt");
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
