/**
 * A store whose tables have an older version. Its runs and settings are still readable, so that the gate can
 * ask for a reindex, and a rebuild keeps the settings. Everything else is unreadable.
 */
import type { Fingerprint } from "@satori/contracts";
import { EngineError } from "../../errors.ts";
import { SCHEMA_VERSION } from "../../model/fingerprint.ts";
import { MARKER_KIND } from "../../model/run.ts";
import type { Store, StoreHead } from "../store.ts";
import { headOf } from "./base-tables.ts";
import { OLDER_RUN_COLUMNS, runFromRow } from "./rows.ts";
import { type OpenIndex, SqliteStore } from "./sqlite-store.ts";

/**
 * A store in which every change fails: with `STORE_CORRUPT`, so that a run replaces the file, or, if nothing
 * can be written, with the reason for that.
 */
export function outdatedStore(index: OpenIndex): Store {
  const tables = new SqliteStore(index);
  const head = async (): Promise<StoreHead> => ofOlderSchema(olderHead(index));
  const refuse = (): Promise<never> =>
    Promise.reject(
      index.frozenBy ??
        new EngineError("STORE_CORRUPT", "The index was written by an older version of Satori"),
    );
  return {
    isFrozen: tables.isFrozen,
    keepsCancelledRuns: false,
    stages: null,
    head,
    statistics: async () => {
      const { indexedFiles = 0, totalChunks = 0 } = (await head()).complete?.marker ?? {};
      return {
        files: indexedFiles,
        chunks: totalChunks,
        symbols: 0,
        degraded: [],
        partlyParsed: [],
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

/** Head of a file with older tables, which hold one view. Throws `STORE_CORRUPT`. */
function olderHead({ database, codebasePath }: OpenIndex): StoreHead {
  const document = database.prepare("SELECT document FROM marker WHERE kind = ?").get(MARKER_KIND)?.[0];
  return headOf({
    root: codebasePath,
    runs: database
      .prepare(`SELECT ${OLDER_RUN_COLUMNS} FROM run ORDER BY generation DESC`)
      .all()
      .map(runFromRow),
    marker: document === undefined ? null : String(document),
    wordsMarker: null,
    meta: (key) => {
      const value = database.prepare("SELECT value FROM meta WHERE key = ?").get(key)?.[0];
      return value === undefined ? null : String(value);
    },
  });
}

/**
 * The head with a lower schema version. Tables are part of what the schema version covers, so an older table
 * version must never match, whatever the stored schema version is.
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

// The methods of a store for runs and syncs, all of which fail; for stores that can only report their state.

type Work =
  | "saveSettings"
  | "beginRun"
  | "reportProgress"
  | "write"
  | "completeRun"
  | "failRun"
  | "endSync"
  | "writeInDegrees"
  | "historyHead"
  | "writeHistory"
  | "importWords"
  | "manifest"
  | "alreadyStored"
  | "keepViews"
  | "storedVersions";

function refusedWork(refuse: () => Promise<never>): Pick<Store, Work> {
  return {
    saveSettings: refuse,
    beginRun: refuse,
    reportProgress: refuse,
    write: refuse,
    completeRun: refuse,
    failRun: refuse,
    endSync: refuse,
    writeInDegrees: refuse,
    historyHead: refuse,
    writeHistory: refuse,
    importWords: refuse,
    manifest: refuse,
    alreadyStored: refuse,
    keepViews: refuse,
    storedVersions: refuse,
  };
}
