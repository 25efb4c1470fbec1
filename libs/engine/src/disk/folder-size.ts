/** The size of an index folder, for `list_codebases` and for `satori doctor`. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Bytes of the files in a folder, without those of its subfolders; 0 if it cannot be read. */
export function folderSizeBytes(folder: string): number {
  try {
    return readdirSync(folder).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}
