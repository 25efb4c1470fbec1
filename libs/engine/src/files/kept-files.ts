/** Lists the files of a folder that the ignore rules keep, as they are on disk now. */
import { type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { linkTarget } from "../contents/links.ts";
import type { Unsearched } from "../contents/unsearched.ts";
import { isPastDeadline } from "../deadline.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { type FolderManifest, STATS_PER_ENTRY, entryKind, entryPath } from "../model/manifest.ts";
import { compareText, isWithin } from "../model/paths.ts";
import { type KeptLink, keptFolders } from "../scan/kept-folders.ts";
import type { ScopeFolder } from "../scope/scope-folder.ts";

export interface KeptFiles {
  /** Sorted by path. */
  readonly files: { readonly path: string; readonly sizeBytes: number }[];
  /**
   * Files and folders whose name no index can contain, regardless of the filters: the contents of such a
   * folder are unknown.
   */
  readonly nameless: string[];
  /** Links to files that fit the filters, and to folders: these may contain files that fit. */
  readonly links: Unsearched[];
  /** Whether a folder could not be listed. */
  readonly isPartial: boolean;
  /** False if the ignore rules exclude the whole folder. */
  readonly isReached: boolean;
  /** How many folders were listed. */
  readonly folders: number;
  /** Whether the deadline passed before all folders were listed. */
  readonly isLate: boolean;
}

/**
 * Walks the folder and the folders that lead to it, since these may contain rules. Throws `DEADLINE_REACHED`
 * if no file was found by then.
 */
export async function keptFiles(
  { config, clock }: EngineContext,
  { effectiveRoot, folder, settings }: ScopeFolder,
  { deadline }: CallContext,
  accepts: (path: string) => boolean,
): Promise<KeptFiles> {
  const kept = {
    files: [] as KeptFiles["files"],
    nameless: [] as string[],
    links: [] as Unsearched[],
    isPartial: false,
    isReached: false,
    folders: 0,
    isLate: false,
  };
  const enters = (path: string): boolean => isWithin(path, folder) || isWithin(folder, path);
  const look = {
    root: effectiveRoot,
    settings,
    home: config.home,
    maxFileBytes: config.maxFileBytes,
    nowMs: clock.nowMs(),
    enters,
    deadline,
  };
  try {
    for await (const { path, manifest, nameless, links } of keptFolders(look)) {
      if (!manifest) {
        kept.isPartial = true;
        continue;
      }
      if (path === folder) kept.isReached = true;
      if (!isWithin(path, folder)) continue;
      collectFiles(manifest, (file) => (deadline.check(), accepts(file)), kept.files);
      kept.folders++;
      for (const name of nameless) kept.nameless.push(name);
      for (const link of links) {
        deadline.check();
        const unlisted = unlistedLink(effectiveRoot, link, accepts);
        if (unlisted !== null) kept.links.push(unlisted);
      }
    }
    kept.files.sort((left, right) => (deadline.check(), compareText(left.path, right.path)));
  } catch (error) {
    if (!isPastDeadline(error) || kept.files.length === 0) throw error;
    kept.isLate = true;
    // The deadline has passed, but what is known is sorted all the same.
    kept.files.sort((left, right) => compareText(left.path, right.path));
  }
  return kept;
}

/** Null for a link to a file that the filters exclude, and for one that leads to nothing. */
function unlistedLink(
  root: string,
  { path, diskPath }: KeptLink,
  accepts: (path: string) => boolean,
): Unsearched | null {
  const stats = statsBehind(join(root, diskPath));
  if (stats === undefined || !(stats.isDirectory() || accepts(path))) return null;
  const target = linkTarget(root, diskPath);
  return { path, cause: "link", ...(target.kind === "inside" ? { target: target.path } : {}) };
}

function statsBehind(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Paths of all files of each folder; null if they cannot all be listed before the deadline. */
export async function keptPaths(
  context: EngineContext,
  places: readonly ScopeFolder[],
  call: CallContext,
): Promise<string[][] | null> {
  try {
    const kept = [];
    for (const place of places) kept.push(await keptFiles(context, place, call, () => true));
    return kept.some(({ isLate }) => isLate) ? null : kept.map(({ files }) => files.map(({ path }) => path));
  } catch (error) {
    if (isPastDeadline(error)) return null;
    throw error;
  }
}

function collectFiles(
  manifest: FolderManifest,
  accepts: (path: string) => boolean,
  into: KeptFiles["files"],
): void {
  for (const [at, name] of manifest.names.entries()) {
    const kind = entryKind(manifest, at);
    if (kind !== "file" && kind !== "too_large") continue;
    const path = entryPath(manifest.path, name);
    if (accepts(path)) into.push({ path, sizeBytes: manifest.stats[at * STATS_PER_ENTRY] as number });
  }
}
