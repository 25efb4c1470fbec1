/** The command `mcp`: the MCP server over standard input and output, as `satori-mcp` is. */
import { ANSWER_FORMS, TOOL_SETS } from "@satori/contracts";
import type { CommandSpec } from "../command.ts";
import { CommandError } from "../failure.ts";
import { LOG_OPTIONS } from "../server-process.ts";

export const mcp: CommandSpec = {
  usage: "mcp",
  tool: null,
  ignoresPath: true,
  summary: "Serve MCP over standard input and output, as satori-mcp does.",
  details:
    "MCP clients start it: their configuration has `npx` with the arguments `-y satori-code mcp`, or what " +
    "`satori setup` writes. It must be the first argument; the others are those of satori-mcp.",
  options: [
    { flags: "--root <dir>", meaning: "base folder of relative paths" },
    { flags: "--tools <sets>", meaning: "tool sets to offer, separated by commas", choices: TOOL_SETS },
    {
      flags: "--answers <form>",
      meaning: "form of answers: both (default), structured or text",
      choices: ANSWER_FORMS,
    },
    ...LOG_OPTIONS,
  ],
  examples: ["satori mcp --root ~/src/shop --answers text"],
  // The program passes `satori mcp …` to the server before it loads the command line.
  run: () =>
    Promise.reject(new CommandError("INVALID_ARGUMENTS", "mcp must be the first argument: satori mcp …")),
};
