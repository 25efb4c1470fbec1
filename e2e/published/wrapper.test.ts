/** The Python package `satori-code`: built, installed, and run with stand-ins for Node.js and npx. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PYTHON_BYTECODE, installPython, run as execute } from "../../tools/installed.ts";
import { type Finished, run, start } from "../support/process.ts";

const SOURCE = fileURLToPath(new URL("../../packaging/python/", import.meta.url));
const VERSION = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

// The same packages as for the Python client.
const python = (await installPython("build", ["hatchling==1.27.0"]))?.("python");
const place = mkdtempSync(join(tmpdir(), "satori-wrapper-"));
const at = (...parts: readonly string[]): string => join(place, ...parts);
const wheel = (): string => at(readdirSync(place).find((name) => name.endsWith(".whl")) ?? "missing");

beforeAll(async () => {
  if (python === undefined) return;
  const env = { ...process.env, ...PYTHON_BYTECODE };
  const options = { cwd: SOURCE, env };
  await execute(python, ["-m", "hatchling", "build", "--target", "wheel", "--directory", place], options);
  const install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", at("installed")];
  await execute(python, [...install, wheel()], options);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A program that prints its own name, its process and its arguments, copies its input, and ends with 7. */
const STAND_IN =
  '#!/bin/sh\nprintf "%s" "${0##*/} $$"\nfor word; do printf " <%s>" "$word"; done\necho\n/bin/cat\nexit 7\n';

/** A folder for PATH with stand-ins. */
function folderWith(name: string, ...programs: readonly string[]): string {
  mkdirSync(at(name));
  for (const program of programs) {
    writeFileSync(at(name, program), STAND_IN);
    chmodSync(at(name, program), 0o755);
  }
  return at(name);
}

/** A folder for PATH with npx, and with `satori` as npm installs it: a link into a package. */
function folderWithSatori(name: string, manifest: object): string {
  const folder = folderWith(name, "node", "npx");
  const program = at(`${name}-lib`, "satori-code/node_modules/@satori/cli/bin/satori.js");
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, "", { mode: 0o755 });
  writeFileSync(at(`${name}-lib`, "satori-code/package.json"), JSON.stringify(manifest));
  symlinkSync(program, join(folder, "satori"));
  return folder;
}

const environmentWith = (path: string): Record<string, string> => ({
  PATH: path,
  PYTHONPATH: at("installed"),
  ...PYTHON_BYTECODE,
});

/** Runs `satori-code` with these programs alone; also returns the id of its process. */
async function satoriCode(
  path: string,
  args: readonly string[],
): Promise<Finished & { readonly pid: unknown }> {
  const { child, finished } = start([at("installed/bin/satori-code"), ...args], {
    cwd: place,
    environment: environmentWith(path),
    input: "input\n",
  });
  return { ...(await finished), pid: child.pid };
}

describe.skipIf(python === undefined || process.platform === "win32")("satori-code for Python", () => {
  it("passes arguments and input on to npx, for its own version, and takes over its exit code", async () => {
    const { pid, ...finished } = await satoriCode(folderWith("npx", "node", "npx"), ["mcp", "--root", "a b"]);
    // The same process: signals reach npx, too.
    expect(finished).toMatchObject({
      stdout: `npx ${pid} <-y> <satori-code@${VERSION}> <mcp> <--root> <a b>\ninput\n`,
      stderr: "",
      code: 7,
    });
  });

  it("runs what is installed, if it is this version", async () => {
    const path = folderWithSatori("same", { name: "satori-code", version: VERSION });
    const { stdout, pid } = await satoriCode(path, ["search", "retry"]);
    const program = at("same-lib/satori-code/node_modules/@satori/cli/bin/satori.js");
    expect(stdout).toBe(`node ${pid} <${program}> <search> <retry>\ninput\n`);
  });

  it.each([
    ["another version", { name: "satori-code", version: "0.0.1" }],
    ["another package", { name: "satori", version: VERSION }],
    ["no object", []],
  ])("runs npx if what is installed is %s", async (what, manifest) => {
    const { stdout } = await satoriCode(folderWithSatori(what, manifest), []);
    expect(stdout).toMatch(/^npx /);
  });

  it("does not run a program that has only the name", async () => {
    const { stdout } = await satoriCode(folderWith("stranger", "node", "npx", "satori"), []);
    expect(stdout).toMatch(/^npx /);
  });

  it.each([
    ["Node.js", ["npx"], "satori-code: node is not on PATH. Install Node.js 20.19 or newer"],
    ["npx", ["node"], "satori-code: npx is not on PATH. It comes with npm"],
  ])("says that there is no %s", async (what, programs, message) => {
    const finished = await satoriCode(folderWith(`without ${what}`, ...programs), ["mcp"]);
    expect(finished).toMatchObject({ code: 127, stdout: "", stderr: expect.stringContaining(message) });
  });

  it("runs as a module, too", async () => {
    const finished = await run([String(python), "-m", "satori_code", "list"], {
      cwd: place,
      environment: environmentWith(folderWith("module", "node", "npx")),
    });
    expect(finished).toMatchObject({
      code: 7,
      stdout: expect.stringContaining(`<satori-code@${VERSION}> <list>`),
    });
  });

  it("has no dependencies, its licence, and less than 100 lines", () => {
    const info = `satori_code-${VERSION}.dist-info`;
    const metadata = readFileSync(at("installed", info, "METADATA"), "utf8");
    expect(metadata).toContain("License-Expression: Apache-2.0");
    expect(metadata).not.toContain("Requires-Dist");
    const listed = execFileSync(String(python), ["-m", "zipfile", "--list", wheel()], { encoding: "utf8" });
    expect(listed).toContain(`${info}/licenses/LICENSE`);
    const lines = ["__init__.py", "__main__.py"].flatMap((file) =>
      readFileSync(join(SOURCE, "src/satori_code", file), "utf8").split("\n"),
    );
    expect(lines.length).toBeLessThan(100);
  });
});
