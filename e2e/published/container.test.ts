/**
 * The container, as far as it can be tried without Docker: what its Dockerfile runs, with the package as
 * `npm run pack` writes it, as another user, in a file system that can be written to in one folder only.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packTogether } from "../../tools/release/packages.ts";
import { until } from "../../tools/until.ts";
import { run } from "../support/process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TOKEN = "0123456789abcdef0123456789abcdef";

const instructions = DockerfileParser.parse(
  readFileSync(join(ROOT, "packaging/docker/Dockerfile"), "utf8"),
).getInstructions();
const argumentsOf = (keyword: string): string =>
  instructions.find((one) => one.getKeyword() === keyword)?.getArgumentsContent() ?? "";
const user = argumentsOf("USER").split(":").map(Number) as [number, number];

const place = mkdtempSync(join(tmpdir(), "satori-container-"));
const at = (...parts: readonly string[]): string => join(place, ...parts);
const [prefix, home, code] = [at("opt"), at("home"), at("code")];
/** Paths of the image, and where they are here. */
const here = (text: string): string =>
  text
    .replaceAll("/opt/satori", prefix)
    .replaceAll("/var/lib/satori", home)
    .replaceAll("/tmp/satori-code.tgz", at("satori-code.tgz"));

/** Everything is read-only but the home, also to the superuser. `$0`: the home; `$@`: the command. */
const READ_ONLY = [
  "unshare",
  "--mount",
  "sh",
  "-c",
  'mount --bind "$0" "$0" && mount -o remount,bind,ro / && exec "$@"',
  home,
];
const OTHER_USER = [
  "setpriv",
  `--reuid=${user[0]}`,
  `--regid=${user[1]}`,
  "--clear-groups",
  "--no-new-privs",
  "--bounding-set=-all",
  "--inh-caps=-all",
];
const works = ([file = "", ...args]: readonly string[]): boolean =>
  spawnSync(file, [...args, "true"], { stdio: "ignore" }).status === 0;
let under: readonly string[] = [];
let isReadOnly = false;

beforeAll(async () => {
  for (const folder of [prefix, home, at("bin")]) mkdirSync(folder);
  cpSync(join(ROOT, "fixtures/courier"), join(code, "courier"), { recursive: true });
  symlinkSync(process.execPath, at("bin", "node"));
  cpSync(packTogether(place), at("satori-code.tgz"));
  const install = here(argumentsOf("RUN"));
  expect(install).toMatch(/^npm install /);
  const environment = { ...(process.env as Record<string, string>), npm_config_cache: at("npm-cache") };
  expect(await run(["sh", "-c", install], { cwd: place, environment })).toMatchObject({ code: 0 });
  chmodSync(place, 0o755);
  chmodSync(home, 0o700);
  if (process.getuid?.() !== 0) return;
  chownSync(home, ...user);
  isReadOnly = works(READ_ONLY);
  under = [...(isReadOnly ? READ_ONLY : []), ...(works(OTHER_USER) ? OTHER_USER : [])];
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

class Container implements AsyncDisposable {
  private readonly child;
  private readonly exited: Promise<number | null>;
  stderr = "";

  constructor(environment: Readonly<Record<string, string>>) {
    const [entry = "", ...args] = [
      ...(JSON.parse(here(argumentsOf("ENTRYPOINT"))) as string[]),
      ...(JSON.parse(argumentsOf("CMD")) as string[]).map((word) => (word === "7411" ? "0" : word)),
    ];
    // What starts the server needs more programs than the server, which has no git, as in the image.
    const [file = "", ...words] = [...under, "env", `PATH=${at("bin")}`, entry, ...args];
    this.child = spawn(file, words, {
      cwd: code,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        SATORI_HOME: home,
        SATORI_ALLOWED_ROOTS: code,
        // As compose.yaml leaves it.
        SATORI_ALLOWED_HOSTS: "",
        ...environment,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.child.stderr.setEncoding("utf8").on("data", (part: string) => void (this.stderr += part));
    this.exited = new Promise((resolve) => this.child.on("close", resolve));
  }

  /** Of the server; empty until it listens. */
  get port(): string {
    return /listening on http:\/\/[^\s/]+:(\d+)\/mcp/.exec(this.stderr)?.[1] ?? "";
  }

  /** Runs the image's health check; resolves to its exit code. */
  async health(port = this.port): Promise<number | null> {
    const [, command = ""] = argumentsOf("HEALTHCHECK").split(/\bCMD\s+/);
    const check = (JSON.parse(command) as string[]).map((word) => word.replace(":7411/", `:${port}/`));
    return (await run(check, { cwd: place })).code;
  }

  async call(name: string, args: object, token = TOKEN): Promise<{ status: number; text: string }> {
    const response = await fetch(`http://127.0.0.1:${this.port}/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args },
      }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** As `docker stop` does. */
  stop(): Promise<number | null> {
    this.child.kill(argumentsOf("STOPSIGNAL") as NodeJS.Signals);
    return this.exited;
  }

  end(): Promise<number | null> {
    return this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.exited;
  }
}

describe.skipIf(process.platform === "win32")("the container's commands", () => {
  it("serve, index and answer with one folder that can be written to, and end on the stop signal", async () => {
    await using container = new Container({ SATORI_HTTP_TOKEN: TOKEN });
    await until("the server listens", () => container.port !== "" || container.stderr.includes("rror"));
    const { port } = container;
    expect([await container.health(), container.stderr]).toEqual([0, expect.stringContaining("0.0.0.0")]);
    expect((await container.call("list_codebases", {}, "wrong")).status).toBe(401);

    const path = join(code, "courier");
    await container.call("manage_index", { action: "create", path });
    await until("the folder is indexed", async () =>
      (await container.call("manage_index", { action: "status", path })).text.includes(
        '\\"status\\":\\"ok\\"',
      ),
    );
    const { text } = await container.call("search_codebase", {
      path,
      query: "where are failed requests retried",
    });
    expect(text).toContain("HttpClient.request");

    expect(await container.stop()).toBe(0);
    expect(await container.health(port)).toBe(1);
    expect(readdirSync(home)).toContain("indexes");
  });

  it("do not start without a token", async () => {
    await using container = new Container({});
    expect(await container.end()).toBe(3);
    expect(container.stderr).toContain("SATORI_HTTP_TOKEN");
  });

  it.runIf(process.getuid?.() === 0)(
    "really ran without privileges, in a read-only file system",
    async () => {
      if (!isReadOnly) return void process.stderr.write("SKIPPED: nothing can be mounted here\n");
      const probe = 'id -u; touch "$1/x" 2>&1 || true; touch "$2/x" && echo writable';
      const [file = "", ...args] = [...under, "sh", "-c", probe, "sh", code, home];
      const { stdout } = await run([file, ...args], { cwd: place });
      expect(stdout.split("\n")).toEqual([
        String(user[0]),
        expect.stringContaining("Read-only file system"),
        "writable",
        "",
      ]);
    },
  );
});
