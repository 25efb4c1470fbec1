/** Data for call graphs, read from the tables of one pool. */
import type { SqlValue } from "../../../sqlite/raw-driver.ts";
import { type CallFacts, type NameUse, decodeCallFacts } from "@satori/sidecar";
import { NameUseTable } from "../../../model/name-uses.ts";
import type { Database } from "../../../sqlite/driver.ts";
import type { StoredCallFacts } from "../../store.ts";
import { readContent } from "../checked-blobs.ts";
import { blobCheck } from "../checks/row-checks.ts";
import { damaged, decoded } from "../corruption-error.ts";
import type { PoolMemory } from "./file-memory.ts";
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

/** Most names whose defining files are cached; more than a large codebase has. */
const MAX_NAMES = 200_000;
/** Data of a view's files that is cached between questions. */
export class CallTables {
  private index: CallIndex | null = null;
  private definers: {
    readonly fileIds: readonly number[];
    readonly byName: Map<string, readonly number[]>;
  } | null = null;

  /** @param memory where call facts and name uses of all views are */
  constructor(readonly memory: Pick<PoolMemory, "flows" | "nameUses">) {}

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
    const { nameUses } = this.memory;
    const missing = fileIds.filter((id) => !nameUses.has(id));
    const table = `file_${pool}`;
    const select = `SELECT id, CAST(uses_check AS INTEGER), CAST(name_uses AS BLOB) FROM ${table}`;
    const rows =
      missing.length < fileIds.length / 4
        ? missing.flatMap((id) => database.prepare(`${select} WHERE id = ?`).all(id))
        : database.prepare(select).all();
    for (const [id, check, value] of rows)
      nameUses.set(Number(id), checkedUses({ id: Number(id), check: Number(check), table }, value));
    return fileIds.map((id) => {
      const uses = nameUses.get(id);
      if (uses === undefined) throw damaged(`${table}, id ${id}: no row`);
      return uses;
    });
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
    return this.tables.calls.memory.flows.get(id, () => {
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
