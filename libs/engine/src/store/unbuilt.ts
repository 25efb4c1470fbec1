/**
 * Stands in for a store that can be configured but is not built yet. Whatever the store, runs, settings and the manifest lie
 * in the local file, so that what there is to say about an index is said from there, and only work is refused.
 */
import { EngineError } from "../errors.ts";
import { refusedWork } from "./refused-work.ts";
import { hasSqliteStore, openSqliteStore } from "./sqlite/open-sqlite-store.ts";
import { type Store, emptyHead } from "./store.ts";

/**
 * Opens and creates nothing: the local file is opened by whoever asks about the index, if it is there by then. What
 * changes anything throws `STORE_UNAVAILABLE`.
 *
 * @param name of the store that is configured
 */
export function openUnbuiltStore(name: string, folder: string, codebasePath: string): Store {
  let opened: Store | undefined;
  const local = (): Store | undefined => (opened ??= hasSqliteStore(folder) ? openSqliteStore(folder, codebasePath) : undefined);
  const refuse = (): Promise<never> => Promise.reject(new EngineError("STORE_UNAVAILABLE", `The store ${name} is not built into this version: set SATORI_STORE=sqlite`));
  return {
    get isFrozen() {
      return opened?.isFrozen ?? false;
    },
    head: async () => (await local()?.head()) ?? emptyHead(codebasePath),
    statistics: async (runId) => local()?.statistics(runId) ?? refuse(),
    sizeBytes: async () => local()?.sizeBytes() ?? 0,
    ...refusedWork(refuse),
    snapshot: refuse,
    [Symbol.asyncDispose]: async () => opened?.[Symbol.asyncDispose](),
  };
}
