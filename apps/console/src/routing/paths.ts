/**
 * Paths of the machine that the server runs on, whose separators need not be those of the browser's. Pure.
 */

/**
 * The way from a folder to what lies below it, without a separator in front; empty for the folder itself,
 * null for what lies elsewhere.
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
