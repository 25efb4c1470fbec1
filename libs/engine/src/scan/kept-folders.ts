/** The folders of a tree that the ignore rules keep, read from the disk: for tools that need no index. */
import type { Deadline } from "../deadline.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import type { FolderScan } from "../model/folder-scan.ts";
import { type FolderManifest, entryPath, kindCode } from "../model/manifest.ts";
import { pathIn } from "../model/paths.ts";
import type { CodebaseSettings } from "../model/run.ts";
import { openRules } from "./rules.ts";
import { type WalkInput, rootFolder, scanFolder } from "./walk.ts";

const INVALID_NAME = kindCode("invalid_name");
const LINK = kindCode("link");

export interface KeptFoldersInput {
  /** Real and absolute. Ignore files of the root and of outer folders apply. */
  readonly root: string;
  readonly settings: CodebaseSettings;
  /** `SATORI_HOME`, which is skipped. */
  readonly home: string;
  readonly maxFileBytes: number;
  readonly nowMs: number;
  /** Whether to read a folder and what is in it. Never called for the root, which is always read. */
  readonly enters: (path: string) => boolean;
  readonly deadline: Pick<Deadline, "check" | "pause">;
}

export interface KeptFolder {
  /** Path in an index. */
  readonly path: string;
  /** Null if the folder could not be read (see `WalkResult.unreadable`). */
  readonly manifest: FolderManifest | null;
  /** Paths of entries that are not ignored but have a name that no index can contain. */
  readonly nameless: readonly string[];
  /** Symbolic links that are not ignored. */
  readonly links: readonly KeptLink[];
}

export interface KeptLink {
  /** Path in an index. */
  readonly path: string;
  readonly diskPath: string;
}

/**
 * Yields folders in no particular order. Throws like `walk`, and `DEADLINE_REACHED`. Each yielded folder is
 * complete.
 */
export async function* keptFolders({
  root,
  settings,
  home,
  maxFileBytes,
  nowMs,
  enters,
  deadline,
}: KeptFoldersInput): AsyncGenerator<KeptFolder, void> {
  const { policy } = openRules(root, settings, home);
  const walk: WalkInput = {
    root,
    rules: () => policy.rootScope(),
    previous: new Map(),
    trustsVerdicts: false,
    maxFileBytes,
    nowMs,
    check: () => deadline.check(),
  };
  const pending = [rootFolder(walk)];
  for (let next = pending.pop(); next; next = pending.pop()) {
    await deadline.pause();
    deadline.check();
    const scanned = scanFolder(walk, next);
    yield {
      path: next.path,
      manifest: scanned?.scan.manifest ?? null,
      nameless: scanned ? namelessIn(scanned.scan.manifest, policy) : [],
      links: scanned ? linksIn(scanned.scan) : [],
    };
    for (const child of scanned?.children ?? []) if (enters(child.path)) pending.push(child);
  }
}

function namelessIn(manifest: FolderManifest, policy: IgnorePolicy): string[] {
  const nameless: string[] = [];
  for (
    let at = manifest.kinds.indexOf(INVALID_NAME);
    at !== -1;
    at = manifest.kinds.indexOf(INVALID_NAME, at + 1)
  )
    nameless.push(pathIn(manifest.path, manifest.names[at] as string));
  return nameless.filter((path) => !policy.ignores(path, "file").ignored);
}

function linksIn({ manifest, diskPath }: FolderScan): KeptLink[] {
  const links: KeptLink[] = [];
  for (let at = manifest.kinds.indexOf(LINK); at !== -1; at = manifest.kinds.indexOf(LINK, at + 1)) {
    const name = manifest.names[at] as string;
    links.push({ path: entryPath(manifest.path, name), diskPath: pathIn(diskPath, name) });
  }
  return links;
}
