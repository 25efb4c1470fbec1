/** A root's tree as all workspace tools see it: its rules and entries. */
import type { EngineContext } from "../engine-context.ts";
import { type FolderManifest, STATS_PER_ENTRY, entryKind, entryPath } from "../model/manifest.ts";
import { isWithin } from "../model/paths.ts";
import { type CodebaseSettings, NO_SETTINGS } from "../model/run.ts";
import { isPastDeadline } from "../deadline.ts";
import { type KeptFoldersInput, keptFolders } from "../scan/kept-folders.ts";
import { settingsOf } from "../scope/scope-folder.ts";
import type { SearchedRoot } from "./roots.ts";

/** A file or folder in a root. */
export interface TreeEntry {
  /** Relative to the root. */
  readonly path: string;
  readonly kind: "file" | "dir";
  /** 0 for a folder. */
  readonly sizeBytes: number;
}

/** Whether a path belongs to this root rather than to the other one. */
export function isOwn({ without }: SearchedRoot, path: string): boolean {
  return !without.some((folder) => isWithin(path, folder));
}

/**
 * The settings for the ignore policy. An index's own patterns apply only if its root is this root, since they
 * are relative to it.
 */
export async function rulesOf(
  { codebases }: EngineContext,
  { path }: SearchedRoot,
): Promise<CodebaseSettings> {
  const target = codebases.covering(path, path);
  return target.codebase.root === path ? settingsOf(target) : NO_SETTINGS;
}

export interface EntriesRequest {
  readonly root: SearchedRoot;
  /** Whether to list a folder. */
  readonly enters: (folder: string) => boolean;
  readonly deadline: KeptFoldersInput["deadline"];
}

export interface Entries {
  /** Entries of the listed folders, unsorted. */
  readonly entries: TreeEntry[];
  /** Folders that were listed. */
  readonly looked: ReadonlySet<string>;
  /** Whether a folder could not be listed. */
  readonly isPartial: boolean;
  /** Whether the deadline passed before all folders were listed. */
  readonly isLate: boolean;
}

/**
 * Files and folders that the ignore rules keep, without links and special files. Throws `CANCELLED`, and
 * `DEADLINE_REACHED` if it passed before any entry was known.
 */
export async function entriesOf(
  context: EngineContext,
  { root, enters, deadline }: EntriesRequest,
): Promise<Entries> {
  const {
    config: { home, maxFileBytes },
    clock,
  } = context;
  const found = { entries: [] as TreeEntry[], looked: new Set<string>(), isPartial: false, isLate: false };
  const look = {
    root: root.path,
    settings: await rulesOf(context, root),
    home,
    maxFileBytes,
    nowMs: clock.nowMs(),
    deadline,
  };
  try {
    for await (const { path, manifest } of keptFolders({
      ...look,
      enters: (folder) => isOwn(root, folder) && enters(folder),
    })) {
      found.looked.add(path);
      if (!manifest) found.isPartial = true;
      else for (const entry of ownEntries(root, manifest)) found.entries.push(entry);
    }
  } catch (error) {
    if (!isPastDeadline(error) || found.entries.length === 0) throw error;
    found.isLate = true;
  }
  return found;
}

function ownEntries(root: SearchedRoot, manifest: FolderManifest): TreeEntry[] {
  return entriesIn(manifest).filter(({ path }) => isOwn(root, path));
}

function entriesIn(manifest: FolderManifest): TreeEntry[] {
  return manifest.names.flatMap((name, at): TreeEntry[] => {
    const path = entryPath(manifest.path, name);
    switch (entryKind(manifest, at)) {
      case "file":
      case "too_large":
        return [{ path, kind: "file", sizeBytes: manifest.stats[at * STATS_PER_ENTRY] as number }];
      case "folder":
        return [{ path, kind: "dir", sizeBytes: 0 }];
      default:
        return [];
    }
  });
}
