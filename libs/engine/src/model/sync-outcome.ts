/** Result of a sync. */
import type { SyncStats } from "@satori/contracts";

export type SyncOutcome =
  | {
      readonly kind: "synced";
      /** When the disk was compared; ISO 8601. */
      readonly checkedAt: string;
      readonly stats: SyncStats;
      /** Some paths could not be read. */
      readonly isPartial: boolean;
      /** Some texts were longer than the embedder accepts. */
      readonly hasCutTexts: boolean;
      /** Ignore rules changed since the last sync. */
      readonly rulesChanged: boolean;
    }
  /** Another process is writing. */
  | { readonly kind: "locked" }
  /** A create or reindex run is active. */
  | { readonly kind: "indexing" }
  /** The fingerprints differ: data that this process would write cannot be mixed with the index. */
  | { readonly kind: "requires_reindex" };
