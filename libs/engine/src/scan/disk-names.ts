/**
 * Which paths of a tree an index can name, given the other names in their folders. Lists each folder once.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parentOf } from "../model/paths.ts";
import { isTooDeep } from "./depth.ts";

/**
 * Which names in a folder an index can contain: index paths are normalized to NFC, and each belongs to one
 * file. Pure.
 */

/**
 * Returns a test for the names of a folder. A name fails if it is not UTF-8, or if its NFC form belongs to
 * another entry. Of several names with the same NFC form, the one that is already in NFC owns it, otherwise
 * the first one.
 *
 * @param names all names in the folder; called once, for the first name that is not in NFC
 */
export function nameableAmong(names: () => Iterable<string>): (name: string) => boolean {
  let owners: ReadonlyMap<string, string> | undefined;
  return (name) => {
    if (!NOT_ASCII.test(name)) return true;
    if (name.includes("\u{fffd}")) return false;
    const composed = name.normalize("NFC");
    return name === composed || ((owners ??= ownersOf(names())).get(composed) ?? name) === name;
  };
}

/** Owner by NFC form, for names that are not ASCII. */
function ownersOf(names: Iterable<string>): Map<string, string> {
  const owners = new Map<string, string>();
  for (const name of names) {
    if (!NOT_ASCII.test(name)) continue;
    const composed = name.normalize("NFC");
    const owner = owners.get(composed);
    if (owner === undefined || name === composed || (owner !== composed && name < owner))
      owners.set(composed, name);
  }
  return owners;
}

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
