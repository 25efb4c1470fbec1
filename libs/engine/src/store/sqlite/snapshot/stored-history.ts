/** The history of one state of an index, decoded when a question first needs it. */
import { type IndexedHistory, decodeCommits } from "../../../model/history.ts";
import type { Database } from "../../../sqlite/driver.ts";
import { decoded } from "../corruption-error.ts";
import { readStoredHistory } from "../whole-reads.ts";

interface Loaded {
  readonly bytes: Uint8Array;
  readonly history: IndexedHistory;
}

export class StoredHistory {
  /** Of this state, or of an earlier one. */
  private known: Loaded | null;
  private isOfThis = false;

  /** @param previous history of an earlier state; commits are decoded again only if they differ */
  constructor(
    private readonly generation: number,
    previous: StoredHistory | null,
  ) {
    this.known = previous?.known ?? null;
  }

  /** The history; null if none was written. Throws `STORE_CORRUPT`. */
  of(database: Database): IndexedHistory | null {
    if (this.isOfThis) return this.known?.history ?? null;
    const stored = readStoredHistory(database, this.generation);
    this.known = stored ? this.loaded(stored.commits) : null;
    this.isOfThis = true;
    return this.known?.history ?? null;
  }

  private loaded(bytes: Uint8Array): Loaded {
    if (this.known && Buffer.compare(this.known.bytes, bytes) === 0) return this.known;
    return {
      bytes: Uint8Array.from(bytes),
      history: decoded(`history_${this.generation}, commits`, () => decodeCommits(bytes)),
    };
  }
}
