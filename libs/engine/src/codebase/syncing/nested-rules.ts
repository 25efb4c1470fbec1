/**
 * The ignore files in a tree's folders as the last scan saw them, and the folders without any: whether they
 * have changed can be checked without another scan.
 */
import type { Stats } from "node:fs";
import { join, sep } from "node:path";
import { NESTED_CONTROL_FILES } from "../../ignore/control-files.ts";
import { type FolderManifest, STATS_PER_ENTRY } from "../../model/manifest.ts";
import type { FolderScan } from "../../model/folder-scan.ts";
import { statsOf } from "../../stats-of.ts";

export interface RuleFilesAtScan {
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
