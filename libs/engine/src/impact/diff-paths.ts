/**
 * Which files of a codebase a diff names. Its paths may have a prefix such as `a/`, and may start at the top
 * level of the repository instead of the codebase's folder: the reading with the most existing files counts.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { normalizeRelative } from "../model/paths.ts";
import { type DiffName, type FilePatch, diffError } from "./parse-diff.ts";

/** A file patch with its paths in the codebase; null for a version that does not have the file. */
export interface LocatedPatch {
  readonly patch: FilePatch;
  readonly from: string | null;
  readonly to: string | null;
}

/** One way to read the paths of a diff. */
interface PathReading {
  /** Whether the first part of a name is a prefix. */
  readonly hasPrefix: boolean;
  /** Path of the codebase from the top level, with `/` at the end; empty if paths start at the codebase. */
  readonly folder: string;
}

export interface DiffRoot {
  /** Real and absolute. */
  readonly root: string;
  /** Path of the codebase from the top level of its repository, with `/` at the end; empty for that. */
  readonly folder: string;
}

/** Files by which a reading is chosen. */
const MAX_PROBED = 500;

/**
 * Patches of files in the codebase, in their order; those of files elsewhere in its repository are left out.
 * Throws `INVALID_ARGUMENTS` for a path that leads out of both.
 */
export function locatePatches(patches: readonly FilePatch[], { root, folder }: DiffRoot): LocatedPatch[] {
  for (const patch of patches)
    for (const name of [patch.from, patch.to]) if (name !== null) refuseUnsafe(name, patch);
  const reading = readingOf(patches, { root, folder });
  return patches.flatMap((patch) => {
    const [from, to] = [patch.from && pathOf(patch.from, reading), patch.to && pathOf(patch.to, reading)];
    const isOutside = (path: string | null, name: DiffName | null): boolean => path === null && name !== null;
    if (isOutside(from, patch.from) && isOutside(to, patch.to)) return [];
    if ((patch.from === null && to === null) || (patch.to === null && from === null)) return [];
    const located = onePath({ patch, from, to }, root);
    // Only the mode of the file differs.
    return isSameFile(located) && patch.hunks.length === 0 && patch.cause === null ? [] : [located];
  });
}

function isSameFile({ from, to }: LocatedPatch): boolean {
  return from === to;
}

/** A plain diff names the old and the new file as they were called when it was made: one of them is meant. */
function onePath(located: LocatedPatch, root: string): LocatedPatch {
  const { patch, from, to } = located;
  if (patch.isGit || from === null || to === null || from === to) return located;
  const path = !isFile(root, to) && isFile(root, from) ? from : to;
  return { patch, from: path, to: path };
}

function refuseUnsafe({ written }: DiffName, { line }: FilePatch): void {
  const isSafe = !written.includes("\0") && normalizeRelative(written) !== null && !/^[/\\]/.test(written);
  if (isSafe) return;
  throw diffError(
    `names ${JSON.stringify(written)} at its line ${line}, which is not a path inside the codebase`,
    "Pass a diff with paths relative to the codebase or to its repository.",
  );
}

function readingOf(patches: readonly FilePatch[], { root, folder }: DiffRoot): PathReading {
  const folders = folder === "" ? [""] : ["", folder];
  const readings = folders.flatMap((of) => [
    { hasPrefix: true, folder: of },
    { hasPrefix: false, folder: of },
  ]);
  const names = patches.slice(0, MAX_PROBED).flatMap(({ from, to }) => [from ?? [], to ?? []].flat());
  let best: { readonly reading: PathReading; readonly found: number } | null = null;
  for (const reading of readings) {
    const paths = names.map((name) => pathOf(name, reading));
    const found = paths.filter((path) => path !== null && isFile(root, path)).length;
    if (found > (best?.found ?? 0)) best = { reading, found };
  }
  if (best) return best.reading;
  // Only new files, or none that is here.
  const hasPrefix = names.every(({ written, isBare }) => isBare || /^(?:[a-z]|old|new|orig)\//.test(written));
  return { hasPrefix, folder: "" };
}

/** Path in the codebase; null if it is outside. */
function pathOf({ written, isBare }: DiffName, { hasPrefix, folder }: PathReading): string | null {
  const names = (normalizeRelative(written) ?? "").split("/");
  const path = (hasPrefix && !isBare ? names.slice(1) : names).join("/");
  if (path === "" || !path.startsWith(folder)) return null;
  return path.slice(folder.length) || null;
}

function isFile(root: string, path: string): boolean {
  try {
    return !lstatSync(join(root, path)).isDirectory();
  } catch {
    return false;
  }
}
