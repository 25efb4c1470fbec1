/** When a commit was last used, as the modification time of an empty file in its index folder. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "../../disk/private-files.ts";
import { statsOf } from "../../stats-of.ts";
import { INDEX_FILES } from "./home.ts";

/** How often a use is recorded. */
const USE_NOTE_MS = 60_000;

/** Milliseconds since 1970; 0 if unknown. */
export function lastUsedMs(folder: string): number {
  return statsOf(join(folder, INDEX_FILES.used))?.mtimeMs ?? 0;
}

/** Records a use, at most once a minute. Never throws. */
export function noteUse(folder: string, nowMs: number): void {
  if (Math.abs(nowMs - lastUsedMs(folder)) < USE_NOTE_MS) return;
  try {
    const path = join(folder, INDEX_FILES.used);
    writePrivateFile(path, "");
    utimesSync(path, nowMs / 1_000, nowMs / 1_000);
  } catch {
    // On a full disk, it counts as unused.
  }
}
