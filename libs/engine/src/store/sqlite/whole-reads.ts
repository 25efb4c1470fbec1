/** Reads data of all files or folders of a run at once, for syncs and statistics. */
import { SKIP_CAUSES, type SkipCause } from "@satori/contracts";
import type { FolderManifest } from "../../model/manifest.ts";
import { compareText } from "../../model/paths.ts";
import type { Database } from "../../sqlite/driver.ts";
import type { SkippedFile, StoreStatistics } from "../store.ts";
import { folderCheck, historyCheck, memberCheck, skippedCheck } from "./checks/row-checks.ts";
import { NO_ROWS, Tallies, withRow, withoutRow } from "./checks/tallies.ts";
import { readColumns } from "./columns.ts";
import { damaged } from "./corruption-error.ts";
import { readFileColumns, readImports } from "./file-rows.ts";
import { alignedCopy, blob, folderOf } from "./rows.ts";
import type { RunTables } from "./run-tables.ts";
import { PARSING } from "./schema.ts";
import { textOf } from "./texts.ts";

/** All folders, by path. Throws `STORE_CORRUPT`. */
export function readManifest(database: Database, run: number): readonly FolderManifest[] {
  const wanted = {
    numbers: [
      ...["kinds", "stats", "hashes"].map((column) => `length(CAST(${column} AS BLOB))`),
      "row_check",
    ],
    texts: ["path", "names"],
    bytes: ["kinds", "stats", "hashes"],
  };
  const { count, numbers, texts, bytes } = readColumns(database, `folder_${run}`, wanted);
  const [kinds = new Uint8Array(), stats = new Uint8Array(), hashes = new Uint8Array()] = bytes;
  // Part of a number is corruption.
  if (stats.length % Float64Array.BYTES_PER_ELEMENT !== 0)
    throw damaged(`folder_${run}, stats: ${stats.length} bytes in all, which are no whole numbers`);
  const allStats = new Float64Array(alignedCopy(stats));
  const ends = [0, 0, 0];
  const checks = numbers[3] ?? [];
  const folders = Array.from({ length: count }, (_, at): FolderManifest => {
    const [kindsAt, statsAt, hashesAt] = ends as [number, number, number];
    for (const [column, lengths] of numbers.slice(0, 3).entries())
      ends[column] = (ends[column] as number) + (lengths[at] as number);
    const [kindsEnd, statsEnd, hashesEnd] = ends as [number, number, number];
    const row = {
      kinds: kinds.subarray(kindsAt, kindsEnd),
      hashes: hashes.subarray(hashesAt, hashesEnd),
      path: texts[0]?.[at] as string,
    };
    const [joined, where] = [texts[1]?.[at] as string, `folder_${run}, row ${at} as they are read`];
    if (folderCheck({ ...row, stats: stats.subarray(statsAt, statsEnd) }, joined) !== checks[at])
      throw damaged(`${where}: it does not fit its row_check`);
    return folderOf(
      {
        ...row,
        stats: allStats.subarray(
          statsAt / Float64Array.BYTES_PER_ELEMENT,
          statsEnd / Float64Array.BYTES_PER_ELEMENT,
        ),
        names: joined,
      },
      where,
    );
  });
  new Tallies(database, run).require("folder", checks);
  return folders.sort((left, right) => compareText(left.path, right.path));
}

/** Import words of each file, by path. Throws `STORE_CORRUPT`. */
export function readImportWords(database: Database, tables: RunTables): ReadonlyMap<string, string> {
  return new Map(readImports(database, tables).sort(([left], [right]) => compareText(left, right)));
}

/** The stored history; null if none was written. Throws `STORE_CORRUPT`. */
export function readStoredHistory(
  database: Database,
  run: number,
): { readonly head: string; readonly commits: Uint8Array } | null {
  const table = `history_${run}`;
  const row = database.prepare(`SELECT CAST(head AS BLOB), CAST(commits AS BLOB) FROM ${table}`).get();
  const history = row ? { head: textOf(blob(row[0]), `${table}, head`), commits: blob(row[1]) } : null;
  new Tallies(database, run).require("history", history ? [historyCheck(history.head, history.commits)] : []);
  return history;
}

/** Replaces the stored history. */
export function writeStoredHistory(database: Database, run: number, head: string, commits: Uint8Array): void {
  const table = `history_${run}`;
  database.exec(`DELETE FROM ${table}`);
  database.prepare(`INSERT INTO ${table}(head, commits) VALUES(?,?)`).run(head, commits);
  const tallies = new Tallies(database, run);
  tallies.write({ ...tallies.read(), history: withRow(NO_ROWS, historyCheck(head, commits)) });
}

/** A file whose in-degree has changed. */
interface InDegreeChange {
  readonly fileId: number;
  readonly indexedAtMs: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Files whose in-degree differs from the stored one. Throws `STORE_CORRUPT`.
 *
 * @param degrees by path; 0 for paths without an entry
 */
export function changedInDegrees(
  database: Database,
  tables: RunTables,
  degrees: ReadonlyMap<string, number>,
): readonly InDegreeChange[] {
  const { paths, ids, indexedAtMs, inDegrees } = readFileColumns(database, tables);
  const changes = paths.map((path, at) => ({
    fileId: ids[at] as number,
    indexedAtMs: indexedAtMs[at] as number,
    before: inDegrees[at] as number,
    after: degrees.get(path) ?? 0,
  }));
  return changes.filter(({ before, after }) => before !== after);
}

/** Writes changed in-degrees, with the checks and the tally. Runs inside a transaction of the caller. */
export function saveInDegrees(database: Database, run: number, changes: readonly InDegreeChange[]): void {
  const update = database.prepare(`UPDATE member_${run} SET in_degree = ?, row_check = ? WHERE file_id = ?`);
  const tallies = new Tallies(database, run);
  const before = tallies.read();
  let { member } = before;
  for (const { fileId, indexedAtMs, ...degrees } of changes) {
    const [was, is] = [degrees.before, degrees.after].map((inDegree) =>
      memberCheck({ fileId, indexedAtMs, inDegree }),
    ) as [number, number];
    update.run(degrees.after, is, fileId);
    member = withRow(withoutRow(member, was), is);
  }
  tallies.write({ ...before, member });
}

/** Statistics of a run. Throws `STORE_CORRUPT`. */
export function readStatistics(database: Database, tables: RunTables): StoreStatistics {
  const { count, paths, languages, parsings, chunkCounts, symbolCounts } = readFileColumns(database, tables);
  const filesByLanguage = new Map<string, number>();
  for (const language of languages) filesByLanguage.set(language, (filesByLanguage.get(language) ?? 0) + 1);
  const counts = [...filesByLanguage].map(([language, files]) => ({ language, files }));
  const pathsParsed = (parsing: number): string[] =>
    paths.filter((_, at) => parsings[at] === parsing).sort(compareText);
  return {
    files: count,
    chunks: sumOf(chunkCounts),
    symbols: sumOf(symbolCounts),
    degraded: pathsParsed(PARSING.plainText),
    partlyParsed: pathsParsed(PARSING.withErrors),
    languages: counts.sort(
      (left, right) => right.files - left.files || compareText(left.language, right.language),
    ),
    skipped: readSkipped(database, tables.run),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Skipped files, by path. Throws `STORE_CORRUPT`. */
export function readSkipped(database: Database, run: number): readonly SkippedFile[] {
  const { texts } = readColumns(database, `skipped_${run}`, { texts: ["path", "cause"] });
  const [paths = [], causes = []] = texts;
  const checks = paths.map((path, at) => skippedCheck(path, causes[at] as string));
  new Tallies(database, run).require("skipped", checks);
  const skipped = paths.map((path, at): SkippedFile => ({ path, cause: toCause(causes[at]) }));
  return skipped.sort((left, right) => compareText(left.path, right.path));
}

function toCause(value: unknown): SkipCause {
  return SKIP_CAUSES.find((cause) => cause === value) ?? "special";
}
