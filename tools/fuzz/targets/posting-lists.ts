import type { SqlValue } from "../../../libs/engine/src/sqlite/raw-driver.ts";
import {
  PostingReader,
  type PostingList,
} from "../../../libs/engine/src/store/sqlite/lexical/posting-lists.ts";
import {
  pageId,
  readSegments,
  type Segment,
} from "../../../libs/engine/src/store/sqlite/lexical/segments.ts";
import { encodeNumbers } from "../../../libs/engine/src/store/sqlite/lexical/varints.ts";
import { isCorruption } from "../../../libs/engine/src/errors.ts";
import type { Database } from "../../../libs/engine/src/sqlite/driver.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const SEGMENT = 1;
const TOKENS = ["", "a", "ab", "abc", "foo", "é"];

export default fuzzTarget({
  checks:
    "pages and segments of FTS5: damage is STORE_CORRUPT, else columns of equal length; lists come " +
    "back as they were written",
  seeds: () => [
    page("abc", [3, 2, 2]),
    page("foo", [1, 6, 1, 3, 2, 4, 4, 2, 3]),
    Buffer.concat([Buffer.from([0, 0]), structure()]),
  ],
  run(input) {
    const reader = new InputReader(input);
    const mode = reader.byte() % 4;
    if (mode === 0) return readStructure(reader);
    if (mode === 1) return writtenList(reader);
    return readPages(reader);
  },
});

/**
 * Pages of tombstones in the fake index. A real index has no more than its file contains, whatever the
 * structure record claims.
 */
const TOMBSTONE_PAGES = 4;

function readStructure(reader: InputReader): void {
  const tombstoneBytes = reader.byte();
  const rest = reader.rest();
  const pageAt = (page: number): Uint8Array | undefined =>
    page < TOMBSTONE_PAGES ? rest.subarray(0, tombstoneBytes) : undefined;
  unlessDamaged(() => {
    const segments = readSegments(
      database((_, values) => (values.length === 1 ? rest : pageAt(Number(values[1])))),
      "lexical",
    );
    for (const { firstPage } of segments) if (firstPage <= 0) throw new Error("A segment without pages");
  });
}

function readPages(reader: InputReader): void {
  const token = reader.choice(TOKENS);
  const firstBytes = reader.byte();
  const deleted = new Set([reader.byte()]);
  const rest = reader.rest();
  const pages = [rest.subarray(0, 2 * firstBytes), rest.subarray(2 * firstBytes)];
  unlessDamaged(() => check(readList(pages, token, { id: SEGMENT, firstPage: 1, lastPage: 2, deleted })));
}

/** Writes any posting list as FTS5 does: a page with one term, and chunks with positions in columns. */
function writtenList(reader: InputReader): void {
  const expected: { row: number; doubled: number; inDoc: number; inBody: number }[] = [];
  const content: number[] = [];
  let row = 0;
  for (let count = reader.byte() % 8; count > 0; count--) {
    const step = 1 + reader.byte();
    row += step;
    const inBody = reader.byte() % 4;
    const inDoc = reader.byte() % 4;
    if (inBody + inDoc === 0) continue;
    const places = [
      ...Array.from({ length: inBody }, () => [2 + (reader.byte() % 200)]),
      ...(inDoc > 0 ? [[1, 3], ...Array.from({ length: inDoc }, () => [2 + reader.byte()])] : []),
    ].flat();
    const bytes = encodeNumbers(places);
    content.push(...encodeNumbers([row - (expected.at(-1)?.row ?? 0), 2 * bytes.length]), ...bytes);
    expected.push({ row, doubled: 2 * inBody, inDoc, inBody: inBody > 0 ? 1 : 0 });
  }
  if (expected.length === 0) return;
  const list = readList([rawPage("abc", content)], "abc", {
    id: SEGMENT,
    firstPage: 1,
    lastPage: 1,
    deleted: new Set(),
  });
  check(list);
  const read = [...list.rows].map((row, at) => ({
    row,
    doubled: list.weightedTermFrequency[at],
    inDoc: list.inDoc[at],
    inBody: list.inBody[at],
  }));
  // Frequencies are not compared: a position in the body counts for two halves, whatever its weight.
  const told = (
    all: readonly { row: number; inDoc: number | undefined; inBody: number | undefined }[],
  ): string => JSON.stringify(all.map(({ row, inDoc, inBody }) => [row, inDoc, inBody]));
  if (told(read) !== told(expected)) throw new Error(`Written ${told(expected)}, read ${told(read)}`);
}

function readList(
  pages: readonly Uint8Array[],
  token: string,
  segment: Segment,
): PostingList & { readonly asked: number } {
  let asked = 0;
  const reader = new PostingReader(
    database((sql, values) => (sql.includes("_idx") ? 1 : pages[Number(values[0]) - pageId(SEGMENT, 1)])),
    "lexical",
  );
  const list = reader.read([segment], token, {
    rowOf: (id) => {
      asked++;
      return id;
    },
  });
  return { ...list, asked };
}

function check({
  rows,
  weightedTermFrequency,
  inDoc,
  inBody,
  asked,
}: PostingList & { readonly asked: number }): void {
  const lengths = [rows, weightedTermFrequency, inDoc, inBody].map(({ length }) => length);
  if (lengths.some((length) => length !== asked))
    throw new Error(`Of ${asked} chunks there are columns of ${lengths.join(", ")}`);
}

function unlessDamaged(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!isCorruption(error)) throw error;
  }
}

function database(valueOf: (sql: string, values: readonly SqlValue[]) => SqlValue | undefined): Database {
  const prepare = (sql: string) => ({
    run: () => undefined,
    all: () => [],
    get: (...values: SqlValue[]) => [valueOf(sql, values) ?? null],
  });
  return { prepare, exec: () => undefined, close: () => undefined };
}

/** An input of mode 2: the token's number, the length of the first page, a deleted row, pages. */
function page(token: string, content: readonly number[]): Uint8Array {
  const bytes = rawPage(token, content);
  return Buffer.concat([Buffer.of(2, TOKENS.indexOf(token), Math.ceil(bytes.length / 2), 0), bytes]);
}

function rawPage(token: string, content: readonly number[]): Uint8Array {
  const term = Buffer.from(`0${token}`);
  const end = 4 + 1 + term.length + content.length;
  return Buffer.from([0, 0, end >> 8, end & 255, term.length, ...term, ...content, 4]);
}

function structure(): Uint8Array {
  return Buffer.concat([
    Buffer.alloc(4),
    Buffer.from("ff000001", "hex"),
    encodeNumbers([1, 1, 0, 0, 1, 5, 1, 2, 0, 0, 1, 0, 9]),
  ]);
}
