/** What is read of all files or folders of a run at once: by syncs and by whoever asks what an index holds. */
import { SKIP_CAUSES, type SkipCause } from "@satori/contracts";
import type { FolderManifest } from "../../model/manifest.ts";
import { compareText } from "../../model/paths.ts";
import type { Database, SqlValue } from "../../sqlite/driver.ts";
import type { SkippedFile, StoreStatistics } from "../store.ts";
import { readColumns } from "./columns.ts";
import { damaged } from "./damaged.ts";
import { alignedCopy, folderOf } from "./rows.ts";
import { PARSING } from "./schema.ts";
import { requireTexts } from "./texts.ts";

/** By path. */
export function readManifest(database: Database, generation: number): readonly FolderManifest[] {
  const wanted = { numbers: ["kinds", "stats", "hashes"].map((column) => `length(CAST(${column} AS BLOB))`), texts: ["path", "names"], bytes: ["kinds", "stats", "hashes"] };
  const { count, numbers, texts, bytes } = readColumns(database, `folder_${generation}`, wanted);
  const [kinds = new Uint8Array(), stats = new Uint8Array(), hashes = new Uint8Array()] = bytes;
  // A part of a number is none.
  if (stats.length % Float64Array.BYTES_PER_ELEMENT !== 0) throw damaged(`folder_${generation}, stats: ${stats.length} bytes in all, which are no whole numbers`);
  const allStats = new Float64Array(alignedCopy(stats));
  const ends = [0, 0, 0];
  const folders = Array.from({ length: count }, (_, at): FolderManifest => {
    const [kindsAt, statsAt, hashesAt] = ends as [number, number, number];
    for (const [column, lengths] of numbers.entries()) ends[column] = (ends[column] as number) + (lengths[at] as number);
    const [kindsEnd, statsEnd, hashesEnd] = ends as [number, number, number];
    const own = { kinds: kinds.subarray(kindsAt, kindsEnd), stats: allStats.subarray(statsAt / Float64Array.BYTES_PER_ELEMENT, statsEnd / Float64Array.BYTES_PER_ELEMENT), hashes: hashes.subarray(hashesAt, hashesEnd) };
    return folderOf({ ...own, path: texts[0]?.[at] as string, names: texts[1]?.[at] as string }, `folder_${generation}, row ${at} as they are read`);
  });
  return folders.sort((left, right) => compareText(left.path, right.path));
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
  const givenUp = `file_${n} WHERE degraded = ${PARSING.plainText}`;
  requireTexts(database, "path", givenUp);
  const [files, chunks, symbols] = database.prepare(`SELECT count(*), coalesce(sum(chunk_count), 0), coalesce(sum(symbols), 0) FROM file_${n}`).get() ?? [];
  const languages = database.prepare(`SELECT language, count(*) FROM file_${n} GROUP BY language`).all().map(([language, count]) => ({ language: String(language), files: Number(count) }));
  const degraded = database.prepare(`SELECT path FROM ${givenUp}`).all().sort(byPath);
  return {
    files: Number(files), chunks: Number(chunks), symbols: Number(symbols), degraded: degraded.map(([path]) => String(path)),
    languages: languages.sort((left, right) => right.files - left.files || compareText(left.language, right.language)),
    skipped: readSkipped(database, n),
  };
}

/** By path. */
export function readSkipped(database: Database, generation: number): readonly SkippedFile[] {
  requireTexts(database, "path, cause", `skipped_${generation}`);
  const rows = database.prepare(`SELECT path, cause FROM skipped_${generation}`).all().sort(byPath);
  return rows.map(([path, cause]) => ({ path: String(path), cause: toCause(cause) }));
}

/** Of rows that begin with a path. In SQL the order would be another one above U+FFFF. */
function byPath([left]: readonly SqlValue[], [right]: readonly SqlValue[]): number {
  return compareText(String(left), String(right));
}

function toCause(value: unknown): SkipCause {
  return SKIP_CAUSES.find((cause) => cause === value) ?? "special";
}
