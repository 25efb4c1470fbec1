/**
 * Writes versions of files into the tables of one pool, with their checks and digests. A version never
 * changes. Its methods run inside a transaction of the caller.
 */
import { decodeSymbols } from "../../model/structure-codec.ts";
import type { Database, Statement } from "../../sqlite/driver.ts";
import { packHalves } from "../../vectors/half-bytes.ts";
import type { QuantizedRows } from "../../vectors/quantize.ts";
import type { StorableFile } from "../store.ts";
import { readContent } from "./checked-blobs.ts";
import { type BucketSums, bucketOfKey, keyOf, nameCheck, nameOfKey } from "./checks/buckets.ts";
import { type Digest, Digests } from "./checks/digests.ts";
import { VECTORS_FOLLOW, blobCheck, fileCheck, importsCheck, vectorsCheck } from "./checks/row-checks.ts";
import { noteVersionChange } from "./checks/base-check.ts";
import { withRow, withoutRow } from "./checks/tallies.ts";
import { decoded } from "./corruption-error.ts";
import { type StoredVersion, prepareFindVersions, storedVersionOf } from "./file-rows.ts";
import { encodeLengths, readLengths } from "./lexical/chunk-lengths.ts";
import { liveChunks } from "./lexical/live-chunks.ts";
import { PostingWriter } from "./lexical/posting-writer.ts";
import { PARSING } from "./schema.ts";
import { type StatementsOf, prepareAll } from "./statements.ts";
import { VersionTables, keepsVersions } from "./version-tables.ts";

export class PoolWriter {
  private readonly statements: StatementsOf<typeof SQL>;
  private readonly findVersions: Statement;
  private readonly digests: Digests;
  /** Null if words and vectors are stored elsewhere. */
  private readonly words: PostingWriter | null;
  /** Null if they are stored here. */
  private readonly elsewhere: VersionTables | null;
  /** Digest of the transaction; the sums of names are loaded on the first change. */
  private digest: Digest;
  private nameSums: BucketSums | null = null;
  private hasChanges = false;

  /** Throws `STORE_CORRUPT`. */
  constructor(
    private readonly database: Database,
    private readonly pool: number,
  ) {
    this.digests = new Digests(database, pool);
    this.digest = this.digests.read();
    this.findVersions = prepareFindVersions(database, pool);
    this.statements = prepareAll(database, SQL, pool);
    this.elsewhere = keepsVersions(database, pool) ? new VersionTables(database, pool) : null;
    this.words = this.elsewhere ? null : new PostingWriter(database, pool);
  }

  /**
   * Call first in each transaction, because another process may have written since, or one was rolled back.
   */
  begin(): void {
    this.words?.begin();
    this.elsewhere?.words.begin();
    this.digest = this.digests.read();
    this.nameSums = null;
    this.hasChanges = false;
  }

  /** Call last in each transaction. */
  end(): void {
    if (this.words) {
      const postings = this.words.write(this.digest.postings, () => liveChunks(this.database, this.pool));
      this.digest = { ...this.digest, postings };
    }
    this.elsewhere?.words.write();
    this.digests.write(this.digest);
    if (this.nameSums) this.digests.writeSums("symbol_name", this.nameSums);
    if (this.hasChanges) noteVersionChange(this.database);
  }

  /** Versions of a path, by id. Throws `STORE_CORRUPT`. */
  versionsOf(path: string): readonly StoredVersion[] {
    return this.findVersions
      .all(path)
      .map((row) => storedVersionOf(row, this.pool))
      .sort((left, right) => left.id - right.id);
  }

  /**
   * Stores a version and returns its id.
   *
   * @param vectorsFollow whether its vectors are written later, if it has any chunk
   */
  put(file: StorableFile, vectorsFollow: boolean): number {
    this.hasChanges = true;
    const id = this.putRow(file);
    const firstChunk = this.digest.nextChunk;
    this.words?.add(file.words, firstChunk);
    if (this.elsewhere) {
      const check = this.elsewhere.put(id, file);
      this.digest = { ...this.digest, version: withRow(this.digest.version, check) };
    }
    this.putContent(id, file, vectorsFollow && file.words.lengths.length > 0);
    this.putNames(id, file.symbolNames);
    this.digest = { ...this.digest, nextFile: id + 1, nextChunk: firstChunk + file.words.lengths.length };
    return id;
  }

  /** Whether the vectors of a version are still to be written. */
  lacksVectors(id: number): boolean {
    return this.statements.lacksVectors.get(id) !== undefined;
  }

  /** Writes the vectors of a version that lacks them. */
  putVectors(id: number, vectors: QuantizedRows): void {
    const [scales, quantized] = [bytesOf(vectors.scales), packHalves(vectors.values)];
    this.statements.putVectors.run(vectorsCheck(id, scales, quantized), scales, quantized, id);
  }

  /** Removes a version that no run lists. */
  remove({ id, path, firstChunk, chunkCount }: StoredVersion): void {
    this.hasChanges = true;
    const [stored = new Uint8Array()] = readContent(this.database, this.pool, id, ["symbols"]);
    const symbols = decoded(`content_${this.pool} of file ${id}, symbols`, () => decodeSymbols(stored, path));
    this.removeNames(
      id,
      symbols.map(({ name }) => name),
    );
    this.words?.remove(firstChunk, readLengths(this.database, this.pool, { id, chunkCount }));
    if (this.elsewhere) {
      const check = this.elsewhere.remove(id, Date.now());
      this.digest = { ...this.digest, version: withoutRow(this.digest.version, check) };
    }
    this.statements.removeContent.run(id);
    this.statements.removeFile.run(id);
  }

  private putRow(file: StorableFile): number {
    const { nextFile: id, nextChunk: firstChunk } = this.digest;
    const { path, language, nameParts, sizeBytes, lineCount, symbolCount, pathClass, encoding } = file;
    const { lengths } = file.words;
    const [parsing, chunkCount, lengthBytes] = [parsingOf(file), lengths.length, encodeLengths(lengths)];
    const hash = Buffer.from(file.hash, "hex");
    const check = fileCheck({ ...file, id, parsing, firstChunk, chunkCount });
    this.statements.putFile.run(
      id,
      path,
      hash,
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
      check,
      blobCheck(id, lengthBytes),
      importsCheck({ id, path, hash, encoding, imports: file.importWords }),
      blobCheck(id, file.nameUses),
      lengthBytes,
      file.importWords,
      file.nameUses,
    );
    return id;
  }

  private putContent(id: number, file: StorableFile, vectorsFollow: boolean): void {
    const vectors = this.words && file.vectors;
    const [scales, quantized] = vectors
      ? [bytesOf(vectors.scales), packHalves(vectors.values)]
      : [new Uint8Array(), new Uint8Array()];
    const checks = [Buffer.from(file.chunkLines, "latin1"), file.symbols, file.flow, file.text].map((bytes) =>
      blobCheck(id, bytes),
    );
    this.statements.putContent.run(
      id,
      vectorsFollow ? VECTORS_FOLLOW : vectorsCheck(id, scales, quantized),
      ...checks,
      scales,
      quantized,
      file.chunkLines,
      file.symbols,
      file.flow,
      file.text,
    );
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
}

function parsingOf({
  isDegraded,
  hasSyntaxErrors,
}: Pick<StorableFile, "isDegraded" | "hasSyntaxErrors">): number {
  return isDegraded ? PARSING.plainText : hasSyntaxErrors ? PARSING.withErrors : PARSING.whole;
}

/** `#` stands for the number of the pool. */
const SQL = {
  putFile:
    "INSERT INTO file_#(id, path, hash, language, size, line_count, encoding, degraded, symbols, " +
    "first_chunk, chunk_count, path_class, name_parts, row_check, lengths_check, imports_check, " +
    "uses_check, lengths, imports, name_uses) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
  putContent:
    "INSERT INTO content_#(file_id, vectors_check, lines_check, symbols_check, flow_check, text_check, " +
    "scales, quantized, chunk_lines, symbols, flow, text) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)",
  lacksVectors: `SELECT 1 FROM content_# WHERE file_id = ? AND vectors_check = ${VECTORS_FOLLOW}`,
  putVectors:
    "UPDATE content_# SET vectors_check = ?, scales = ?, quantized = ? WHERE file_id = ? AND " +
    `vectors_check = ${VECTORS_FOLLOW}`,
  // One statement for all names; one per name would take as long as everything else written for a file.
  putNames: "INSERT INTO symbol_name_#(key, file_id) SELECT value, ? FROM json_each(?)",
  removeFile: "DELETE FROM file_# WHERE id = ?",
  removeContent: "DELETE FROM content_# WHERE file_id = ?",
  removeName: "DELETE FROM symbol_name_# WHERE key = ? AND file_id = ? RETURNING 1",
} as const;

function bytesOf(array: Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
