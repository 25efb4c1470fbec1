/** The program that becomes a local process. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Program {
  readonly version: string;
  /** Absolute path of the script that starts it. */
  readonly script: string;
  /** Absolute path of a file that every build replaces. */
  readonly built: string;
}

/**
 * Read again for each use: an update may replace the program while a proxy runs.
 *
 * @param manifest package.json of the MCP server
 */
export function programOf(manifest: URL): Program {
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const pathOf = (name: string): string => fileURLToPath(new URL(name, manifest));
  return { version, script: pathOf("./bin/satori-mcp.js"), built: pathOf("./dist/main.cjs") };
}
