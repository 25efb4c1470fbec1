/** The command `serve`: the MCP server over HTTP. */
import { ANSWER_FORMS, TOOL_SETS } from "@satori/contracts";
import type { Answer, CommandSpec } from "../command.ts";
import { LOG_OPTIONS, endEnvelope, runServer, serverFlags } from "../server-process.ts";

export const serve: CommandSpec = {
  usage: "serve",
  tool: null,
  ignoresPath: true,
  summary: "Serve MCP over HTTP.",
  details:
    "Serves http://127.0.0.1:7411/mcp until it is stopped. SATORI_ALLOWED_ROOTS lists the folders to " +
    "serve, SATORI_HTTP_TOKEN is the token that clients must send.",
  options: [
    { flags: "--host <host>", meaning: "address to listen on; default: 127.0.0.1" },
    { flags: "--port <port>", meaning: "port to listen on, 0 for a free one; default: 7411" },
    { flags: "--root <dir>", meaning: "base folder of relative paths" },
    { flags: "--tools <sets>", meaning: "tool sets to offer, separated by commas", choices: TOOL_SETS },
    {
      flags: "--answers <form>",
      meaning: "form of answers: both (default), structured or text",
      choices: ANSWER_FORMS,
    },
    ...LOG_OPTIONS,
  ],
  foreignOptions: { "--stdio": "use satori-mcp for standard input and output" },
  examples: ["SATORI_ALLOWED_ROOTS=~/src satori serve", "satori serve --port 8080 --tools core,scope"],
  run: async ({ environment }, _operands, options): Promise<Answer> => {
    const end = await runServer({
      flags: serverFlags(options, ["host", "port", "root", "tools", "answers", "logLevel", "logFormat"]),
      environment,
    });
    return { envelope: endEnvelope("serve", end), text: "", exitCode: end.exitCode };
  },
};
