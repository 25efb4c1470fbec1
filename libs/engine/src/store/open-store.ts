/** The stores by name: adding one is one folder and one line here. */
import type { EngineConfig } from "../config.ts";
import type { Clock } from "../engine-context.ts";
import { EngineError } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { MilvusConnection } from "./milvus/connection/connection.ts";
import { likeliestTargets } from "./milvus/search/joint-search.ts";
import { MilvusStore } from "./milvus/milvus-store.ts";
import { recordedLocations, serversOf } from "./milvus/recorded-locations.ts";
import { type MilvusStoreOptions, openMilvusStore } from "./milvus/open-milvus-store.ts";
import { dropOurs } from "./milvus/our-collections.ts";
import {
  inspectSqliteStore,
  openSqliteStore,
  removeSqliteStore,
  sqliteIdentity,
} from "./sqlite/open-sqlite-store.ts";
import { AtHand } from "./sqlite/snapshot/at-hand.ts";
import { SqliteStore } from "./sqlite/sqlite-store.ts";
import type { Inspection, JointQuestion, Store } from "./store.ts";

/** What holds the indexes of all codebases. */
export interface Stores extends AsyncDisposable {
  /** The store in an index folder. Throws `STORE_UNAVAILABLE`, `STORE_CORRUPT` or `STORE_NEWER`. */
  open(folder: string, root: string): Store;
  /**
   * Tells the files of a store in an index folder from others that take their place; null where there are
   * none.
   */
  identity(folder: string): string | null;
  /** Removes the files that a store keeps in an index folder. Throws `STORE_UNAVAILABLE`. */
  remove(folder: string): void;
  /** Checks the files that a store keeps in an index folder. Reads all of them. */
  inspect(folder: string): Inspection;
  /**
   * Where a part of an index lies that its store does not reach, as a sentence; null where there is none: as
   * of one that was made in Milvus, and now is to lie in SQLite. Throws `STORE_UNAVAILABLE`.
   */
  heldElsewhere(index: Store): Promise<string | null>;
  /**
   * Which of these indexes the best chunks of all lie in, by position, the likeliest first, those without any
   * left out. Null where the store cannot tell without asking each.
   *
   * @param chunks how many are looked at
   */
  likeliest(
    indexes: readonly Store[],
    question: JointQuestion,
    chunks: number,
  ): Promise<readonly number[] | null>;
  /**
   * Drops a collection of ours on the server. Throws `INVALID_ARGUMENTS` for one that is not, and where there
   * is no server.
   */
  dropCollection(name: string): Promise<void>;
}

/** Takes the writer lock of an index folder; null where somebody has it. */
export type TryLock = (folder: string, nowMs: number) => Disposable | null;

/** Connects to nothing yet. */
export function openStores(
  { store, home, milvus }: Pick<EngineConfig, "store" | "home" | "milvus">,
  { nowMs }: Clock,
  tryLock: TryLock,
): Stores {
  const atHand = new AtHand(ENGINE_LIMITS.indexesAtHand);
  return store === "milvus" ? milvusStores(milvus, { home, nowMs, atHand, tryLock }) : sqliteStores(atHand);
}

const sqliteStores = (atHand: AtHand): Stores => ({
  open: (folder, root) => openSqliteStore(folder, root, { atHand }),
  identity: sqliteIdentity,
  remove: removeSqliteStore,
  inspect: inspectSqliteStore,
  heldElsewhere: async (index) =>
    elsewhere(
      index instanceof SqliteStore
        ? serversOf(recordedLocations(index, (await index.head()).complete?.run.id ?? null))
        : [],
    ),
  likeliest: () => Promise.resolve(null),
  dropCollection: () => {
    const message = "requires Milvus or Zilliz Cloud (SATORI_STORE=milvus)";
    return Promise.reject(
      new EngineError("INVALID_ARGUMENTS", `zillizDropCollection ${message}`, {
        details: [{ path: "zillizDropCollection", message }],
      }),
    );
  },
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
    heldElsewhere: async (index) => elsewhere(index instanceof MilvusStore ? await index.otherServers() : []),
    likeliest: async (indexes, question, chunks) =>
      likeliestTargets(
        await Promise.all(indexes.map((index) => (index instanceof MilvusStore ? index.place() : null))),
        question,
        chunks,
      ),
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
