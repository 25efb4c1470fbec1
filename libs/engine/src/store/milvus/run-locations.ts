/** Where the runs of a checkout have their rows in Milvus: made, proven, superseded, and left. */
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
  /** For so long a superseded place stays: somebody may be reading it. */
  readonly staleMs: number;
}

export class RunLocations {
  private readonly noted: RecordedLocations;

  constructor(private readonly parts: RunLocationsOptions) {
    this.noted = new RecordedLocations(parts.local, parts.generations.server);
  }

  /** Null where nothing of the run lies in Milvus yet. */
  of(runId: string): RowsLocation | null {
    return this.noted.of(runId);
  }

  /** Made if nothing is there yet. A place without vectors gives way to one with them once there are some. */
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

  /** For a run that takes over what another checkout has made. */
  async take(runId: string, place: RowsLocation): Promise<void> {
    await this.noted.addMade(place);
    await this.noted.note(runId, place);
  }

  /** Whether Milvus says itself that the run is complete. */
  async hasProof(place: RowsLocation, marker: CompletionMarker): Promise<boolean> {
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

  /** Of a place without its proof. Throws `STORE_UNAVAILABLE` if it is noted to lie on another server. */
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

  /** Whether a place is noted to lie on the server that is asked, by the name that it has now. */
  isCertain(place: RowsLocation): boolean {
    return this.noted.otherServer(place) === null;
  }

  /** Servers other than the one that is asked that hold a part of the index. Throws `STORE_UNAVAILABLE`. */
  async otherServers(): Promise<readonly string[]> {
    const { complete } = await this.parts.local.head();
    const places = this.noted.all(complete?.run.id ?? null);
    const here = await this.onThisServer(places);
    return serversOf(places.filter((place) => !here.includes(place)));
  }

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

  /** Where the run before the complete one lies, as long as somebody may be reading it. */
  get superseded(): RowsLocation | null {
    return this.noted.superseded(this.parts.nowMs() - this.parts.staleMs);
  }

  async supersede(place: RowsLocation): Promise<void> {
    await this.noted.noteSuperseded(place, this.parts.nowMs());
  }

  /** Leaves where the run before lies once nobody can be reading it. */
  async leaveSuperseded(complete: RowsLocation): Promise<void> {
    if (!this.noted.hasSuperseded || this.superseded !== null) return;
    await this.leaveAllBut([complete]);
    await this.noted.noteSuperseded(null, 0);
  }

  /**
   * Those of some places that lie on the server that is asked, by whatever name it went when they were noted.
   */
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
