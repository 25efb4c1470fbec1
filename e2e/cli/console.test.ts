/**
 * satori console: a page for whoever sits at the terminal, with a server of its own, from the first line to
 * the end.
 */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { type AddressInfo, type Server, createServer } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { messagesOf } from "../support/http-server.ts";
import type { Finished } from "../support/process.ts";
import { hasTerminal } from "../support/terminal.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const shop = workspace.tree("shop", "//- .git/HEAD\n//- src/cart.ts\nexport const cart = 1;\n");
const depot = workspace.tree("depot", "//- a.ts\nexport const depot = 1;\n");
afterAll(() => workspace[Symbol.dispose]());
const satori = cliIn(workspace, workspace.path("shop", "src"));

/** The token in the address of a page. */
const tokenOf = (url: URL): string => decodeURIComponent(/[#&]token=([^&]*)/.exec(url.hash)?.[1] ?? "");

interface Running extends AsyncDisposable {
  /** All of standard output until now, and of standard error. */
  readonly said: { stdout: string; stderr: string };
  readonly url: URL;
  /** Of `list_codebases` and the like. */
  call(tool: string, args: object, token?: string | null): Promise<Response>;
  end(signal: NodeJS.Signals): Promise<Finished>;
}

/** Resolves when it has said its address. */
async function startConsole(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  of: Cli = satori,
): Promise<Running> {
  const { child, finished } = of.start(["console", ...args], { environment });
  const said = { stdout: "", stderr: "" };
  child.stdout?.on("data", (part: string) => void (said.stdout += part));
  child.stderr?.on("data", (part: string) => void (said.stderr += part));
  await until("it says its address", () => {
    if (child.exitCode !== null) throw new Error(`it has ended: ${said.stderr}`);
    return said.stdout.includes("\n");
  });
  const url = new URL(/http:[^"\s]+/.exec(said.stdout)?.[0] ?? "");
  return {
    said,
    url,
    call: (tool, args, token = tokenOf(url)) =>
      fetch(new URL("/mcp", url), {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          Origin: url.origin,
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: tool, arguments: args },
        }),
      }),
    end: (signal) => {
      child.kill(signal);
      return finished;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await finished;
    },
  };
}

/** Whether a folder is shown, by reading a file of it. */
async function isShown(running: Running, file: string): Promise<boolean> {
  const [message] = await messagesOf(await running.call("read_file", { path: file }));
  return message?.result?.["isError"] === false;
}

const cart = `${shop}/src/cart.ts`;
const other = `${depot}/a.ts`;

describe("the console", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "says its address and how to end it, shows the page, answers who has the token, and ends with 0 at %s",
    async (signal) => {
      await using running = await startConsole([]);
      const { said, url } = running;
      expect(said.stdout).toMatch(
        /^Console: http:\/\/127\.0\.0\.1:\d+\/#\/codebase\?path=[^&]+&token=[\w-]{43}\n$/,
      );
      expect(new URLSearchParams(url.hash.split("?")[1]).get("path")).toBe(shop);
      await until("it says how to end it", () =>
        said.stderr.includes(`showing ${shop}; press Ctrl-C to stop\n`),
      );
      const page = await fetch(url);
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect([
        (await running.call("list_codebases", {}, null)).status,
        (await running.call("list_codebases", {}, "wrong")).status,
      ]).toEqual([401, 401]);
      expect((await messagesOf(await running.call("list_codebases", {})))[0]?.result).toMatchObject({
        isError: false,
      });
      expect(await running.end(signal)).toMatchObject({ code: 0, stdout: said.stdout });
      await expect(fetch(url)).rejects.toThrow();
    },
  );

  it("shows the codebase around the working directory, or of --path, and nothing else", async () => {
    await using running = await startConsole([]);
    expect([await isShown(running, cart), await isShown(running, other)]).toEqual([true, false]);
    await using elsewhere = await startConsole(["--path", depot], { SATORI_ALLOWED_ROOTS: shop });
    expect([await isShown(elsewhere, cart), await isShown(elsewhere, other)]).toEqual([false, true]);
  });

  it("offers histories, unless other tools are set", async () => {
    const ask = async (running: Running): Promise<string> =>
      JSON.stringify(await messagesOf(await running.call("symbol_history", { path: shop, symbol: "cart" })));
    await using running = await startConsole([]);
    expect(await ask(running)).toContain("not_indexed");
    await using core = await startConsole([], { SATORI_TOOLS: "core" });
    expect(await ask(core)).toContain("requires a server started with --tools core,review");
  });

  it("shows the folders that are named, else those of the settings", async () => {
    await using named = await startConsole(["../../depot", "."], {
      SATORI_ALLOWED_ROOTS: workspace.path("none"),
    });
    // Several folders have no page of their own.
    expect(named.url.hash).toMatch(/^#token=/);
    expect([
      await isShown(named, cart),
      await isShown(named, other),
      await isShown(named, `${shop}/.git/HEAD`),
    ]).toEqual([true, true, false]);
    await using configured = await startConsole([], { SATORI_ALLOWED_ROOTS: depot });
    expect([await isShown(configured, cart), await isShown(configured, other)]).toEqual([false, true]);
  });

  it("has a token of its own each time, unless one is set, which the page gets as it is", async () => {
    await using one = await startConsole([]);
    await using another = await startConsole([]);
    expect(tokenOf(one.url)).not.toBe(tokenOf(another.url));
    await using configured = await startConsole([], { SATORI_HTTP_TOKEN: "a&b#c%20" });
    expect(configured.url.hash).toMatch(/&token=a%26b%23c%2520$/);
    expect((await configured.call("list_codebases", {}, "a&b#c%20")).status).toBe(200);
  });

  it("is at the usual port, at another one where that is in use, and where it is told to be", async () => {
    const usual: Server = createServer();
    // Whoever else listens there is as good.
    await new Promise<void>((resolve) =>
      usual.once("error", () => resolve()).listen(7411, "127.0.0.1", resolve),
    );
    await using running = await startConsole([]);
    expect(running.url.port).not.toBe("7411");
    const isOurs = usual.listening;
    await new Promise((resolve) => usual.close(resolve));
    // Another test may have it for a moment.
    if (isOurs)
      await until("it is at the usual port", async () => {
        await using again = await startConsole([]);
        return again.url.port === "7411";
      });
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const port = String((free.address() as AddressInfo).port);
    expect(await satori(["console", "--port", port])).toMatchObject({
      code: 3,
      stdout: "",
      stderr: `satori-mcp: port ${port} of 127.0.0.1 is in use; choose another one with --port\n`,
    });
    await new Promise((resolve) => free.close(resolve));
    await using told = await startConsole(["--port", port]);
    expect(told.url.port).toBe(port);
  });

  it("says its address alone with --quiet", async () => {
    await using running = await startConsole(["--quiet"]);
    expect((await running.end("SIGINT")).stderr).not.toContain("Ctrl-C");
    expect(running.said.stdout).toMatch(/^Console: \S+\n$/);
  });

  it("prints one envelope with --json when it listens, and nothing at its end", async () => {
    await using running = await startConsole(["--json"]);
    const envelope = JSON.parse(running.said.stdout) as Record<string, unknown>;
    expect(envelope).toMatchObject({
      command: "console",
      version: 1,
      status: "ok",
      url: running.url.href,
      mcpUrl: `${running.url.origin}/mcp`,
      token: tokenOf(running.url),
      roots: [shop],
      meta: { durationMs: expect.any(Number) },
    });
    expect(await running.end("SIGINT")).toMatchObject({ code: 0, stdout: running.said.stdout });
  });

  it("indexes the folders without an index with --index, and says which; without it, none", async () => {
    using own = createWorkspace();
    const one = own.tree("one", "//- a.ts\nexport const one = 1;\n");
    const two = own.tree("two", "//- a.ts\nexport const two = 2;\n");
    const here = cliIn(own, own.folder);
    expect((await here(["index", one])).code).toBe(0);
    const indexed = async (running: Running): Promise<string> =>
      JSON.stringify(await messagesOf(await running.call("manage_index", { action: "status", path: two })));
    await using plain = await startConsole([one, two], {}, here);
    expect(await indexed(plain)).toContain("not_indexed");
    await plain.end("SIGINT");
    await using running = await startConsole([one, two, "--index"], {}, here);
    await until("it is indexed", async () => (await indexed(running)).includes('"indexed"'));
    // A folder that has an index is not indexed again.
    const { stderr } = await running.end("SIGINT");
    expect(stderr.match(/^indexing .*/gm)).toEqual([`indexing ${two}`]);
  });

  it("says what --index cannot index, and shows it all the same", async () => {
    writeFile(workspace.path("home-to-index", "notes.txt"), "");
    const there = cliIn(workspace, workspace.folder, { HOME: workspace.path("home-to-index") });
    await using running = await startConsole([workspace.path("home-to-index"), "--index"], {}, there);
    await until("it says why", () => /^error PATH_REFUSED: /m.test(running.said.stderr));
    expect((await fetch(running.url)).status).toBe(200);
  });

  it("ends with its server, and its server with it", async () => {
    const running = await startConsole([]);
    await running.end("SIGKILL");
    await until("nobody listens any more", () =>
      fetch(running.url).then(
        () => false,
        () => true,
      ),
    );
  });
});

describe("a console that would show what nobody means", () => {
  it.each([
    ["the home folder", workspace.path("home-of-all")],
    ["the top of the file system", "/"],
  ])("does not start unless that is named: %s", async (_, folder) => {
    writeFile(workspace.path("home-of-all", "notes.txt"), "");
    const there = cliIn(workspace, folder, { HOME: workspace.path("home-of-all") });
    expect(await there(["console"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^error INVALID_ARGUMENTS: the codebase here is the home folder or the file system's root: pass the folders to show/,
      ),
    });
    await using named = await startConsole(["."], {}, there);
    expect(named.said.stdout).toMatch(/^Console: /);
  });

  it("says what is wrong with a folder, and shows none", async () => {
    const failed = async (...args: string[]): Promise<unknown[]> => {
      const { code, stdout, stderr } = await satori(["console", ...args]);
      return [code, stdout, stderr];
    };
    expect(await failed(depot, "none")).toEqual([
      1,
      "",
      expect.stringMatching(/^error PATH_NOT_FOUND: \S+\/shop\/src\/none does not exist/),
    ]);
    expect(await failed("cart.ts")).toEqual([
      1,
      "",
      expect.stringMatching(/^error PATH_NOT_A_DIRECTORY: \S+cart\.ts is not a folder/),
    ]);
    expect(await failed("")).toEqual([
      2,
      "",
      expect.stringMatching(/^error INVALID_ARGUMENTS: paths is empty/),
    ]);
    writeFile(workspace.path("a:b", "c.ts"), "");
    expect(await failed(workspace.path("a:b"))).toEqual([
      2,
      "",
      expect.stringMatching(
        /^error INVALID_ARGUMENTS: \S+a:b has a : in its name, which separates folders in SATORI_ALLOWED_ROOTS/,
      ),
    ]);
  });
});

describe.skipIf(!hasTerminal)("on a terminal", () => {
  const opened = workspace.path("opened");
  const programs = workspace.path("programs");
  writeFile(
    `${programs}/xdg-open`,
    `#!/bin/sh\nprintf '%s' "$*" > "${opened}.part" && mv "${opened}.part" "${opened}"\n`,
  );
  chmodSync(`${programs}/xdg-open`, 0o755);
  const onScreen = { DISPLAY: ":9", PATH: `${programs}:${process.env["PATH"]}` };
  const run = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
    satori.onTerminal(["console", ...args], {
      environment,
      press: { when: args.includes("--json") ? "}\r\n" : "press Ctrl-C to stop", keys: "\x03" },
    });

  it("it is opened in the browser, and ends with 0 at Ctrl-C", async () => {
    const { output, code } = await run([], onScreen);
    expect(code).toBe(0);
    await until("the browser is asked", () => existsSync(opened));
    expect(readFileSync(opened, "utf8")).toBe(/^Console: (\S+)$/m.exec(output)?.[1]);
  });

  it.each<[string, readonly string[], Record<string, string>]>([
    ["with --no-open", ["--no-open"], onScreen],
    ["with --json", ["--json"], onScreen],
    ["in CI", [], { ...onScreen, CI: "true" }],
    ["without an opener", [], { DISPLAY: ":9" }],
  ])("the address is enough %s", async (_, args, environment) => {
    const before = existsSync(opened) ? readFileSync(opened, "utf8") : "";
    const { output, code } = await run(args, environment);
    expect([
      code,
      /http:\/\/127\.0\.0\.1:\d+\/#\S+token=/.test(output),
      existsSync(opened) ? readFileSync(opened, "utf8") : "",
    ]).toEqual([0, true, before]);
  });
});
