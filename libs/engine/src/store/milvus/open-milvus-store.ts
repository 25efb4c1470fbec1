/** Opens the store of a codebase whose words and vectors are in Milvus. */
import { hostname } from "node:os";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import type { AtHand } from "../sqlite/snapshot/at-hand.ts";
import { SqliteStore } from "../sqlite/sqlite-store.ts";
import type { Store } from "../store.ts";
import type { MilvusConnection } from "./connection/connection.ts";
import { Generations, type MilvusLayout } from "./generations.ts";
import { readIdentity } from "./identity.ts";
import { HOST, MilvusStore } from "./milvus-store.ts";

export interface MilvusStoreOptions {
  readonly connection: MilvusConnection;
  readonly layout: MilvusLayout;
  /** The home that holds the indexes. */
  readonly home: string;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Takes the writer lock of the index; null if it is held. */
  readonly tryLock: () => Disposable | null;
  /** Cache of open indexes, as for the local part. */
  readonly atHand?: AtHand | null;
  /** In milliseconds; default a minute. */
  readonly staleMs?: number;
}

const STALE_MS = 60_000;

/** Sends no request: Milvus is contacted on first use. Throws as `openSqliteStore` does. */
export function openMilvusStore(
  folder: string,
  codebasePath: string,
  { connection, layout, home, nowMs, tryLock, atHand = null, staleMs = STALE_MS }: MilvusStoreOptions,
): Store {
  const local = openSqliteStore(folder, codebasePath, { searchData: "elsewhere", atHand });
  // An outdated store only reports that it is outdated.
  if (!(local instanceof SqliteStore)) return local;
  const host = local.noted(HOST) ?? hostname();
  const identity = readIdentity(codebasePath, home, host);
  return new MilvusStore({
    local,
    generations: new Generations(connection, layout, identity),
    checkout: identity.checkout,
    host,
    codebasePath,
    nowMs,
    tryLock,
    staleMs,
  });
}
