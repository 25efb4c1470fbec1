import { expect, test } from "vitest";
import { explainFailure } from "./explain.ts";

const failure = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

test.each<[unknown, string]>([
  [
    failure("fetch failed", { cause: failure("connect ECONNREFUSED", { code: "ECONNREFUSED" }) }),
    "nothing is listening there",
  ],
  [
    failure("fetch failed", { cause: failure("", { errors: [failure("x", { code: "ECONNREFUSED" })] }) }),
    "nothing is listening there",
  ],
  [
    failure("fetch failed", { cause: failure("bad port") }),
    "its port is blocked for HTTP, as in browsers, because it belongs to another protocol: run the " +
      "server on another port",
  ],
  [failure("fetch failed", { cause: failure("something new") }), "something new"],
  [
    failure("spawn x ENOENT", { code: "ENOENT" }),
    "no such command; addresses begin with http:// or https://",
  ],
  [
    failure("fetch failed", {
      cause: failure("00:error:wrong version number:1:", { code: "ERR_SSL_WRONG_VERSION_NUMBER" }),
    }),
    "it does not use TLS: its address begins with http://, not https://",
  ],
  [
    failure("Error POSTing to endpoint (HTTP 401)", { code: 401 }),
    "it requires a token: set SATORI_HTTP_TOKEN",
  ],
  [failure("x", { code: 418 }), "it answered with HTTP status 418"],
  [
    failure(
      'Error POSTing to endpoint: {"jsonrpc":"2.0","error":{"code":-32000,"message":"The body has ' +
        'more than 5 bytes"},"id":null}',
      { code: 413 },
    ),
    "it answered with HTTP status 413: The body has more than 5 bytes",
  ],
  [
    failure(
      'Error POSTing to endpoint: {"jsonrpc":"2.0","error":{"code":-32000,"message":"The Host is ' +
        'unknown\\nand so on"},"id":null}',
      { code: 403 },
    ),
    "it rejects this client (403): The Host is unknown",
  ],
  [failure("Error POSTing to endpoint: <html>{no}</html>", { code: 403 }), "it rejects this client (403)"],
  [failure("x", { code: 404 }), "no MCP server at that address (404); Satori's path is /mcp"],
  [failure("Request timed out", { code: -32_001 }), "it did not answer in time"],
  [failure("Method not found", { code: -32_601 }), "it does not speak MCP"],
  [failure("one line\nand another"), "one line"],
  ["a text", "a text"],
])("%o", (error, sentence) => {
  expect(explainFailure(error, { lastWords: "", hasSentToken: false })).toBe(sentence);
});

test("a token that is refused is told from one that is missing", () => {
  const refused = failure("Error POSTing to endpoint (HTTP 401)", { code: 401 });
  expect(explainFailure(refused, { lastWords: "", hasSentToken: true })).toBe(
    "it does not accept the token in SATORI_HTTP_TOKEN (401)",
  );
});

test("what a process said last is told, if it did", () => {
  const closed = failure("Connection closed", { code: -32_000 });
  expect(
    ["", "error CONFIG_INVALID: x"].map((lastWords) =>
      explainFailure(closed, { lastWords, hasSentToken: false }),
    ),
  ).toEqual(["it closed the connection", "it exited: error CONFIG_INVALID: x"]);
});
