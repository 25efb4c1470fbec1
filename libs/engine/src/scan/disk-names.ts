/**
 * Which paths of a tree an index can name, given the other names in their folders. Lists each folder once.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parentOf } from "../model/paths.ts";
import { isTooDeep } from "./depth.ts";
import { nameableAmong } from "./nameable.ts";

/** Paths are relative to the root, with `/`, in the disk's spelling. */
export class DiskNames {
  readonly #folders = new Map<string, ListedFolder>();

  constructor(private readonly root: string) {}

  /**
   * Whether a scan gives a file its name. True if every folder on the path can be named and none is too deep.
   */
  canBeNamed(path: string): boolean {
    if (isTooDeep(parentOf(path))) return false;
    return !NOT_ASCII.test(path) || this.#parts(path).every(([folder, name]) => folder.isNameable(name));
  }

  /** Whether exactly this path is skipped because its normalized name (NFC) belongs to another entry. */
  isNamesake(path: string): boolean {
    return (
      path !== path.normalize("NFC") &&
      this.#parts(path).some(([folder, name]) => folder.names.has(name) && !folder.isNameable(name))
    );
  }

  /** Each name of the path with the folder that contains it. */
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
