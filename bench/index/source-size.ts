/** Sizes: of the files in an index, and of folders on disk. */
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { check } from "../support/failure.ts";
import { ROOT } from "../support/product.ts";
import { sum } from "../support/statistics.ts";

interface Database {
  prepare(sql: string): { get(...values: unknown[]): Record<string, unknown> | undefined };
  close(): void;
}

/**
 * Total size in bytes of the files in a home's only index. The product does not report it; the tables have
 * it.
 */
export function indexedBytes(home: string, files: number): number {
  // The driver that the engine itself uses.
  const Driver = createRequire(join(ROOT, "libs/engine/package.json"))("libsql") as new (
    path: string,
    options: object,
  ) => Database;
  const indexFiles = readdirSync(home, { recursive: true, encoding: "utf8" }).filter(
    (path) => basename(path) === "index.db",
  );
  check(indexFiles.length === 1, `${home} has ${indexFiles.length} index files, but should have one`);
  const database = new Driver(join(home, indexFiles[0] ?? ""), { readonly: true });
  try {
    const pool = Number(
      database.prepare("SELECT run.pool FROM run JOIN marker ON marker.run_id = run.id").get()?.["pool"],
    );
    const row = database.prepare(`SELECT count(*) AS files, sum(size) AS bytes FROM file_${pool}`).get();
    check(
      Number(row?.["files"]) === files,
      `the index holds ${String(row?.["files"])} files, and the product says ${files}`,
    );
    return Number(row?.["bytes"]);
  } finally {
    database.close();
  }
}

/** Total size in bytes of all files in a folder and its subfolders. */
export function folderBytes(folder: string): number {
  return sum(
    readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? folderBytes(path) : statSync(path).size;
    }),
  );
}
