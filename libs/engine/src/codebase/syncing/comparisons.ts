/** When, and how thoroughly, this process has compared an index with the disk. */
import type { Stats } from "node:fs";
import { join, sep } from "node:path";
import { NESTED_CONTROL_FILES } from "../../ignore/control-files.ts";
import { ENGINE_LIMITS } from "../../limits.ts";
import type { FolderScan } from "../../model/folder-scan.ts";
import { type FolderManifest, STATS_PER_ENTRY } from "../../model/manifest.ts";
import { statsOf } from "../../stats-of.ts";
import type { StoreHead } from "../../store/store.ts";

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

// The ignore files in a tree's folders as the last scan saw them, and the folders without any: whether they
// have changed can be checked without another scan.

interface RuleFilesAtScan {
  /** Absolute paths of all scanned folders, with a trailing separator. */
  readonly folders: readonly string[];
  /** All ignore files, by absolute path. */
  readonly files: ReadonlyMap<string, KnownStats>;
}

type KnownStats = Pick<Stats, "size" | "mtimeMs" | "ctimeMs">;

const NAMES = [...NESTED_CONTROL_FILES.keys()];

/** Ignore files in all folders of a scan. */
export function nestedRules(root: string, scans: readonly FolderScan[]): RuleFilesAtScan {
  const files = new Map<string, KnownStats>();
  const folders = scans.map(({ manifest, diskPath }) => {
    const folder = join(root, diskPath, sep);
    for (const name of NAMES) {
      const at = manifest.names.indexOf(name);
      if (at !== -1) files.set(folder + name, statsAt(manifest, at));
    }
    return folder;
  });
  return { folders, files };
}

/**
 * Whether all ignore files are unchanged and there is no new one. A file that was written shortly before the
 * scan counts as changed.
 */
export function areSameRules({ folders, files }: RuleFilesAtScan): boolean {
  return folders.every((folder) => NAMES.every((name) => isAsKnown(files, folder + name)));
}

function isAsKnown(files: RuleFilesAtScan["files"], path: string): boolean {
  const [known, now] = [files.get(path), statsOf(path)];
  if (!known || !now) return known === now;
  return known.size === now.size && known.mtimeMs === now.mtimeMs && known.ctimeMs === now.ctimeMs;
}

function statsAt({ stats }: FolderManifest, at: number): KnownStats {
  const slot = at * STATS_PER_ENTRY;
  return {
    size: stats[slot] as number,
    mtimeMs: stats[slot + 1] as number,
    ctimeMs: stats[slot + 3] as number,
  };
}
