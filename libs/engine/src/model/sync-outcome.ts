/** What came of a sync. */
import type { SyncStats } from "@satori/contracts";

export type SyncOutcome =
  | {
      readonly kind: "synced";
      /** When the disk was looked at; ISO 8601. */
      readonly checkedAt: string;
      readonly stats: SyncStats;
      /** Some paths could not be read. */
      readonly isPartial: boolean;
      /** Some texts were longer than the embedder takes. */
      readonly hasCutTexts: boolean;
      /** Ignore rules were others than at the last sync. */
      readonly rulesChanged: boolean;
    }
  /** Another process is writing. */
  | { readonly kind: "locked" }
  /** A create or reindex run is active. */
  | { readonly kind: "indexing" }
  /** The index was made with another configuration: what this one would write does not go with it. */
  | { readonly kind: "requires_reindex" };
