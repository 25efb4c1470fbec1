/** Paths on the server's machine, whose separators may differ from those of the browser's system. Pure. */

/**
 * The path relative to a folder, without a leading separator; empty for the folder itself, null for a path
 * outside it.
 */
export function pathBelow(folder: string, path: string): string | null {
  if (path === folder) return "";
  const start = ["/", "\\"]
    .map((separator) => (folder.endsWith(separator) ? folder : folder + separator))
    .find((one) => path.startsWith(one));
  return start === undefined ? null : path.slice(start.length);
}

/** @param file relative to the folder, or absolute; empty for the folder itself */
export function pathIn(folder: string, file: string): string {
  if (file === "") return folder;
  return /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(file) ? file : `${folder.replace(/[\\/]$/, "")}/${file}`;
}

/** The last name of a path, by which people know a folder; the path itself for the top of a disk. */
export function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((name) => name !== "") ?? path;
}

/** The shortest end of each path that no other path has, of whole names; a path that has none is whole. */
export function shortNames(paths: readonly string[]): Map<string, string> {
  const others = new Set(paths);
  return new Map([...others].map((path) => [path, shortestEnd(path, [...others])]));
}

function shortestEnd(path: string, all: readonly string[]): string {
  const names = namesIn(path);
  for (let count = 1; count < names.length; count++) {
    const end = names.slice(-count).join("/");
    if (all.every((other) => other === path || namesIn(other).slice(-count).join("/") !== end)) return end;
  }
  return path;
}

function namesIn(path: string): string[] {
  return path.split(/[\\/]/).filter((name, at) => name !== "" || at === 0);
}

/** An absolute path without `.`, `..` and separators at its end; null for a relative one. */
export function normalPath(path: string): string | null {
  const root = /^(?:[a-z]:[\\/]|\\\\|\/)/i.exec(path)?.[0];
  if (root === undefined) return null;
  const names: string[] = [];
  for (const name of path.slice(root.length).split(root.includes("\\") ? /[\\/]/ : "/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return root + names.join(root.includes("\\") ? "\\" : "/");
}
