/**
 * An index whose words and vectors are in Milvus. Everything else is in the local part, a SQLite file, which
 * also lists the file versions of this checkout. Rows in Milvus belong to a version, never change, and count
 * only for checkouts that list the version. A process that dies half-way therefore leaves only invisible
 * rows, and a commit of the local part makes a write visible.
 */
import type { ErrorCode, RunPhase } from "@satori/contracts";
import { EngineError } from "../../errors.ts";
import { compareFingerprints } from "../../model/fingerprint.ts";
import type { PreparedFile } from "../../model/indexed-file.ts";
import type { History } from "../../model/history.ts";
import type { FolderManifest } from "../../model/manifest.ts";
import {
  type CodebaseSettings,
  type CompletionMarker,
  type RunCounts,
  type RunRecord,
  provesRun,
} from "../../model/run.ts";
import { viewParts } from "../../model/view-name.ts";
import type { SqliteSnapshot } from "../sqlite/snapshot/snapshot.ts";
import type { SqliteStore } from "../sqlite/sqlite-store.ts";
import type {
  Listing,
  Snapshot,
  StorableFile,
  Store,
  StoreHead,
  StoreStatistics,
  SyncEnd,
  WriteBatch,
  WriteOutcome,
} from "../store.ts";
import { versionKey } from "../version-key.ts";
import { oneOf, quoted } from "./connection/collection.ts";
import { isMissingCollection } from "./connection/refusals.ts";
import { ROW_KINDS, fileRows } from "./file-rows.ts";
import { type Generations, type RowsLocation, isSameLocation } from "./generations.ts";
import type { JointTarget } from "./search/joint-search.ts";
import { MilvusSnapshot, type SearchState } from "./milvus-snapshot.ts";
import { RunLocations, type RunLocationsOptions } from "./run-locations.ts";
import { VectorSample } from "./search/vector-sample.ts";

/**
 * Versions that no file has any more also stay for `staleMs`, because an earlier search may still read them.
 */
export interface MilvusStoreParts extends RunLocationsOptions {
  /** Name of the machine within the name of the checkout. */
  readonly host: string;
  /**
   * Takes the writer lock of the index; null if it is held. Needed only to write while answering a reader.
   */
  readonly tryLock: () => Disposable | null;
}

/** Name of the note with the machine's name when the index was first created. */
export const HOST = "host";
const GONE = "Milvus no longer has the index: its collection is missing or belongs to another index";
/** Most versions per expression. */
const VERSIONS_AT_ONCE = 1_000;

export class MilvusStore implements Store {
  /** Words and vectors of a chunk are one row on the server. */
  readonly stages = null;
  private readonly local: SqliteStore;
  private readonly generations: Generations;
  private readonly places: RunLocations;
  /** Versions that already existed on the last call of `alreadyStored`. */
  private found = new Set<string>();
  private state: { readonly runId: string; readonly sequence: number; readonly search: SearchState } | null =
    null;
  private readonly sample = new VectorSample();
  /** Versions that no file had any more at the last sync, and that stay because of other checkouts. */
  private unlisted = 0;

  constructor(private readonly parts: MilvusStoreParts) {
    this.local = parts.local;
    this.generations = parts.generations;
    this.places = new RunLocations(parts);
  }

  get isFrozen(): boolean {
    return this.local.isFrozen;
  }

  get keepsCancelledRuns(): boolean {
    return this.local.keepsCancelledRuns;
  }

  /** As of the last sync; see `unlisted`. */
  get unlistedVersions(): number {
    return this.unlisted;
  }

  head(): Promise<StoreHead> {
    return this.local.head();
  }

  saveSettings(settings: CodebaseSettings): Promise<void> {
    return this.local.saveSettings(settings);
  }

  /**
   * A first run with its fingerprint takes over the generation of another checkout of the same repository, if
   * that was made by the runtime's embedder.
   */
  async beginRun(run: RunRecord): Promise<void> {
    const { complete } = await this.local.head();
    const isFirst =
      complete === null || compareFingerprints(complete.marker.fingerprint, run.fingerprint) !== null;
    const adoptable = isFirst ? await this.generations.adoptable(run.fingerprint) : null;
    const adopted = adoptable && (await this.generations.join(adoptable)) ? adoptable : null;
    // Removes what failed and dead runs of this checkout left behind. Done before the run is registered, so
    // that no run begins while the server is unavailable.
    await this.places.leaveAllBut([
      complete && this.places.of(complete.run.id),
      this.places.superseded,
      adopted,
    ]);
    if (this.local.noted(HOST) === null) await this.local.note(HOST, this.parts.host);
    await this.local.beginRun(run);
    if (adopted) await this.places.take(run.id, adopted);
  }

  reportProgress(runId: string, phase: RunPhase, counts: RunCounts, at: string): Promise<void> {
    return this.local.reportProgress(runId, phase, counts, at);
  }

  async alreadyStored(runId: string, files: readonly PreparedFile[]): Promise<ReadonlySet<string>> {
    this.found = new Set();
    const place = this.places.of(runId);
    const byVersion = new Map(
      files.filter(({ words }) => words.lengths.length > 0).map((file) => [versionKey(file), file.path]),
    );
    const held = new Set<string>();
    if (!place || byVersion.size === 0) return held;
    // Registered before another process can check whether the versions are still needed.
    await this.local.changeVersions(runId, (versions) =>
      versions.expect([...byVersion.keys()], this.parts.nowMs()),
    );
    for (const portion of portions([...byVersion.keys()])) {
      const filter =
        `kind == ${ROW_KINDS.path} and codebase == ${quoted(place.codebase)} and ` +
        `${oneOf("file", portion)}`;
      const rows = await this.generations
        .collection(place)
        .list(filter, ["file"])
        .catch(async (error: unknown) => {
          // If a sync finds no collection, the index is gone or elsewhere. Report that rather than a failed
          // list.
          if (isMissingCollection(error)) await this.requireProofIfSync(runId);
          throw error;
        });
      for (const { file } of rows) {
        this.found.add(String(file));
        held.add(byVersion.get(String(file)) as string);
      }
    }
    return held;
  }

  async keepViews(): Promise<void> {
    // Local parts are not shared.
  }

  /** None: local parts are not shared. */
  async storedVersions(): Promise<ReadonlyMap<string, readonly string[]>> {
    return new Map();
  }

  async write(runId: string, batch: WriteBatch): Promise<WriteOutcome> {
    const isSync = await this.requireProofIfSync(runId);
    const rows = batch.files.filter(
      (file) => file.words.lengths.length > 0 && !this.found.has(versionKey(file)),
    );
    if (rows.length > 0) await this.upload(runId, rows);
    const outcome = await this.local.write(runId, batch);
    if (isSync) await this.retireLater(runId);
    return outcome;
  }

  async completeRun(marker: CompletionMarker, end: SyncEnd, settings?: CodebaseSettings): Promise<void> {
    // Checked before anything is written to Milvus, which must not prove a run that the local part rejects.
    const { latest } = await this.local.head();
    if (latest?.state !== "active" || !provesRun(marker, latest))
      return this.local.completeRun(marker, end, settings);
    const place = await this.places.ensure(marker.runId, marker.fingerprint.embeddingDimension || null);
    // The index also works without a flush, so a failure does not matter.
    await this.generations
      .collection(place)
      .flush()
      .catch(() => undefined);
    await this.requireAll(marker.runId, place);
    await this.generations.mark(place, { ...marker, checkout: this.parts.checkout });
    await this.generations.publish(place);
    const before = (await this.local.head()).complete;
    const placeBefore = before && this.places.of(before.run.id);
    const hasMoved = placeBefore !== null && !isSameLocation(placeBefore, place);
    if (hasMoved) await this.places.supersede(placeBefore);
    await this.local.completeRun(marker, end, settings);
    this.state = null;
    // The next sync of a codebase leaves the earlier location. A commit is never synced.
    if (hasMoved && viewParts(this.parts.codebasePath).commit !== null)
      await this.places.leaveAllBut([place]).catch(() => undefined);
  }

  async failRun(
    runId: string,
    failure: { readonly code: ErrorCode; readonly message: string },
    at: string,
  ): Promise<void> {
    await this.local.failRun(runId, failure, at);
    const { complete } = await this.local.head();
    await this.places
      .leaveAllBut([complete && this.places.of(complete.run.id), this.places.superseded])
      .catch(() => undefined);
  }

  async endSync(end: SyncEnd): Promise<void> {
    await this.local.endSync(end);
    const { complete } = await this.local.head();
    if (complete) await this.retireLater(complete.run.id);
  }

  writeInDegrees(runId: string, degrees: ReadonlyMap<string, number>): Promise<void> {
    return this.local.writeInDegrees(runId, degrees);
  }

  importWords(runId: string): Promise<ReadonlyMap<string, string>> {
    return this.local.importWords(runId);
  }

  historyHead(runId: string): Promise<string | null> {
    return this.local.historyHead(runId);
  }

  writeHistory(runId: string, history: History): Promise<void> {
    return this.local.writeHistory(runId, history);
  }

  manifest(runId: string): Promise<readonly FolderManifest[]> {
    return this.local.manifest(runId);
  }

  statistics(runId: string): Promise<StoreStatistics> {
    return this.local.statistics(runId);
  }

  /** Size of the local part. */
  sizeBytes(): Promise<number> {
    return this.local.sizeBytes();
  }

  async release(): Promise<void> {
    await this.places.leaveAllBut([]);
  }

  /** Other servers that hold a part of the index, ascending. Throws `STORE_UNAVAILABLE`. */
  otherServers(): Promise<readonly string[]> {
    return this.places.otherServers();
  }

  /**
   * The complete run as it is now. If Milvus no longer has the proof of the run, returns null and marks the
   * run as failed. If Milvus is unavailable, or is another server than the one with the index, only words and
   * vectors are missing; outlines and call graphs still work.
   */
  async snapshot(): Promise<Snapshot | null> {
    for (;;) {
      const local = await this.local.snapshot();
      if (!local) return null;
      try {
        const place = this.places.of(local.runId);
        if (place && (await this.places.hasProof(place, local.marker)))
          return new MilvusSnapshot(local, this.stateOf(local, place), place.dimension);
        if (place) this.places.requireThisServer(place);
      } catch (error) {
        if (error instanceof EngineError && error.code === "STORE_UNAVAILABLE")
          return new MilvusSnapshot(local, error, null);
        local[Symbol.dispose]();
        throw error;
      }
      local[Symbol.dispose]();
      // Another process may have completed a run meanwhile.
      if ((await this.local.head()).complete?.run.id !== local.runId) continue;
      await this.disownUnlessLocked(local.runId);
      return null;
    }
  }

  /** Location of the complete run's rows; null if there is none, or if another server may have them. */
  async place(): Promise<JointTarget | null> {
    const { complete } = await this.local.head();
    const place = complete && this.places.of(complete.run.id);
    return place && this.places.isCertain(place)
      ? { ...place, collection: this.generations.collection(place) }
      : null;
  }

  /** The versions of the complete run. The caller holds the lock. */
  async listing(): Promise<Listing> {
    const { complete } = await this.local.head();
    const held =
      complete && (await this.local.changeVersions(complete.run.id, (versions) => versions.held()));
    return { user: this.parts.checkout, versions: held ?? [] };
  }

  /**
   * Removes versions that neither this checkout nor the given ones list, unless there are other checkouts in
   * the generation: what they list is unknown here. Versions that this one gave up recently stay, because a
   * process may be reading them. The caller holds the locks of all. Throws `STORE_UNAVAILABLE`.
   */
  async removeUnlisted(others: readonly Listing[]): Promise<void> {
    const { complete } = await this.local.head();
    const place = complete && this.places.of(complete.run.id);
    if (!place) return;
    const known = [this.parts.checkout, ...others.map(({ user }) => user)];
    const { users } = await this.generations.records(place);
    if (users.some((user) => !known.includes(user))) return;
    const { nowMs, staleMs } = this.parts;
    const present = await this.generations.versions(place);
    const { held, stale, recent } = await this.local.changeVersions(complete.run.id, (versions) => {
      const old = versions.stale(nowMs() - staleMs);
      const all = versions.stale(Number.MAX_SAFE_INTEGER);
      return { held: versions.held(), stale: old, recent: all.filter((key) => !old.includes(key)) };
    });
    const kept = new Set([...held, ...recent, ...others.flatMap(({ versions }) => versions)]);
    const unlisted = [...new Set([...present, ...stale])].filter((key) => !kept.has(key));
    await this.removeVersions(complete.run.id, place, unlisted);
    this.unlisted = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.local[Symbol.asyncDispose]();
  }

  /** As `disown`, for readers. If another process is writing, it or the next question will find the same. */
  private async disownUnlessLocked(runId: string): Promise<void> {
    try {
      using lock = this.parts.tryLock();
      if (lock) await this.disown(runId);
    } catch (error) {
      // For example on a read-only home.
      if (!(error instanceof EngineError)) throw error;
    }
  }

  /**
   * Marks the run as failed. The caller holds the lock. If writing fails, the next question will find the
   * same.
   */
  private async disown(runId: string): Promise<void> {
    await this.local
      .disown(runId, { code: "STORE_CORRUPT", message: GONE }, new Date(this.parts.nowMs()).toISOString())
      .catch(() => undefined);
  }

  /**
   * Whether the run is the complete one, so that this is a sync. Throws `STORE_UNAVAILABLE` if its proof is
   * missing.
   */
  private async requireProofIfSync(runId: string): Promise<boolean> {
    const { complete } = await this.local.head();
    if (complete?.run.id !== runId) return false;
    const { marker } = complete;
    const place = this.places.of(marker.runId);
    if (place && (await this.places.hasProof(place, marker))) return true;
    if (place) this.places.requireThisServer(place);
    await this.disown(marker.runId);
    throw new EngineError("STORE_UNAVAILABLE", `${GONE}; rebuild it with manage_index create`);
  }

  /**
   * Checks, before a run counts as complete, that Milvus has all its rows, whatever other processes wrote and
   * removed meanwhile. Versions in Milvus that no file of this index has are noted, so that a later sync
   * removes them. Throws `STORE_UNAVAILABLE`.
   */
  private async requireAll(runId: string, place: RowsLocation): Promise<void> {
    const present = await this.generations.versions(place);
    const missing = await this.local.changeVersions(runId, (versions) => {
      const held = new Set(versions.held());
      versions.expect(
        [...present].filter((key) => !held.has(key)),
        this.parts.nowMs(),
      );
      return [...held].filter((key) => !present.has(key)).length;
    });
    if (missing > 0)
      throw new EngineError(
        "STORE_UNAVAILABLE",
        `Milvus lost the words and vectors of ${missing} files during the run: index again`,
      );
  }

  private stateOf(local: SqliteSnapshot, place: RowsLocation): SearchState {
    const { runId, sequence, files } = local;
    if (this.state?.runId === runId && this.state.sequence === sequence) return this.state.search;
    const { keys, tokens, stale } = local.versions();
    const held = {
      collection: this.generations.collection(place),
      codebase: place.codebase,
      files,
      versions: keys,
      fileOfVersion: new Map(keys.map((key, file) => [key, file])),
      stale,
      tokens,
    };
    const search = { held, sample: this.sample.of(held) };
    this.state = { runId, sequence, search };
    return search;
  }

  private async upload(runId: string, files: readonly StorableFile[]): Promise<void> {
    const dimension = dimensionOf(files);
    const place = await this.places.ensure(runId, dimension);
    const expected = files.map(versionKey);
    await this.local.changeVersions(runId, (versions) => versions.expect(expected, this.parts.nowMs()));
    await this.generations
      .collection(place)
      .upsert(files.flatMap((file) => fileRows(file, place.codebase, place.dimension)));
  }

  /** As `retire`; if that fails, a later sync does it. */
  private async retireLater(runId: string): Promise<void> {
    await this.retire(runId).catch(() => undefined);
  }

  /**
   * Removes versions that no file has any more, once no process can be reading them. If other checkouts use
   * the generation, the versions may be theirs and stay; `removeUnlisted` can tell.
   */
  private async retire(runId: string): Promise<void> {
    const place = this.places.of(runId);
    if (place) await this.places.leaveSuperseded(place);
    const { nowMs, staleMs, checkout } = this.parts;
    const stale = await this.local.changeVersions(runId, (versions) => versions.stale(nowMs() - staleMs));
    this.unlisted = 0;
    if (!place || stale.length === 0) return;
    const { users } = await this.generations.records(place);
    if (users.some((user) => user !== checkout)) this.unlisted = stale.length;
    else await this.removeVersions(runId, place, stale);
  }

  private async removeVersions(runId: string, place: RowsLocation, keys: readonly string[]): Promise<void> {
    const collection = this.generations.collection(place);
    for (const portion of portions(keys)) {
      const rows = `codebase == ${quoted(place.codebase)} and ${oneOf("file", portion)}`;
      // Removes the path's row first, since it vouches for the others: half a version must not pass for a
      // whole one.
      await collection.remove(`kind == ${ROW_KINDS.path} and ${rows}`);
      await collection.remove(rows);
      await this.local.changeVersions(runId, (versions) => versions.forget(portion));
    }
  }
}

/**
 * Dimension of the files' vectors; null if no file has any. Throws `STORE_UNAVAILABLE` for a dimension that
 * Milvus does not support.
 */
function dimensionOf(files: readonly StorableFile[]): number | null {
  const vectors = files.find((file) => file.vectors !== null)?.vectors;
  if (!vectors) return null;
  const dimension = vectors.values.length / vectors.scales.length;
  if (dimension < 2)
    throw new EngineError(
      "STORE_UNAVAILABLE",
      `Milvus requires vectors of at least two dimensions, the embedder's have ${dimension}`,
    );
  return dimension;
}

function portions(keys: readonly string[]): (readonly string[])[] {
  return Array.from({ length: Math.ceil(keys.length / VERSIONS_AT_ONCE) }, (_, at) =>
    keys.slice(at * VERSIONS_AT_ONCE, (at + 1) * VERSIONS_AT_ONCE),
  );
}
