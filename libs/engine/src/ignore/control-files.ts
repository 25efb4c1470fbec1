/**
 * The files that ignore rules are read from: reads them within limits, records which ones were read, and
 * detects by size and times whether one has changed since.
 */
import { createHash } from "node:crypto";
import { type Stats, closeSync, lstatSync, statSync } from "node:fs";
import { isOpenedIn, openAsItIs } from "../disk/opened-path.ts";
import { readOpened, readRegularFile } from "../disk/read-small-file.ts";
import { MAX_CONTROL_FILE_BYTES } from "./limits.ts";
import type { RuleLayer } from "./rule.ts";

/** The layers whose rules come from a file. */
export type ControlLayer = Extract<
  RuleLayer,
  "global" | "info_exclude" | "gitignore" | "satoriignore" | "work_tree"
>;

/** The ignore files that any folder of a tree may contain, by name. */
export const NESTED_CONTROL_FILES: ReadonlyMap<string, ControlLayer> = new Map([
  [".gitignore", "gitignore"],
  [".satoriignore", "satoriignore"],
]);

/** A control file as it was when it was read. */
export interface ControlFile {
  /** Absolute. For the store only, since it may contain the name of the home folder. */
  readonly path: string;
  readonly layer: ControlLayer;
  /** Null if the file did not exist. */
  readonly sizeBytes: number | null;
  /** Null if the file did not exist. */
  readonly mtimeMs: number | null;
  /** Null if the file did not exist. The ctime also changes with the permission to read the file. */
  readonly ctimeMs: number | null;
}

/** Why the rules of a control file are not applied. */
export interface IgnoreDiagnostic {
  readonly kind: "unreadable" | "too_large" | "too_many_rules" | "symbolic_link" | "not_a_file";
  /** Whether git reads rules there, so that it is unknown what is ignored. */
  readonly isUnknown: boolean;
  readonly layer: ControlLayer;
  /** See `RuleSource.file`. */
  readonly file: string;
  readonly message: string;
}

/** Where a control file is, and its name in messages. */
export interface ControlFileLocation {
  readonly path: string;
  readonly label: string;
  readonly layer: ControlLayer;
  /**
   * The tree that contains the file, for a file inside a tree. If the path leads outside, the file is not
   * read.
   */
  readonly tree?: { readonly root: string; readonly diskPath: string };
}

/** The content of a control file that cannot be used: any file that it governs may be ignored. */
export const UNKNOWN = "unknown";

/**
 * The control files of a commit, by the absolute path that they would have in the work tree: the content,
 * what they are instead of a file, or null if the commit has none.
 */
export type CommittedFiles = (path: string) => Uint8Array | "link" | "unreadable" | null;

/** Reads control files and records what it has read. */
export class ControlFileReader {
  /** @param committed the files of a tree, if they are those of a commit, and not of the disk */
  constructor(private readonly committed: CommittedFiles | null = null) {}

  readonly #seen = new Map<string, ControlFile>();
  readonly #diagnostics: IgnoreDiagnostic[] = [];

  /**
   * Reads a control file. Returns null if there is none or, with a diagnostic, if git would not read it
   * either. Returns `UNKNOWN`, with a diagnostic, if it exists but cannot be used. Never throws.
   */
  read(place: ControlFileLocation): Uint8Array | typeof UNKNOWN | null {
    if (this.committed !== null && isOfTree(place.layer)) return this.#readCommitted(place, this.committed);
    try {
      const stats = statOf(place.path, place.layer);
      this.#seen.set(place.path, controlFile(place.path, place.layer, stats));
      if (stats === undefined) return null;
      if (stats.isSymbolicLink())
        return this.#passOver(place, "symbolic_link", "is a symbolic link, which git does not follow");
      if (!stats.isFile()) return this.#passOver(place, "not_a_file", "is not a file");
      if (stats.size > MAX_CONTROL_FILE_BYTES) {
        return this.reject(
          place,
          "too_large",
          `has ${stats.size} bytes, more than ${MAX_CONTROL_FILE_BYTES}`,
        );
      }
      // Since the check, the file may have grown or become a pipe, or its folder may have become a link.
      return contentOf(place) ?? this.reject(place, "unreadable", "was replaced while it was read");
    } catch (error) {
      const problem = `cannot be read (${errorCode(error)})`;
      // Git, too, treats an inaccessible home folder as one without excludes.
      const isOutOfSight = place.layer === "global" && !this.#seen.has(place.path);
      return isOutOfSight
        ? this.#passOver(place, "unreadable", problem)
        : this.reject(place, "unreadable", problem);
    }
  }

  /** Records that the rules of a file are unknown. */
  reject(
    { layer, label }: ControlFileLocation,
    kind: IgnoreDiagnostic["kind"],
    problem: string,
  ): typeof UNKNOWN {
    const message = `${label} ${problem}: its rules are unknown, so nothing is scanned where they apply.`;
    this.#diagnostics.push({ kind, isUnknown: true, layer, file: label, message });
    return UNKNOWN;
  }

  /** Records a folder as read, because its names affect the rules. */
  note(path: string, layer: ControlLayer): void {
    this.#seen.set(path, controlFile(path, layer, statOrAbsent(path, layer)));
  }

  /** All files read so far, sorted by path. */
  files(): ControlFile[] {
    return sortedByPath([...this.#seen.values()]);
  }

  /** In the order in which the files were read. */
  diagnostics(): IgnoreDiagnostic[] {
    return [...this.#diagnostics];
  }

  #readCommitted(place: ControlFileLocation, committed: CommittedFiles): Uint8Array | typeof UNKNOWN | null {
    const content = committed(place.path);
    if (content === "link")
      return this.#passOver(place, "symbolic_link", "is a symbolic link, which git does not follow");
    return content === "unreadable" ? this.reject(place, "unreadable", "cannot be read") : content;
  }

  #passOver({ layer, label }: ControlFileLocation, kind: IgnoreDiagnostic["kind"], problem: string): null {
    this.#diagnostics.push({
      kind,
      isUnknown: false,
      layer,
      file: label,
      message: `${label} ${problem}: its rules are not applied.`,
    });
    return null;
  }
}

/** The present state of the same file. An inaccessible file counts as missing. */
export function restat({ path, layer }: ControlFile): ControlFile {
  return controlFile(path, layer, statOrAbsent(path, layer));
}

/**
 * A digest that changes when a file's size or times change, when a file appears or vanishes, or when the list
 * changes. The order of the list does not matter.
 */
export function signature(files: readonly ControlFile[]): string {
  const hash = createHash("sha256");
  for (const { path, layer, sizeBytes, mtimeMs, ctimeMs } of sortedByPath(files)) {
    hash.update(`${layer}\0${path}\0${sizeBytes ?? "absent"}\0${mtimeMs ?? ""}\0${ctimeMs ?? ""}\0`);
  }
  return hash.digest("hex");
}

/** Null for a file of a tree that was opened outside it: a folder on the path has become a link. */
function contentOf({ path, tree }: ControlFileLocation): Uint8Array | null {
  if (tree === undefined) return readRegularFile(path, MAX_CONTROL_FILE_BYTES);
  const descriptor = openAsItIs(path);
  try {
    return isOpenedIn(tree.root, tree.diskPath, descriptor)
      ? readOpened(descriptor, MAX_CONTROL_FILE_BYTES)
      : null;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Inside the work tree, git does not follow links. A user's own files may be links into a dotfiles folder.
 */
function statOf(path: string, layer: ControlLayer): Stats | undefined {
  const stat = isOfTree(layer) ? lstatSync : statSync;
  return stat(path, { throwIfNoEntry: false });
}

function isOfTree(layer: ControlLayer): boolean {
  return layer === "gitignore" || layer === "satoriignore";
}

function statOrAbsent(path: string, layer: ControlLayer): Stats | undefined {
  try {
    return statOf(path, layer);
  } catch {
    return undefined;
  }
}

function controlFile(path: string, layer: ControlLayer, stats: Stats | undefined): ControlFile {
  return {
    path,
    layer,
    sizeBytes: stats?.size ?? null,
    mtimeMs: stats?.mtimeMs ?? null,
    ctimeMs: stats?.ctimeMs ?? null,
  };
}

function sortedByPath(files: readonly ControlFile[]): ControlFile[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
