/**
 * Maps the bytes of an SQLite file to tables and parts of pages: the effect of a flipped bit depends on both.
 *
 * @see https://www.sqlite.org/fileformat2.html
 */
import type { Database } from "../../libs/engine/src/sqlite/driver.ts";

export type PartOfPage =
  | "file header"
  | "page header"
  | "cell pointers"
  | "inner cells"
  | "rows"
  | "overflow"
  | "unused"
  | "pointer map"
  | "free page";

/** A range of bytes, end exclusive. */
export interface Region {
  /** Name of the table, without the generation number; for an index, that of its table. */
  readonly table: string;
  readonly part: PartOfPage;
  readonly from: number;
  readonly to: number;
}

const FILE_HEADER_BYTES = 100;
const INNER_PAGES: ReadonlySet<number> = new Set([2, 5]);
const LEAF_PAGES: ReadonlySet<number> = new Set([10, 13]);
const TABLE_LEAF = 13;
const TABLE_INNER = 5;
const POINTER_MAP_ENTRY_BYTES = 5;

/**
 * Regions of a file that nothing is writing, in the order of their tables.
 *
 * @param database the same file, opened
 */
export function regionsOf(bytes: Buffer, database: Database): readonly Region[] {
  const declared = bytes.readUInt16BE(16);
  const pages = new Pages(bytes, declared === 1 ? 65_536 : declared);
  pages.add({ table: "sqlite_master", part: "file header", from: 0, to: FILE_HEADER_BYTES });
  pages.walk("sqlite_master", 1);
  const trees = database
    .prepare("SELECT name, tbl_name, rootpage FROM sqlite_master WHERE rootpage > 0 ORDER BY rootpage")
    .all();
  for (const [name, table, root] of trees) pages.walk(tableName(String(name), String(table)), Number(root));
  pages.addRest();
  return pages.regions;
}

function tableName(name: string, table: string): string {
  const plain = table.replace(/_\d+/, "");
  return name === table ? plain : `index of ${plain}`;
}

class Pages {
  readonly regions: Region[] = [];
  private readonly seen = new Set<number>();

  constructor(
    private readonly bytes: Buffer,
    private readonly pageBytes: number,
  ) {}

  add(region: Region): void {
    if (region.to > region.from) this.regions.push(region);
  }

  /** Adds the pages of a tree, from its root down. */
  walk(table: string, page: number): void {
    this.seen.add(page);
    const { bytes } = this;
    const base = (page - 1) * this.pageBytes;
    const header = base + (page === 1 ? FILE_HEADER_BYTES : 0);
    const type = bytes[header] ?? 0;
    const isInner = INNER_PAGES.has(type);
    if (!isInner && !LEAF_PAGES.has(type)) throw new Error(`Page ${page} of ${table} is no page of a tree`);
    const pointers = header + (isInner ? 12 : 8);
    const cells = bytes.readUInt16BE(header + 3);
    const pointersEnd = pointers + cells * 2;
    const content = base + (bytes.readUInt16BE(header + 5) || 65_536);
    this.add({ table, part: "page header", from: header, to: pointers });
    this.add({ table, part: "cell pointers", from: pointers, to: pointersEnd });
    this.add({ table, part: "unused", from: pointersEnd, to: content });
    this.add({ table, part: isInner ? "inner cells" : "rows", from: content, to: base + this.pageBytes });
    for (let cell = 0; cell < cells; cell++) {
      const at = base + bytes.readUInt16BE(pointers + cell * 2);
      if (isInner) this.walk(table, bytes.readUInt32BE(at));
      if (type !== TABLE_INNER) this.walkOverflow(table, type, isInner ? at + 4 : at);
    }
    if (isInner) this.walk(table, bytes.readUInt32BE(header + 8));
  }

  /** Adds all pages that no tree reaches. */
  addRest(): void {
    const between = Math.floor(this.pageBytes / POINTER_MAP_ENTRY_BYTES) + 1;
    for (let page = 1; page <= this.bytes.length / this.pageBytes; page++) {
      if (this.seen.has(page)) continue;
      const part = (page - 2) % between === 0 ? "pointer map" : "free page";
      this.add({ table: "space", part, from: (page - 1) * this.pageBytes, to: page * this.pageBytes });
    }
  }

  /** @param at position where the cell's payload size is stored */
  private walkOverflow(table: string, type: number, at: number): void {
    const [size, sizeEnd] = this.varint(at);
    const next = type === TABLE_LEAF ? this.varint(sizeEnd)[1] : sizeEnd;
    const usable = this.pageBytes;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const most = type === TABLE_LEAF ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    if (size <= most) return;
    const wanted = least + ((size - least) % (usable - 4));
    let page = this.bytes.readUInt32BE(next + (wanted <= most ? wanted : least));
    while (page !== 0) {
      this.seen.add(page);
      const base = (page - 1) * this.pageBytes;
      this.add({ table, part: "overflow", from: base, to: base + this.pageBytes });
      page = this.bytes.readUInt32BE(base);
    }
  }

  private varint(at: number): [value: number, end: number] {
    let value = 0;
    for (let length = 1; length <= 8; length++) {
      const byte = this.bytes[at + length - 1] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return [value, at + length];
    }
    return [value * 256 + (this.bytes[at + 8] ?? 0), at + 9];
  }
}
