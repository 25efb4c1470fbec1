/** The index file of one codebase: its own, or one that it shares with other views of its repository. */
import type { Stores } from "../store/open-store.ts";
import { folderSizeBytes } from "../disk/folder-size.ts";
import { claimStore, countUsers, isUsedBy, removeUnused, sharedFolder } from "./home/repositories.ts";
import { readIdentity } from "./home/tracking.ts";

export interface StoreFileOptions {
  readonly home: string;
  /** Canonical path of the codebase. */
  readonly root: string;
  /** Index folder of the codebase. */
  readonly indexFolder: string;
  readonly stores: Pick<Stores, "remove" | "canShareFiles">;
}

export class StoreFile {
  private readonly options: StoreFileOptions;

  constructor(options: StoreFileOptions) {
    this.options = options;
  }

  /** Where the file is; `name` is null for a file of the codebase's own, or none yet. */
  location(): { readonly folder: string; readonly name: string | null; readonly isShared: boolean } {
    const { home, indexFolder } = this.options;
    const name = readIdentity(indexFolder)?.store ?? null;
    return {
      folder: name === null ? indexFolder : sharedFolder(home, name),
      name,
      isShared: name !== null,
    };
  }

  /** Tells which views use the file now, by their names; null if it is not shared. */
  users(): ((view: string) => boolean) | null {
    const { name } = this.location();
    return name === null ? null : (view) => isUsedBy(this.options.home, name, view);
  }

  /** Bytes of the index folder, and an equal share of a shared file. */
  sizeBytes(): number {
    const { home, indexFolder } = this.options;
    const own = folderSizeBytes(indexFolder);
    const { folder, name } = this.location();
    return name === null ? own : own + Math.round(folderSizeBytes(folder) / countUsers(home, name));
  }

  /**
   * Chooses the file and records its name. Throws `STORE_UNAVAILABLE`.
   *
   * @param record writes the name into the codebase's identity; null stands for a file of its own
   * @param instead a corrupt shared file to leave
   */
  async claim(
    record: (name: string | null) => void,
    { instead = null }: { readonly instead?: string | null } = {},
  ): Promise<void> {
    const { home, root, stores } = this.options;
    if (stores.canShareFiles) await claimStore({ home, root, instead, record });
    else record(null);
  }

  /** Removes a shared file that no codebase uses any more. Throws `STORE_UNAVAILABLE`. */
  removeUnused(name: string | null): void {
    const { home, stores } = this.options;
    if (name !== null) removeUnused({ home, name, removeFiles: (folder) => stores.remove(folder) });
  }
}
