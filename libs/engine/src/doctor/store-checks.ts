/**
 * What a store says of itself. A store that is added gets its checks here, beside its line in
 * `store/open-store.ts`.
 */
import type { DoctorFinding } from "@satori/contracts";
import type { EngineConfig } from "../config.ts";
import { EngineError } from "../errors.ts";
import { loadedDriver, openDatabase } from "../sqlite/driver.ts";
import { fine, problem } from "./finding.ts";
import { milvusChecks } from "./milvus-checks.ts";

export interface StoreCheckOptions {
  /** Whether services may be asked. */
  readonly isOnline: boolean;
  readonly signal: AbortSignal;
}

/** Findings with the ids `store.…` and the store's name for their subject. Never throws but `CANCELLED`. */
export interface StoreChecks {
  check(options: StoreCheckOptions): Promise<readonly DoctorFinding[]>;
}

/**
 * Of everything that the configured store stands on. Whatever the store, what there is to say of an index
 * lies in a local SQLite file.
 */
export function openStoreChecks({
  store,
  milvus,
}: Pick<EngineConfig, "store" | "milvus">): readonly StoreChecks[] {
  return store === "sqlite" ? [sqliteChecks()] : [sqliteChecks(), milvusChecks(milvus)];
}

/** @param location of the file that is tried; default: memory */
export function sqliteChecks(location = ":memory:"): StoreChecks {
  return {
    check: async () => {
      try {
        const database = openDatabase(location);
        try {
          const { name, version, failedReads } = loadedDriver();
          database.exec(
            "CREATE VIRTUAL TABLE probe USING fts5(text, content='', contentless_delete=1); INSERT " +
              "INTO probe(rowid, text) VALUES (1, 'where are retries scheduled')",
          );
          // As the store corrects them.
          database.exec("UPDATE probe_data SET block = block WHERE id = 1");
          if (database.prepare("SELECT count(*) FROM probe WHERE probe MATCH 'retries'").get()?.[0] !== 1)
            return [brokenSqlite("its full-text search fails to find a word")];
          return [
            fine({
              id: "store.driver",
              subject: "sqlite",
              found: `SQLite ${version} with FTS5, by ${name}; ${READS[failedReads]}`,
            }),
          ];
        } finally {
          database.close();
        }
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return [brokenSqlite(error.message)];
      }
    },
  };
}

/** What the self-test of the driver found. */
const READS = {
  reported: "a failed read is reported",
  untested: "could not test whether a failed read is reported",
} as const;

function brokenSqlite(found: string): DoctorFinding {
  return problem({
    id: "store.driver",
    subject: "sqlite",
    found,
    fix: "use Node.js 22.16 or newer, or install the package libsql (npm ci without --omit=optional)",
  });
}
