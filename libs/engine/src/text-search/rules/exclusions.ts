/**
 * Expresses what the ignore policy excludes from a tree as a few gitignore lines that exclude exactly that.
 * Few lines matter: ripgrep takes a hundredth of a millisecond to read a line and tests each path against all
 * of them. If every file with an extension is excluded, one line says so. Pure.
 */
import { literalPattern } from "../../ignore/path-matcher.ts";

/** Limit on lines for files: reading more lines takes longer than searching most files. */
const MAX_FILE_LINES = 300;

export interface ExclusionLines {
  readonly lines: readonly string[];
  /** False if `lines` does not cover all ignored files. */
  readonly isWhole: boolean;
}

/** Ignored entries of one kind that share a name or an extension. */
interface Alike {
  /** Paths of the first of them. */
  readonly paths: string[];
  readonly kind: EntryKind;
}

type EntryKind = "file" | "directory";

/** Collects every entry of the folders that are not ignored. Paths are relative to the root, with `/`. */
export class Exclusions {
  /** Lines that would exclude an entry that is kept. */
  readonly #kept = new Set<string>();
  readonly #ignored = new Map<string, Alike>();

  keep(name: string, kind: EntryKind): void {
    this.#kept.add(lineOf(name, "file"));
    // A line for files matches folders too.
    if (kind === "directory") this.#kept.add(lineOf(name, kind));
  }

  ignore(path: string, name: string, kind: EntryKind): void {
    const line = lineOf(name, kind);
    const alike = this.#ignored.get(line);
    if (alike === undefined) this.#ignored.set(line, { paths: [path], kind });
    else if (kind === "directory" || alike.paths.length <= MAX_FILE_LINES) alike.paths.push(path);
  }

  /** All folders are always covered, since otherwise everything in them would be searched. */
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

/**
 * A line for all folders of a name, or all files with an extension (or with the name, if it has no
 * extension).
 */
function lineOf(name: string, kind: EntryKind): string {
  if (kind === "directory") return `${name}/`;
  const dot = name.lastIndexOf(".");
  return dot === -1 ? name : `*${name.slice(dot)}`;
}

/** Lines that need no escaping. */
const IS_SIMPLE = /^\*?[\w.@+-]+\/?$/;

/**
 * Whether a path can be written as a line. Files without a line are searched, but their matches do not count.
 */
function canBeSaid(path: string): boolean {
  return !/[\n\r\ufffd]|\s$/.test(path);
}
