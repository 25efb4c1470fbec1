/** What is read of all files or folders of a run at once: by syncs and by whoever asks what an index holds. */
import { SKIP_CAUSES, type SkipCause } from "@satori/contracts";
import type { FolderManifest } from "../../model/manifest.ts";
import { compareText } from "../../model/paths.ts";
import type { Database, SqlValue } from "../../sqlite/driver.ts";
import type { StoreStatistics } from "../store.ts";
import { folderFromRow } from "./rows.ts";
import { PARSING } from "./schema.ts";
import { requireTexts } from "./texts.ts";

export function readManifest(database: Database, generation: number): readonly FolderManifest[] {
  const columns = ["path", "names", "kinds", "stats", "hashes"].map((column) => `CAST(${column} AS BLOB)`);
  const rows = database.prepare(`SELECT ${columns.join(", ")} FROM folder_${generation}`).all();
  return rows.map(folderFromRow).sort((left, right) => compareText(left.path, right.path));
}

/** By path. */
export function readImportWords(database: Database, generation: number): ReadonlyMap<string, string> {
  const table = `file_${generation}`;
  requireTexts(database, "path, imports", table);
  const rows = database.prepare(`SELECT path, imports FROM ${table}`).all();
  return new Map(rows.sort(byPath).map(([path, imports]) => [String(path), String(imports)]));
}

/** Null where no history was written. */
export function readHistoryHead(database: Database, generation: number): string | null {
  const head = database.prepare(`SELECT head FROM history_${generation}`).get()?.[0];
  return head === undefined ? null : String(head);
}

type InDegree = readonly [path: string, degree: number];

/** @param degrees by path; 0 where there is none */
export function changedInDegrees(database: Database, generation: number, degrees: ReadonlyMap<string, number>): readonly InDegree[] {
  const table = `file_${generation}`;
  requireTexts(database, "path, in_degree", table);
  const current = database.prepare(`SELECT path, in_degree FROM ${table}`).all();
  return current.filter(([path, degree]) => (degrees.get(String(path)) ?? 0) !== Number(degree)).map(([path]): InDegree => [String(path), degrees.get(String(path)) ?? 0]);
}

export function saveInDegrees(database: Database, generation: number, changed: readonly InDegree[]): void {
  const update = database.prepare(`UPDATE file_${generation} SET in_degree = ? WHERE path = ?`);
  for (const [path, degree] of changed) update.run(degree, path);
}

export function readStatistics(database: Database, generation: number): StoreStatistics {
  const n = generation;
  requireTexts(database, "language", `file_${n}`);
  requireTexts(database, "path, cause", `skipped_${n}`);
  const [files, chunks, symbols, degraded] = database.prepare(`SELECT count(*), coalesce(sum(chunk_count), 0), coalesce(sum(symbols), 0), coalesce(sum(degraded = ${PARSING.plainText}), 0) FROM file_${n}`).get() ?? [];
  const languages = database.prepare(`SELECT language, count(*) FROM file_${n} GROUP BY language`).all().map(([language, count]) => ({ language: String(language), files: Number(count) }));
  const skipped = database.prepare(`SELECT path, cause FROM skipped_${n}`).all().sort(byPath);
  return {
    files: Number(files), chunks: Number(chunks), symbols: Number(symbols), degradedFiles: Number(degraded),
    languages: languages.sort((left, right) => right.files - left.files || compareText(left.language, right.language)),
    skipped: skipped.map(([path, cause]) => ({ path: String(path), cause: toCause(cause) })),
  };
}

/** Of rows that begin with a path. In SQL the order would be another one above U+FFFF. */
function byPath([left]: readonly SqlValue[], [right]: readonly SqlValue[]): number {
  return compareText(String(left), String(right));
}

function toCause(value: unknown): SkipCause {
  return SKIP_CAUSES.find((cause) => cause === value) ?? "special";
}
