/**
 * The methods of a store for runs and syncs, all of which fail; for stores that can only report their state.
 */
import type { Store } from "./store.ts";

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
  | "alreadyStored";

export function refusedWork(refuse: () => Promise<never>): Pick<Store, Work> {
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
  };
}
