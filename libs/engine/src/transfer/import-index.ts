/**
 * Takes an index that another machine has made of the same code. The file is data: it is checked, row by
 * row, before it is used, and nothing in it is believed about files: the next sync reads each file of the
 * checkout, and indexes those again whose content differs.
 */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Fingerprint } from "@satori/contracts";
import { awaitLock } from "../codebase/home/lock.ts";
import { refuseWholeSystem } from "../codebase/home/refused-folders.ts";
import { requireFolder, requirePresent } from "../codebase/home/registry.ts";
import { makeHomeFolder } from "../codebase/home/home.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, causeOf, throwIfAborted } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { compareFingerprints } from "../model/fingerprint.ts";
import {
  FILE_KIND,
  type FolderManifest,
  HASH_BYTES,
  STATS_PER_ENTRY,
  UNSETTLED_MTIME,
  entryPath,
} from "../model/manifest.ts";
import type { Snapshot, Store } from "../store/store.ts";
import { type Archive, invalid, openArchive, unpackArchive } from "./archive.ts";
import { type TransferInput, type TransferredIndex, requireSqlite } from "./export-index.ts";

export interface ImportInput extends TransferInput {
  /** Whether an index that is there already is replaced. */
  readonly force?: boolean;
}

/** Folder in the index folder in which an index is checked before it is used. */
const STAGING = "importing";
/** Position of the mtime among the numbers of an entry. */
const MTIME = 1;

/**
 * Puts the index of a file in the place of the codebase's. The caller syncs it next: until then it counts as
 * behind. Throws `INDEX_FILE_INVALID` if it cannot be used here, `INVALID_ARGUMENTS` if there is an index
 * already, and `CANCELLED`; then nothing has changed.
 */
export async function importIndex(
  context: EngineContext,
  input: ImportInput,
  call: Pick<CallContext, "baseFolder" | "signal">,
): Promise<TransferredIndex> {
  requireSqlite(context);
  const target = context.codebases.named(input.path, call.baseFolder);
  requirePresent(target);
  requireFolder(target.realPath);
  refuseWholeSystem(target.realPath);
  const codebase = context.codebases.at(target.realPath);
  const archive = openArchive(resolve(call.baseFolder, input.file));
  requireFit(context, archive.file, archive.header.fingerprint);
  makeHomeFolder(codebase.folder);
  const lock = await awaitLock(codebase, {
    clock: context.clock,
    mostMs: ENGINE_LIMITS.waitForSyncMs,
    signal: call.signal,
  });
  if (!lock) throw new EngineError("STORE_UNAVAILABLE", `${codebase.root} is being indexed or synced`);
  const staging = join(codebase.folder, STAGING);
  try {
    await codebase.closeIfReplaced();
    if (codebase.isTracked && input.force !== true)
      throw new EngineError(
        "INVALID_ARGUMENTS",
        `${codebase.root} has an index already: pass --force to replace it, or satori sync to update it`,
      );
    rmSync(staging, { recursive: true, force: true });
    makeHomeFolder(staging);
    const counts = await adopt(context, archive, { staging, root: codebase.root, signal: call.signal });
    await codebase.discardStore({ isForOwnFile: true });
    // Not renamed: connections to the staged file may still be open, and its log may hold the last changes.
    context.stores.copy(staging, codebase.root, join(codebase.folder, context.stores.fileName));
    codebase.establish();
    return { root: codebase.root, file: archive.file, ...counts };
  } finally {
    rmSync(staging, { recursive: true, force: true });
    if (codebase.isTracked) lock[Symbol.dispose]();
    else codebase.releaseEmptyIndex(lock);
  }
}

interface Adoption {
  readonly staging: string;
  readonly root: string;
  readonly signal: AbortSignal | undefined;
}

/** Unpacks the index, checks everything in it, and makes it one of this codebase. */
async function adopt(
  context: EngineContext,
  archive: Archive,
  { staging, root, signal }: Adoption,
): Promise<Pick<TransferredIndex, "files" | "chunks">> {
  const { file } = archive;
  unpackArchive(archive, join(staging, context.stores.fileName));
  try {
    context.stores.requireOwnTables(staging);
    const inspection = context.stores.inspect(staging);
    if (inspection.kind === "damaged") throw invalid(file, "it is damaged", inspection.found);
    if (inspection.kind === "unchecked") throw new EngineError("STORE_UNAVAILABLE", inspection.reason);
    throwIfAborted(signal);
    context.stores.moveTo(staging, root);
    await using store = context.stores.open(staging, root);
    using snapshot = await store.snapshot();
    if (!snapshot) throw invalid(file, "its run is not complete");
    requireFit(context, file, snapshot.marker.fingerprint);
    const folders = await store.manifest(snapshot.runId);
    if (hasStrays(folders, snapshot)) throw invalid(file, "its folders do not have all of its files");
    await distrustFiles(store, snapshot, folders, signal);
    const { files, chunks } = await store.statistics(snapshot.runId);
    return { files, chunks };
  } catch (error) {
    if (!(error instanceof EngineError) || !["STORE_CORRUPT", "STORE_NEWER"].includes(error.code))
      throw error;
    throw invalid(file, error.code === "STORE_NEWER" ? error.message : "it is damaged", causeOf(error));
  }
}

function requireFit(context: EngineContext, file: string, fingerprint: Fingerprint): void {
  const own = context.fingerprint();
  const differs = compareFingerprints(fingerprint, own);
  if (!differs) return;
  const fields = differs.mismatched as readonly (keyof typeof own)[];
  const values = fields.map((field) => `${field} is ${fingerprint[field]} instead of ${own[field]}`);
  throw invalid(file, `it was made with other settings or another version: ${values.join(", ")}`);
}

/** Whether there is a file that no folder has: no sync would compare it with the disk. */
function hasStrays(folders: readonly FolderManifest[], { files }: Snapshot): boolean {
  const claimed = new Set(
    folders.flatMap(({ path, names, kinds }) =>
      names.filter((_, at) => kinds[at] === FILE_KIND).map((name) => entryPath(path, name)),
    ),
  );
  return files.paths.some((path) => !claimed.has(path));
}

/**
 * Makes the next sync read every file: times and inodes of another machine say nothing. A file whose stored
 * text is not the one that its hash is of gets another hash, so that it is indexed again.
 */
async function distrustFiles(
  store: Store,
  snapshot: Snapshot,
  stored: readonly FolderManifest[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const folders: FolderManifest[] = [];
  for (const folder of stored) {
    throwIfAborted(signal);
    const [stats, hashes] = [Float64Array.from(folder.stats), Uint8Array.from(folder.hashes)];
    for (const [at, name] of folder.names.entries()) {
      const first = at * STATS_PER_ENTRY;
      // Folders have no numbers.
      if (stats.subarray(first, first + STATS_PER_ENTRY).some((value) => value !== 0))
        stats[first + MTIME] = UNSETTLED_MTIME;
      if (folder.kinds[at] !== FILE_KIND) continue;
      const ownHash = hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
      const position = snapshot.fileAt(entryPath(folder.path, name));
      const text = position === -1 ? Buffer.alloc(0) : snapshot.utf8Text(position);
      const hash = createHash("sha256").update(text).digest().subarray(0, HASH_BYTES);
      if (!hash.equals(ownHash)) ownHash.fill(0);
    }
    folders.push({ ...folder, stats, hashes });
  }
  await store.write(snapshot.runId, { files: [], removed: [], skipped: [], folders, removedFolders: [] });
}
