/** The one package, as `npm run pack` writes it: installed and used where nothing but Node.js and npm is. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksIn, examplesIn, fits } from "../../tools/check/docs/blocks.ts";
import { textOf } from "../../tools/check/docs/documents.ts";
import { packTogether } from "../../tools/release/packages.ts";
import { type Finished, run } from "../support/process.ts";

const MAX_INSTALLED_BYTES = 75_000_000;

const place = mkdtempSync(join(tmpdir(), "satori-package-"));
const at = (...parts: readonly string[]): string => join(place, ...parts);
const prefix = at("prefix");
const home = at("home");
const sample = at("courier");
const root = join(prefix, process.platform === "win32" ? "" : "lib", "node_modules", "satori-code");
let archive = "";

/** How this machine reaches the registry of packages. */
const network = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && /^(?:https?_proxy|no_proxy|npm_config_registry|node_extra_ca_certs)$/i.test(name)
      ? [[name, value]]
      : [],
  ),
);

/** Runs a program in the sample, with a new home and no programs but those of Node.js and the package. */
async function inEmpty(command: string, ...args: readonly string[]): Promise<Finished> {
  return await run([command, ...args], {
    cwd: sample,
    // `npm install` runs a shell.
    environment: {
      ...network,
      HOME: home,
      SATORI_STANDALONE: "1",
      PATH: [join(prefix, "bin"), dirname(process.execPath), "/bin"].join(":"),
      npm_config_cache: at("cache"),
    },
  });
}

beforeAll(async () => {
  for (const folder of [home, at("archives")]) mkdirSync(folder);
  cpSync(fileURLToPath(new URL("../../fixtures/courier", import.meta.url)), sample, { recursive: true });
  archive = packTogether(at("archives"));
  expect(await inEmpty("npm", "install", "--global", "--prefix", prefix, archive)).toMatchObject({ code: 0 });
}, 240_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe("the package", () => {
  it("is small, and runs nothing while it is installed", () => {
    const files = filesIn(root);
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(MAX_INSTALLED_BYTES);
    const manifests = files.filter((file) => basename(file) === "package.json");
    expect(manifests.length).toBeGreaterThan(5);
    for (const file of manifests) {
      const { scripts = {} } = JSON.parse(readFileSync(file, "utf8")) as { readonly scripts?: object };
      expect(Object.keys(scripts), file).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:pre|post)?install$/)]),
      );
    }
  });

  it("answers the README's first question as printed", async () => {
    const [example] = blocksIn(textOf("README.md"))
      .filter(({ isRun }) => isRun)
      .flatMap(examplesIn);
    expect(example?.command).toMatch(/^satori search /);
    const { stdout, code } = await inEmpty("sh", "-c", example?.command ?? "");
    expect([code, fits(stdout, example?.output ?? [])]).toEqual([0, true]);
    expect(await inEmpty("satori", "doctor")).toMatchObject({ code: 0 });
  });

  it("answers through npx, without being installed", async () => {
    cpSync(archive, join(sample, "satori-code.tgz"));
    const { stdout } = await inEmpty(
      "npx",
      "--yes",
      "./satori-code.tgz",
      "outline",
      "web/src/http/backoff.ts",
    );
    expect(stdout).toContain("backoffDelay");
    const { stdout: diff } = await inEmpty("npx", "--yes", "./satori-code.tgz", "setup", "cursor");
    // The cache of npx is no place to name in a configuration.
    expect(diff).not.toContain("_npx");
    expect(diff).toContain(`"file:${join(sample, "satori-code.tgz")}"`);
  });

  it.each(["satori-mcp", "satori mcp", "satori-code mcp"])("serves MCP: %s", async (command) => {
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      },
    };
    const { stdout } = await inEmpty(
      "sh",
      "-c",
      `echo '${JSON.stringify(initialize)}' | ${command} --answers text`,
    );
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({
      id: 1,
      result: { serverInfo: { name: "satori" } },
    });
  });

  it("is the same, byte for byte, when it is packed again", () => {
    const digestOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");
    mkdirSync(at("again"));
    expect(digestOf(packTogether(at("again")))).toBe(digestOf(archive));
  });

  it("holds no declarations, maps or tests", () => {
    const names = execFileSync("tar", ["-tzf", archive], { encoding: "utf8" }).split("\n");
    expect(names).toContain("package/README.md");
    expect(names.filter((name) => /\.d\.ts$|\.map$|\.test\./.test(name))).toEqual([]);
  });
});
