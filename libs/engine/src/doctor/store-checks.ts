/** Checks of the stores. A new store gets its checks here, and its line in `store/open-store.ts`. */
import type { DoctorFinding } from "@satori/contracts";
import type { EngineConfig } from "../config.ts";
import { EngineError } from "../errors.ts";
import { loadedDriver, openDatabase } from "../sqlite/driver.ts";
import { type StoreChecks, fine, problem } from "./finding.ts";
import { milvusChecks } from "./milvus-checks.ts";

/**
 * Checks of all stores that the configuration uses. With any store, part of each index is in a local SQLite
 * file.
 */
export function openStoreChecks({
  store,
  milvus,
}: Pick<EngineConfig, "store" | "milvus">): readonly StoreChecks[] {
  return store === "sqlite" ? [sqliteChecks()] : [sqliteChecks(), milvusChecks(milvus)];
}

/** @param location file to try; default: memory */
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
          // Updates like those with which the store corrects blocks.
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

/** Result of the driver's self-test. */
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
