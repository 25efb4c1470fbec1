/** An index travels to another machine: another folder, another home. */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StaticEmbedder } from "../embed/static.ts";
import { openDatabase } from "../sqlite/driver.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { mutated, randomNumbers } from "./testing/mutations.ts";

const FIXTURE = fileURLToPath(new URL("../../../../fixtures/courier", import.meta.url));
const embedder = new StaticEmbedder();
const files = temporaryFolder();
const archive = join(files.path, "courier.satori");
/** `archive.test.ts` tries ten thousand on the file alone. */
const MUTATIONS = 100;

const openPlace = (): { place: TestPlace; engine: TestEngine } => {
  const place = new TestPlace();
  cpSync(FIXTURE, place.tree.root, { recursive: true });
  place.tree.wait();
  return { place, engine: place.engine({ embedder }) };
};
const take = (engine: TestEngine, root: string, file = archive, force = false) =>
  engine.engine.importIndex({ path: root, file, force }, { baseFolder: files.path });

/** What a codebase answers, without times and its own folder. */
async function answersOf({ call }: TestEngine, root: string): Promise<string> {
  const answers: unknown[] = [
    await call("search_codebase", { query: "where are failed requests retried" }),
    await call("search_codebase", { query: "parcel price", scope: "mixed", resultMode: "raw" }),
    await call("file_outline", { file: "web/src/http/client.ts" }),
    await call("call_graph", { symbol: "backoffDelay" }),
    await call("read_file", { path: join(root, "web/src/http/backoff.ts") }),
  ];
  return JSON.stringify(answers, (key, value: unknown) =>
    ["meta", "indexedAt", "freshnessDecision", "stalenessBucket"].includes(key) ? undefined : value,
  ).replaceAll(root, "ROOT");
}

let expected: string;
beforeAll(async () => {
  const { place, engine } = openPlace();
  await using _place = place;
  await engine.index();
  expected = await answersOf(engine, place.tree.root);
  await engine.engine.exportIndex({ path: place.tree.root, file: archive }, { baseFolder: files.path });
});
afterAll(() => files[Symbol.dispose]());

describe("an index from elsewhere", () => {
  it("answers like one that was made here", async () => {
    const { place, engine } = openPlace();
    await using _place = place;
    const taken = await take(engine, place.tree.root);
    expect(taken).toMatchObject({ root: place.tree.root, files: expect.any(Number) as number });
    expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
      status: "ok",
      humanText: expect.stringContaining("is up to date") as string,
    });
    expect(await answersOf(engine, place.tree.root)).toBe(expected);
    const other = place.engine({ embedder });
    expect(await answersOf(other, place.tree.root)).toBe(expected);
  });

  it("follows the checkout: files that differ, are missing or new are indexed as they are here", async () => {
    const { place, engine } = openPlace();
    await using _place = place;
    const { root } = place.tree;
    appendFileSync(join(root, "web/src/http/backoff.ts"), "\nexport function zeppelin(): void {}\n");
    writeFileSync(join(root, "new.ts"), "export function dirigible(): void { zeppelin(); }\n");
    place.tree.wait();
    await take(engine, root);
    expect(await engine.call("manage_index", { action: "sync" })).toMatchObject({
      humanText: expect.stringContaining("1 added, 0 removed, 1 modified") as string,
    });
    const fresh = await answersOf(engine, root);
    await engine.call("manage_index", { action: "create", force: true });
    await engine.engine.waitForRun(root, root);
    expect(await answersOf(engine, root)).toBe(fresh);
  });

  it("does not include what a cancelled rebuild has left", async () => {
    const { place, engine } = openPlace();
    await using _place = place;
    const { root } = place.tree;
    await engine.index();
    await engine.call("manage_index", { action: "create", force: true });
    await engine.engine.cancelRun(root, root);
    expect((await engine.codebase.store().head()).latest).toMatchObject({ state: "failed" });
    const file = join(files.path, "after-cancelled.satori");
    await engine.engine.exportIndex({ path: root, file }, { baseFolder: files.path });
    const { place: other, engine: colleague } = openPlace();
    await using _other = other;
    await take(colleague, other.tree.root, file);
    expect(await answersOf(colleague, other.tree.root)).toBe(expected);
  });

  it("replaces an index only if asked to", async () => {
    const { place, engine } = openPlace();
    await using _place = place;
    await engine.index();
    await expect(take(engine, place.tree.root)).rejects.toMatchObject({
      code: "INVALID_ARGUMENTS",
      message: expect.stringContaining("pass --force") as string,
    });
    await take(engine, place.tree.root, archive, true);
    expect(await answersOf(engine, place.tree.root)).toBe(expected);
  });

  it("is refused if it was made with another embedder, and nothing is left behind", async () => {
    const { place } = openPlace();
    await using _place = place;
    const engine = place.engine({ embedder: null });
    await expect(take(engine, place.tree.root)).rejects.toMatchObject({
      code: "INDEX_FILE_INVALID",
      message: expect.stringContaining("embeddingProvider is static instead of none") as string,
    });
    expect(engine.codebase.isTracked).toBe(false);
    expect(existsSync(engine.codebase.folder)).toBe(false);
  });
});

describe("a file that is no index", () => {
  it.each<[string, (file: string) => void, string]>([
    ["is missing", () => undefined, "PATH_NOT_FOUND"],
    ["is empty", (file) => writeFileSync(file, ""), "INDEX_FILE_INVALID"],
    ["is a folder", (file) => mkdirSync(file), "INDEX_FILE_INVALID"],
    ["is a device", (file) => symlinkSync("/dev/zero", file), "INDEX_FILE_INVALID"],
    [
      "is something else",
      (file) => writeFileSync(file, "SQLite format 3\0".repeat(99)),
      "INDEX_FILE_INVALID",
    ],
    ["has only a line", (file) => writeFileSync(file, 'satori-index {"format":1}\n'), "INDEX_FILE_INVALID"],
    ["has a line of null", (file) => writeFileSync(file, "satori-index null\n"), "INDEX_FILE_INVALID"],
    [
      "is of a later format",
      (file) => writeFileSync(file, 'satori-index {"format":2}\n'),
      "INDEX_FILE_INVALID",
    ],
  ])("%s", async (name, make, code) => {
    const { place, engine } = openPlace();
    await using _place = place;
    const file = join(files.path, name);
    make(file);
    await expect(take(engine, place.tree.root, file)).rejects.toMatchObject({ code });
    expect(engine.codebase.isTracked).toBe(false);
  });
});

describe("a damaged index", () => {
  it(`is found out, ${MUTATIONS} times`, { timeout: 300_000 }, async () => {
    const { place, engine } = openPlace();
    await using _place = place;
    const whole = readFileSync(archive);
    const file = join(files.path, "mutated");
    const random = randomNumbers();
    for (let count = 0; count < MUTATIONS; count++) {
      writeFileSync(file, mutated(whole, 0, random));
      const error: unknown = await take(engine, place.tree.root, file).catch((reason: unknown) => reason);
      // A changed time or count in the first line harms nothing.
      if (error instanceof Error) expect(error).toMatchObject({ code: "INDEX_FILE_INVALID" });
      else expect(await answersOf(engine, place.tree.root)).toBe(expected);
      if (engine.codebase.isTracked) await engine.call("manage_index", { action: "clear" });
    }
  });

  it("with a checksum that fits is found out by its rows", { timeout: 300_000 }, async () => {
    const { place, engine } = openPlace();
    await using _place = place;
    const random = randomNumbers();
    const file = join(files.path, "fitting");
    let refused = 0;
    for (let count = 0; count < MUTATIONS; count++) {
      const start = readFileSync(archive).indexOf("\n") + 1;
      writeFileSync(file, withFittingChecksum(mutated(readFileSync(archive), start, random)));
      try {
        await take(engine, place.tree.root, file);
      } catch (error) {
        expect(error).toMatchObject({ code: "INDEX_FILE_INVALID" });
        refused++;
        continue;
      }
      // Free pages and unused bytes belong to no row; ranks may differ, texts and symbols may not.
      await engine.call("manage_index", { action: "sync" });
      expect(await engine.call("read_file", { open_symbol: "backoffDelay" })).toMatchObject({
        status: "ok",
        content: expect.stringContaining("export function backoffDelay") as string,
      });
      await engine.call("manage_index", { action: "clear" });
    }
    expect(refused).toBeGreaterThan(MUTATIONS / 2);
  });

  it.each(["CREATE TABLE skipped_1", "codebasePath"])(
    "with an invalid character in %s ends no process",
    async (text) => {
      const { place, engine } = openPlace();
      await using _place = place;
      const bytes = readFileSync(archive);
      bytes[bytes.lastIndexOf(text)] = 0xff;
      const file = join(files.path, "characters.satori");
      writeFileSync(file, withFittingChecksum(bytes));
      await expect(take(engine, place.tree.root, file)).rejects.toMatchObject({
        code: "INDEX_FILE_INVALID",
        message: expect.stringContaining("it is damaged") as string,
      });
    },
  );

  it("with files that none of its folders has is refused: no sync would compare them", async () => {
    const { place, engine } = openPlace();
    await using _place = place;
    await engine.index();
    const store = engine.codebase.store();
    const runId = (await store.head()).complete?.run.id ?? "";
    const nothing = { files: [], removed: [], skipped: [], folders: [] };
    await store.write(runId, { ...nothing, removedFolders: ["web/src/http"] });
    const file = join(files.path, "strays.satori");
    await engine.engine.exportIndex({ path: place.tree.root, file }, { baseFolder: files.path });
    await expect(take(engine, place.tree.root, file, true)).rejects.toMatchObject({
      code: "INDEX_FILE_INVALID",
      message: expect.stringContaining("its folders do not have all of its files") as string,
    });
  });

  it.each([
    ["a trigger", "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM run; END"],
    ["a view", "CREATE VIEW v AS SELECT load_extension('x')"],
    ["another table", "CREATE TABLE more(x)"],
    ["a virtual table", "CREATE VIRTUAL TABLE other USING fts5(x)"],
    ["an index of the posting table", "CREATE INDEX i ON posting_1(hex(block))"],
    ["a missing table", "DROP TABLE skipped_1"],
  ])("with %s is refused before it is used", async (name, sql) => {
    const { place, engine } = openPlace();
    await using _place = place;
    const bytes = readFileSync(archive);
    const start = bytes.indexOf("\n") + 1;
    const database = join(files.path, `${name}.db`);
    writeFileSync(database, bytes.subarray(start));
    const open = openDatabase(database);
    open.exec(sql);
    open.exec("VACUUM");
    open.close();
    const file = join(files.path, `${name}.satori`);
    writeFileSync(
      file,
      withFittingChecksum(Buffer.concat([bytes.subarray(0, start), readFileSync(database)])),
    );
    await expect(take(engine, place.tree.root, file)).rejects.toMatchObject({
      code: "INDEX_FILE_INVALID",
      message: expect.stringContaining("it is damaged") as string,
    });
  });
});

/** The archive with the length and the checksum that its data has. */
function withFittingChecksum(bytes: Buffer): Buffer {
  const start = bytes.indexOf("\n") + 1;
  const data = bytes.subarray(start);
  const [magic = "", ...rest] = bytes.toString("utf8", 0, start).split(" ");
  const header = JSON.parse(rest.join(" ")) as object;
  const sha256 = createHash("sha256").update(data).digest("hex");
  return Buffer.concat([
    Buffer.from(`${magic} ${JSON.stringify({ ...header, bytes: data.length, sha256 })}\n`),
    data,
  ]);
}
