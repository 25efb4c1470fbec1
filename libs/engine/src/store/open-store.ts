/** The stores by name. To add one, add a folder and a line here. */
import type { Clock } from "../ports.ts";
import type { EngineConfig } from "../config.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { MilvusConnection } from "./milvus/connection/connection.ts";
import { likeliestTargets } from "./milvus/search/joint-search.ts";
import { MilvusStore } from "./milvus/milvus-store.ts";
import { recordedLocations, serversOf } from "./milvus/recorded-locations.ts";
import { type MilvusStoreOptions, openMilvusStore } from "./milvus/open-milvus-store.ts";
import { dropOurs } from "./milvus/our-collections.ts";
import { copySqliteStore, moveSqliteStore, requireOwnTables } from "./sqlite/foreign-file.ts";
import {
  DATABASE_FILE,
  inspectSqliteStore,
  openSqliteStore,
  removeSqliteStore,
  sqliteIdentity,
} from "./sqlite/open-sqlite-store.ts";
import { AtHand } from "./sqlite/snapshot/at-hand.ts";
import { FileMemories } from "./sqlite/snapshot/file-memory.ts";
import { SqliteStore } from "./sqlite/sqlite-store.ts";
import type { Inspection, JointQuestion, Listing, Store } from "./store.ts";

/** Versions of files on a server, where the indexes of a repository share them. */
export interface SharedVersions {
  /** What an index lists. Null if its file cannot tell. The caller holds its lock. */
  listing(index: Store): Promise<Listing | null>;
  /** Number of versions that the last sync of an index gave up, and that others may list. */
  unlisted(index: Store): number;
  /**
   * Removes the versions that neither an index nor the given ones list; does nothing if there are other users
   * of the versions. The caller holds the locks of all. Throws `STORE_UNAVAILABLE`.
   */
  removeUnlisted(index: Store, others: readonly Listing[]): Promise<void>;
}

/** Opens, checks and removes the indexes of all codebases. */
export interface Stores extends AsyncDisposable {
  /**
   * The store in a folder. Throws `STORE_UNAVAILABLE`, `STORE_CORRUPT` or `STORE_NEWER`.
   *
   * @param isShared whether other codebases may have their indexes in the same file
   */
  open(folder: string, root: string, isShared?: boolean): Store;
  /** Whether codebases can have their indexes in one file. */
  readonly canShareFiles: boolean;
  /** Null if everything is in the index files, which remove what no index lists by themselves. */
  readonly sharedVersions: SharedVersions | null;
  /**
   * A key that identifies the files of a store in an index folder, so that replaced files are noticed; null
   * if there are none.
   */
  identity(folder: string): string | null;
  /** Removes the files of a store from an index folder. Throws `STORE_UNAVAILABLE`. */
  remove(folder: string): void;
  /** Checks the files of a store in an index folder. Reads all of them. */
  inspect(folder: string): Inspection;
  /** Name of the file in an index folder that holds the index; only SQLite has one that can be moved. */
  readonly fileName: string;
  /**
   * Writes a compact copy of a codebase's index alone. Throws `STORE_UNAVAILABLE`.
   *
   * @param file must not exist
   */
  copy(folder: string, root: string, file: string): void;
  /**
   * Throws `STORE_CORRUPT` unless the file in a folder, whatever its origin, has exactly the tables of this
   * version. Reads nothing that a schema could misuse.
   */
  requireOwnTables(folder: string): void;
  /** Makes a checked index in a folder that of another root. Throws `STORE_CORRUPT`. */
  moveTo(folder: string, root: string): void;
  /**
   * A sentence about a part of an index that this store does not reach, as for an index made in Milvus if the
   * store is now SQLite; null if there is none. Throws `STORE_UNAVAILABLE`.
   */
  heldElsewhere(index: Store): Promise<string | null>;
  /**
   * Positions of the indexes that have the best chunks over all of them, best first; indexes without such a
   * chunk are left out. Null if the store cannot tell without searching each index.
   *
   * @param chunks how many of the best chunks count
   */
  likeliest(
    indexes: readonly Store[],
    question: JointQuestion,
    chunks: number,
  ): Promise<readonly number[] | null>;
  /**
   * Why a call cannot drop a collection, whatever its name, as the rest of a sentence about the argument;
   * null if it can.
   */
  readonly dropProblem: string | null;
  /** Drops one of our collections on the server. Throws `INVALID_ARGUMENTS` for any other. */
  dropCollection(name: string): Promise<void>;
}

/** Takes the writer lock of an index folder; null if it is held. */
export type TryLock = (folder: string, nowMs: number) => Disposable | null;

/** The stores of a configuration. Does not connect to a server yet. */
export function openStores(
  { store, home, milvus }: Pick<EngineConfig, "store" | "home" | "milvus">,
  { nowMs }: Clock,
  tryLock: TryLock,
): Stores {
  const atHand = new AtHand(ENGINE_LIMITS.indexesAtHand);
  return store === "milvus" ? milvusStores(milvus, { home, nowMs, atHand, tryLock }) : sqliteStores(atHand);
}

/** Both stores have such a file; with Milvus, it is not the whole index. */
const FILES = {
  fileName: DATABASE_FILE,
  copy: copySqliteStore,
  requireOwnTables,
  moveTo: moveSqliteStore,
} as const;

const sqliteStores = (atHand: AtHand, memories = new FileMemories()): Stores => ({
  open: (folder, root, isShared = false) => openSqliteStore(folder, root, { atHand, isShared, memories }),
  canShareFiles: true,
  sharedVersions: null,
  identity: sqliteIdentity,
  remove: removeSqliteStore,
  inspect: inspectSqliteStore,
  ...FILES,
  heldElsewhere: async (index) =>
    elsewhere(
      index instanceof SqliteStore
        ? serversOf(recordedLocations(index, (await index.head()).complete?.run.id ?? null))
        : [],
    ),
  likeliest: () => Promise.resolve(null),
  dropProblem:
    "requires Milvus or Zilliz Cloud (SATORI_STORE=milvus), and this server stores its indexes in SQLite " +
    "(SATORI_STORE=sqlite): leave it out",
  dropCollection: () => Promise.reject(new Error("SQLite has no collections")),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

function milvusStores(
  { layout, ...settings }: EngineConfig["milvus"],
  {
    home,
    nowMs,
    atHand,
    tryLock,
  }: Required<Pick<MilvusStoreOptions, "home" | "nowMs" | "atHand">> & { readonly tryLock: TryLock },
): Stores {
  const connection = new MilvusConnection(settings);
  return {
    open: (folder, root) =>
      openMilvusStore(folder, root, {
        connection,
        layout,
        home,
        nowMs,
        atHand,
        tryLock: () => tryLock(folder, nowMs()),
      }),
    identity: sqliteIdentity,
    remove: removeSqliteStore,
    inspect: inspectSqliteStore,
    canShareFiles: false,
    sharedVersions: {
      listing: async (index) => (index instanceof MilvusStore ? await index.listing() : null),
      unlisted: (index) => (index instanceof MilvusStore ? index.unlistedVersions : 0),
      removeUnlisted: async (index, others) => {
        if (index instanceof MilvusStore) await index.removeUnlisted(others);
      },
    },
    ...FILES,
    heldElsewhere: async (index) => elsewhere(index instanceof MilvusStore ? await index.otherServers() : []),
    likeliest: async (indexes, question, chunks) =>
      likeliestTargets(
        await Promise.all(indexes.map((index) => (index instanceof MilvusStore ? index.place() : null))),
        question,
        chunks,
      ),
    dropProblem: null,
    dropCollection: (name) => dropOurs(connection, name),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

function elsewhere(servers: readonly string[]): string | null {
  return servers.length === 0
    ? null
    : `it is in Milvus at ${servers.join(" and at ")}, which differs from the current SATORI_STORE, ` +
        "MILVUS_ADDRESS and MILVUS_DATABASE";
}
