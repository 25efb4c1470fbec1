/** Where the MCP server is, a package of its own. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError, EXIT } from "./failure.ts";

/** The script that runs it. Throws `INTERNAL` where it is not installed. */
export function serverScript(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("@satori/mcp/package.json")), "bin", "satori-mcp.js");
  } catch {
    throw new CommandError("INTERNAL", "The server is not installed: install the package @satori/mcp beside this one", EXIT.startUp);
  }
}
