/** The command `serve`: the MCP server over HTTP. */
import { delimiter, resolve } from "node:path";
import { servableFolder } from "../codebase.ts";
import type { Answer, CommandSpec } from "../command.ts";
import { SERVER_OPTIONS, endEnvelope, runServer, serverFlags } from "../server-process.ts";

export const serve: CommandSpec = {
  usage: "serve [paths...]",
  tool: null,
  ignoresPath: true,
  summary: "Serve MCP over HTTP.",
  details:
    "Serves http://127.0.0.1:7411/mcp until it is stopped. It serves only the given folders, or those of " +
    "SATORI_ALLOWED_ROOTS if there are none. SATORI_HTTP_TOKEN is the token that clients must send.",
  options: [
    { flags: "--host <host>", meaning: "address to listen on; default: 127.0.0.1" },
    { flags: "--port <port>", meaning: "port to listen on, 0 for a free one; default: 7411" },
    ...SERVER_OPTIONS,
  ],
  foreignOptions: { "--stdio": "use satori mcp for standard input and output" },
  examples: ["satori serve ~/src/shop ~/src/depot", "satori serve ~/src --port 8080 --tools core,scope"],
  run: async ({ environment, globals }, operands, options): Promise<Answer> => {
    const roots = operands.map((operand) => servableFolder(resolve(globals.path ?? "", operand)));
    const end = await runServer({
      flags: serverFlags(options, ["host", "port", "root", "tools", "answers", "logLevel", "logFormat"]),
      environment:
        roots.length === 0 ? environment : { ...environment, SATORI_ALLOWED_ROOTS: roots.join(delimiter) },
    });
    return { envelope: endEnvelope("serve", end), text: "", exitCode: end.exitCode };
  },
};
