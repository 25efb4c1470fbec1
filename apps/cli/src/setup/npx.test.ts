import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { npxCommand, packageInNpx } from "./npx.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "satori-npx-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The server's script in a cache of npx. @param manifest text of the cache's own package.json */
function scriptInCache(manifest: string): string {
  const cache = join(folder, "_npx", "a1b2c3");
  const root = join(cache, "node_modules", "satori-code");
  mkdirSync(root, { recursive: true });
  writeFileSync(join(cache, "package.json"), manifest);
  writeFileSync(join(root, "package.json"), '{"name": "satori-code", "version": "1.2.3"}');
  return join(root, "node_modules", "@satori", "mcp", "bin", "satori-mcp.js");
}

it.each([
  ['{"dependencies": {"satori-code": "^1.0.0"}}', "satori-code@1.2.3"],
  ["not JSON", "satori-code@1.2.3"],
])("npx runs the same version again: %s", (manifest, spec) => {
  expect(packageInNpx(scriptInCache(manifest))).toBe(spec);
});

it("npx runs the same archive again", () => {
  const script = scriptInCache('{"dependencies": {"satori-code": "file:../../satori-code.tgz"}}');
  expect(packageInNpx(script)).toBe(`file:${join(folder, "satori-code.tgz")}`);
});

it.each([
  "/usr/lib/node_modules/satori-code/node_modules/@satori/mcp/bin/satori-mcp.js",
  "/src/satori/apps/mcp/bin/satori-mcp.js",
])("an installed program is started by its path: %s", (script) => {
  expect(packageInNpx(script)).toBeNull();
});

it("npx is a script for the shell on Windows", () => {
  expect(npxCommand("satori-code@1.2.3", ["mcp"], "linux")).toEqual({
    command: "npx",
    args: ["-y", "satori-code@1.2.3", "mcp"],
  });
  expect(npxCommand("satori-code@1.2.3", ["mcp"], "win32")).toEqual({
    command: "cmd",
    args: ["/c", "npx", "-y", "satori-code@1.2.3", "mcp"],
  });
});
