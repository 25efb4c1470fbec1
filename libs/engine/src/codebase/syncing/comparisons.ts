/** When, and how thoroughly, a process has compared an index with the disk. */
import { ENGINE_LIMITS } from "../../limits.ts";
import type { FolderScan } from "../../model/folder-scan.ts";
import type { StoreHead } from "../../store/store.ts";
import { type RuleFilesAtScan, areSameRules, nestedRules } from "./nested-rules.ts";

/**
 * What a comparison looks at: places that may have changed, all names and stats, or the bytes of every file
 * too.
 */
export type ComparisonDepth = "pending" | "everything" | "contents";

export interface Comparison {
  /** When it began; ISO 8601. */
  readonly at: string;
  /** All that were seen. */
  readonly folders: readonly FolderScan[];
  readonly look: ComparisonDepth;
  /** Parts of the tree could not be read. */
  readonly isPartial: boolean;
}

export class Comparisons {
  /** What was seen in the last one; null when there was none. */
  private last: {
    readonly at: string;
    readonly nestedRules: RuleFilesAtScan;
    readonly isPartial: boolean;
  } | null = null;
  /** Of everything, since the last one that read every file. */
  private sinceContents = 0;

  constructor(private readonly root: string) {}

  /** When the index was last compared, by whichever process; ISO 8601. */
  lastCheck(head: StoreHead | null): string | null {
    const syncedAt = head?.syncedAt ?? null;
    const checkedAt = this.last?.at ?? null;
    return checkedAt !== null && (syncedAt === null || checkedAt > syncedAt) ? checkedAt : syncedAt;
  }

  /**
   * How the next comparison of everything has to look: now and then it must not rely on what files look like.
   */
  nextLook(): Exclude<ComparisonDepth, "pending"> {
    return this.sinceContents + 1 < ENGINE_LIMITS.fullHashScans ? "everything" : "contents";
  }

  /** Whether the last one could not read parts of the tree: what the index has of them is older than it. */
  get isPartial(): boolean {
    return this.last?.isPartial === true;
  }

  note({ at, folders, look, isPartial }: Comparison): void {
    if (look !== "pending") this.sinceContents = look === "contents" ? 0 : this.sinceContents + 1;
    // Kept where a watch makes them superfluous too: it may be lost.
    this.last = { at, nestedRules: nestedRules(this.root, folders), isPartial };
  }

  /**
   * Whether the ignore files of the tree are those of the last comparison, and none is new; false when there
   * was none.
   */
  hasSameNestedRules(): boolean {
    return this.last !== null && areSameRules(this.last.nestedRules);
  }

  /** What was seen said something of an index that is not open any more. */
  forget(): void {
    this.last = null;
  }
}
