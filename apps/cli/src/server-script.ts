/** Where the MCP server is, a package of its own. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError, EXIT } from "./failure.ts";

/**
 * The script that runs it. Throws `SERVER_MISSING` where it is not installed.
 *
 * @param asker the module beside which it is looked for
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
