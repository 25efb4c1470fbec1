/** Ignore files below the root, as the last scan saw them: whether they are still the same can be told without another scan. */
import { join } from "node:path";
import { type ControlFile, NESTED_CONTROL_FILES, restat, signature } from "../ignore/control-files.ts";
import { type FolderManifest, STATS_PER_ENTRY } from "../model/manifest.ts";
import type { FolderScan } from "../scan/walk.ts";

/** Those of all folders of a scan. */
export function nestedRules(root: string, folders: readonly FolderScan[]): ControlFile[] {
  return folders.flatMap(({ manifest, diskPath }) => {
    const found = [...NESTED_CONTROL_FILES].filter(([name]) => manifest.names.includes(name));
    return found.map(([name, layer]) => ({ path: join(root, diskPath, name), layer, ...statsOf(manifest, name) }));
  });
}

/** Whether they are as they were; one that was written shortly before the scan counts as another. */
export function areSameRules(known: readonly ControlFile[]): boolean {
  return signature(known) === signature(restat(known));
}

function statsOf({ names, stats }: FolderManifest, name: string): Pick<ControlFile, "sizeBytes" | "mtimeMs" | "ctimeMs"> {
  const slot = names.indexOf(name) * STATS_PER_ENTRY;
  return { sizeBytes: stats[slot] as number, mtimeMs: stats[slot + 1] as number, ctimeMs: stats[slot + 3] as number };
}
