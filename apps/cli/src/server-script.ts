/** Locates the MCP server, which is a separate package. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError, EXIT } from "./failure.ts";

/**
 * The script that runs the server. Throws `SERVER_MISSING` if it is not installed.
 *
 * @param asker the module from which the package is resolved
 */
export function serverScript(asker: string = import.meta.url): string {
  try {
    return join(dirname(createRequire(asker).resolve("@satori/mcp/package.json")), "bin", "satori-mcp.js");
  } catch {
    throw new CommandError(
      "SERVER_MISSING",
      "the MCP server is a separate package, @satori/mcp, that is not installed here",
      EXIT.startUp,
    );
  }
}
