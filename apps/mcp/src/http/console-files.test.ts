import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ConsoleFiles, consoleFile, readConsoleFiles } from "./console-files.ts";
import { type LocalOptions, type LocalServer, startLocal } from "./testing/local-server.ts";

const CHUNK = "chunks/graph-view-AB12CD34.js";
const FILES: ConsoleFiles = new Map([
  ["/", consoleFile("index.html", Buffer.from("<!doctype html>é"))],
  ["/console/console.js", consoleFile("console.js", Buffer.from("1;"))],
  [`/console/${CHUNK}`, consoleFile(CHUNK, Buffer.from("2;"))],
]);
const startWithPage = (options: LocalOptions = {}): Promise<LocalServer> =>
  startLocal({ ...options, server: { consoleFiles: FILES, ...options.server } });

describe("files of the console", () => {
  /** A folder with files of one letter each. */
  function reading(
    names: readonly string[],
    check: (files: ConsoleFiles, folder: string) => void,
    link?: string,
  ): void {
    const folder = mkdtempSync(join(tmpdir(), "satori-console-"));
    try {
      mkdirSync(join(folder, "chunks"));
      for (const name of names) writeFileSync(join(folder, name), "x");
      if (link !== undefined) symlinkSync(join(folder, names[0] ?? ""), join(folder, link));
      check(readConsoleFiles(folder), folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it("have the addresses that the page names them by, and types with a charset", () => {
    reading(["index.html", "console.js", "console.css", "icon.svg", CHUNK], (files) => {
      expect(Object.fromEntries([...files].map(([path, { contentType }]) => [path, contentType]))).toEqual({
        "/": "text/html; charset=utf-8",
        "/console/console.js": "text/javascript; charset=utf-8",
        "/console/console.css": "text/css; charset=utf-8",
        "/console/icon.svg": "image/svg+xml; charset=utf-8",
        [`/console/${CHUNK}`]: "text/javascript; charset=utf-8",
      });
    });
  });

  it("are regular files of known types", () =>
    reading(
      ["index.html", "console.js.map", "secret"],
      (files) => expect([...files.keys()]).toEqual(["/"]),
      "link.js",
    ));

  it("are none where nothing is built", () =>
    reading([], (_, folder) => expect(readConsoleFiles(join(folder, "absent")).size).toBe(0)));

  it("are told apart by what is in them, and by nothing else", () => {
    const tagOf = (name: string, text: string): string => consoleFile(name, Buffer.from(text)).etag;
    expect(tagOf("a.js", "1")).toMatch(/^"[\w-]{43}"$/);
    expect([tagOf("a.js", "1") === tagOf("b.js", "1"), tagOf("a.js", "1") === tagOf("a.js", "2")]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    [CHUNK, true],
    ["chunks/graphview.js", false],
    ["chunks/graph-view-ab12cd34.js", false],
    ["console-AB12CD34.js", false],
  ])("that have the hash of what is in them in their name do not change: %s %j", (name, isNamedByContent) => {
    expect(consoleFile(name, Buffer.from("")).isNamedByContent).toBe(isNamedByContent);
  });
});

describe("the page", () => {
  it("is served with what keeps it from running, fetching and sending anything of others", async () => {
    await using local = await startWithPage();
    const page = await fetch(local.url);
    expect([page.status, await page.text()]).toEqual([200, "<!doctype html>é"]);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-length": "17",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src " +
        "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
    expect((await fetch(`${local.url}/console/console.js`)).headers.get("content-security-policy")).toBe(
      page.headers.get("content-security-policy"),
    );
  });

  it("and its files are sent again only where they have changed", async () => {
    await using local = await startWithPage();
    const etag = (await fetch(local.url)).headers.get("etag") ?? "";
    const asked = async (tags: string): Promise<unknown[]> => {
      const { status, headers } = await fetch(local.url, { headers: { "If-None-Match": tags } });
      return [status, headers.get("etag"), headers.get("cache-control")];
    };
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
      expect(await asked(tags), tags).toEqual([304, etag, "no-cache"]);
    for (const tags of ['"other"', etag.replaceAll('"', "")])
      expect(await asked(tags), tags).toEqual([200, etag, "no-cache"]);
    expect((await fetch(`${local.url}/console/${CHUNK}`)).headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
  });

  it("has a head of its own", async () => {
    await using local = await startWithPage();
    const { status, headers } = await fetch(local.url, { method: "HEAD" });
    expect([status, headers.get("content-length")]).toEqual([200, "17"]);
  });

  it("needs no token, and is counted like other requests, by an address and by a client", async () => {
    await using local = await startWithPage({
      limits: { requestsPerSecond: 1, requestBurst: 3 },
      server: { token: "secret" },
    });
    const statuses: number[] = [];
    for (const path of ["/", "/console/console.js", "/console/absent.js", "/"])
      statuses.push((await fetch(`${local.url}${path}`)).status);
    expect(statuses).toEqual([200, 200, 404, 429]);
    await expect
      .poll(() => local.answered.map(({ route }) => route))
      .toEqual(["console", "console", "console", "console"]);
  });

  it("is nowhere but at its address, and every other one names it and MCP's", async () => {
    await using local = await startWithPage();
    for (const path of [
      "/index.html",
      "/console",
      "/console/",
      "/console/index.html",
      "/console//console.js",
      "/console/./console.js",
      "/console/../console/console.js",
      "/console/%63onsole.js",
      "/console/constructor",
      "/console/__proto__",
      "//",
      "/consoles/console.js",
    ]) {
      const answer = await local.raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(answer, path).toMatch(
        /^HTTP\/1\.1 404 .*"Not found: MCP is at \/mcp, and the web console at \/"/s,
      );
    }
    expect((await fetch(`${local.url}/?view=graph`)).status).toBe(200);
  });

  it("takes no other methods, and tells clients that mean MCP where it is", async () => {
    await using local = await startWithPage();
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await fetch(local.url, { method });
      expect([answer.status, answer.headers.get("allow"), await answer.json()]).toMatchObject([
        405,
        "GET, HEAD",
        { error: { message: `Method ${method} is not allowed here: MCP is at /mcp` } },
      ]);
    }
  });

  it("is missed where nothing is built", async () => {
    await using local = await startLocal();
    const answer = await fetch(local.url);
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      {
        error: {
          message: "Not found: MCP is at /mcp; the web console is not built; run npm run build",
        },
      },
    ]);
  });

  it("cuts off a client that takes nothing of it", async () => {
    const large = new Map([["/", consoleFile("index.html", Buffer.alloc(16 * 1024 * 1024))]]);
    await using local = await startLocal({ limits: { writeStallMs: 50 }, server: { consoleFiles: large } });
    const socket = local.connect();
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(() => local.answered.length, { timeout: 60_000 }).toBe(1);
    await new Promise<void>(
      (resolve) =>
        void socket
          .on("error", () => undefined)
          .on("close", () => resolve())
          .resume(),
    );
    expect(socket.bytesRead).toBeLessThan(16 * 1024 * 1024);
  });
});
