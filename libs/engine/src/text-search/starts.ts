/** Where a text search begins: files and folders of a tree that a scan would come to. */
import { join } from "node:path";
import { normalizeRelative } from "../model/paths.ts";
import { statsOf } from "../stats-of.ts";

/** Empty for all of the root; null where none of them can be in it. */
export function startingPaths(within: readonly string[]): string[] | null {
  const places = within.map((path) => (/^(?:\.?\/*)*$/.test(path) ? "" : normalizeRelative(path)));
  if (places.length === 0 || places.includes("")) return [];
  const inside = places.filter((path) => path !== null);
  return inside.length === 0 ? null : inside;
}

interface Tree {
  readonly root: string;
  readonly maxFileBytes: number;
}

/**
 * Those that there are, and that a scan would come to and read: behind no link, neither pipe nor device, not
 * too large. What the disk may spell otherwise is looked for everywhere.
 */
export function startsThatAre(tree: Tree, starts: readonly string[]): string[] {
  if (starts.some((start) => /[^\0-\x7f]/.test(start) && kindAt(tree, start) === "none")) return [""];
  return starts.filter((start) => kindAt(tree, start) === "searchable");
}

function kindAt({ root, maxFileBytes }: Tree, path: string): "searchable" | "none" | "other" {
  const names = path === "" ? [] : path.split("/");
  for (let length = 1; length <= names.length; length++) {
    const stats = statsOf(join(root, ...names.slice(0, length)));
    if (stats === undefined) return "none";
    const isFile = stats.isFile() && length === names.length && stats.size <= maxFileBytes;
    if (!stats.isDirectory() && !isFile) return "other";
  }
  return "searchable";
}
