/**
 * What the ignore policy leaves out of a tree, as gitignore lines that leave out that and no more. Ripgrep
 * takes a hundredth of a millisecond to read a line and holds each path against all of them, so that few
 * lines are worth a lot: where all that has an extension is left out, one line says so. Pure.
 */
import { literalPattern } from "../../ignore/path-matcher.ts";

/**
 * Files are named by so many lines at most: the time to read more is longer than that to search most files.
 */
const MAX_FILE_LINES = 300;

export interface ExclusionLines {
  readonly lines: readonly string[];
  /** False where files are missing in `lines`. */
  readonly isWhole: boolean;
}

/** Entries of one kind and name, or extension. */
interface Alike {
  /** Of the first ones. */
  readonly paths: string[];
  readonly kind: EntryKind;
}

type EntryKind = "file" | "directory";

/** Is told every entry of the folders that are not left out. Paths are relative to the root, with `/`. */
export class Exclusions {
  /** Lines that would leave out something that is kept. */
  readonly #kept = new Set<string>();
  readonly #ignored = new Map<string, Alike>();

  keep(name: string, kind: EntryKind): void {
    this.#kept.add(lineOf(name, "file"));
    // A line for files fits folders, too.
    if (kind === "directory") this.#kept.add(lineOf(name, kind));
  }

  ignore(path: string, name: string, kind: EntryKind): void {
    const line = lineOf(name, kind);
    const alike = this.#ignored.get(line);
    if (alike === undefined) this.#ignored.set(line, { paths: [path], kind });
    else if (kind === "directory" || alike.paths.length <= MAX_FILE_LINES) alike.paths.push(path);
  }

  /** Folders always: all that is in them would be searched. */
  lines(): ExclusionLines {
    const folders: string[] = [];
    const files: string[] = [];
    for (const [line, { paths, kind }] of this.#ignored) {
      const lines = kind === "directory" ? folders : files;
      const isOne = IS_SIMPLE.test(line) && !this.#kept.has(line);
      if (isOne) lines.push(line);
      else
        for (const path of paths)
          if (canBeSaid(path)) lines.push(`/${literalPattern(path)}${kind === "directory" ? "/" : ""}`);
    }
    const isWhole = files.length <= MAX_FILE_LINES;
    return { lines: [...folders, ...files.slice(0, MAX_FILE_LINES)], isWhole };
  }
}

/** For all that has the name of a folder, the extension of a file, or its name if it has none. */
function lineOf(name: string, kind: EntryKind): string {
  if (kind === "directory") return `${name}/`;
  const dot = name.lastIndexOf(".");
  return dot === -1 ? name : `*${name.slice(dot)}`;
}

/** Means the same with no character escaped. */
const IS_SIMPLE = /^\*?[\w.@+-]+\/?$/;

/** A list of lines cannot name everything: what is not said is looked at, and does not count. */
function canBeSaid(path: string): boolean {
  return !/[\n\r\ufffd]|\s$/.test(path);
}
