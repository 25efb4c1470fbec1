/** When, and how thoroughly, this process has compared an index with the disk. */
import { ENGINE_LIMITS } from "../../limits.ts";
import type { FolderScan } from "../../model/folder-scan.ts";
import type { StoreHead } from "../../store/store.ts";
import { type RuleFilesAtScan, areSameRules, nestedRules } from "./nested-rules.ts";

/**
 * What a comparison reads: places that may have changed, all names and stats, or the bytes of every file too.
 */
export type ComparisonDepth = "pending" | "everything" | "contents";

/** One comparison of the index with the disk. */
export interface Comparison {
  /** Start of the comparison; ISO 8601. */
  readonly at: string;
  /** All folders that were scanned. */
  readonly folders: readonly FolderScan[];
  readonly look: ComparisonDepth;
  /** Parts of the tree could not be read. */
  readonly isPartial: boolean;
}

export class Comparisons {
  /** The last comparison; null if there was none. */
  private last: {
    readonly at: string;
    readonly nestedRules: RuleFilesAtScan;
    readonly isPartial: boolean;
  } | null = null;
  /** Full comparisons since the last one that read every file. */
  private sinceContents = 0;

  constructor(private readonly root: string) {}

  /** When any process last compared the index with the disk; ISO 8601. */
  lastCheck(head: StoreHead | null): string | null {
    const syncedAt = head?.syncedAt ?? null;
    const checkedAt = this.last?.at ?? null;
    return checkedAt !== null && (syncedAt === null || checkedAt > syncedAt) ? checkedAt : syncedAt;
  }

  /** Depth of the next full comparison: now and then, it must not rely on sizes and times. */
  nextLook(): Exclude<ComparisonDepth, "pending"> {
    return this.sinceContents + 1 < ENGINE_LIMITS.fullHashScans ? "everything" : "contents";
  }

  /** Whether the last comparison could not read parts of the tree: their index data is older than it. */
  get isPartial(): boolean {
    return this.last?.isPartial === true;
  }

  note({ at, folders, look, isPartial }: Comparison): void {
    if (look !== "pending") this.sinceContents = look === "contents" ? 0 : this.sinceContents + 1;
    // Stored even if a watch makes it redundant: the watch may be lost.
    this.last = { at, nestedRules: nestedRules(this.root, folders), isPartial };
  }

  /**
   * Whether the ignore files of the tree are unchanged since the last comparison. False if there was none.
   */
  hasSameNestedRules(): boolean {
    return this.last !== null && areSameRules(this.last.nestedRules);
  }

  /** Forgets the last comparison, because its index is no longer open. */
  forget(): void {
    this.last = null;
  }
}
