/**
 * The folders that the client works in. Requested once, when a call needs them, and again after the client
 * reports a change.
 */
import { fileURLToPath } from "node:url";

/** As the protocol defines it. */
export interface Root {
  readonly uri: string;
}

/** Local folders of a list of roots, in its order. On Windows, a share of another machine is one, too. */
export function foldersOf(
  roots: readonly Root[],
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri, { windows: platform === "win32" })];
    } catch {
      // Not a file: URL, or one of another machine.
      return [];
    }
  });
}

/** The roots of one client; `forget` makes the next call request them again. */
export class ClientRoots {
  private known: Promise<readonly string[]> | null = null;

  get isKnown(): boolean {
    return this.known !== null;
  }

  /**
   * The folders, requested on first use; concurrent calls share the request. Empty if the client cannot
   * answer.
   */
  get(ask: () => Promise<readonly Root[]>): Promise<readonly string[]> {
    this.known ??= ask().then(
      (roots) => foldersOf(roots),
      () => [],
    );
    return this.known;
  }

  forget(): void {
    this.known = null;
  }
}

/** The folders of a call, as `Call` describes them. */
export interface CallFolders {
  readonly baseFolder: string;
  readonly sessionRoot: string | null;
  readonly roots: readonly string[];
  /** Absent if the user is trusted. */
  readonly confinedTo?: readonly string[];
}

export interface Folders {
  readonly root: string | null;
  readonly clientFolders: readonly string[];
  readonly allowedRoots: readonly string[];
  readonly workingFolder: string;
}

/** The folder that a call's relative paths are relative to, and the folders that it may read. */
export function callFolders({ root, clientFolders, allowedRoots, workingFolder }: Folders): CallFolders {
  const only = clientFolders.length === 1 ? clientFolders[0] : undefined;
  const sessionRoot = root ?? only ?? null;
  const baseFolder = sessionRoot ?? workingFolder;
  return {
    baseFolder,
    sessionRoot,
    roots: [...new Set([baseFolder, ...clientFolders, workingFolder, ...allowedRoots])],
  };
}

/**
 * Like `callFolders`, over HTTP: the client's folders may be on another machine and are not requested, so the
 * allowed roots are everything. Relative paths are never relative to the working folder, which clients do not
 * know.
 *
 * @param allowedRoots at least one
 */
export function confinedFolders(root: string | null, allowedRoots: readonly string[]): CallFolders {
  const sessionRoot = root ?? (allowedRoots.length === 1 ? (allowedRoots[0] as string) : null);
  return {
    baseFolder: sessionRoot ?? (allowedRoots[0] as string),
    sessionRoot,
    roots: allowedRoots,
    confinedTo: allowedRoots,
  };
}
