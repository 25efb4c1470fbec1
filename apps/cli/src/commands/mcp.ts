/** The command `mcp`: the MCP server over standard input and output, as `satori-mcp` is. */
import type { CommandSpec } from "../command.ts";
import { CommandError } from "../failure.ts";
import { SERVER_OPTIONS } from "../server-process.ts";

export const mcp: CommandSpec = {
  usage: "mcp",
  tool: null,
  ignoresPath: true,
  summary: "Serve MCP over standard input and output, as satori-mcp does.",
  details:
    "MCP clients start it: their configuration has `npx` with the arguments `-y satori-code mcp`, or what " +
    "`satori setup` writes. It must be the first argument; the others are those of satori-mcp.",
  options: SERVER_OPTIONS,
  examples: ["satori mcp --root ~/src/shop --answers text"],
  // The program passes `satori mcp …` to the server before it loads the command line.
  run: () =>
    Promise.reject(new CommandError("INVALID_ARGUMENTS", "mcp must be the first argument: satori mcp …")),
};
