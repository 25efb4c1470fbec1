/**
 * Whoever may not ask, or asks in a way that nobody should, is refused with a reason, and the server goes on
 * answering.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { type HttpProcess, messagesOf, startHttp } from "../support/http-server.ts";
import { createWorkspace } from "../support/workspace.ts";

const TOKEN = "correct-horse-battery-staple";
const workspace = createWorkspace();
const root = workspace.tree("shop", "//- cart.ts\nexport const cart = 1;\n");
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_codebases", arguments: {} },
};
const BODY = JSON.stringify(CALL);
const JSON_TYPE = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
let server: HttpProcess;
let guarded: HttpProcess;

beforeAll(async () => {
  [server, guarded] = await Promise.all([
    startHttp(workspace, {
      roots: [root],
      environment: { SATORI_ALLOWED_HOSTS: "code.example", SATORI_ALLOWED_ORIGINS: "https://tools.example" },
    }),
    startHttp(workspace, { roots: [root], environment: { SATORI_HTTP_TOKEN: TOKEN } }),
  ]);
});
afterAll(async () => {
  await Promise.all([server, guarded].map((each) => each?.[Symbol.asyncDispose]()));
  workspace[Symbol.dispose]();
});
// However it was asked, the process lives, answers others, and has said nothing on standard output.
afterEach(async () => {
  expect((await messagesOf(await server.post(CALL)))[0]?.result).toMatchObject({ isError: false });
  for (const { child, stdout, log } of [server, guarded]) {
    expect([child.exitCode, stdout]).toEqual([null, ""]);
    expect(log.filter(({ level }) => level === "error")).toEqual([]);
  }
});

/** The status of the answer to raw bytes, and whether it came at all. */
async function statusOf(bytes: string, of: HttpProcess = server): Promise<number | null> {
  const [, status] = /^HTTP\/1\.1 (\d+) /.exec(await of.raw(bytes)) ?? [];
  return status === undefined ? null : Number(status);
}

const post = (headers: string, body = BODY): string =>
  `POST /mcp HTTP/1.1\r\n${headers}${JSON_TYPE}Content-Length: ` +
  `${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;

describe("a host", () => {
  it.each([
    ["localhost", 200],
    ["127.0.0.1:1", 200],
    ["[::1]:7411", 200],
    ["code.example", 200],
    ["evil.example", 403],
    ["localhost.evil.example", 403],
    ["evil.example:7411", 403],
    ["169.254.169.254", 403],
  ])("%s: %d", async (host, status) => {
    expect(await statusOf(post(`Host: ${host}\r\n`))).toBe(status);
    expect(await statusOf(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toBe(
      status,
    );
  });

  it("is refused before any of the body is looked at", async () => {
    const said = await server.raw(
      "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Type: text/html\r\nContent-Length: " +
        "999999999\r\nConnection: close\r\n\r\n",
    );
    expect(said).toMatch(
      /^HTTP\/1\.1 403 .*"jsonrpc":"2\.0","error":\{"code":-32000,"message":"The Host header/s,
    );
  });

  it.each([
    ["none", "", 400],
    ["several", "Host: localhost\r\nHost: evil.example\r\n", 403],
    ["several that agree", "Host: localhost\r\nHost: localhost\r\n", 403],
  ])("has to be one: %s", async (_, headers, status) => expect(await statusOf(post(headers))).toBe(status));

  it("in the address of a request does not count", async () => {
    expect(
      await statusOf(
        `POST http://localhost/mcp HTTP/1.1\r\nHost: evil.example\r\n${JSON_TYPE}Content-Length: ` +
          "0\r\nConnection: close\r\n\r\n",
      ),
    ).toBe(403);
    expect(
      await statusOf(
        "GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      ),
    ).toBe(404);
  });
});

describe("an origin", () => {
  it.each([
    ["null", 403],
    ["https://evil.example", 403],
    ["http://localhost:1", 403],
    ["https://tools.example.evil.example", 403],
    ["https://tools.example", 200],
  ])("%s: %d", async (origin, status) => {
    expect((await server.post(CALL, { Origin: origin })).status).toBe(status);
  });

  it("of the server's own pages is known", async () =>
    expect((await server.post(CALL, { Origin: server.url })).status).toBe(200));

  it("that is allowed may read the answers, and nobody else's pages may", async () => {
    const preflight = await server.get("/mcp", {
      method: "OPTIONS",
      headers: { Origin: "https://tools.example", "Access-Control-Request-Method": "POST" },
    });
    expect([
      preflight.status,
      preflight.headers.get("access-control-allow-origin"),
      preflight.headers.get("access-control-allow-methods"),
    ]).toEqual([204, "https://tools.example", "POST, DELETE"]);
    expect(
      (await server.post(CALL, { Origin: "https://tools.example" })).headers.get(
        "access-control-allow-origin",
      ),
    ).toBe("https://tools.example");
    expect(
      (await server.get("/mcp", { method: "OPTIONS", headers: { Origin: "https://evil.example" } })).status,
    ).toBe(403);
    expect((await server.post(CALL)).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("a token", () => {
  it("is asked for where there is one, by calls alone", async () => {
    const refused = await guarded.post(CALL);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="satori"']);
    for (const path of ["/healthz", "/readyz", "/metrics"])
      expect((await guarded.get(path)).status, path).toBe(200);
    expect((await guarded.post(CALL, { Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    expect((await guarded.get("/mcp", { method: "DELETE" })).status).toBe(401);
  });

  it.each([
    ["another one", "Bearer wrong"],
    ["the beginning of it", `Bearer ${TOKEN.slice(0, -1)}`],
    ["more than it", `Bearer ${TOKEN}x`],
    ["another case", `Bearer ${TOKEN.toUpperCase()}`],
    ["another scheme", `Basic ${TOKEN}`],
    ["a long one", `Bearer ${"x".repeat(8_000)}`],
  ])("that is %s is refused", async (_, authorization) => {
    expect((await guarded.post(CALL, { Authorization: authorization })).status).toBe(401);
  });

  it("that is larger than all headers may be is refused", async () =>
    expect(
      await statusOf(post(`Host: localhost\r\nAuthorization: Bearer ${"x".repeat(100_000)}\r\n`), guarded),
    ).toBe(431));

  it("is asked for before any of the body is looked at", async () => {
    expect(
      await statusOf(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\nConnection: close\r\n\r\n`,
        guarded,
      ),
    ).toBe(401);
  });

  it("is in no log line and no answer", async () => {
    const answers = await Promise.all(
      ["/metrics", "/readyz"].map(async (path) => (await guarded.get(path)).text()),
    );
    expect([guarded.stderr, ...answers].join()).not.toContain(TOKEN);
  });
});

describe("a message", () => {
  const nested = (depth: number): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_codebases","arguments":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}}`;
  it.each<[string, string, number, number]>([
    ["that is empty", "", 400, -32_700],
    ["that is no JSON", "{", 400, -32_700],
    ["that is half a message", BODY.slice(0, -5), 400, -32_700],
    ["that is no message", '{"a":1}', 400, -32_600],
    ["that is a text", '"hello"', 400, -32_600],
    ["that is null", "null", 400, -32_600],
    ["that is an empty list", "[]", 400, -32_600],
    ["that is too deep", nested(100), 400, -32_600],
    ["that is far too deep", "[".repeat(200_000), 400, -32_600],
    ["of another protocol", '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400, -32_600],
    ["that is too large", JSON.stringify({ ...CALL, padding: "x".repeat(2_000_000) }), 413, -32_000],
    [
      "of too many at once",
      JSON.stringify(Array.from({ length: 101 }, (_, id) => ({ ...CALL, id }))),
      400,
      -32_600,
    ],
  ])("%s is refused", async (_, body, status, code) => {
    const response = await server.post(body);
    const [message] = await messagesOf(response);
    expect([response.status, message?.error?.code, response.headers.get("content-type")]).toEqual([
      status,
      code,
      "application/json",
    ]);
  });

  it("that has no end is cut off after as much as may be sent", async () => {
    const socket = server.connect();
    let said = "";
    socket.on("error", () => undefined).on("data", (part) => (said += part.toString()));
    socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    while (!socket.closed)
      await new Promise(
        (resolve) =>
          void (socket.write(chunk)
            ? setImmediate(resolve)
            : socket.once("drain", resolve).once("close", resolve)),
      );
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(socket.bytesWritten).toBeLessThan(64 * 1024 * 1024);
  });

  it("that its client does not finish is given up", async () => {
    for (let at = 0; at < 20; at++) {
      const socket = server.connect();
      await new Promise<void>(
        (resolve) =>
          void socket.write(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: " +
              `unfinished\r\n${JSON_TYPE}Content-Length: 100\r\n\r\n{"jsonrpc":`,
            () => resolve(),
          ),
      );
      if (at % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    await until(
      "each is noticed",
      () =>
        server.log.filter(({ requestId, status }) => requestId === "unfinished" && status === 499).length > 0,
    );
  });

  it("is asked for only when its head is good", async () => {
    const wanted = await server.raw(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}Expect: 100-continue\r\nContent-Length: ` +
        `${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`,
    );
    expect(wanted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(
      await server.raw(
        `POST /mcp HTTP/1.1\r\nHost: evil.example\r\n${JSON_TYPE}Expect: ` +
          "100-continue\r\nContent-Length: 5\r\n\r\n",
      ),
    ).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe("a request", () => {
  it.each<[string, string, number]>([
    [
      "of too many headers",
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${"X-Flood: 1\r\n".repeat(500)}\r\n`,
      431,
    ],
    [
      "of too large headers",
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Flood: ${"x".repeat(50_000)}\r\n\r\n`,
      431,
    ],
    [
      "of a header without an end",
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Flood: ${"x".repeat(500_000)}`,
      431,
    ],
    [
      "of a long address",
      `GET /${"x".repeat(5_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      414,
    ],
    ["that is none", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n", 400],
    ["of another protocol", "HELO localhost\r\n\r\n", 400],
    [
      "of two lengths",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}Content-Length: 5\r\nContent-Length: ` +
        "6\r\n\r\nhello",
      400,
    ],
    [
      "of a length and pieces",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}Content-Length: 5\r\nTransfer-Encoding: ` +
        "chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    [
      "with a broken piece",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ["for a tunnel", "CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n", null as unknown as number],
  ])("%s is refused", async (_, bytes, status) => expect(await statusOf(bytes)).toBe(status));

  it.each<[string, string, RequestInit, number, string | null]>([
    ["GET", "/mcp", {}, 405, "POST, DELETE"],
    ["PUT", "/mcp", { method: "PUT", body: BODY }, 405, "POST, DELETE"],
    ["OPTIONS", "/mcp", { method: "OPTIONS" }, 405, "POST, DELETE"],
    ["POST", "/healthz", { method: "POST", body: "{}" }, 405, "GET, HEAD"],
    ["HEAD", "/readyz", { method: "HEAD" }, 200, null],
    ["POST", "/", { method: "POST", body: BODY }, 405, "GET, HEAD"],
    ["GET", "/mcp/", {}, 404, null],
    ["GET", "/..%2fmetrics", {}, 404, null],
    ["GET", "/healthz?verbose=1", {}, 200, null],
    ["DELETE", "/mcp", { method: "DELETE" }, 400, null],
    [
      "DELETE of an unknown session:",
      "/mcp",
      { method: "DELETE", headers: { "Mcp-Session-Id": "x" } },
      404,
      null,
    ],
  ])("%s %s %j is answered with %d", async (_, path, init, status, allow) => {
    const response = await server.get(path, init);
    expect([response.status, response.headers.get("allow")]).toEqual([status, allow]);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each<[Record<string, string>, number]>([
    [{ "Content-Type": "text/plain" }, 415],
    [{ "Content-Type": "application/x-www-form-urlencoded" }, 415],
    [{ "Content-Type": "application/json; charset=utf-8" }, 200],
    [{ "Content-Encoding": "gzip" }, 415],
    [{ Accept: "text/html" }, 406],
    [{ "Mcp-Session-Id": "unknown" }, 404],
    [{ "X-Session-ID": "x".repeat(129) }, 400],
    [{ "X-Session-ID": "é" }, 400],
    [{ "X-Session-ID": "x".repeat(128) }, 200],
    [{ "MCP-Protocol-Version": "1999-01-01" }, 400],
  ])("with %j is answered with %d", async (headers, status) =>
    expect((await server.post(CALL, headers)).status).toBe(status),
  );

  it("may name itself, if that can be shown", async () => {
    expect(
      (await server.get("/healthz", { headers: { "X-Request-ID": "my-request 1" } })).headers.get(
        "x-request-id",
      ),
    ).toBe("my-request 1");
    for (const id of ["x".repeat(129), "é"])
      expect(
        (await server.get("/healthz", { headers: { "X-Request-ID": id } })).headers.get("x-request-id"),
      ).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("arguments", () => {
  it.each<[string, object, number]>([
    ["an unknown tool", { name: "rm" }, -32_602],
    ["no tool", {}, -32_602],
    ["a tool of a set that is not offered", { name: "search_text", arguments: { query: "x" } }, -32_602],
  ])("that name %s are an error of the protocol", async (_, params, code) => {
    expect((await messagesOf(await server.post({ ...CALL, params })))[0]?.error?.code).toBe(code);
  });

  it.each<[unknown]>([[[]], ["all"], [{ path: root }], [{ __proto__: 1, constructor: { prototype: {} } }]])(
    "that fit no schema are an answer that says so: %j",
    async (args) => {
      const [message] = await messagesOf(
        await server.post(
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_codebases","arguments":${JSON.stringify(args)}}}`,
        ),
      );
      expect(message?.result).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "INVALID_ARGUMENTS" } },
      });
    },
  );
});
