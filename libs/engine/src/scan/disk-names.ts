/**
 * Which paths of a tree an index has names for, as far as the other names in their folders tell. Folders are
 * listed once.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parentOf } from "../model/paths.ts";
import { isTooDeep } from "./depth.ts";
import { nameableAmong } from "./nameable.ts";

/** Paths are relative to the root, with `/`, as the disk spells them. */
export class DiskNames {
  readonly #folders = new Map<string, ListedFolder>();

  constructor(private readonly root: string) {}

  /** Whether the scan gives a file its name: as it would each folder on the way, and none too deep. */
  canBeNamed(path: string): boolean {
    if (isTooDeep(parentOf(path))) return false;
    return !NOT_ASCII.test(path) || this.#parts(path).every(([folder, name]) => folder.isNameable(name));
  }

  /**
   * Whether what lies at a path, spelled just so, is left out for a name that is another one's once both are
   * composed.
   */
  isNamesake(path: string): boolean {
    return (
      path !== path.normalize("NFC") &&
      this.#parts(path).some(([folder, name]) => folder.names.has(name) && !folder.isNameable(name))
    );
  }

  /** Each name with the folder that it is in. */
  #parts(path: string): [ListedFolder, string][] {
    const names = path.split("/");
    return names.map((name, at) => [this.#folder(names.slice(0, at).join("/")), name]);
  }

  #folder(path: string): ListedFolder {
    let folder = this.#folders.get(path);
    if (!folder) {
      const names = new Set(namesIn(join(this.root, path)));
      this.#folders.set(path, (folder = { names, isNameable: nameableAmong(() => names) }));
    }
    return folder;
  }
}

interface ListedFolder {
  readonly names: ReadonlySet<string>;
  readonly isNameable: (name: string) => boolean;
}

const NOT_ASCII = /[^\0-\x7f]/;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
