import { expect, test } from "vitest";
import { explainFailure } from "./explain.ts";

const failure = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

test.each<[unknown, string]>([
  [failure("fetch failed", { cause: failure("connect ECONNREFUSED", { code: "ECONNREFUSED" }) }), "nothing listens there"],
  [failure("fetch failed", { cause: failure("", { errors: [failure("x", { code: "ECONNREFUSED" })] }) }), "nothing listens there"],
  [failure("fetch failed", { cause: failure("bad port") }), "bad port"],
  [failure("spawn x ENOENT", { code: "ENOENT" }), "there is no such command"],
  [failure("Error POSTing to endpoint (HTTP 401)", { code: 401 }), "it asks for a token: set SATORI_HTTP_TOKEN"],
  [failure("x", { code: 418 }), "it answered with HTTP status 418"],
  [failure("x", { code: 404 }), "no MCP server is at that address (404); Satori's path is /mcp"],
  [failure("Request timed out", { code: -32_001 }), "it did not answer in time"],
  [failure("Method not found", { code: -32_601 }), "it does not speak MCP"],
  [failure("one line\nand another"), "one line"],
  ["a text", "a text"],
])("%o", (error, sentence) => {
  expect(explainFailure(error, "")).toBe(sentence);
});

test("what a process said last is told, if it did", () => {
  const closed = failure("Connection closed", { code: -32_000 });
  expect([explainFailure(closed, ""), explainFailure(closed, "error CONFIG_INVALID: x")]).toEqual(["it closed the connection", "it ended: error CONFIG_INVALID: x"]);
});
