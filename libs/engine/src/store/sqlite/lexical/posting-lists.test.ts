import fc from "fast-check";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { EngineError } from "../../../errors.ts";
import { type Database, openDatabase } from "../../../sqlite/driver.ts";
import { Steps } from "../../../testing/steps.ts";
import { temporaryFolder } from "../../../testing/trees/tree.ts";
import { createPool } from "../schema.ts";
import { PostingReader } from "./posting-lists.ts";
import { readSegments } from "./segments.ts";

const TABLE = "lexical_1";
/**
 * One that begins like another, one before and one after all others, one that is not ASCII, and one in no
 * chunk.
 */
const TOKENS = ["common", "comm", "commoner", "rare", "_", "zz", "検索", "nowher"];

function emptyTable(): Database {
  const folder = temporaryFolder();
  const database = openDatabase(join(folder.path, "index.db"));
  onTestFinished(() => {
    database.close();
    folder[Symbol.dispose]();
  });
  createPool(database, 1, "here");
  database.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, lexical_1, instance)");
  return database;
}

/**
 * What the pages contain: row, weighted term frequency (body and path, plus half of symbols, times two),
 * occurrences in doc, and whether in body.
 */
function read(database: Database, token: string): number[][] {
  const { rows, weightedTermFrequency, inDoc, inBody } = new PostingReader(database, TABLE).read(
    readSegments(database, TABLE),
    token,
    { rowOf: (id) => id },
  );
  return [...rows]
    .map((row, at) => [row, weightedTermFrequency[at] ?? -1, inDoc[at] ?? -1, inBody[at] ?? -1])
    .sort(([left = 0], [right = 0]) => left - right);
}

/** The same according to FTS5, for rows that it finds: its vocabulary also lists deleted ones. */
function told(database: Database, token: string): number[][] {
  const sums =
    "2 * sum(col = 'body') + 2 * sum(col = 'path') + sum(col = 'symbols'), sum(col = 'doc'), max(col = " +
    "'body')";
  const found = `doc IN (SELECT rowid FROM ${TABLE} WHERE ${TABLE} MATCH ?)`;
  return database
    .prepare(`SELECT doc, ${sums} FROM temp.vocabulary WHERE term = ? AND ${found} GROUP BY doc ORDER BY doc`)
    .all(token, `"${token}"`)
    .map((row) => row.map(Number));
}

function expectAgreement(database: Database): void {
  for (const token of TOKENS) expect(read(database, token)).toEqual(told(database, token));
}

function insert(database: Database, row: number, fields: readonly string[]): void {
  database
    .prepare(`INSERT INTO ${TABLE}(rowid, body, symbols, path, doc) VALUES(?,?,?,?,?)`)
    .run(row, ...fields);
}

const fieldArbitrary = fc
  .array(fc.constantFrom(...TOKENS.slice(0, -1)), { maxLength: 6 })
  .map((words) => words.join(" "));
const transactionArbitrary = fc.record({
  removed: fc.array(fc.nat(40), { maxLength: 8 }),
  added: fc.array(
    fc.tuple(fc.nat(40), fc.tuple(fieldArbitrary, fieldArbitrary, fieldArbitrary, fieldArbitrary)),
    { maxLength: 12 },
  ),
});

it("says what FTS5 says, whatever was added and deleted in whichever transactions", () => {
  fc.assert(
    fc.property(fc.array(transactionArbitrary, { maxLength: 12 }), (transactions) => {
      const database = emptyTable();
      const present = new Set<number>();
      const remove = (row: number): void => {
        if (present.delete(row)) database.prepare(`DELETE FROM ${TABLE} WHERE rowid = ?`).run(row);
      };
      for (const { removed, added } of transactions) {
        database.exec("BEGIN");
        for (const at of removed) remove(at + 1);
        for (const [at, fields] of added) {
          // Row ids of deleted chunks may be reused.
          remove(at + 1);
          insert(database, at + 1, fields);
          present.add(at + 1);
        }
        database.exec("COMMIT");
      }
      // The vocabulary lists a row twice if it was deleted and added again.
      for (const token of TOKENS)
        expect(read(database, token).map(([row]) => row)).toEqual(told(database, token).map(([row]) => row));
    }),
    { numRuns: 40, seed: 7 },
  );
});

it("reads lists over many pages, of one segment and of several, while they are merged", () => {
  const database = emptyTable();
  const ROWS = 3_000;
  database.exec("BEGIN");
  for (let row = 1; row <= ROWS; row++) {
    // Rows far apart, and some whose occurrences alone fill more than a page.
    const many = row % 500 === 0 ? 9_000 : row % 7;
    insert(database, row * 300, [
      "common ".repeat(many),
      row % 3 === 0 ? "common" : "",
      row % 11 === 0 ? "rare" : `name${row}`,
      "common ".repeat(row % 2),
    ]);
    if (row % 250 === 0) database.exec("COMMIT; BEGIN");
  }
  database.exec("COMMIT");
  expect(readSegments(database, TABLE).length).toBeGreaterThan(1);
  expectAgreement(database);
  for (let step = 0; step < 6; step++) {
    database.exec(`INSERT INTO ${TABLE}(${TABLE}, rank) VALUES('merge', ${step % 2 === 0 ? 4 : -40})`);
    expectAgreement(database);
  }
  for (let row = 5; row <= ROWS; row += 5)
    database.prepare(`DELETE FROM ${TABLE} WHERE rowid = ?`).run(row * 300);
  expect(readSegments(database, TABLE).some(({ deleted }) => deleted.size > 0)).toBe(true);
  expectAgreement(database);
  database.exec(`INSERT INTO ${TABLE}(${TABLE}) VALUES('optimize')`);
  expect(readSegments(database, TABLE)).toHaveLength(1);
  expectAgreement(database);
});

it("knows of every row that was deleted, where those of a segment take several pages", () => {
  const database = emptyTable();
  const ROWS = 8_000;
  database.exec("BEGIN");
  for (let row = 1; row <= ROWS; row++) insert(database, row, ["common", "", "", ""]);
  database.exec("COMMIT");
  database.exec(`INSERT INTO ${TABLE}(${TABLE}) VALUES('optimize')`);
  // Too few for FTS5 to merge the segment.
  const DELETED = 700;
  database.exec("BEGIN");
  for (let row = 1; row <= DELETED; row++)
    database.prepare(`DELETE FROM ${TABLE} WHERE rowid = ?`).run(row * 3);
  database.exec("COMMIT");
  expect(readSegments(database, TABLE).map(({ deleted }) => deleted.size)).toEqual([DELETED]);
  expect(read(database, "common").map(([row]) => row)).toEqual(told(database, "common").map(([row]) => row));
});

it("finds nothing in an empty table", () => {
  const database = emptyTable();
  expect(TOKENS.flatMap((token) => read(database, token))).toEqual([]);
});

it("calls pages damaged that hold something else, or nothing", () => {
  const database = emptyTable();
  database.exec("BEGIN");
  for (let row = 1; row <= 3_000; row++) insert(database, row, [`common word${row}`, "", "", ""]);
  database.exec("COMMIT");
  database.exec(`INSERT INTO ${TABLE}(${TABLE}) VALUES('optimize')`);
  const pages = database.prepare(`SELECT id, block FROM ${TABLE}_data WHERE id > 10`).all();
  for (const [seed, damage] of [
    (at: number): number => (at * 2_654_435_761) >>> 13,
    (): number => 0,
    (): number => 255,
  ].entries()) {
    database.exec("BEGIN");
    for (const [id, block] of pages) {
      const bytes = Uint8Array.from({ length: (block as Uint8Array).length - seed }, (_, at) =>
        damage(at + 1),
      );
      database.prepare(`UPDATE ${TABLE}_data SET block = ? WHERE id = ?`).run(bytes, id as number);
    }
    database.exec("COMMIT");
    expect(() => read(database, "common")).toThrow(EngineError);
  }
  database.exec(`DELETE FROM ${TABLE}_data WHERE id > 10`);
  expect(() => read(database, "common")).toThrow(EngineError);
});

it("looks at the deadline while it reads a long list", () => {
  const database = emptyTable();
  database.exec("BEGIN");
  for (let row = 1; row <= 1_500; row++) insert(database, row, ["rare common common", "", "", ""]);
  database.exec("COMMIT");
  const steps = new Steps();
  const reader = new PostingReader(database, TABLE);
  expect(
    reader.read(readSegments(database, TABLE), "common", { rowOf: (id) => id, check: steps.check }).rows,
  ).toHaveLength(1_500);
  expect(steps.count).toBeGreaterThan(0);
});
