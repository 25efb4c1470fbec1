/** The posting table, written and read, against a plain map of what it has to hold. */
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { type FileWords, termOf } from "../../../model/file-words.ts";
import { EngineError } from "../../../errors.ts";
import { type Database, openDatabase } from "../../../sqlite/driver.ts";
import { countWords } from "../../../testing/count-words.ts";
import { Steps } from "../../../testing/steps.ts";
import { NO_ROW } from "./chunk-rows.ts";
import { createPool } from "../schema.ts";
import { Block, BLOCK_BYTES, BlockWriter } from "./posting-blocks.ts";
import { PostingReader } from "./posting-reader.ts";
import { PostingWriter } from "./posting-writer.ts";
import { NO_SEGMENTS, type SegmentList } from "./segments.ts";
import { ByteWriter } from "../../../model/varints.ts";

/**
 * Tokens that begin like another, that come before and after all others, that are not ASCII, and that UTF-16
 * sorts in another order than UTF-8. The last one is in no chunk.
 */
const TOKENS = ["common", "comm", "commoner", "rare", "_", "zz", "検索", "ﬀ", "\u{1d4d0}", "nowher"];

type Chunk = readonly (readonly string[])[];

/** A posting table with the files in it, as ids of chunks and their tokens by field. */
class Table {
  readonly database: Database = openDatabase(":memory:");
  list: SegmentList = NO_SEGMENTS;
  private readonly writer: PostingWriter;
  private readonly files = new Map<
    string,
    { readonly first: number; readonly words: FileWords; readonly chunks: readonly Chunk[] }
  >();
  private nextChunk = 1;

  constructor() {
    onTestFinished(() => this.database.close());
    createPool(this.database, 1, "here");
    this.writer = new PostingWriter(this.database, 1);
  }

  /** Replaces files, and removes those without chunks. */
  write(batch: Readonly<Record<string, readonly Chunk[]>>, gap = 0): void {
    this.writer.begin();
    this.nextChunk += gap;
    for (const [name, chunks] of Object.entries(batch)) {
      const before = this.files.get(name);
      if (before) this.writer.remove(before.first, before.words.lengths);
      this.files.delete(name);
      if (chunks.length === 0) continue;
      const words = countWords(chunks);
      this.writer.add(words, this.nextChunk);
      this.files.set(name, { first: this.nextChunk, words, chunks });
      this.nextChunk += chunks.length;
    }
    this.list = this.writer.write(this.list, () => (id) => this.living().has(id));
  }

  /** Chunks by id. */
  living(): Map<number, Chunk> {
    return new Map(
      [...this.files.values()].flatMap(({ first, chunks }) =>
        chunks.map((chunk, at) => [first + at, chunk] as const),
      ),
    );
  }

  /** Each chunk of a token: its row, weighted frequency, occurrences in doc, and whether in body. */
  read(token: string): number[][] {
    const rowById = new Map([...this.living().keys()].map((id, row) => [id, row]));
    const { rows, weightedTermFrequency, inDoc, inBody } = new PostingReader(this.database, 1).read(
      this.list.segments,
      token,
      { rowOf: (id) => rowById.get(id) ?? NO_ROW },
    );
    return [...rows]
      .map((row, at) => [row, weightedTermFrequency[at] ?? -1, inDoc[at] ?? -1, inBody[at] ?? -1])
      .sort(([left = 0], [right = 0]) => left - right);
  }

  expected(token: string): number[][] {
    return [...this.living().values()].flatMap((fields, row) => {
      const counts = fields.map((tokens) => tokens.filter((other) => other === token).length);
      const [body = 0, symbols = 0, path = 0, doc = 0] = counts;
      const isIn = counts.some((count) => count > 0);
      return isIn ? [[row, 2 * body + symbols + 2 * path, doc, Number(body > 0)]] : [];
    });
  }

  expectAgreement(tokens: readonly string[] = TOKENS): void {
    for (const token of tokens) expect(this.read(token), token).toEqual(this.expected(token));
  }
}

const fieldArbitrary = fc.array(fc.constantFrom(...TOKENS.slice(0, -1)), { maxLength: 6 });
const chunkArbitrary = fc.tuple(fieldArbitrary, fieldArbitrary, fieldArbitrary, fieldArbitrary);
const batchArbitrary = fc.record({
  files: fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e"), fc.array(chunkArbitrary, { maxLength: 3 }), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  gap: fc.constantFrom(0, 0, 0, 1, 100, 2 ** 33),
});

it("holds what is in the files, whatever was added and removed in whichever batches", () => {
  fc.assert(
    fc.property(fc.array(batchArbitrary, { maxLength: 14 }), (batches) => {
      const table = new Table();
      for (const { files, gap } of batches) table.write(files, gap);
      table.expectAgreement();
      const dead = table.list.segments.reduce((sum, { deadTokens }) => sum + deadTokens, 0);
      const tokens = table.list.segments.reduce((sum, segment) => sum + segment.tokens, 0);
      const living = [...table.living().values()].flat(2).length;
      expect(tokens - dead).toBe(living);
    }),
    { numRuns: 150, seed: 7 },
  );
});

it("reads lists and terms over many blocks, of one segment and of several, before and after merges", () => {
  const table = new Table();
  const names = (from: number): string[] => Array.from({ length: 3_000 }, (_, at) => `name${from + at}x`);
  for (let batch = 0; batch < 12; batch++) {
    table.write({
      [`f${batch}`]: [
        [names(batch * 700), [], ["src"], []],
        ...Array.from({ length: 300 }, (_, at): Chunk => [
          ["common", ...(at % 9 === 0 ? ["rare"] : [])],
          [],
          ["src"],
          [],
        ]),
      ],
    });
    table.expectAgreement([
      "common",
      "rare",
      "src",
      "name1x",
      "name2999x",
      "name5000x",
      "name99999x",
      "",
      "zz",
    ]);
  }
  expect(table.list.segments.some(({ blocks }) => blocks > 5)).toBe(true);
  expect(table.list.segments.length).toBeGreaterThan(1);
  expect(table.list.segments.length).toBeLessThanOrEqual(12);
  // Removing two thirds rewrites their segments without them.
  const before = table.list.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  table.write(Object.fromEntries(Array.from({ length: 8 }, (_, batch) => [`f${batch}`, []])));
  table.expectAgreement(["common", "rare", "src", "name1x", "name8999x", "name10000x"]);
  expect(table.list.segments.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(before / 2);
  const rows = Number(table.database.prepare("SELECT count(*) FROM posting_1").get()?.[0]);
  expect(rows).toBe(table.list.segments.reduce((sum, { blocks }) => sum + blocks, 0));
  table.write(Object.fromEntries(Array.from({ length: 12 }, (_, batch) => [`f${batch}`, []])));
  expect(table.list.segments).toEqual([]);
  table.expectAgreement(["common", "name1x"]);
});

it("looks at the deadline while it reads a long list", () => {
  const table = new Table();
  table.write({ a: Array.from({ length: 9_000 }, (): Chunk => [["common"], [], [], []]) });
  const steps = new Steps();
  const list = new PostingReader(table.database, 1).read(table.list.segments, "common", {
    rowOf: (id) => id,
    check: steps.check,
  });
  expect(list.rows).toHaveLength(9_000);
  expect(steps.count).toBeGreaterThan(1);
});

it("every lost or swapped block is damage to each token in its range, present or not", () => {
  const table = new Table();
  const tokens = Array.from({ length: 9_000 }, (_, at) => `name${at}x`);
  table.write({ a: [[tokens, [], [], []]] });
  table.write({ b: [[tokens, [], [], []]] });
  const keys = table.database.prepare("SELECT first_term FROM posting_1 WHERE segment = 1 ORDER BY 1").all();
  expect(keys.length).toBeGreaterThan(4);
  const wanted = ["", "name0x", "name1234x", "name50000x", "name8999x", "zz"];
  const expected = wanted.map((token) => table.read(token));
  expect(expected.map(({ length }) => length)).toEqual([0, 2, 2, 0, 2, 0]);
  const codes = new Set<unknown>();
  for (const sql of [
    "DELETE FROM posting_1 WHERE segment = 1 AND first_term = ?",
    "UPDATE posting_1 SET first_term = CAST(first_term || x'ff' AS BLOB) WHERE segment = 1 AND first_term = ?",
    "UPDATE posting_1 SET block = (SELECT block FROM posting_1 WHERE segment = 2 AND first_term > x'00') " +
      "WHERE segment = 1 AND first_term = ?",
  ])
    for (const [key] of keys) {
      table.database.exec("BEGIN");
      table.database.prepare(sql).run(key as Uint8Array);
      for (const [at, token] of wanted.entries()) {
        try {
          expect(table.read(token)).toEqual(expected[at]);
        } catch (error) {
          codes.add(error instanceof EngineError ? error.code : error);
        }
      }
      table.database.exec("ROLLBACK");
    }
  expect([...codes]).toEqual(["STORE_CORRUPT"]);
});

it("a block gives back its terms, and knows which terms belong into it", () => {
  const blocks: { key: string; block: Uint8Array }[] = [];
  const place = { pool: 3, segment: 200 };
  const writer = new BlockWriter(place, (key, block) => blocks.push({ key, block }));
  const list = new ByteWriter();
  list.append(new Uint8Array(BLOCK_BYTES / 4), 0, BLOCK_BYTES / 4);
  const terms = Array.from({ length: 12 }, (_, at) => termOf(`t${"é".repeat(at)}`)).sort();
  for (const term of terms) writer.add(term, list);
  writer.end();
  expect(blocks.length).toBeGreaterThan(1);
  const read = blocks.map(({ block }) => new Block(block, place));
  expect(read.flatMap((block) => [...block.entries()].map(({ term }) => term))).toEqual(terms);
  expect(read.map(({ position }) => position)).toEqual(blocks.map((_, at) => at));
  expect(read.map(({ next }) => next)).toEqual([...blocks.slice(1).map(({ key }) => key), null]);
  const bytesOf = (term: string): Uint8Array => Buffer.from(term, "latin1");
  for (const [at, block] of read.entries()) {
    for (const { term, start, end } of block.entries())
      expect(block.find(bytesOf(term))).toEqual({ start, end });
    if (at > 0) expect(() => block.find(bytesOf("a"))).toThrow(RangeError);
    if (block.next !== null) expect(() => block.find(bytesOf(block.next ?? ""))).toThrow(RangeError);
  }
  expect(read[0]?.find(bytesOf("a"))).toBeNull();
  expect(read.at(-1)?.find(bytesOf("zz"))).toBeNull();
  for (const other of [
    { pool: 3, segment: 201 },
    { pool: 4, segment: 200 },
  ])
    expect(() => new Block(blocks[0]?.block ?? new Uint8Array(), other)).toThrow(RangeError);
});
