/** Writes files into the tables of one generation. Its methods run inside a transaction of the caller. */
import { decodeSymbols } from "../../model/structure-codec.ts";
import { PARSING } from "./schema.ts";
import type { StorableFile, WriteBatch, WriteOutcome } from "../store.ts";
import type { Database, Statement } from "../../sqlite/driver.ts";
import { packHalves } from "../../vectors/half-bytes.ts";
import { decoded } from "./damaged.ts";
import { LexicalTotals } from "./lexical/lexical-totals.ts";
import { blob, folderValues, vectorsCheck } from "./rows.ts";
import { VersionTables, keepsVersions } from "./version-tables.ts";

export class FileWriter {
  private readonly statements: Record<StatementName, Statement>;
  /** Null where words and vectors are kept elsewhere. */
  private readonly words: { readonly totals: LexicalTotals; readonly put: Statement; readonly remove: Statement } | null;
  /** Null where they are kept here. */
  private readonly versions: VersionTables | null;
  /** Row id of the next chunk. */
  private nextChunk = 1;
  /** Of the batch that is being written. */
  private changesImports = false;

  constructor(database: Database, private readonly generation: number) {
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql.replaceAll("#", String(generation)))]);
    // Object.fromEntries forgets the names that it was given.
    this.statements = Object.fromEntries(prepared) as Record<StatementName, Statement>;
    const lexical = `lexical_${generation}`;
    this.versions = keepsVersions(database, generation) ? new VersionTables(database, generation) : null;
    this.words = this.versions ? null : {
      totals: new LexicalTotals(database, lexical),
      put: database.prepare(`INSERT INTO ${lexical}(rowid, body, symbols, path, doc) VALUES(?,?,?,?,?)`),
      remove: database.prepare(`DELETE FROM ${lexical} WHERE rowid = ?`),
    };
  }

  write(batch: WriteBatch): WriteOutcome {
    this.changesImports = false;
    this.words?.totals.begin();
    this.versions?.words.begin();
    // Asked anew each time: another process may have written since.
    this.nextChunk = Number(this.statements.nextChunk.get()?.[0] ?? 1);
    const { removeFolder, putFolder, removeSkipped, putSkipped } = this.statements;
    for (const path of batch.removed) this.removeForGood(path);
    for (const file of batch.files) this.put(file);
    for (const path of [...batch.removed, ...batch.files.map((file) => file.path)]) removeSkipped.run(path);
    // After the removals: what was indexed until now may be removed and skipped in one batch.
    for (const { path, cause } of batch.skipped) {
      this.removeForGood(path);
      putSkipped.run(path, cause);
    }
    for (const path of batch.removedFolders) removeFolder.run(path);
    for (const folder of batch.folders) putFolder.run(...folderValues(folder));
    this.words?.totals.correct();
    this.versions?.words.write();
    return { changesImports: this.changesImports };
  }

  private put(file: StorableFile): void {
    const before = this.remove(file.path);
    if (before?.imports !== file.importWords) this.changesImports = true;
    const { putFile, putContent, putNames } = this.statements;
    const firstChunk = this.nextChunk;
    putFile.run(
      file.path, file.language, file.sizeBytes, file.lineCount, file.encoding, parsingOf(file), file.symbolCount,
      firstChunk, file.lexical.length, file.pathClass, file.nameParts, before?.inDegree ?? 0, file.indexedAtMs, file.importWords, file.nameUses,
    );
    const id = Number(this.statements.lastId.get()?.[0]);
    if (this.words) for (const [chunk, { body, symbols, doc }] of file.lexical.entries()) this.words.put.run(firstChunk + chunk, body, symbols, file.pathWords, doc);
    this.versions?.put(id, file);
    this.nextChunk = firstChunk + file.lexical.length;
    const vectors = this.words && file.vectors;
    const [scales, quantized] = vectors ? [bytesOf(vectors.scales), packHalves(vectors.values)] : [new Uint8Array(), new Uint8Array()];
    putContent.run(id, vectorsCheck(id, scales, quantized), scales, quantized, file.chunkLines, file.symbols, file.flow, file.text);
    if (file.symbolNames.length > 0) putNames.run(id, JSON.stringify(file.symbolNames.map(wellFormed)));
  }

  private removeForGood(path: string): void {
    if (this.remove(path)) this.changesImports = true;
  }

  /** What the graph of imports knew of the file; null if there was none. */
  private remove(path: string): { readonly inDegree: number; readonly imports: string } | null {
    const { findFile, symbols, removeName, removeFile, removeContent } = this.statements;
    const found = findFile.get(path);
    if (!found) return null;
    const [id, firstChunk, chunkCount] = found.slice(0, 3).map(Number) as [number, number, number];
    const stored = blob(symbols.get(id)?.[0]);
    const names = decoded(`content_${this.generation} of file ${id}, symbols`, () => decodeSymbols(stored, path)).map(({ name }) => name);
    for (const name of new Set(names)) removeName.run(name, id);
    if (this.words) this.removeWords(this.words, firstChunk, chunkCount);
    this.versions?.remove(id, Date.now());
    removeContent.run(id);
    removeFile.run(id);
    return { inDegree: Number(found[3]), imports: Buffer.from(blob(found[4])).toString("utf8") };
  }

  private removeWords({ totals, remove }: NonNullable<FileWriter["words"]>, firstChunk: number, count: number): void {
    for (let chunk = firstChunk; chunk < firstChunk + count; chunk++) {
      totals.note(chunk);
      remove.run(chunk);
    }
  }
}

function parsingOf({ isDegraded, hasSyntaxErrors }: Pick<StorableFile, "isDegraded" | "hasSyntaxErrors">): number {
  return isDegraded ? PARSING.plainText : hasSyntaxErrors ? PARSING.withErrors : PARSING.whole;
}

/** `#` stands for the generation. */
const SQL = {
  // Ids and chunks grow together: the newest file has the last chunk.
  nextChunk: "SELECT first_chunk + chunk_count FROM file_# ORDER BY id DESC LIMIT 1",
  lastId: "SELECT last_insert_rowid()",
  findFile: "SELECT id, CAST(first_chunk AS INTEGER), CAST(chunk_count AS INTEGER), CAST(in_degree AS INTEGER), CAST(imports AS BLOB) FROM file_# WHERE path = ?",
  symbols: "SELECT CAST(symbols AS BLOB) FROM content_# WHERE file_id = ?",
  putFile:
    "INSERT INTO file_#(path, language, size, line_count, encoding, degraded, symbols, first_chunk, chunk_count, path_class, name_parts, in_degree, indexed_at, imports, name_uses) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
  putContent: "INSERT INTO content_#(file_id, vectors_check, scales, quantized, chunk_lines, symbols, flow, text) VALUES(?,?,?,?,?,?,?,?)",
  // One by one they would take as long as all else that is written of a file.
  putNames: "INSERT INTO symbol_name_#(name, file_id) SELECT value, ? FROM json_each(?)",
  putFolder: "INSERT OR REPLACE INTO folder_#(path, names, kinds, stats, hashes) VALUES(?,?,?,?,?)",
  putSkipped: "INSERT OR REPLACE INTO skipped_#(path, cause) VALUES(?,?)",
  removeFile: "DELETE FROM file_# WHERE id = ?",
  removeContent: "DELETE FROM content_# WHERE file_id = ?",
  removeName: "DELETE FROM symbol_name_# WHERE name = ? AND file_id = ?",
  removeFolder: "DELETE FROM folder_# WHERE path = ?",
  removeSkipped: "DELETE FROM skipped_# WHERE path = ?",
} as const;
type StatementName = keyof typeof SQL;

/** As a name is bound, and looked for: half of a character outside the basic plane is none. */
function wellFormed(name: string): string {
  return name.replaceAll(/\p{Cs}/gu, "\ufffd");
}

function bytesOf(array: Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
