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
