/**
 * What the local part of an index notes of where its rows in Milvus lie: by run, and of all that this
 * checkout has had made or has taken over.
 */
import type { SqliteStore } from "../sqlite/sqlite-store.ts";
import { type RowsLocation, isSameLocation } from "./generations.ts";

/** Notes of an index, by name. */
type Notes = Pick<SqliteStore, "noted" | "note">;

export interface RecordedLocation extends RowsLocation {
  /** That it lies on; absent in notes of earlier versions. */
  readonly server?: string;
}

/** Names of notes: of where the run before the complete one lies, and of all places of this checkout. */
const SUPERSEDED = "superseded";
const MADE = "made";

/** Servers that places are noted to lie on, ascending. */
export function serversOf(places: readonly RecordedLocation[]): readonly string[] {
  return [...new Set(places.flatMap(({ server }) => server ?? []))].sort();
}

/** Where an index has parts: the run's rows, if there is a run, and what else this checkout has. */
export function recordedLocations(
  notes: Pick<Notes, "noted">,
  runId: string | null,
): readonly RecordedLocation[] {
  return [...placesIn(notes, MADE), ...(runId === null ? [] : placesIn(notes, placeNote(runId)))];
}

export class RecordedLocations {
  /** @param server what the one is called that is asked now */
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

  /** Places that this checkout has had made or has taken over, and does not know to be gone. */
  made(): readonly RecordedLocation[] {
    return placesIn(this.notes, MADE);
  }

  async noteMade(places: readonly RowsLocation[]): Promise<void> {
    await this.notes.note(MADE, JSON.stringify(places.map((place) => this.named(place))));
  }

  /** Before one is made: whatever dies on the way, it is known whose it is. */
  async addMade(place: RowsLocation): Promise<void> {
    await this.noteMade([...this.made().filter((other) => !isSameLocation(place, other)), place]);
  }

  /**
   * Where the run before the complete one lies, if it was superseded after that time; in milliseconds since
   * 1970.
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
   * The server that a place is noted to lie on, if it is another one than is asked now: or the same, by
   * another name.
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

/** A note of one place or of a list of them; empty where there is none. */
function placesIn(notes: Pick<Notes, "noted">, name: string): readonly RecordedLocation[] {
  const noted = JSON.parse(notes.noted(name) ?? "[]") as RecordedLocation | readonly RecordedLocation[];
  return Array.isArray(noted) ? noted : [noted as RecordedLocation];
}
