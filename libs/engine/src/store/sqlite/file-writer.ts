/**
 * Writes files into the tables of one generation, with their checks and digests. Its methods run inside a
 * transaction of the caller.
 */
import { decodeSymbols } from "../../model/structure-codec.ts";
import { PARSING } from "./schema.ts";
import type { StorableFile, WriteBatch, WriteOutcome } from "../store.ts";
import type { FolderManifest } from "../../model/manifest.ts";
import type { Database, Statement } from "../../sqlite/driver.ts";
import { packHalves } from "../../vectors/half-bytes.ts";
import { readContent } from "./checked-blobs.ts";
import { type BucketSums, bucketOfKey, keyOf, nameCheck, nameOfKey } from "./checks/buckets.ts";
import { type Digest, Digests, type TalliedTable, withRow, withoutRow } from "./checks/digests.ts";
import { blobCheck, fileCheck, importsCheck, skippedCheck, vectorsCheck } from "./checks/row-checks.ts";
import { decoded } from "./corruption-error.ts";
import { prepareFindFile, requirePathLookup, storedFileOf } from "./file-rows.ts";
import { encodeLengths, readLengths } from "./lexical/chunk-lengths.ts";
import { liveChunks } from "./lexical/live-chunks.ts";
import { PostingWriter } from "./lexical/posting-writer.ts";
import { blob, folderValues } from "./rows.ts";
import { textOf } from "./texts.ts";
import { VersionTables, keepsVersions } from "./version-tables.ts";

export class FileWriter {
  private readonly statements: Record<StatementName, Statement>;
  private readonly findFile: Statement;
  private readonly digests: Digests;
  /** Null if words and vectors are stored elsewhere. */
  private readonly words: PostingWriter | null;
  /** Null if they are stored here. */
  private readonly versions: VersionTables | null;
  /** Digest of the batch that is being written; the sums of names are loaded on the first change. */
  private digest: Digest;
  private nameSums: BucketSums | null = null;
  /** For the batch that is being written. */
  private changesImports = false;

  /** Throws `STORE_CORRUPT` if existing files cannot be found. */
  constructor(
    private readonly database: Database,
    private readonly generation: number,
  ) {
    this.digests = new Digests(database, generation);
    this.digest = this.digests.read();
    if (this.digest.tallies.file.rows > 0) requirePathLookup(database, generation);
    this.findFile = prepareFindFile(database, generation);
    const prepared = Object.entries(SQL).map(([name, sql]) => [
      name,
      database.prepare(sql.replaceAll("#", String(generation))),
    ]);
    // The cast is needed because Object.fromEntries loses the names of the keys.
    this.statements = Object.fromEntries(prepared) as Record<StatementName, Statement>;
    this.versions = keepsVersions(database, generation) ? new VersionTables(database, generation) : null;
    this.words = this.versions ? null : new PostingWriter(database, generation);
  }

  write(batch: WriteBatch): WriteOutcome {
    this.changesImports = false;
    this.words?.begin();
    this.versions?.words.begin();
    // Read for each batch, because another process may have written since.
    this.digest = this.digests.read();
    this.nameSums = null;
    for (const path of batch.removed) this.removeForGood(path);
    for (const file of batch.files) this.put(file);
    for (const path of [...batch.removed, ...batch.files.map((file) => file.path)]) this.removeSkipped(path);
    // Done after the removals, because a file that was indexed may be removed and skipped in one batch.
    for (const { path, cause } of batch.skipped) {
      this.removeForGood(path);
      this.putSkipped(path, cause);
    }
    for (const path of batch.removedFolders) this.removeFolder(path);
    for (const folder of batch.folders) this.putFolder(folder);
    if (this.words)
      this.digest = {
        ...this.digest,
        postings: this.words.write(this.digest.postings, () => liveChunks(this.database, this.generation)),
      };
    this.versions?.words.write();
    this.digests.write(this.digest);
    if (this.nameSums) this.digests.writeSums("symbol_name", this.nameSums);
    return { changesImports: this.changesImports };
  }

  private put(file: StorableFile): void {
    const before = this.remove(file.path);
    if (before?.imports !== file.importWords) this.changesImports = true;
    const id = this.putRow(file, before?.inDegree ?? 0);
    const firstChunk = this.digest.nextChunk;
    this.words?.add(file.words, firstChunk);
    if (this.versions) this.count("version", this.versions.put(id, file));
    const vectors = this.words && file.vectors;
    const [scales, quantized] = vectors
      ? [bytesOf(vectors.scales), packHalves(vectors.values)]
      : [new Uint8Array(), new Uint8Array()];
    const checks = [Buffer.from(file.chunkLines, "latin1"), file.symbols, file.flow, file.text].map((bytes) =>
      blobCheck(id, bytes),
    );
    this.statements.putContent.run(
      id,
      vectorsCheck(id, scales, quantized),
      ...checks,
      scales,
      quantized,
      file.chunkLines,
      file.symbols,
      file.flow,
      file.text,
    );
    this.putNames(id, file.symbolNames);
    this.digest = { ...this.digest, nextFile: id + 1, nextChunk: firstChunk + file.words.lengths.length };
  }

  /** Inserts a row into the file table and returns its id. */
  private putRow(file: StorableFile, inDegree: number): number {
    const { nextFile: id, nextChunk: firstChunk } = this.digest;
    const {
      path,
      language,
      nameParts,
      sizeBytes,
      lineCount,
      symbolCount,
      pathClass,
      indexedAtMs,
      encoding,
      importWords,
      nameUses,
    } = file;
    const { lengths } = file.words;
    const [parsing, chunkCount, lengthBytes] = [parsingOf(file), lengths.length, encodeLengths(lengths)];
    const check = fileCheck({
      id,
      path,
      language,
      nameParts,
      sizeBytes,
      lineCount,
      parsing,
      symbolCount,
      firstChunk,
      chunkCount,
      pathClass,
      indexedAtMs,
      inDegree,
    });
    this.statements.putFile.run(
      id,
      path,
      language,
      sizeBytes,
      lineCount,
      encoding,
      parsing,
      symbolCount,
      firstChunk,
      chunkCount,
      pathClass,
      nameParts,
      inDegree,
      indexedAtMs,
      check,
      blobCheck(id, lengthBytes),
      importsCheck(id, path, encoding, importWords),
      blobCheck(id, nameUses),
      lengthBytes,
      importWords,
      nameUses,
    );
    this.count("file", check);
    return id;
  }

  private putNames(id: number, names: readonly string[]): void {
    if (names.length === 0) return;
    const keys = [...new Set(names.map(keyOf))];
    this.statements.putNames.run(id, JSON.stringify(keys));
    const sums = this.sumsOfNames();
    for (const key of keys) sums.add(bucketOfKey(key), nameCheck(nameOfKey(key), id));
  }

  private removeNames(id: number, names: readonly string[]): void {
    const sums = this.sumsOfNames();
    for (const key of new Set(names.map(keyOf))) {
      // Some symbols, such as keys of data files, have no row in the table of names.
      if (this.statements.removeName.get(key, id))
        sums.remove(bucketOfKey(key), nameCheck(nameOfKey(key), id));
    }
  }

  private sumsOfNames(): BucketSums {
    return (this.nameSums ??= this.digests.readSums("symbol_name"));
  }

  private count(table: TalliedTable, check: number): void {
    const { tallies } = this.digest;
    this.digest = { ...this.digest, tallies: { ...tallies, [table]: withRow(tallies[table], check) } };
  }

  private discount(table: TalliedTable, check: number): void {
    const { tallies } = this.digest;
    this.digest = { ...this.digest, tallies: { ...tallies, [table]: withoutRow(tallies[table], check) } };
  }

  private putFolder(folder: FolderManifest): void {
    this.removeFolder(folder.path);
    const values = folderValues(folder);
    this.statements.putFolder.run(...values);
    this.count("folder", Number(values.at(-1)));
  }

  private removeFolder(path: string): void {
    const check = this.statements.folderCheck.get(path)?.[0];
    if (check === undefined) return;
    this.discount("folder", Number(check));
    this.statements.removeFolder.run(path);
  }

  private putSkipped(path: string, cause: string): void {
    this.removeSkipped(path);
    this.statements.putSkipped.run(path, cause);
    this.count("skipped", skippedCheck(path, cause));
  }

  private removeSkipped(path: string): void {
    const cause = this.statements.skippedCause.get(path)?.[0];
    if (cause === undefined) return;
    this.discount("skipped", skippedCheck(path, textOf(blob(cause), `skipped_${this.generation}, cause`)));
    this.statements.removeSkipped.run(path);
  }

  private removeForGood(path: string): void {
    if (this.remove(path)) this.changesImports = true;
  }

  /** Removes a file. Returns the data that the import graph needs; null if there was no such file. */
  private remove(path: string): { readonly inDegree: number; readonly imports: string } | null {
    const found = storedFileOf(this.findFile.get(path), this.generation);
    if (!found) return null;
    const { id, firstChunk, chunkCount, inDegree, imports } = found;
    const [stored = new Uint8Array()] = readContent(this.database, this.generation, id, ["symbols"]);
    const symbols = decoded(`content_${this.generation} of file ${id}, symbols`, () =>
      decodeSymbols(stored, path),
    );
    this.removeNames(
      id,
      symbols.map(({ name }) => name),
    );
    this.words?.remove(firstChunk, readLengths(this.database, this.generation, { id, chunkCount }));
    if (this.versions) this.discount("version", this.versions.remove(id, Date.now()));
    this.statements.removeContent.run(id);
    this.statements.removeFile.run(id);
    this.discount("file", found.check);
    return { inDegree, imports };
  }
}

function parsingOf({
  isDegraded,
  hasSyntaxErrors,
}: Pick<StorableFile, "isDegraded" | "hasSyntaxErrors">): number {
  return isDegraded ? PARSING.plainText : hasSyntaxErrors ? PARSING.withErrors : PARSING.whole;
}

/** `#` stands for the generation. */
const SQL = {
  putFile:
    "INSERT INTO file_#(id, path, language, size, line_count, encoding, degraded, symbols, " +
    "first_chunk, chunk_count, path_class, name_parts, in_degree, indexed_at, row_check, " +
    "lengths_check, imports_check, uses_check, lengths, imports, name_uses) " +
    "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
  putContent:
    "INSERT INTO content_#(file_id, vectors_check, lines_check, symbols_check, flow_check, text_check, " +
    "scales, quantized, chunk_lines, symbols, flow, text) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)",
  // One statement for all names; one per name would take as long as everything else written for a file.
  putNames: "INSERT INTO symbol_name_#(key, file_id) SELECT value, ? FROM json_each(?)",
  putFolder: "INSERT INTO folder_#(path, names, kinds, stats, hashes, row_check) VALUES(?,?,?,?,?,?)",
  folderCheck: "SELECT CAST(row_check AS INTEGER) FROM folder_# WHERE path = ?",
  putSkipped: "INSERT INTO skipped_#(path, cause) VALUES(?,?)",
  skippedCause: "SELECT CAST(cause AS BLOB) FROM skipped_# WHERE path = ?",
  removeFile: "DELETE FROM file_# WHERE id = ?",
  removeContent: "DELETE FROM content_# WHERE file_id = ?",
  removeName: "DELETE FROM symbol_name_# WHERE key = ? AND file_id = ? RETURNING 1",
  removeFolder: "DELETE FROM folder_# WHERE path = ?",
  removeSkipped: "DELETE FROM skipped_# WHERE path = ?",
} as const;
type StatementName = keyof typeof SQL;

function bytesOf(array: Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
