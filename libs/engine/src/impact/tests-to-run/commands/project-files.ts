/**
 * The files of a project that show how its tests are run: read from the index, so that they are of the
 * version in question; files that no index has, such as lock files, are only looked for on the disk.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { linkOnPath } from "../../../contents/links.ts";
import { parentOf } from "../../../model/paths.ts";
import type { CodeView } from "../../../store/code-view.ts";

/** Longer configuration files are cut: what names a runner is near their beginning. */
const MAX_CHARS = 200_000;

/** Configuration files of one codebase; each is read once. */
export class ProjectFiles {
  private readonly texts = new Map<string, Promise<string | null>>();
  private readonly onDisk = new Map<string, boolean>();

  constructor(
    private readonly view: Pick<CodeView, "fileAt" | "contents">,
    private readonly root: string,
  ) {}

  /** Text of a file; null if the index has no such file. */
  text(path: string): Promise<string | null> {
    let text = this.texts.get(path);
    if (!text) this.texts.set(path, (text = this.read(path)));
    return text;
  }

  /** Whether there is a regular file, in the index or on the disk; links are not followed. */
  has(path: string): boolean {
    return this.view.fileAt(path) !== -1 || this.isOnDisk(path);
  }

  /** The first of some files that a folder has; null if it has none. */
  firstIn(folder: string, names: readonly string[]): string | null {
    return names.map((name) => inFolder(folder, name)).find((path) => this.has(path)) ?? null;
  }

  private async read(path: string): Promise<string | null> {
    const file = this.view.fileAt(path);
    if (file === -1) return null;
    const [content] = await this.view.contents([file]);
    return content?.text.slice(0, MAX_CHARS) ?? null;
  }

  private isOnDisk(path: string): boolean {
    let is = this.onDisk.get(path);
    if (is === undefined) this.onDisk.set(path, (is = isRegularFile(this.root, path)));
    return is;
  }
}

function isRegularFile(root: string, path: string): boolean {
  try {
    return linkOnPath(root, path) === null && lstatSync(join(root, path)).isFile();
  } catch {
    // Missing, or not readable: then it shows nothing.
    return false;
  }
}

/** A path below a folder; "" is the root. */
export function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The folders around a file, innermost first; the last is "", the root. */
export function foldersAround(path: string): string[] {
  const folders: string[] = [];
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    folders.push(folder);
    if (folder === "") return folders;
  }
}

/** A path relative to a folder that it is in. */
export function below(folder: string, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}
