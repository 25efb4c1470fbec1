import { expect, it } from "vitest";
import { interpret } from "./line-transport.ts";

const request = { jsonrpc: "2.0", id: 1, method: "tools/list" };

it.each<[unknown, string]>([
  [7, "it is a number, not an object"],
  [null, "it is null, not an object"],
  [[], "it is a list, not an object"],
  [{}, 'jsonrpc must be "2.0"'],
  [{ ...request, jsonrpc: "1.0" }, 'jsonrpc is "1.0", but must be "2.0"'],
  [{ ...request, jsonrpc: "9".repeat(1_000) }, `jsonrpc is "${"9".repeat(20)}", but must be "2.0"`],
  [{ ...request, id: 1.5 }, "id must be a string or a whole number"],
  [{ ...request, id: null }, "id must be a string or a whole number"],
  [{ jsonrpc: "2.0", id: 1 }, "method must be a string"],
  [{ ...request, method: 5 }, "method must be a string"],
  [{ ...request, params: [] }, "params must be an object"],
  [{ ...request, params: { _meta: 5 } }, "params._meta must be an object"],
  [
    { ...request, params: { _meta: { progressToken: {} } } },
    "params._meta.progressToken must be a string or a whole number",
  ],
  [{ jsonrpc: "2.0", id: 1, result: 7 }, "it is not a valid MCP response"],
])("of %j it is said what is wrong", (value, problem) => {
  expect(interpret({ kind: "text", text: JSON.stringify(value) }, 10_000)).toMatchObject({
    problem: `Invalid request: a line is JSON, but not a JSON-RPC 2.0 message of MCP: ${problem}`,
  });
});
