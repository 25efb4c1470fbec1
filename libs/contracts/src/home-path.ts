/** Paths that no shell expands: in configuration files, in entries of MCP clients, after `--path=`. */

/**
 * Replaces a leading `~` by the home folder, as shells do. Returns any other path unchanged, including
 * `~user`. Pure.
 */
export function withHome(path: string, home: string): string {
  return /^~(?=$|[/\\])/.test(path) ? home + path.slice(1) : path;
}
