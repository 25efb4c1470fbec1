/**
 * Notes in the local part of an index about the locations of its rows in Milvus: by run, and for everything
 * that this checkout has created or taken over.
 */
import type { SqliteStore } from "../sqlite/sqlite-store.ts";
import { type RowsLocation, isSameLocation } from "./generations.ts";

/** Notes of an index, by name. */
type Notes = Pick<SqliteStore, "noted" | "note">;

export interface RecordedLocation extends RowsLocation {
  /** Server that holds the rows; absent in notes of earlier versions. */
  readonly server?: string;
}

/**
 * Names of the notes about the location of the run before the complete one, and about all locations of this
 * checkout.
 */
const SUPERSEDED = "superseded";
const MADE = "made";

/** Servers that the locations were noted for, ascending. */
export function serversOf(places: readonly RecordedLocation[]): readonly string[] {
  return [...new Set(places.flatMap(({ server }) => server ?? []))].sort();
}

/**
 * Locations of an index: those of the run's rows, if there is a run, and everything else this checkout has.
 */
export function recordedLocations(
  notes: Pick<Notes, "noted">,
  runId: string | null,
): readonly RecordedLocation[] {
  return [...placesIn(notes, MADE), ...(runId === null ? [] : placesIn(notes, placeNote(runId)))];
}

export class RecordedLocations {
  /** @param server name of the current server */
  constructor(
    private readonly notes: Notes,
    readonly server: string,
  ) {}

  of(runId: string): RecordedLocation | null {
    return placesIn(this.notes, placeNote(runId))[0] ?? null;
  }

  all(runId: string | null): readonly RecordedLocation[] {
    return recordedLocations(this.notes, runId);
  }

  async note(runId: string, place: RowsLocation): Promise<void> {
    await this.notes.note(placeNote(runId), JSON.stringify(this.named(place)));
  }

  /** Locations that this checkout has created or taken over, and does not know to be gone. */
  made(): readonly RecordedLocation[] {
    return placesIn(this.notes, MADE);
  }

  async noteMade(places: readonly RowsLocation[]): Promise<void> {
    await this.notes.note(MADE, JSON.stringify(places.map((place) => this.named(place))));
  }

  /** Noted before the location is created, so that its owner is known even if the process dies. */
  async addMade(place: RowsLocation): Promise<void> {
    await this.noteMade([...this.made().filter((other) => !isSameLocation(place, other)), place]);
  }

  /**
   * Location of the run before the complete one, if it was superseded after that time, in milliseconds since
   * 1970; otherwise null.
   */
  superseded(afterMs: number): RowsLocation | null {
    const { place, atMs } = (JSON.parse(this.notes.noted(SUPERSEDED) ?? "null") ?? {
      place: null,
      atMs: 0,
    }) as { readonly place: RowsLocation | null; readonly atMs: number };
    return atMs > afterMs ? place : null;
  }

  get hasSuperseded(): boolean {
    return (this.notes.noted(SUPERSEDED) ?? "null") !== "null";
  }

  async noteSuperseded(place: RowsLocation | null, atMs: number): Promise<void> {
    await this.notes.note(SUPERSEDED, JSON.stringify(place && { place, atMs }));
  }

  /**
   * The server that a location was noted for, if its name differs from the current one; it may still be the
   * same server. Otherwise null.
   */
  otherServer(place: RecordedLocation): string | null {
    return place.server === undefined || place.server === this.server ? null : place.server;
  }

  private named(place: RecordedLocation): RecordedLocation {
    return { server: this.server, ...place };
  }
}

function placeNote(runId: string): string {
  return `place:${runId}`;
}

/** A note of one location or of a list; empty if there is none. */
function placesIn(notes: Pick<Notes, "noted">, name: string): readonly RecordedLocation[] {
  const noted = JSON.parse(notes.noted(name) ?? "[]") as RecordedLocation | readonly RecordedLocation[];
  return Array.isArray(noted) ? noted : [noted as RecordedLocation];
}
