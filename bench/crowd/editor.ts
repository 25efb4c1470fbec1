/**
 * Edits a tree as editors, tools and people do, and records what was on disk at which time. Files in
 * `drafts/` are written in place and in two parts, so that half of one may be visible at any time; all others
 * appear and change atomically, by a rename.
 */
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Random, below, oneOf } from "../support/random.ts";
import type { History } from "./history.ts";
import { type Version, extensionOf, textOf, versionOf } from "./versions.ts";

export type EditKind =
  | "rewrite"
  | "create"
  | "remove"
  | "rename"
  | "rename_folder"
  | "write_in_place"
  | "change_ignore_rules";

/** Frequencies in percent. */
const SHARES: readonly (readonly [EditKind, number])[] = [
  ["rewrite", 60],
  ["create", 8],
  ["remove", 6],
  ["rename", 8],
  ["rename_folder", 1],
  ["write_in_place", 14],
  ["change_ignore_rules", 3],
];

const AREAS = 12;
const DRAFTS = 10;
const DRAFTS_FOLDER = "drafts";
/** Suffix of a file that will replace another one. */
const UNFINISHED = ".tmp";
const MOVED = "_moved";

export interface EditorOptions {
  /** Root of the tree, which does not exist yet. */
  readonly root: string;
  /** A folder on the same disk, outside the tree. */
  readonly staging: string;
  readonly history: History;
  readonly random: Random;
  /** Initial number of files, and the approximate number later on. */
  readonly files: number;
}

export class Editor {
  readonly made = new Map<EditKind, number>();
  private readonly options: EditorOptions;
  /** Number of the next new file. */
  private nextFile: number;
  private edition = 0;
  /** The second part of each draft whose first part is written. */
  private readonly unwritten = new Map<string, string>();

  constructor(options: EditorOptions) {
    this.options = options;
    this.nextFile = options.files;
    for (const folder of [options.staging, join(options.root, DRAFTS_FOLDER)])
      mkdirSync(folder, { recursive: true });
    for (let file = 0; file < options.files; file++) this.put(pathOf(file), versionOf(file, 0));
    for (let at = 0; at < DRAFTS; at++)
      writeFileSync(join(options.root, draftPath(at)), textOf(versionOf(draftNumber(at), 0)));
  }

  /** Makes one random edit. */
  edit(): void {
    let share = below(100, this.options.random);
    const [kind] = SHARES.find(([, size]) => (share -= size) < 0) ?? ["rewrite"];
    if (this.make(kind)) this.made.set(kind, (this.made.get(kind) ?? 0) + 1);
  }

  /** Saves a new version of an existing file. */
  rewrite(): { readonly path: string; readonly version: Version } {
    const path = this.anyPath();
    const version = versionOf(numberOf(path), ++this.edition);
    this.put(path, version);
    return { path, version };
  }

  /** Writes the missing parts of all drafts. */
  finish(): void {
    for (const path of this.unwritten.keys()) this.writeInPlace(path);
  }

  private make(kind: EditKind): boolean {
    const { history, files, random } = this.options;
    switch (kind) {
      case "rewrite":
        return this.rewrite() !== null;
      case "create":
        return (
          history.paths.length < files * 1.2 &&
          this.put(pathOf(this.nextFile), versionOf(this.nextFile++, ++this.edition))
        );
      case "remove":
        return history.paths.length > files * 0.8 && this.remove(this.anyPath());
      case "rename":
        return this.rename(this.anyPath());
      case "rename_folder":
        return this.renameFolder();
      case "write_in_place":
        return this.writeInPlace(draftPath(below(DRAFTS, random)));
      case "change_ignore_rules":
        writeFileSync(
          join(this.options.root, DRAFTS_FOLDER, ".gitignore"),
          `draft${below(DRAFTS, random)}.*\n`,
        );
        return true;
    }
  }

  private put(path: string, version: Version): true {
    const { root, staging, history, random } = this.options;
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    // Some editors write the unfinished file next to the one that it will replace.
    const unfinished = random() < 0.5 ? target + UNFINISHED : join(staging, "unfinished");
    writeFileSync(unfinished, textOf(version));
    const beganMs = performance.now();
    renameSync(unfinished, target);
    history.note({ beganMs, path, version });
    return true;
  }

  private remove(path: string): true {
    const beganMs = performance.now();
    rmSync(join(this.options.root, path));
    this.options.history.note({ beganMs, gone: path });
    return true;
  }

  /** Moves a file to another folder, under another name if a file of that name exists there. */
  private rename(path: string): boolean {
    const { root, history, random } = this.options;
    const to = join(
      areaOf(below(AREAS, random)),
      `part${numberOf(path)}${oneOf(["", "_b", "_c"], random)}.${extensionOf(numberOf(path))}`,
    );
    const version = history.current(path);
    if (version === null || history.current(to) !== null) return false;
    mkdirSync(dirname(join(root, to)), { recursive: true });
    const beganMs = performance.now();
    renameSync(join(root, path), join(root, to));
    history.note({ beganMs, gone: path, path: to, version });
    return true;
  }

  /** Renames a folder, or renames it back if it was renamed before. */
  private renameFolder(): boolean {
    const { root, history } = this.options;
    const from = dirname(this.anyPath());
    const to = from.endsWith(MOVED) ? from.slice(0, -MOVED.length) : from + MOVED;
    const beganMs = performance.now();
    try {
      renameSync(join(root, from), join(root, to));
    } catch {
      // A folder of that name exists already.
      return false;
    }
    for (const path of history.paths.filter((each) => dirname(each) === from)) {
      const version = history.current(path);
      if (version)
        history.note({ beganMs, gone: path, path: join(to, path.slice(from.length + 1)), version });
    }
    return true;
  }

  /** Writes the first part of a draft, or the second one if the first is written. */
  private writeInPlace(path: string): true {
    const target = join(this.options.root, path);
    const rest = this.unwritten.get(path);
    if (rest !== undefined) {
      this.unwritten.delete(path);
      appendFileSync(target, rest);
      return true;
    }
    const text = textOf(versionOf(numberOf(path), ++this.edition));
    const half = text.length >> 1;
    writeFileSync(target, text.slice(0, half));
    this.unwritten.set(path, text.slice(half));
    return true;
  }

  private anyPath(): string {
    const { paths } = this.options.history;
    return paths[below(paths.length, this.options.random)] ?? pathOf(0);
  }
}

/** Whether half of a file may be on disk at some time. */
export function isLoose(path: string): boolean {
  return path.startsWith(`${DRAFTS_FOLDER}/`) || path.endsWith(UNFINISHED);
}

/** A folder that always exists under this name. */
export const SETTLED_FOLDER = DRAFTS_FOLDER;

function pathOf(file: number): string {
  return join(areaOf(file % AREAS), `part${file}.${extensionOf(file)}`);
}

function areaOf(area: number): string {
  return area % 3 === 0 ? join("deep", `area${area}`) : `area${area}`;
}

function draftPath(at: number): string {
  return `${DRAFTS_FOLDER}/draft${draftNumber(at)}.${extensionOf(at)}`;
}

/** Numbers of drafts are outside the range of other files, so that each draft has its own tags. */
function draftNumber(at: number): number {
  return 100_000 + at;
}

function numberOf(path: string): number {
  return Number(/(?:part|draft)(\d+)/.exec(path)?.[1]);
}
