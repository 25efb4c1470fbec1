/**
 * A server of MCP over stdio that answers as a script says: what no server of ours can be brought to say at
 * will, and what those of others say.
 *
 *   node scripted-server.mjs SCRIPT.json LOG
 *
 * The script: path of the arguments, "TOOL ACTION" or tool, the first of them that is there → results of the
 * calls with it, one after the other, the last again and again. A result may be {"rpcError": {…}},
 * {"silence": true} or {"exit": true}, or a text: prose, as servers answered before envelopes, and an error
 * behind a "!".
 *
 * Into the log go a line "started", and "TOOL ACTION PATH" of each call before it is answered.
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
