/** Bytes of an index that differ from those written: every reader gets an error, and none reads forever. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { EngineError, isCorruption } from "../../errors.ts";
import { openDatabase } from "../../sqlite/driver.ts";
import { TestPlace } from "../../testing/engine.ts";
import { closenessOf, completeRun, opened, sync } from "../../testing/store-content.ts";
import type { DenseScores, Snapshot, Store } from "../store.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { decoded } from "./corruption-error.ts";
import { moveSqliteStore } from "./foreign-file.ts";
import { inspectSqliteStore, openSqliteStore } from "./open-sqlite-store.ts";

const TEXTS = {
  "a.ts": "import { beta } from './src/b';\nexport class Alpha { run(): number { return beta(1); } }\n",
  "src/b.ts":
    `${"// what common words are said again and again\n".repeat(80)}export function beta(n: number): ` +
    "number { return n; }\n",
  "src/c.py": "def gamma():\n    return gamma()\n",
};
const TOKENS = ["alpha", "beta", "common", "words", "none"];
const DIMENSION = 8;
const EVERYWHERE = new Float32Array(DIMENSION).fill(1);

/** Columns with a check: every reader notices another value. */
const CHECKED = [
  "content_1.text",
  "content_1.text_check",
  "content_1.chunk_lines",
  "content_1.symbols",
  "content_1.flow",
  "content_1.vectors_check",
  "content_1.scales",
  "content_1.quantized",
  "file_1.path",
  "file_1.hash",
  "file_1.language",
  "file_1.name_parts",
  "file_1.imports",
  "file_1.encoding",
  "file_1.name_uses",
  "file_1.row_check",
  "folder_1.path",
  "folder_1.names",
  "folder_1.kinds",
  "folder_1.stats",
  "folder_1.hashes",
  "symbol_name_1.key",
  "digest_1.bytes",
  "tally_1.bytes",
  "member_1.row_check",
  "meta.value",
  "run.phase",
  "run.fingerprint",
  "marker.document",
  "file_1.lengths",
  "file_1.lengths_check",
  "posting_1.block",
] as const;

/** Makes copies of an index, each in its own folder. */
async function newIndex(): Promise<{ copy(): string }> {
  const place = new TestPlace(TEXTS);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const { index, codebase } = place.engine();
  await index();
  await codebase.close();
  moveSqliteStore(codebase.folder, "/code");
  const path = join(codebase.folder, "index.db");
  const database = openDatabase(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  let copies = 0;
  return {
    copy() {
      const folder = join(place.home, `copy-${copies++}`);
      mkdirSync(folder);
      copyFileSync(path, join(folder, "index.db"));
      return folder;
    },
  };
}

/** Changes one byte of the file. */
function damageFile(folder: string, at: number, byte: number): void {
  const path = join(folder, "index.db");
  const bytes = readFileSync(path);
  bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ byte;
  writeFileSync(path, bytes);
}

/**
 * Changes one byte of the nth value of a column, or truncates the value there. At least one byte stays, because
 * an empty value has a meaning of its own.
 */
function damage(
  folder: string,
  column: string,
  { row, at, byte, cuts }: { row: number; at: number; byte: number; cuts: boolean },
): void {
  const database = openDatabase(join(folder, "index.db"));
  const [table = "", name = ""] = column.split(".");
  const rows = database
    .prepare(
      `SELECT DISTINCT CAST(${name} AS BLOB), typeof(${name}) FROM ${table} WHERE length(${name}) > 0 ` +
        "ORDER BY 1",
    )
    .all();
  const [value = null, type] = rows[row % rows.length] ?? [];
  const bytes = Uint8Array.from(value as Uint8Array);
  const place = at % bytes.length;
  bytes[place] = (bytes[place] as number) ^ byte;
  database
    .prepare(`UPDATE ${table} SET ${name} = CAST(? AS ${String(type)}) WHERE CAST(${name} AS BLOB) = ?`)
    .run(cuts ? bytes.subarray(0, Math.max(place, 1)) : bytes, value);
  database.close();
}

async function readAll(store: Store): Promise<void> {
  const { complete } = await store.head();
  if (!complete) return;
  await store.manifest(complete.run.id);
  await store.statistics(complete.run.id);
  await store.importWords(complete.run.id);
  await store.historyHead(complete.run.id);
  using snapshot = await store.snapshot();
  if (snapshot) await readSnapshot(snapshot);
}

async function readSnapshot(snapshot: Snapshot): Promise<void> {
  const files = [...snapshot.files.paths.keys()];
  const hits = await snapshot.lexical(TOKENS, 10, null);
  await snapshot.matchedTokens(
    hits.map(({ row }) => row),
    TOKENS,
  );
  await snapshot.dense(EVERYWHERE, { candidates: files, closest: 2, allowed: null });
  for (const { text, chunks, symbols } of await snapshot.contents(files))
    expect({ text, chunks, symbols }).toEqual({
      text: expect.any(String),
      chunks: expect.any(Array),
      symbols: expect.any(Array),
    });
  for (const file of files) snapshot.calls.flow(file);
  snapshot.calls.filesUsing("call", "beta");
  snapshot.calls.filesDefining("beta");
  await snapshot.symbolNames(1, 100);
  await snapshot.namesInAnyCase("BETA");
}

/** Error code of reading an index; null if no fault was found. */
async function codeOfReading(folder: string): Promise<string | null> {
  // Descriptors of earlier stores are closed by the garbage collector, and only between two turns.
  await nextTurn();
  try {
    await using store = openSqliteStore(folder, "/code");
    await readAll(store);
    return null;
  } catch (error) {
    if (isCorruption(error)) expectCause(error);
    return error instanceof EngineError ? error.code : String(error);
  }
}

/** All cosines for a question, or the code of the error. */
async function closenessIn(folder: string): Promise<DenseScores | string | null> {
  await nextTurn();
  try {
    await using store = openSqliteStore(folder, "/code");
    using snapshot = await opened(store);
    return await closenessOf(snapshot, EVERYWHERE);
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error);
  }
}

function change(folder: string, ...statements: readonly string[]): void {
  const database = openDatabase(join(folder, "index.db"));
  for (const sql of statements) database.exec(sql);
  database.close();
}

/**
 * Expects a cause for the log that says where the corruption is, without contents of files, paths or
 * documents.
 */
function expectCause({ cause }: EngineError): void {
  expect(String(cause)).toMatch(
    /^Damage: .*(?:\b(?:content|file|folder|posting|symbol_name|skipped|history|version|digest|member|tally)_\d|\b(?:meta|run|marker|sqlite_master)\b|file is not a database|PRAGMA|BEGIN)/s,
  );
  expect(String(cause)).not.toMatch(/alpha|beta|gamma|common|src|\.ts|\.py|\/code|tmp/i);
}

it.each([
  ["STORE_CORRUPT", new RangeError("The bytes are not those that were written")],
  ["STORE_CORRUPT", new SyntaxError("Unexpected token")],
  ["STORE_UNAVAILABLE", new RangeError("Array buffer allocation failed")],
  ["STORE_UNAVAILABLE", Object.assign(new Error("Initialization failed"), { code: "Z_MEM_ERROR" })],
  ["STORE_NEWER", new EngineError("STORE_NEWER", "newer")],
])("what cannot be decoded is %s for %s", (code, error) => {
  expect(() =>
    decoded("table_1, column", () => {
      throw error;
    }),
  ).toThrow(expect.objectContaining({ code }));
});

const damageArbitrary = fc.record({
  row: fc.nat(100),
  at: fc.nat(10_000),
  byte: fc.integer({ min: 1, max: 255 }),
  cuts: fc.boolean(),
});

it("what has a check is never taken for what was written", async () => {
  const index = await newIndex();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CHECKED), damageArbitrary, async (column, change) => {
      const folder = index.copy();
      damage(folder, column, change);
      expect(await codeOfReading(folder)).toBe("STORE_CORRUPT");
    }),
    { numRuns: 150 },
  );
});

it("whatever byte of the file is another one, the process lives, and no defect is blamed", async () => {
  const index = await newIndex();
  await fc.assert(
    fc.asyncProperty(fc.nat(1_000_000), fc.integer({ min: 1, max: 255 }), async (at, byte) => {
      const folder = index.copy();
      damageFile(folder, at, byte);
      expect([null, "STORE_CORRUPT", "STORE_UNAVAILABLE", "STORE_NEWER"]).toContain(
        await codeOfReading(folder),
      );
    }),
    { numRuns: 200 },
  );
});

/** Values that a changed bit can make of a number. */
const NUMBERS = [-1, 2 ** 20, 2 ** 29, 2 ** 31, 2 ** 40] as const;

it.each([
  "file_1.first_chunk",
  "file_1.chunk_count",
  "file_1.line_count",
  "file_1.size",
  "file_1.id",
  "file_1.path_class",
  "file_1.degraded",
  "member_1.file_id",
  "member_1.in_degree",
  "member_1.indexed_at",
])("whatever number a file has as %s, reading takes no memory for it", async (place) => {
  const [table, column] = place.split(".");
  const index = await newIndex();
  for (const number of NUMBERS) {
    for (const order of ["ASC", "DESC"]) {
      const folder = index.copy();
      const database = openDatabase(join(folder, "index.db"));
      database.exec(
        `UPDATE ${table} SET ${column} = ${number} WHERE rowid = (SELECT rowid FROM ${table} ORDER BY ` +
          `rowid ${order} LIMIT 1)`,
      );
      database.close();
      expect([null, "STORE_CORRUPT"]).toContain(await codeOfReading(folder));
    }
  }
});

it("a path that is no text is damage, in a table, or in the index of it that nobody reads", async () => {
  const index = await newIndex();
  const bytes = readFileSync(join(index.copy(), "index.db"));
  const places: number[] = [];
  for (let at = bytes.indexOf("c.py"); at !== -1; at = bytes.indexOf("c.py", at + 1)) places.push(at);
  const codes: unknown[] = [];
  for (const at of places) {
    const folder = index.copy();
    damageFile(folder, at, 0x80);
    codes.push(await codeOfReading(folder));
  }
  expect([...new Set(codes)].sort()).toEqual(["STORE_CORRUPT", null]);
});

describe("vectors", () => {
  it("are those that were written, or damage, whichever of their bytes is another one", async () => {
    const index = await newIndex();
    const database = openDatabase(join(index.copy(), "index.db"));
    const stored = database.prepare("SELECT file_id, scales, quantized FROM content_1").all();
    database.close();
    const codes: unknown[] = [];
    for (const [id, ...columns] of stored) {
      for (const [column, bytes] of columns.entries()) {
        for (let at = 0; at < (bytes as Uint8Array).length; at++) {
          const folder = index.copy();
          const changed = Uint8Array.from(bytes as Uint8Array);
          changed[at] = (changed[at] as number) ^ (1 << (at % 8));
          change(
            folder,
            `UPDATE content_1 SET ${["scales", "quantized"][column]} = ` +
              `x'${Buffer.from(changed).toString("hex")}' WHERE file_id = ${String(id)}`,
          );
          codes.push(await closenessIn(folder));
        }
      }
    }
    expect(codes.length).toBeGreaterThan(60);
    expect([...new Set(codes)]).toEqual(["STORE_CORRUPT"]);
  });

  it(
    "give the scores that they gave, or damage, whichever byte of their page is another one: of a row, " +
      "its id, or where it stands",
    async () => {
      const index = await newIndex();
      const sound = index.copy();
      const database = openDatabase(join(sound, "index.db"));
      const page = Number(
        database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'content_1'").get()?.[0],
      );
      const pageBytes = Number(database.prepare("PRAGMA page_size").get()?.[0]);
      database.close();
      const before = await closenessIn(sound);
      expect(before).toMatchObject({ files: expect.any(Float32Array) });
      await fc.assert(
        fc.asyncProperty(fc.nat(pageBytes - 1), fc.integer({ min: 1, max: 255 }), async (at, byte) => {
          const folder = index.copy();
          damageFile(folder, (page - 1) * pageBytes + at, byte);
          expect([before, "STORE_CORRUPT"]).toContainEqual(await closenessIn(folder));
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each([
    [
      "of another file",
      "UPDATE content_1 SET (vectors_check, scales, quantized) = (SELECT vectors_check, scales, " +
        "quantized FROM content_1 WHERE file_id = 1) WHERE file_id = 3",
    ],
    ["none", "UPDATE content_1 SET scales = x'', quantized = x'' WHERE file_id = 1"],
    [
      "none, with the check of none",
      "UPDATE content_1 SET vectors_check = file_id, scales = x'', quantized = x'' WHERE file_id = 1",
    ],
    ["gone with their row", "DELETE FROM content_1 WHERE file_id = 1"],
    ["under another id", "UPDATE content_1 SET file_id = 99 WHERE file_id = 1"],
    ["checked by a text", "UPDATE content_1 SET vectors_check = 'none' WHERE file_id = 1"],
    ["checked by an empty text", "UPDATE content_1 SET vectors_check = '' WHERE file_id = 1"],
    ["checked by bytes", "UPDATE content_1 SET vectors_check = x'ff00ff00' WHERE file_id = 1"],
    [
      "checked by a part of a number",
      "UPDATE content_1 SET vectors_check = vectors_check + 0.5 WHERE file_id = 1",
    ],
    [
      "checked by the number without its sign",
      "UPDATE content_1 SET vectors_check = vectors_check + 4294967296 WHERE file_id = 1",
    ],
    [
      "as many as for another number of chunks",
      "UPDATE file_1 SET chunk_count = chunk_count + 1 WHERE id = 3",
    ],
  ])("that are %s are damage", async (_, sql) => {
    const folder = (await newIndex()).copy();
    change(folder, sql);
    expect(await closenessIn(folder)).toBe("STORE_CORRUPT");
  });

  it.each([
    '"embeddingDimensioN":8',
    '"embeddingDimension":"8"',
    '"embeddingDimension":1.5',
    '"embeddingDimension":-8',
    '"embeddingDimension":9',
  ])("of which the marker says %s are damage", async (said) => {
    const folder = (await newIndex()).copy();
    change(folder, `UPDATE marker SET document = replace(document, '"embeddingDimension":8', '${said}')`);
    expect(await closenessIn(folder)).toBe("STORE_CORRUPT");
  });

  it("that have no check at all give no answer", async () => {
    const folder = (await newIndex()).copy();
    change(folder, "ALTER TABLE content_1 DROP COLUMN vectors_check");
    expect(await closenessIn(folder)).toBe("STORE_UNAVAILABLE");
  });

  it("of the one file that a sync has changed are looked at as well", async () => {
    using folder = temporaryFolder();
    await using store = openSqliteStore(folder.path, "/code");
    await completeRun(store, "r1", {
      "a.ts": "alpha",
      "b.ts": "beta",
      "c.ts": "gamma",
      "d.ts": "delta",
      "e.ts": "epsilon",
    });
    {
      using snapshot = await opened(store);
      expect(await closenessOf(snapshot, EVERYWHERE)).not.toBeNull();
    }
    await sync(store, "r1", { texts: { "b.ts": "beta and more" } });
    change(
      folder.path,
      "UPDATE content_1 SET vectors_check = vectors_check + 1 WHERE file_id = (SELECT max(file_id) " +
        "FROM content_1)",
    );
    using snapshot = await opened(store);
    await expect(closenessOf(snapshot, EVERYWHERE)).rejects.toEqual(
      expect.objectContaining({
        code: "STORE_CORRUPT",
        cause: expect.objectContaining({
          message: expect.stringMatching(/^content_1 of file 6, scales and quantized: /),
        }),
      }),
    );
  });
});

describe("posting lists", () => {
  /** Hits of all tokens in a folder's index, or the code of the error. */
  async function hitsIn(folder: string): Promise<unknown> {
    try {
      await using store = openSqliteStore(folder, "/code");
      using snapshot = await opened(store);
      const hits = await Promise.all(TOKENS.map((token) => snapshot.lexical([token], 9, null)));
      return [hits, await snapshot.frequencies(TOKENS)];
    } catch (error) {
      return error instanceof EngineError ? error.code : error;
    }
  }

  it("give the hits that they gave, or damage, whichever byte of their table is another one", async () => {
    const index = await newIndex();
    const sound = index.copy();
    const database = openDatabase(join(sound, "index.db"));
    const page = Number(
      database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'posting_1'").get()?.[0],
    );
    const pageBytes = Number(database.prepare("PRAGMA page_size").get()?.[0]);
    database.close();
    const before = await hitsIn(sound);
    expect(before).toEqual([expect.any(Array), expect.any(Map)]);
    await fc.assert(
      fc.asyncProperty(fc.nat(pageBytes - 1), fc.integer({ min: 1, max: 255 }), async (at, byte) => {
        const folder = index.copy();
        damageFile(folder, (page - 1) * pageBytes + at, byte);
        expect([before, "STORE_CORRUPT"]).toContainEqual(await hitsIn(folder));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["gone", "DELETE FROM posting_1"],
    ["under another term", "UPDATE posting_1 SET first_term = x'7a7a'"],
    ["of another segment", "UPDATE posting_1 SET segment = 2"],
    ["none", "UPDATE posting_1 SET block = x''"],
    ["a text", "UPDATE posting_1 SET block = 'none'"],
  ])("that are %s are damage", async (_, sql) => {
    const folder = (await newIndex()).copy();
    change(folder, sql);
    expect(await hitsIn(folder)).toBe("STORE_CORRUPT");
    expect(inspectSqliteStore(folder)).toMatchObject({ kind: "damaged" });
  });

  it("with a block more are damage to the doctor", async () => {
    const folder = (await newIndex()).copy();
    expect(inspectSqliteStore(folder)).toEqual({ kind: "sound" });
    change(folder, "INSERT INTO posting_1 SELECT 9, first_term, block FROM posting_1");
    expect(inspectSqliteStore(folder)).toMatchObject({ kind: "damaged" });
  });
});
