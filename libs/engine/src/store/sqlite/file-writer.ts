/**
 * Writes the files and folders of one run: which versions it has, and what its view says of them. Stores
 * versions that the pool lacks, and removes those that no run lists any more. Its methods run inside a
 * transaction of the caller.
 */
import type { FolderManifest } from "../../model/manifest.ts";
import type { Database } from "../../sqlite/driver.ts";
import type { ListedFile, StorableFile, WriteBatch, WriteOutcome } from "../store.ts";
import { type Membership, memberCheck, skippedCheck } from "./checks/row-checks.ts";
import { type RunTable, type RunTallies, Tallies, withRow, withoutRow } from "./checks/tallies.ts";
import { damaged } from "./corruption-error.ts";
import { type StoredVersion, requirePathLookup } from "./file-rows.ts";
import type { QuantizedRows } from "../../vectors/quantize.ts";
import { PoolWriter } from "./pool-writer.ts";
import { isListedIn, runsOfPool } from "./pools.ts";
import { blob, folderValues } from "./rows.ts";
import type { RunTables } from "./run-tables.ts";
import { PARSING } from "./schema.ts";
import { type StatementsOf, prepareAll } from "./statements.ts";
import { textOf } from "./texts.ts";

/** A file of the run. */
interface Member extends Membership {
  readonly version: StoredVersion;
}

export class FileWriter {
  private readonly statements: StatementsOf<typeof SQL>;
  private readonly versions: PoolWriter;
  private readonly stored: Tallies;
  // Of the batch that is being written.
  private tallies: RunTallies;
  /** Other runs that may list the same versions. */
  private otherRuns: readonly number[] = [];
  private changesImports = false;

  /** Throws `STORE_CORRUPT` if existing files cannot be found. */
  constructor(
    private readonly database: Database,
    private readonly tables: RunTables,
  ) {
    this.stored = new Tallies(database, tables.run);
    this.tallies = this.stored.read();
    if (this.tallies.member.rows > 0) requirePathLookup(database, tables);
    this.versions = new PoolWriter(database, tables.pool);
    this.statements = prepareAll(database, SQL, tables.run);
  }

  write(batch: WriteBatch): WriteOutcome {
    const listed = (batch.listed ?? []).map((file) => ({ file, version: this.wholeVersionOf(file) }));
    const gone = listed.filter(({ version }) => version === null).map(({ file }) => file.path);
    if (gone.length > 0) return { changesImports: false, gone };
    this.changesImports = false;
    this.versions.begin();
    // Read for each batch, because another process may have written since.
    this.tallies = this.stored.read();
    this.otherRuns = runsOfPool(this.database, this.tables.pool).filter((run) => run !== this.tables.run);
    for (const path of batch.removed) this.removeForGood(path);
    for (const file of batch.files) this.put(file, batch.vectorsFollow === true);
    for (const { file, version } of listed) if (version) this.list(file, version);
    const paths = [...batch.files, ...(batch.listed ?? [])].map(({ path }) => path);
    for (const path of [...batch.removed, ...paths]) this.removeSkipped(path);
    // Done after the removals, because a file that was indexed may be removed and skipped in one batch.
    for (const { path, cause } of batch.skipped) {
      this.removeForGood(path);
      this.putSkipped(path, cause);
    }
    for (const path of batch.removedFolders) this.removeFolder(path);
    for (const folder of batch.folders) this.putFolder(folder);
    this.stored.write(this.tallies);
    this.versions.end();
    return { changesImports: this.changesImports, gone };
  }

  /** Writes the vectors of versions that lack them; by id. */
  writeVectors(vectors: ReadonlyMap<number, QuantizedRows>): void {
    for (const [id, rows] of vectors) this.versions.putVectors(id, rows);
  }

  private put(file: StorableFile, vectorsFollow: boolean): void {
    const before = this.memberAt(file.path);
    if (before?.version.imports !== file.importWords) this.changesImports = true;
    if (before) this.unlist(before);
    const kept = this.versionOf(file);
    const fileId = kept?.id ?? this.versions.put(file, vectorsFollow);
    // Of another view, which is still computing them.
    if (kept && file.vectors && this.versions.lacksVectors(kept.id))
      this.versions.putVectors(kept.id, file.vectors);
    this.addMember({ fileId, inDegree: before?.inDegree ?? 0, indexedAtMs: file.indexedAtMs });
  }

  /** Lists a version that is already stored. */
  private list(file: ListedFile, version: StoredVersion): void {
    const before = this.memberAt(file.path);
    if (before?.version.imports !== version.imports) this.changesImports = true;
    if (before?.fileId === version.id) return;
    this.addMember({ fileId: version.id, inDegree: before?.inDegree ?? 0, indexedAtMs: file.indexedAtMs });
    if (before) this.unlist(before);
  }

  /**
   * The stored version of a file; null if there is none. A version whose parser gave up is used by no other
   * view: there it may succeed.
   */
  private versionOf({ path, hash }: Pick<ListedFile, "path" | "hash">): StoredVersion | null {
    const bytes = Buffer.from(hash, "hex");
    return (
      this.versions
        .versionsOf(path)
        .find((version) => version.parsing !== PARSING.plainText && bytes.equals(version.hash)) ?? null
    );
  }

  /** As `versionOf`, but null for a version that lacks vectors. */
  private wholeVersionOf(file: ListedFile): StoredVersion | null {
    const version = this.versionOf(file);
    return version && this.versions.lacksVectors(version.id) ? null : version;
  }

  /** The file at a path; null if there is none. Throws `STORE_CORRUPT`. */
  private memberAt(path: string): Member | null {
    for (const version of this.versions.versionsOf(path)) {
      const row = this.statements.member.get(version.id);
      if (!row) continue;
      const [inDegree = 0, indexedAtMs = 0, check = 0] = row.map(Number);
      const member = { fileId: version.id, inDegree, indexedAtMs };
      if (memberCheck(member) !== check)
        throw damaged(`member_${this.tables.run}, file_id ${version.id}: the row does not fit its row_check`);
      return { ...member, version };
    }
    return null;
  }

  private addMember(member: Membership): void {
    const check = memberCheck(member);
    this.statements.putMember.run(member.fileId, member.inDegree, member.indexedAtMs, check);
    this.count("member", check);
  }

  private unlist(member: Member): void {
    this.discount("member", memberCheck(member));
    this.statements.removeMember.run(member.fileId);
    if (!isListedIn(this.database, member.fileId, this.otherRuns)) this.versions.remove(member.version);
  }

  private removeForGood(path: string): void {
    const member = this.memberAt(path);
    if (!member) return;
    this.unlist(member);
    this.changesImports = true;
  }

  private count(table: RunTable, check: number): void {
    this.tallies = { ...this.tallies, [table]: withRow(this.tallies[table], check) };
  }

  private discount(table: RunTable, check: number): void {
    this.tallies = { ...this.tallies, [table]: withoutRow(this.tallies[table], check) };
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
    this.discount("skipped", skippedCheck(path, textOf(blob(cause), `skipped_${this.tables.run}, cause`)));
    this.statements.removeSkipped.run(path);
  }
}

/** `#` stands for the number of the run. */
const SQL = {
  member:
    "SELECT CAST(in_degree AS INTEGER), CAST(indexed_at AS INTEGER), CAST(row_check AS INTEGER) FROM " +
    "member_# WHERE file_id = ?",
  putMember: "INSERT INTO member_#(file_id, in_degree, indexed_at, row_check) VALUES(?,?,?,?)",
  removeMember: "DELETE FROM member_# WHERE file_id = ?",
  putFolder: "INSERT INTO folder_#(path, names, kinds, stats, hashes, row_check) VALUES(?,?,?,?,?,?)",
  folderCheck: "SELECT CAST(row_check AS INTEGER) FROM folder_# WHERE path = ?",
  putSkipped: "INSERT INTO skipped_#(path, cause) VALUES(?,?)",
  skippedCause: "SELECT CAST(cause AS BLOB) FROM skipped_# WHERE path = ?",
  removeFolder: "DELETE FROM folder_# WHERE path = ?",
  removeSkipped: "DELETE FROM skipped_# WHERE path = ?",
} as const;
