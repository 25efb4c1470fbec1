import { seal } from "@satori/sidecar";
import { PostingCursor, writePosting } from "../../../libs/engine/src/model/postings.ts";
import { ByteWriter } from "../../../libs/engine/src/model/varints.ts";
import { Block, BlockWriter } from "../../../libs/engine/src/store/sqlite/lexical/posting-blocks.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const PLACE = { pool: 1, segment: 1 };
const TOKENS = ["", "a", "ab", "abc", "foo", "\u00c3\u00a9"];

export default fuzzTarget({
  checks:
    "blocks of posting lists: any bytes with a fitting checksum are read to their end or refused; terms and " +
    "postings come back as they were written",
  seeds: () => [
    Buffer.from([0, 1, 1, 0, 0, 0, 1, 97, 2, 1, 5, 1, 1, 98, 1, 9]),
    Buffer.from([0, 1, 1, 1, 2, 98, 0, 1, 97, 3, 0, 0xf1, 3]),
    Buffer.from([1, 3, 1, 2, 0, 1, 200, 3, 1, 1, 40]),
  ],
  run(input) {
    const reader = new InputReader(input);
    if (reader.byte() % 2 === 0) readBlock(reader.rest());
    else readWritten(reader);
  },
});

/** Bytes that somebody sealed: those of an index from another machine. */
function readBlock(bytes: Uint8Array): void {
  unlessRefused(() => {
    const block = new Block(seal(bytes), PLACE);
    for (const token of TOKENS)
      unlessRefused(() => {
        const found = block.find(Buffer.from(token, "latin1"));
        if (found) readList(block.bytes, found.start, found.end);
      });
    for (const { start, end } of block.entries()) readList(block.bytes, start, end);
  });
}

function readList(bytes: Uint8Array, start: number, end: number): number {
  if (end > bytes.length) throw new Error(`A list of up to ${end} of ${bytes.length} bytes`);
  let count = 0;
  unlessRefused(() => {
    for (const cursor = new PostingCursor(bytes, start, end, 1); cursor.next();) count++;
  });
  if (count > end - start) throw new Error(`${count} postings in ${end - start} bytes`);
  return count;
}

/** Writes any terms with any postings, and reads them. */
function readWritten(reader: InputReader): void {
  const terms = [...new Set(Array.from({ length: reader.byte() % 6 }, () => reader.choice(TOKENS)))].sort();
  const written: string[] = [];
  const read: string[] = [];
  const writer = new BlockWriter(PLACE, (_, bytes) => {
    const block = new Block(bytes, PLACE);
    for (const { term, start, end } of block.entries()) {
      for (const cursor = new PostingCursor(block.bytes, start, end, 1); cursor.next();)
        read.push([term, cursor.id, cursor.body, cursor.symbols, cursor.path, cursor.doc].join(" "));
      const found = block.find(Buffer.from(term, "latin1"));
      if (found?.start !== start || found.end !== end)
        throw new Error(`${JSON.stringify(term)} is not found`);
    }
  });
  for (const term of terms) {
    const list = new ByteWriter();
    let id = 0;
    for (let count = reader.byte() % 5; count > 0; count--) {
      const gap = 1 + reader.byte() * (reader.byte() + 1);
      const counts = [reader.byte(), reader.byte() % 3, reader.byte() % 9, reader.byte() % 3] as const;
      id += gap;
      writePosting(list, gap, ...counts);
      written.push([term, id, ...counts].join(" "));
    }
    writer.add(term, list);
  }
  writer.end();
  if (read.join() !== written.join()) throw new Error(`Written ${written.join()}, read ${read.join()}`);
}

function unlessRefused(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
