/** Manages the locations of a checkout's runs in Milvus: creates, proves, supersedes and leaves them. */
import { EngineError } from "../../errors.ts";
import { type CompletionMarker, provesRun } from "../../model/run.ts";
import type { SqliteStore } from "../sqlite/sqlite-store.ts";
import { isMissingCollection } from "./connection/refusals.ts";
import { type Generations, type RowsLocation, isSameLocation } from "./generations.ts";
import { RecordedLocations, serversOf } from "./recorded-locations.ts";
import { markerId, readRecords } from "./records.ts";

export interface RunLocationsOptions {
  readonly local: SqliteStore;
  readonly generations: Generations;
  readonly checkout: string;
  readonly codebasePath: string;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** How long a superseded location stays, in milliseconds, because a process may still be reading it. */
  readonly staleMs: number;
}

export class RunLocations {
  private readonly noted: RecordedLocations;

  constructor(private readonly parts: RunLocationsOptions) {
    this.noted = new RecordedLocations(parts.local, parts.generations.server);
  }

  /** Location of the run's rows; null if there are none in Milvus yet. */
  of(runId: string): RowsLocation | null {
    return this.noted.of(runId);
  }

  /**
   * Location of the run's rows, created if there is none yet. A location without vectors is replaced by one
   * with vectors once there are some.
   */
  async ensure(runId: string, dimension: number | null): Promise<RowsLocation> {
    const known = this.of(runId);
    if (known && (known.dimension !== null || dimension === null)) return known;
    const { local, generations, checkout, codebasePath } = this.parts;
    const place = generations.placeFor(runId, dimension);
    await this.noted.addMade(place);
    await generations.make(place, runId, codebasePath);
    const { complete } = await local.head();
    if (complete?.run.id === runId) {
      await generations.mark(place, { ...complete.marker, checkout });
      await generations.publish(place);
    }
    await this.noted.note(runId, place);
    if (complete?.run.id === runId) await this.leaveAllBut([place]);
    return place;
  }

  /** Notes a location for a run that takes over another checkout's generation. */
  async take(runId: string, place: RowsLocation): Promise<void> {
    await this.noted.addMade(place);
    await this.noted.note(runId, place);
  }

  /** Whether Milvus has the proof that the run is complete. */
  async hasProof(
    place: RowsLocation,
    marker: Pick<CompletionMarker, "runId" | "fingerprint">,
  ): Promise<boolean> {
    try {
      const rows = await this.parts.generations
        .collection(place)
        .get([markerId(place.codebase, this.parts.checkout)], ["document"]);
      return readRecords(rows.map(({ document }) => document)).markers.some((found) =>
        provesRun(found, { id: marker.runId, fingerprint: marker.fingerprint }),
      );
    } catch (error) {
      if (isMissingCollection(error)) return false;
      throw error;
    }
  }

  /** For a location without its proof: throws `STORE_UNAVAILABLE` if it was noted for another server. */
  requireThisServer(place: RowsLocation): void {
    const server = this.noted.otherServer(place);
    if (server === null) return;
    throw new EngineError(
      "STORE_UNAVAILABLE",
      `Milvus at ${this.noted.server} does not have the index, which was built in Milvus at ` +
        `${server}: restore MILVUS_ADDRESS and MILVUS_DATABASE, or rebuild it with manage_index create ` +
        "and force",
    );
  }

  /** Whether the location was noted for the current server, under its current name. */
  isCertain(place: RowsLocation): boolean {
    return this.noted.otherServer(place) === null;
  }

  /** Other servers that hold a part of the index, ascending. Throws `STORE_UNAVAILABLE`. */
  async otherServers(): Promise<readonly string[]> {
    const { complete } = await this.parts.local.head();
    const places = this.noted.all(complete?.run.id ?? null);
    const here = await this.onThisServer(places);
    return serversOf(places.filter((place) => !here.includes(place)));
  }

  /** Removes this checkout's rows and records everywhere on this server except at the given locations. */
  async leaveAllBut(places: readonly (RowsLocation | null)[]): Promise<void> {
    const kept = places.filter((place) => place !== null);
    const made = this.noted.made();
    const here = await this.onThisServer(made);
    await this.parts.generations.leaveAllBut(kept, here);
    const left = made.filter(
      (place) => !here.includes(place) || kept.some((other) => isSameLocation(place, other)),
    );
    if (left.length < made.length) await this.noted.noteMade(left);
  }

  /** Location of the run before the complete one, as long as a process may be reading it; otherwise null. */
  get superseded(): RowsLocation | null {
    return this.noted.superseded(this.parts.nowMs() - this.parts.staleMs);
  }

  async supersede(place: RowsLocation): Promise<void> {
    await this.noted.noteSuperseded(place, this.parts.nowMs());
  }

  /** Leaves the superseded location once no process can be reading it. */
  async leaveSuperseded(complete: RowsLocation): Promise<void> {
    if (!this.noted.hasSuperseded || this.superseded !== null) return;
    await this.leaveAllBut([complete]);
    await this.noted.noteSuperseded(null, 0);
  }

  /** The locations that are on the current server, whatever its name was when they were noted. */
  private async onThisServer<Some extends RowsLocation>(places: readonly Some[]): Promise<readonly Some[]> {
    const isHere = await Promise.all(
      places.map(
        async (place) =>
          this.isCertain(place) || (await this.parts.generations.records(place)).owner !== null,
      ),
    );
    return places.filter((_, at) => isHere[at]);
  }
}
