/**
 * A server of the time before envelopes, over stdio: answers in prose, which it takes from its one argument, a JSON object
 * from tool and action to the texts of its answers in a row; the last one stays. A text that begins with "!" is an error. The calls that it gets are noted in the file of OLD_SERVER_LOG.
 */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const answers = JSON.parse(process.argv[2] ?? "{}");
const reply = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "initialize") return reply(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "old", version: "0.1.0" } });
  if (method !== "tools/call") return reply(id, {});
  const { name, arguments: args } = params;
  if (process.env.OLD_SERVER_LOG) appendFileSync(process.env.OLD_SERVER_LOG, `${name} ${args.action}\n`);
  const texts = answers[args.action ? `${name} ${args.action}` : name];
  if (!texts) return process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32602, message: `Unknown tool ${name}` } })}\n`);
  const text = texts.length > 1 ? texts.shift() : texts[0];
  reply(id, { content: [{ type: "text", text: text.replace(/^!/, "") }], isError: text.startsWith("!") });
});
