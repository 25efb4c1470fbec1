/**
 * The folders of a tree that the ignore rules keep, as they are on the disk now: for lists that need no
 * index.
 */
import type { Deadline } from "../deadline.ts";
import type { IgnorePolicy } from "../ignore/policy.ts";
import { type FolderManifest, kindCode } from "../model/manifest.ts";
import { pathIn } from "../model/paths.ts";
import type { CodebaseSettings } from "../model/run.ts";
import { openRules } from "./rules.ts";
import { type WalkInput, rootFolder, scanFolder } from "./walk.ts";

const INVALID_NAME = kindCode("invalid_name");

export interface KeptFoldersInput {
  /** Real and absolute; its own and outer ignore files count. */
  readonly root: string;
  readonly settings: CodebaseSettings;
  /** `SATORI_HOME`, which is left out. */
  readonly home: string;
  readonly maxFileBytes: number;
  readonly nowMs: number;
  /** Whether a folder is looked at, and what is in it; the root is. */
  readonly enters: (path: string) => boolean;
  readonly deadline: Pick<Deadline, "check" | "pause">;
}

export interface KeptFolder {
  /** As an index names it. */
  readonly path: string;
  /** Null where it could not be looked into (see `WalkResult.unreadable`). */
  readonly manifest: FolderManifest | null;
  /** Paths of what is in it, and not ignored, but has a name that no index can have. */
  readonly nameless: readonly string[];
}

/**
 * In no order. Throws as `walk` does, and `DEADLINE_REACHED`: what was yielded before is whole, folder by
 * folder.
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
