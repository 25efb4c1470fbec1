/**
 * Which runs use which pool, and removal of what no run uses. Its functions run inside a transaction of the
 * caller.
 */
import type { Fingerprint } from "@satori/contracts";
import { compareFingerprints } from "../../model/fingerprint.ts";
import type { Database } from "../../sqlite/driver.ts";
import { readColumns } from "./columns.ts";
import { prepareVersion, storedVersionOf } from "./file-rows.ts";
import { PoolWriter } from "./pool-writer.ts";
import { parsed } from "./rows.ts";
import type { RunTables } from "./run-tables.ts";
import { dropPool, dropRun } from "./schema.ts";

/**
 * Numbers of the runs that list versions of a pool, ascending; runs whose tables were dropped are left out.
 */
export function runsOfPool(database: Database, pool: number): readonly number[] {
  return database
    .prepare(
      "SELECT generation FROM run NOT INDEXED WHERE pool = ? AND EXISTS (SELECT 1 FROM sqlite_master WHERE " +
        "type = 'table' AND name = 'member_' || generation) ORDER BY generation",
    )
    .all(pool)
    .map(([generation]) => Number(generation));
}

/** Whether one of the runs lists a version. */
export function isListedIn(database: Database, fileId: number, runs: readonly number[]): boolean {
  return runs.some(
    (run) => database.prepare(`SELECT 1 FROM member_${run} WHERE file_id = ?`).get(fileId) !== undefined,
  );
}

/**
 * The newest pool with versions for a fingerprint, made after the pool `after`; null if there is none. A view
 * that is rebuilt leaves its pool, unless that was made by an older version of Satori or with other settings,
 * and another view has already been rebuilt.
 */
export function poolFor(database: Database, fingerprint: Fingerprint, after: number): number | null {
  const pools = database
    .prepare(
      "SELECT pool, fingerprint FROM run NOT INDEXED WHERE state != 'failed' AND pool > ? ORDER BY pool DESC",
    )
    .all(after)
    .filter(
      ([, stored]) =>
        compareFingerprints(parsed<Fingerprint>("run, fingerprint", String(stored)), fingerprint) === null,
    );
  return pools[0] === undefined ? null : Number(pools[0][0]);
}

/**
 * Drops the tables of a run, and with them its pool if no other run uses it; otherwise the versions that no
 * other run lists.
 */
export function dropRunTables(database: Database, { run, pool }: RunTables): void {
  dropRun(database, run);
  const others = runsOfPool(database, pool);
  if (others.length === 0) dropPool(database, pool);
  else removeUnlisted(database, pool, others);
}

function removeUnlisted(database: Database, pool: number, runs: readonly number[]): void {
  const unlisted = runs.map((run) => `id NOT IN (SELECT file_id FROM member_${run})`).join(" AND ");
  const { numbers } = readColumns(database, `file_${pool} WHERE ${unlisted}`, { numbers: ["id"] });
  const [ids = []] = numbers;
  if (ids.length === 0) return;
  const versions = new PoolWriter(database, pool);
  const find = prepareVersion(database, pool);
  versions.begin();
  for (const id of [...ids].sort((left, right) => left - right)) {
    const row = find.get(id);
    if (row) versions.remove(storedVersionOf(row, pool));
  }
  versions.end();
}
