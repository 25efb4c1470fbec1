/**
 * An index whose tables are those of an older version. Which run it holds, with which settings, is written as
 * ever, so that gates say that it has to be made anew, and a rebuild keeps its settings; all else is
 * unreadable.
 */
import type { Fingerprint } from "@satori/contracts";
import { EngineError } from "../../errors.ts";
import { SCHEMA_VERSION } from "../../model/fingerprint.ts";
import { refusedWork } from "../refused-work.ts";
import type { Store, StoreHead } from "../store.ts";
import { type OpenIndex, SqliteStore } from "./sqlite-store.ts";

/**
 * What changes anything throws `STORE_CORRUPT`, so that a run makes room for a new file; where nothing can be
 * written, why.
 */
export function outdatedStore(index: OpenIndex): Store {
  const tables = new SqliteStore(index);
  const head = async (): Promise<StoreHead> => ofOlderSchema(await tables.head());
  const refuse = (): Promise<never> =>
    Promise.reject(
      index.frozenBy ??
        new EngineError("STORE_CORRUPT", "The index was written by an older version of Satori"),
    );
  return {
    isFrozen: tables.isFrozen,
    head,
    statistics: async () => {
      const { indexedFiles = 0, totalChunks = 0 } = (await head()).complete?.marker ?? {};
      return {
        files: indexedFiles,
        chunks: totalChunks,
        symbols: 0,
        degraded: [],
        languages: [],
        skipped: [],
      };
    },
    sizeBytes: () => tables.sizeBytes(),
    snapshot: () => Promise.resolve(null),
    release: () => Promise.resolve(),
    ...refusedWork(refuse),
    [Symbol.asyncDispose]: () => tables[Symbol.asyncDispose](),
  };
}

/**
 * Tables are a part of what the schema version stands for: older ones fit no runtime, whatever the number
 * beside them says.
 */
function ofOlderSchema(head: StoreHead): StoreHead {
  const older = (fingerprint: Fingerprint): Fingerprint => ({
    ...fingerprint,
    schemaVersion: Math.min(fingerprint.schemaVersion, SCHEMA_VERSION - 1),
  });
  const { complete, latest } = head;
  return {
    ...head,
    complete: complete && {
      run: { ...complete.run, fingerprint: older(complete.run.fingerprint) },
      marker: { ...complete.marker, fingerprint: older(complete.marker.fingerprint) },
    },
    latest: latest && { ...latest, fingerprint: older(latest.fingerprint) },
  };
}
