/**
 * An index whose words and vectors lie in Milvus. Everything else lies in the local part, a SQLite file,
 * which also says which versions of files this checkout holds: rows in Milvus are of a version, never change,
 * and count for those alone who hold it. So whatever dies half-way leaves rows that nobody sees, and a commit
 * of the local part is what makes a write visible.
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
import type { SqliteSnapshot } from "../sqlite/snapshot/snapshot.ts";
import type { SqliteStore } from "../sqlite/sqlite-store.ts";
import type {
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
 * What stays for `staleMs` is also versions that no file has any more: a search that began before may still
 * ask for them.
 */
export interface MilvusStoreParts extends RunLocationsOptions {
  /** What the machine is called in the name of the checkout. */
  readonly host: string;
  /**
   * The writer lock of the index; null where somebody holds it. Taken only by what writes while it answers a
   * reader.
   */
  readonly tryLock: () => Disposable | null;
}

/** Name of the note of what the machine was called when the index was first made. */
export const HOST = "host";
const GONE = "Milvus no longer has the index: its collection is missing or belongs to another index";
/** Versions that are asked for, or removed, in one expression. */
const VERSIONS_AT_ONCE = 1_000;

export class MilvusStore implements Store {
  private readonly local: SqliteStore;
  private readonly generations: Generations;
  private readonly places: RunLocations;
  /** Versions that were there already when it was last asked what is held. */
  private found = new Set<string>();
  private state: { readonly runId: string; readonly sequence: number; readonly search: SearchState } | null =
    null;
  private readonly sample = new VectorSample();

  constructor(private readonly parts: MilvusStoreParts) {
    this.local = parts.local;
    this.generations = parts.generations;
    this.places = new RunLocations(parts);
  }

  get isFrozen(): boolean {
    return this.local.isFrozen;
  }

  head(): Promise<StoreHead> {
    return this.local.head();
  }

  saveSettings(settings: CodebaseSettings): Promise<void> {
    return this.local.saveSettings(settings);
  }

  /**
   * A first run of its kind takes over what another checkout of the same repository has made, if an embedder
   * like the runtime's made it.
   */
  async beginRun(run: RunRecord): Promise<void> {
    const { complete } = await this.local.head();
    const isFirst =
      complete === null || compareFingerprints(complete.marker.fingerprint, run.fingerprint) !== null;
    const adoptable = isFirst ? await this.generations.adoptable(run.fingerprint) : null;
    const adopted = adoptable && (await this.generations.join(adoptable)) ? adoptable : null;
    // What failed and dead runs of this checkout left. Before the run is registered: where the server is away
    // none can begin.
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
      files.filter(({ lexical }) => lexical.length > 0).map((file) => [versionKey(file), file.path]),
    );
    const held = new Set<string>();
    if (!place || byVersion.size === 0) return held;
    // Before anybody asks whether they are still wanted.
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
          // Where a sync finds no collection, the index is gone or lies elsewhere: that is said, and not that
          // a list failed.
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

  async write(runId: string, batch: WriteBatch): Promise<WriteOutcome> {
    const isSync = await this.requireProofIfSync(runId);
    const rows = batch.files.filter((file) => file.lexical.length > 0 && !this.found.has(versionKey(file)));
    if (rows.length > 0) await this.upload(runId, rows);
    const outcome = await this.local.write(runId, batch);
    if (isSync) await this.retireLater(runId);
    return outcome;
  }

  async completeRun(marker: CompletionMarker, end: SyncEnd, settings?: CodebaseSettings): Promise<void> {
    // Before anything is said in Milvus: what the local part refuses must not be proven there.
    const { latest } = await this.local.head();
    if (latest?.state !== "active" || !provesRun(marker, latest))
      return this.local.completeRun(marker, end, settings);
    const place = await this.places.ensure(marker.runId, marker.fingerprint.embeddingDimension || null);
    // It answers as well without: where a server would rather do so in its own time, it may.
    await this.generations
      .collection(place)
      .flush()
      .catch(() => undefined);
    await this.requireAll(marker.runId, place);
    await this.generations.mark(place, { ...marker, checkout: this.parts.checkout });
    await this.generations.publish(place);
    const before = (await this.local.head()).complete;
    const placeBefore = before && this.places.of(before.run.id);
    if (placeBefore && !isSameLocation(placeBefore, place)) await this.places.supersede(placeBefore);
    await this.local.completeRun(marker, end, settings);
    this.state = null;
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

  /** Of the local part. */
  sizeBytes(): Promise<number> {
    return this.local.sizeBytes();
  }

  async release(): Promise<void> {
    await this.places.leaveAllBut([]);
  }

  /** Servers other than the one that is asked that hold a part of the index. Throws `STORE_UNAVAILABLE`. */
  otherServers(): Promise<readonly string[]> {
    return this.places.otherServers();
  }

  /**
   * An index of which Milvus no longer has the proof is none any more: null, and from then on a failed run.
   * Where Milvus is away, or is another server than the one that holds it, nothing but words and vectors is
   * missing: outlines and call graphs do without.
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

  /**
   * Where the complete run's rows lie; null where there is none, or where it may be that another server has
   * them.
   */
  async place(): Promise<JointTarget | null> {
    const { complete } = await this.local.head();
    const place = complete && this.places.of(complete.run.id);
    return place && this.places.isCertain(place)
      ? { ...place, collection: this.generations.collection(place) }
      : null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.local[Symbol.asyncDispose]();
  }

  /** For readers: where somebody writes, that one or the next question finds out again. */
  private async disownUnlessLocked(runId: string): Promise<void> {
    try {
      using lock = this.parts.tryLock();
      if (lock) await this.disown(runId);
    } catch (error) {
      // As on a home that is read-only.
      if (!(error instanceof EngineError)) throw error;
    }
  }

  /** The caller holds the lock. Where nothing can be written the next question finds out again. */
  private async disown(runId: string): Promise<void> {
    await this.local
      .disown(runId, { code: "STORE_CORRUPT", message: GONE }, new Date(this.parts.nowMs()).toISOString())
      .catch(() => undefined);
  }

  /**
   * Whether a run is the complete one, to which something is about to be added. Throws `STORE_UNAVAILABLE`
   * where it is without its proof.
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
   * Before a run counts as complete: that all it holds is there, whoever wrote and removed rows meanwhile.
   * What is there besides is of nobody here. Throws `STORE_UNAVAILABLE`.
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

  /** Where it does not work now, a later sync does it. */
  private async retireLater(runId: string): Promise<void> {
    await this.retire(runId).catch(() => undefined);
  }

  /**
   * Removes what no file has any more, once nobody can be reading it; where other checkouts are, it may be
   * theirs, and stays.
   */
  private async retire(runId: string): Promise<void> {
    const place = this.places.of(runId);
    if (place) await this.places.leaveSuperseded(place);
    const { nowMs, staleMs, checkout } = this.parts;
    const stale = await this.local.changeVersions(runId, (versions) => versions.stale(nowMs() - staleMs));
    if (!place || stale.length === 0) return;
    const { users } = await this.generations.records(place);
    if (users.some((user) => user !== checkout)) return;
    for (const portion of portions(stale)) {
      const rows = `codebase == ${quoted(place.codebase)} and ${oneOf("file", portion)}`;
      // The row first that says that the others are there: half of a version must not pass for all of it.
      await this.generations.collection(place).remove(`kind == ${ROW_KINDS.path} and ${rows}`);
      await this.generations.collection(place).remove(rows);
      await this.local.changeVersions(runId, (versions) => versions.forget(portion));
    }
  }
}

/** Null where no file has vectors. Throws `STORE_UNAVAILABLE` for vectors of no use. */
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
