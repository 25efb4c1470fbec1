/**
 * Combines the scan with the outcomes of the files that were read into batches to write. A folder's manifest
 * never covers a file that has not been written before it or in the same batch. So after a crash between two
 * batches, the next scan finds everything that is missing.
 */
import type { SkipCause } from "@satori/contracts";
import type { FileOutcome, PreparedFile, StoredFile } from "../model/indexed-file.ts";
import {
  type EntryKind,
  FILE_KIND,
  type FolderManifest,
  HASH_BYTES,
  STATS_PER_ENTRY,
  UNSETTLED_MTIME,
  entryKind,
  kindCode,
} from "../model/manifest.ts";
import { parentOf } from "../model/paths.ts";
import { type Candidate, type Changes, SKIPPED_KINDS, isUnhashed, listedPath } from "../scan/detect.ts";
import { NESTED_CONTROL_FILES } from "../ignore/control-files.ts";
import type { FolderScan } from "../model/folder-scan.ts";

/** One write: files, removals and skipped files, and the manifests of the folders that they complete. */
export interface SettledBatch {
  readonly files: PreparedFile[];
  /** Files whose versions are stored already. */
  readonly stored: readonly StoredFile[];
  readonly removed: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly cause: SkipCause }[];
  readonly folders: readonly FolderManifest[];
  readonly removedFolders: readonly string[];
}

export class FolderLedger {
  added = 0;
  modified = 0;
  /** Indexed files that are now skipped or gone. */
  dropped = 0;
  /** Folders with files that could not be read. */
  readonly unreadable = new Set<string>();
  /** Number of unsettled candidates, by folder. */
  private readonly open: Uint32Array;
  /** By folder, the entries that were gone when they were to be read. */
  private readonly vanished = new Map<number, Set<number>>();
  private readonly finished: FolderManifest[];
  /** By folder, the candidates whose batch was written; without folders whose manifest was. */
  private readonly written = new Map<number, Set<number>>();

  constructor(
    private readonly scans: readonly FolderScan[],
    private readonly changes: Changes,
    private readonly previous: ReadonlyMap<string, FolderManifest>,
  ) {
    this.open = new Uint32Array(scans.length);
    this.finished = scans.map(({ manifest }) => manifest);
    for (const { folder } of changes.candidates) this.open[folder] = (this.open[folder] as number) + 1;
  }

  /** Manifests of all scanned folders; final after the last batch. */
  manifests(): FolderManifest[] {
    return this.finished;
  }

  /**
   * Yields batches in the order of the candidates; none if nothing changed. The first batch contains the
   * removals from folders that still exist, the last one the removed folders: while a moved folder is written
   * at its new path, searches still find it at the old one.
   *
   * @param outcomes one per candidate, in their order
   * @param enough a batch ends with the file that reaches this number of files or bytes
   */
  async *toBatches(
    outcomes: AsyncIterable<FileOutcome>,
    enough: { readonly files: number; readonly bytes: number },
  ): AsyncGenerator<SettledBatch> {
    const { candidates, removedFolders } = this.changes;
    const { fromHere, withFolders } = this.removals();
    let gone: Pick<SettledBatch, "removed" | "removedFolders"> = { removed: fromHere, removedFolders: [] };
    let files: PreparedFile[] = [];
    let stored: StoredFile[] = [];
    let folders = this.scans
      .filter((scan, at) => !scan.isUnchanged && this.open[at] === 0)
      .map(({ manifest }) => manifest);
    let [settled, bytes] = [0, 0];
    let next = 0;
    let isBeforeChange = this.previous.size > 0;
    const doubted = new Set<string>();
    let unconfirmed: Candidate[] = [];
    const take = (): SettledBatch | null => {
      const changed = folders.filter(
        (folder) => doubted.has(folder.path) || !isSameManifest(folder, this.previous.get(folder.path)),
      );
      if (isBeforeChange && files.length + stored.length + gone.removed.length > 0) {
        for (const doubtful of this.doubtfulManifests()) {
          doubted.add(doubtful.path);
          changed.push(doubtful);
        }
        isBeforeChange = false;
      }
      const isEmpty =
        files.length + stored.length + changed.length + gone.removed.length + gone.removedFolders.length ===
        0;
      const batch = { files, stored, folders: changed, skipped: changed.flatMap(skippedOf), ...gone };
      [files, stored, folders, settled, bytes, gone] = [
        [],
        [],
        [],
        0,
        0,
        { removed: [], removedFolders: [] },
      ];
      return isEmpty ? null : batch;
    };
    for await (const outcome of outcomes) {
      const candidate = candidates[next++] as Candidate;
      const file = this.settleOne(candidate, outcome);
      if (file?.kind === "stored") stored.push(file);
      if (file?.kind === "indexed") {
        files.push(file);
        bytes += file.sizeBytes;
      }
      if (outcome.kind === "vanished" && candidate.known)
        gone = { ...gone, removed: [...gone.removed, candidate.path] };
      if (outcome.kind !== "vanished") unconfirmed.push(candidate);
      settled++;
      this.open[candidate.folder] = (this.open[candidate.folder] as number) - 1;
      if (this.open[candidate.folder] === 0) folders.push(this.finish(candidate.folder));
      if (settled < enough.files && bytes < enough.bytes) continue;
      const batch = take();
      if (batch) yield batch;
      // Whoever takes the batches asks for the next one when this one is written.
      this.confirm(unconfirmed);
      unconfirmed = [];
    }
    gone = { removed: [...gone.removed, ...withFolders], removedFolders };
    const last = take();
    if (last) yield last;
  }

  /**
   * A batch in which some files have new outcomes, because their stored versions are gone. New files to write
   * follow the others.
   *
   * @param outcomes by path
   */
  resettled(batch: SettledBatch, outcomes: ReadonlyMap<string, FileOutcome>): SettledBatch {
    const files = [...batch.files];
    const removed = [...batch.removed];
    const folders = new Map(batch.folders.map((folder) => [folder.path, folder]));
    for (const candidate of this.changes.candidates) {
      const outcome = outcomes.get(candidate.path);
      if (!outcome) continue;
      this.unsettle(candidate);
      const file = this.settleOne(candidate, outcome);
      if (file?.kind === "indexed") files.push(file);
      if (outcome.kind === "vanished" && candidate.known) removed.push(candidate.path);
      const scan = this.scans[candidate.folder] as FolderScan;
      if (folders.has(scan.manifest.path))
        folders.set(
          scan.manifest.path,
          this.open[candidate.folder] === 0 ? this.finish(candidate.folder) : withDoubt(scan),
        );
    }
    const stored = batch.stored.filter(({ path }) => !outcomes.has(path));
    const changed = [...folders.values()];
    return { ...batch, files, stored, removed, folders: changed, skipped: changed.flatMap(skippedOf) };
  }

  /** Takes back that a candidate's version is stored. */
  private unsettle({ folder, entry, known }: Candidate): void {
    const { manifest } = this.scans[folder] as FolderScan;
    if (known?.kind === "file") this.modified--;
    else this.added--;
    manifest.kinds[entry] = FILE_KIND;
    manifest.hashes.fill(0, entry * HASH_BYTES, (entry + 1) * HASH_BYTES);
  }

  /**
   * What was written of folders whose manifest was not: manifests that leave out the files that are still to
   * be read. With them, a later run reads only those.
   */
  unfinished(): Pick<SettledBatch, "folders" | "skipped" | "removed" | "removedFolders"> {
    const left = new Map<number, Set<number>>();
    for (const { folder, entry } of this.changes.candidates) {
      const written = this.written.get(folder);
      if (!written || written.has(entry)) continue;
      left.set(folder, (left.get(folder) ?? new Set()).add(entry));
    }
    const folders = [...this.written.keys()].map((folder) =>
      withoutEntries((this.scans[folder] as FolderScan).manifest, left.get(folder) ?? new Set()),
    );
    return { folders, skipped: folders.flatMap(skippedOf), removed: [], removedFolders: [] };
  }

  /** A folder without unsettled candidates was written with the last of them. */
  private confirm(candidates: readonly Candidate[]): void {
    for (const { folder, entry } of candidates)
      this.written.set(folder, (this.written.get(folder) ?? new Set()).add(entry));
    for (const folder of this.written.keys()) if (this.open[folder] === 0) this.written.delete(folder);
  }

  /** Removed paths in existing folders, and in removed folders. */
  private removals(): { fromHere: string[]; withFolders: string[] } {
    const gone = new Set(this.changes.removedFolders);
    const { removed } = this.changes;
    const isGone = (path: string): boolean => gone.has(parentOf(path));
    return { fromHere: removed.filter((path) => !isGone(path)), withFolders: removed.filter(isGone) };
  }

  /**
   * Manifests of the folders that are not finished when the first change is written. Removals are written
   * before their replacements, and some files of a folder before others. After a crash in between, the next
   * scan has to read all files of such a folder again, so their times are marked as unsettled.
   */
  private doubtfulManifests(): FolderManifest[] {
    return this.scans.filter((_, at) => (this.open[at] as number) > 0).map(withDoubt);
  }

  /** The manifest of a folder whose candidates are all settled. From now on, positions in it may change. */
  private finish(folder: number): FolderManifest {
    const { manifest } = this.scans[folder] as FolderScan;
    const vanished = this.vanished.get(folder);
    return (this.finished[folder] = vanished ? withoutEntries(manifest, vanished) : manifest);
  }

  /** Writes the outcome into the folder's manifest. Returns the file if it has to be stored or listed. */
  private settleOne(
    { folder, entry, known }: Candidate,
    outcome: FileOutcome,
  ): PreparedFile | StoredFile | null {
    const { manifest } = this.scans[folder] as FolderScan;
    if (outcome.kind === "vanished") {
      if (known?.kind === "file") this.dropped++;
      if (NESTED_CONTROL_FILES.has(manifest.names[entry] as string)) this.keepAsChanged(manifest, entry);
      else this.vanished.set(folder, (this.vanished.get(folder) ?? new Set()).add(entry));
      return null;
    }
    if (outcome.kind === "skipped" && outcome.cause === "unreadable") {
      this.unreadable.add(manifest.path);
      this.keepEarlier(manifest, entry, known);
      return null;
    }
    if (outcome.kind === "same") {
      if (known) note(manifest, entry, known);
      return null;
    }
    note(manifest, entry, { kind: outcome.kind === "skipped" ? outcome.cause : "file", hash: outcome.hash });
    if (outcome.kind === "skipped") {
      if (known?.kind === "file") this.dropped++;
      return null;
    }
    if (known?.kind === "file") {
      if (known.hash === outcome.hash) return null;
      this.modified++;
    } else this.added++;
    return outcome;
  }

  /**
   * Keeps an entry for an ignore file that vanished: its rules were applied in this scan, so the next scan
   * must notice that it is gone.
   */
  private keepAsChanged(manifest: FolderManifest, entry: number): void {
    manifest.kinds[entry] = kindCode("ignored_file");
    manifest.stats[entry * STATS_PER_ENTRY + 1] = UNSETTLED_MTIME;
  }

  /** Keeps the index data of a file that cannot be read. The next scan tries again. */
  private keepEarlier(manifest: FolderManifest, entry: number, known: Candidate["known"]): void {
    if (known?.kind === "file") {
      note(manifest, entry, known);
      manifest.stats[entry * STATS_PER_ENTRY + 1] = UNSETTLED_MTIME;
    } else manifest.kinds[entry] = kindCode("unreadable");
  }
}

/** The manifest of a scanned folder, with the times of the files without an outcome marked as unsettled. */
function withDoubt({ manifest }: FolderScan): FolderManifest {
  const stats = manifest.stats.slice();
  for (const at of manifest.names.keys())
    if (manifest.kinds[at] === FILE_KIND && isUnhashed(manifest, at))
      stats[at * STATS_PER_ENTRY + 1] = UNSETTLED_MTIME;
  return { ...manifest, stats };
}

function note(
  manifest: FolderManifest,
  entry: number,
  { kind, hash }: { readonly kind: EntryKind; readonly hash: string },
): void {
  manifest.kinds[entry] = kindCode(kind);
  manifest.hashes.set(Buffer.from(hash, "hex"), entry * HASH_BYTES);
}

function skippedOf(folder: FolderManifest): { path: string; cause: SkipCause }[] {
  return folder.names.flatMap((name, at) => {
    const cause = SKIPPED_KINDS.get(entryKind(folder, at));
    return cause === undefined ? [] : [{ path: listedPath(folder.path, name, entryKind(folder, at)), cause }];
  });
}

function withoutEntries(
  { path, names, kinds, stats, hashes }: FolderManifest,
  left: ReadonlySet<number>,
): FolderManifest {
  const stays = (at: number): boolean => !left.has(at);
  return {
    path,
    names: names.filter((_, at) => stays(at)),
    kinds: kinds.filter((_, at) => stays(at)),
    stats: stats.filter((_, at) => stays(Math.floor(at / STATS_PER_ENTRY))),
    hashes: hashes.filter((_, at) => stays(Math.floor(at / HASH_BYTES))),
  };
}

function isSameManifest(left: FolderManifest, right: FolderManifest | undefined): boolean {
  return (
    right !== undefined &&
    left.names.length === right.names.length &&
    left.names.every((name, at) => name === right.names[at]) &&
    left.kinds.every((kind, at) => kind === right.kinds[at]) &&
    left.stats.every((value, at) => value === right.stats[at]) &&
    left.hashes.every((byte, at) => byte === right.hashes[at])
  );
}
