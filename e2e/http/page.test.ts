/**
 * The web page that the server serves: what a browser gets of it, and that nothing else can be had by its
 * addresses.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpProcess, messagesOf, startHttp } from "../support/http-server.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_codebases", arguments: {} },
};
const FILES = [
  ["/", "text/html"],
  ["/console/console.js", "text/javascript"],
  ["/console/console.css", "text/css"],
  ["/console/icon.svg", "image/svg+xml"],
] as const;
let server: HttpProcess;

beforeAll(async () => {
  const root = workspace.tree("shop", "//- cart.ts\nexport const cart = 1;\n");
  server = await startHttp(workspace, {
    roots: [root],
    environment: {
      SATORI_HTTP_TOKEN: "correct-horse-battery-staple",
      SATORI_ALLOWED_ORIGINS: "https://tools.example",
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

/** Addresses as a browser finds them, from that of the page on. */
async function referencesOf(address: string): Promise<string[]> {
  const page = await (await server.get("/")).text();
  return [...page.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(
    ([, reference = ""]) => new URL(reference, address).pathname,
  );
}

describe("the page", () => {
  it.each(FILES)("is there without a token: %s is %s", async (path, type) => {
    const { status, headers } = await server.get(path);
    expect([status, headers.get("content-type")]).toEqual([200, `${type}; charset=utf-8`]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src " +
        "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
  });

  it("does not open what the token guards", async () => {
    expect((await server.post(CALL)).status).toBe(401);
    const answer = await server.post(CALL, {
      Authorization: "Bearer correct-horse-battery-staple",
      Origin: server.url,
    });
    expect((await messagesOf(answer))[0]?.result).toMatchObject({ isError: false });
  });

  it("refers to what is there, be there a path in front of it or none", async () => {
    const references = await referencesOf(`${server.url}/`);
    expect(references).toContain("/console/console.js");
    for (const path of references) expect((await server.get(path)).status, path).toBe(200);
    expect(await referencesOf("https://code.example/satori/")).toEqual(
      references.map((path) => `/satori${path}`),
    );
  });

  it("loads parts that have their hash in their name, which a browser never asks for again", async () => {
    const script = await (await server.get("/console/console.js")).text();
    for (const [, name] of script.matchAll(/["'`]\.\/(chunks\/[\w.-]+\.js)["'`]/g)) {
      const { status, headers } = await server.get(`/console/${name}`);
      expect([name, status, headers.get("cache-control")]).toEqual([
        name,
        200,
        "public, max-age=31536000, immutable",
      ]);
    }
  });

  it.each(FILES)("is sent again only where it has changed: %s", async (path) => {
    const first = await server.get(path);
    const etag = first.headers.get("etag") ?? "";
    expect((await first.arrayBuffer()).byteLength).toBe(Number(first.headers.get("content-length")));
    const again = await server.get(path, { headers: { "If-None-Match": etag } });
    expect([
      again.status,
      await again.text(),
      again.headers.get("etag"),
      again.headers.get("cache-control"),
    ]).toEqual([304, "", etag, "no-cache"]);
    expect((await server.get(path, { headers: { "If-None-Match": '"of-another-version"' } })).status).toBe(
      200,
    );
  });

  it.each(FILES)("has a head that says the same: %s", async (path) => {
    const [whole, head] = await Promise.all([server.get(path), server.get(path, { method: "HEAD" })]);
    const said = ({ status, headers }: Response): unknown[] => [
      status,
      ...["content-type", "content-length", "etag"].map((name) => headers.get(name)),
    ];
    expect([said(head), await head.text()]).toEqual([said(whole), ""]);
  });

  it.each(FILES)("takes no other methods: %s", async (path) => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await server.get(path, { method });
      expect([method, status, headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
    }
  });

  it("is counted", async () => {
    const counts = async (): Promise<number[]> => {
      const text = await (await server.get("/metrics")).text();
      return ["200", "304", "404"].map((status) =>
        Number(
          new RegExp(`^satori_http_requests_total\\{route="console",status="${status}"\\} (\\d+)$`, "m").exec(
            text,
          )?.[1],
        ),
      );
    };
    const before = await counts();
    await (await server.get("/", { headers: { "If-None-Match": "*" } })).text();
    await (await server.get("/")).text();
    await (await server.get("/console/absent.js")).text();
    await expect.poll(counts, { timeout: 60_000 }).toEqual(before.map((count) => count + 1));
  });
});

describe("nothing else", () => {
  it.each([
    "/console",
    "/console/",
    "/console/index.html",
    "/index.html",
    "/console/absent.js",
    "/console/chunks",
    "/console/chunks/",
    "/http.js",
    "/console/../http.js",
    "/console/..%2fhttp.js",
    "/console/%2e%2e/http.js",
    "/console/%2e%2e%2fhttp.js",
    "/console/..%5chttp.js",
    "/console/..\\http.js",
    "/console/%252e%252e/http.js",
    "/console/....//http.js",
    "/console/..;/http.js",
    "/console/%c0%ae%c0%ae/http.js",
    "/console/..%00/http.js",
    "/console/console.js%00",
    "/console/console.js/",
    "/console/CONSOLE.JS",
    "/console//etc/passwd",
    "/console/../../../../../../../../etc/passwd",
    "//etc/passwd",
    "/console/file:///etc/passwd",
    "/console/C:/Windows/win.ini",
  ])("can be had at %s", async (path) => {
    const answer = await server.raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(
      /^HTTP\/1\.1 404 .*"message":"Not found: MCP is at \/mcp, and the web console at \/"/s,
    );
  });

  it.each(["evil.example", "evil.example:7411", "localhost.evil.example"])(
    "is shown to pages that call this machine %s",
    async (host) => {
      for (const [path] of FILES)
        expect(
          await server.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        ).toMatch(/^HTTP\/1\.1 403 /);
    },
  );

  it.each([
    ["https://evil.example", 403],
    ["null", 403],
    ["https://tools.example", 200],
  ])("is shown to pages of %s but where they are allowed: %d", async (origin, status) => {
    for (const [path] of FILES)
      expect((await server.get(path, { headers: { Origin: origin } })).status).toBe(status);
  });
});
