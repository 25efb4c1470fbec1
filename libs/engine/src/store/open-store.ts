/** The stores by name: adding one is one file and one line here. */
import type { StoreName } from "../config.ts";
import { openSqliteStore, removeSqliteStore } from "./sqlite/open-sqlite-store.ts";
import type { Store } from "./store.ts";
import { openUnbuiltStore } from "./unbuilt.ts";

/** Throws `STORE_UNAVAILABLE` or `STORE_CORRUPT`. A store that is not built in is opened all the same: gates come before work. */
export function openStore(name: StoreName, folder: string, root: string): Store {
  return name === "sqlite" ? openSqliteStore(folder, root) : openUnbuiltStore(name, folder, root);
}

/** Removes the files that a store keeps in an index folder. Throws `STORE_UNAVAILABLE`. */
export function removeStore(folder: string): void {
  removeSqliteStore(folder);
}
