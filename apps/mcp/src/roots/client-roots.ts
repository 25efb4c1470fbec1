/**
 * The folders that the client works in. They are asked for once, when a call needs them, and again after the
 * client says that they changed.
 */
import { fileURLToPath } from "node:url";

/** As the protocol has it. */
export interface Root {
  readonly uri: string;
}

/** Folders of a list of roots, in its order; what is no local folder is left out. */
export function foldersOf(roots: readonly Root[]): readonly string[] {
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      // Not a file: URL, or one of another machine.
      return [];
    }
  });
}

export class ClientRoots {
  private known: Promise<readonly string[]> | null = null;

  get isKnown(): boolean {
    return this.known !== null;
  }

  /**
   * The folders, asked for if need be; calls that come meanwhile share the question. A client that cannot
   * answer has none.
   */
  get(ask: () => Promise<readonly Root[]>): Promise<readonly string[]> {
    this.known ??= ask().then(foldersOf, () => []);
    return this.known;
  }

  forget(): void {
    this.known = null;
  }
}

export interface CallFolders {
  readonly baseFolder: string;
  readonly sessionRoot: string | null;
  readonly roots: readonly string[];
  /** Absent where the user is trusted. */
  readonly confinedTo?: readonly string[];
}

export interface Folders {
  readonly root: string | null;
  readonly clientFolders: readonly string[];
  readonly allowedRoots: readonly string[];
  readonly workingFolder: string;
}

/** What relative paths of a call are relative to, and which folders it may read. */
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
 * The same over HTTP, where the folders of clients may be those of another machine and are not asked for:
 * what is allowed is all that there is. Relative paths never count from the working folder, which is nothing
 * that clients know of.
 *
 * @param allowedRoots one at least
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
