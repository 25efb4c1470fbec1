/**
 * A server of MCP over stdio that answers as a script says: what no server of ours can be brought to say at will, and what those of
 * others say.
 *
 *   node scripted_server.mjs SCRIPT.json
 *
 * The script: path of the arguments → results of the calls with it, one after the other, the last again and again. A result may be
 * {"rpcError": {…}}, {"silence": true} or {"exit": true}.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const script = JSON.parse(readFileSync(process.argv[2], "utf8"));
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === "initialize") send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "scripted", version: "1" } } });
  else if (method === "tools/list") send({ id, result: { tools: [...new Set([params?.name ?? "manage_index"])].map((name) => ({ name, inputSchema: { type: "object" } })) } });
  else if (method === "tools/call") answer(id, params.arguments.path);
  else send({ id, error: { code: -32601, message: `${method} is not a method of this server` } });
}

function answer(id, path) {
  const results = script[path] ?? [];
  const result = results.length > 1 ? results.shift() : results[0];
  if (result === undefined) send({ id, error: { code: -32602, message: `nothing is scripted for ${path}` } });
  else if (result.rpcError) send({ id, error: result.rpcError });
  else if (result.exit) process.exit(1);
  else if (!result.silence) send({ id, result });
}
