/**
 * Paths as people write them where no shell reads them first: in files of settings, in entries of MCP
 * clients, behind `--path=`.
 */

/** With a leading `~` or `~/` as shells read it; anything else as it is, another person's home too. Pure. */
export function withHome(path: string, home: string): string {
  return /^~(?=$|[/\\])/.test(path) ? home + path.slice(1) : path;
}
