/**
 * An MCP server over stdio that answers according to a script: for answers that our servers cannot be made to
 * give on purpose, and for those of other servers.
 *
 *   node scripted-server.mjs SCRIPT.json LOG
 *
 * The script maps the path of the arguments, "TOOL ACTION" or the tool, whichever exists first, to the
 * results of its calls, one after the other; the last one repeats. A result may be {"rpcError": {…}},
 * {"silence": true} or {"exit": true}, or a text, in the way servers answered before envelopes; a "!" before
 * the text makes it an error.
 *
 * The log gets a line "started", and a line "TOOL ACTION PATH" for each call before it is answered.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [scriptFile, logFile] = process.argv.slice(2);
const script = JSON.parse(readFileSync(scriptFile, "utf8"));
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const log = (...words) =>
  appendFileSync(logFile, `${words.filter((word) => word !== undefined).join(" ")}\n`);

log("started");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === "initialize")
    send({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "scripted", version: "1" },
      },
    });
  else if (method === "tools/list")
    send({ id, result: { tools: [{ name: "manage_index", inputSchema: { type: "object" } }] } });
  else if (method === "tools/call") answer(id, params.name, params.arguments);
  else send({ id, error: { code: -32601, message: `${method} is not a method of this server` } });
}

function answer(id, tool, { action, path }) {
  log(tool, action, path);
  const results = script[path] ?? script[`${tool} ${action}`] ?? script[tool] ?? [];
  const result = results.length > 1 ? results.shift() : results[0];
  if (result === undefined)
    send({ id, error: { code: -32602, message: `nothing is scripted for ${tool} ${path}` } });
  else if (typeof result === "string")
    send({
      id,
      result: {
        content: [{ type: "text", text: result.replace(/^!/, "") }],
        isError: result.startsWith("!"),
      },
    });
  else if (result.rpcError) send({ id, error: result.rpcError });
  else if (result.exit) process.exit(1);
  else if (!result.silence) send({ id, result });
}
