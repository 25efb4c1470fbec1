/** Data for call graphs, read from the tables of one pool. */
import type { SqlValue } from "../../../sqlite/raw-driver.ts";
import { type CallFacts, type NameUse, decodeCallFacts } from "@satori/sidecar";
import { NameUseTable } from "../../../model/name-uses.ts";
import type { Database } from "../../../sqlite/driver.ts";
import type { StoredCallFacts } from "../../store.ts";
import { readContent } from "../checked-blobs.ts";
import { blobCheck } from "../checks/row-checks.ts";
import { damaged, decoded } from "../corruption-error.ts";
import { RecentCache } from "./recent-cache.ts";
import { blob } from "../rows.ts";
import type { SymbolNames } from "./symbol-names.ts";

/** The files of one pool. */
interface FileIds {
  readonly pool: number;
  /** By position in `Snapshot.files`. */
  readonly fileIds: readonly number[];
}

/** The tables of a snapshot that call facts are read from. */
interface TablesOfCalls extends FileIds {
  readonly fileById: ReadonlyMap<number, number>;
  readonly calls: CallTables;
  readonly names: SymbolNames;
}

/** Most bytes of decoded call facts in the cache, by a rough estimate. */
const MAX_FLOW_BYTES = 46_000_000;
/** Most names whose defining files are cached; more than a large codebase has. */
const MAX_NAMES = 200_000;
/**
 * Memory of an object of each kind in bytes, including its names; within 6 % of the measured use of eight
 * projects in six languages. Scopes, entries and sites include their tables once every call of the file has
 * been resolved.
 */
const BYTES = {
  file: 1_000,
  number: 4,
  string: 48,
  scope: 450,
  entry: 120,
  site: 142,
  numbers: 200,
} as const;

/** A file's call facts; null inside if it has none. */
interface KeptFlow {
  readonly flow: CallFacts | null;
}

/** Cached data of all files between questions. Ids are never reused, so an entry cannot become stale. */
export class CallTables {
  readonly flows = new RecentCache<KeptFlow>(MAX_FLOW_BYTES, ({ flow }) =>
    flow ? bytesOf(flow) : BYTES.file,
  );
  /** Encoded name uses, by database id of the file. */
  private nameUses: ReadonlyMap<number, Uint8Array | null> = new Map();
  private index: CallIndex | null = null;
  private definers: {
    readonly fileIds: readonly number[];
    readonly byName: Map<string, readonly number[]>;
  } | null = null;

  /** Data over all files of one state; cached until another state is used. */
  indexOf(database: Database, { pool, fileIds }: FileIds): CallIndex {
    if (this.index?.fileIds !== fileIds) {
      const uses = this.loadUses(database, pool, fileIds);
      this.index = {
        fileIds,
        uses: decoded(`file_${pool}, name_uses`, () => new NameUseTable(uses)),
        filesWithoutFlow: [...uses.keys()].filter((file) => uses[file] === null),
      };
    }
    return this.index;
  }

  /** Files that define each name looked up so far; cached like `indexOf`. */
  definersOf({ fileIds }: FileIds): Map<string, readonly number[]> {
    if (this.definers?.fileIds !== fileIds) this.definers = { fileIds, byName: new Map() };
    return this.definers.byName;
  }

  private loadUses(database: Database, pool: number, fileIds: readonly number[]): (Uint8Array | null)[] {
    const missing = fileIds.filter((id) => !this.nameUses.has(id));
    const table = `file_${pool}`;
    const select = `SELECT id, CAST(uses_check AS INTEGER), CAST(name_uses AS BLOB) FROM ${table}`;
    const rows =
      missing.length < fileIds.length / 4
        ? missing.flatMap((id) => database.prepare(`${select} WHERE id = ?`).all(id))
        : database.prepare(select).all();
    const read = new Map(
      rows.map(([id, check, value]) => [
        Number(id),
        checkedUses({ id: Number(id), check: Number(check), table }, value),
      ]),
    );
    const uses = fileIds.map((id) => {
      const own = read.get(id) ?? this.nameUses.get(id);
      if (own === undefined && !read.has(id) && !this.nameUses.has(id))
        throw damaged(`${table}, id ${id}: no row`);
      return own ?? null;
    });
    this.nameUses = new Map(fileIds.map((id, file) => [id, uses[file] ?? null]));
    return uses;
  }
}

interface UsesRow {
  readonly id: number;
  readonly check: number;
  readonly table: string;
}

/** Name uses of a file; null if it has none. Throws `STORE_CORRUPT`. */
function checkedUses({ id, check, table }: UsesRow, value: SqlValue | undefined): Uint8Array | null {
  const bytes = value instanceof Uint8Array ? blob(value) : null;
  if (blobCheck(id, bytes) !== check)
    throw damaged(`${table}, id ${id}, name_uses: the bytes do not fit their check`);
  return bytes;
}

function bytesOf({ code, strings, scopes, sites, reads, writes, exports }: CallFacts): number {
  let entries = exports.length;
  for (const { params, bindings, stores } of scopes)
    entries += params.length + bindings.length + stores.length;
  const accesses = [reads, writes].filter(({ length }) => length > 0).length;
  return (
    BYTES.file +
    BYTES.numbers * accesses +
    BYTES.number * (code.length + reads.length + writes.length) +
    BYTES.string * strings.length +
    BYTES.scope * scopes.length +
    BYTES.entry * entries +
    BYTES.site * sites.length
  );
}

interface CallIndex {
  readonly fileIds: readonly number[];
  readonly uses: NameUseTable;
  readonly filesWithoutFlow: readonly number[];
}

export class SqliteCallFacts implements StoredCallFacts {
  /** @param connection returns a connection in its transaction; throws once that has ended */
  constructor(
    private readonly connection: () => Database,
    private readonly tables: TablesOfCalls,
    readonly text: (file: number) => string,
  ) {}

  flow(file: number): CallFacts | null {
    const id = this.tables.fileIds[file] as number;
    return this.tables.calls.flows.get(id, () => {
      const [bytes] = readContent(this.connection(), this.tables.pool, id, ["flow"]);
      return {
        flow:
          bytes === undefined || bytes.length === 0
            ? null
            : decoded(`content_${this.tables.pool} of file ${id}, flow`, () => decodeCallFacts(bytes)),
      };
    }).flow;
  }

  filesWithoutFlow(): readonly number[] {
    return this.tables.calls.indexOf(this.connection(), this.tables).filesWithoutFlow;
  }

  filesDefining(name: string): readonly number[] {
    // Cached, because one question looks up some names thousands of times.
    const known = this.tables.calls.definersOf(this.tables);
    const connection = this.connection();
    let files = known.get(name);
    if (!files) {
      if (known.size >= MAX_NAMES) known.clear();
      const found = this.tables.names
        .filesDefining(connection, name)
        .map((id) => this.tables.fileById.get(id) ?? -1);
      known.set(name, (files = found.filter((file) => file >= 0).sort((left, right) => left - right)));
    }
    return files;
  }

  filesUsing(use: NameUse, name: string): readonly number[] {
    return this.tables.calls.indexOf(this.connection(), this.tables).uses.filesUsing(use, name);
  }
}
