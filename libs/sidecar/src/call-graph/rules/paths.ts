/** Paths of a codebase, as module resolution needs them: relative to the root, with `/`. Pure. */
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Joins a folder and a relative path, resolving `.` and `..`; null if the result is outside the root. */
export function joined(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

/** The folder itself and its ancestors, the root (empty) last. */
export function* foldersUp(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at;
    if (at === "") return;
  }
}

/** All folders that contain files, directly or in subfolders. */
export function foldersOf(resolution: Resolution): ReadonlySet<string> {
  return resolution.shared("folders", () => {
    const folders = new Set<string>([""]);
    for (const path of resolution.project.paths)
      for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
    return folders;
  });
}

/** Files with this base name, ascending. */
export function filesNamed(resolution: Resolution, name: string): readonly FileId[] {
  const byName = resolution.shared("files by name", () => {
    const found = new Map<string, FileId[]>();
    for (const [file, path] of resolution.project.paths.entries()) {
      const key = nameOf(path);
      const files = found.get(key);
      if (files) files.push(file);
      else found.set(key, [file]);
    }
    return found;
  });
  return byName.get(name) ?? [];
}

/** Number of leading folders that two paths have in common. */
export function closeness(left: string, right: string): number {
  const [ours, theirs] = [left.split("/"), right.split("/")];
  let at = 0;
  while (at < ours.length - 1 && ours[at] === theirs[at]) at++;
  return at;
}
