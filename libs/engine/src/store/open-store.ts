/** The stores by name: adding one is one file and one line here. */
import type { StoreName } from "../config.ts";
import { EngineError } from "../errors.ts";
import { openSqliteStore, removeSqliteStore } from "./sqlite/open-sqlite-store.ts";
import type { Store } from "./store.ts";

/** Throws `STORE_UNAVAILABLE`; gates are asked before a store is. */
export function openStore(name: StoreName, folder: string, root: string): Store {
  if (name === "sqlite") return openSqliteStore(folder, root);
  throw new EngineError("STORE_UNAVAILABLE", `The store ${name} is not built into this version: set SATORI_STORE=sqlite`);
}

/** Removes the files that a store keeps in an index folder. Throws `STORE_UNAVAILABLE`. */
export function removeStore(folder: string): void {
  removeSqliteStore(folder);
}
