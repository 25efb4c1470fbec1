/** The files and folders that a text search starts in, limited to those that a scan would reach. */
import { join } from "node:path";
import { normalizeRelative } from "../model/paths.ts";
import { statsOf } from "../stats-of.ts";

/** Normalizes the requested paths. Empty for the whole root; null if none of them can be inside it. */
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
 * The starts that exist and that a scan would reach and read: not behind a link, not a pipe or device, not
 * too large. If a path with non-ASCII characters is missing, the disk may spell it differently, so the whole
 * root is searched.
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
