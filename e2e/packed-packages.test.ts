/** What would be published: an archive that lacks a file works in the workspace and nowhere else. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

interface Archive {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

const packed = JSON.parse(execFileSync("npm", ["pack", "--workspaces", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"], { cwd: ROOT, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 })) as readonly Archive[];
const archives = new Map(packed.map(({ name, files }) => [name, files.map(({ path }) => path)]));

/** Files of a folder of the workspace, as an archive names them. */
const below = (folder: string, ...parts: readonly string[]): string[] => readdirSync(new URL([folder, ...parts].join("/"), new URL("../", import.meta.url))).map((file) => [...parts, file].join("/"));

describe("the archive", () => {
  test.each<[string, readonly string[]]>([
    ["@satori/sidecar", ["dist/index.js", ...below("libs/sidecar", "queries"), ...below("libs/sidecar", "assets", "grammars")]],
    ["@satori/engine", ["dist/index.js", "dist/config.js", "dist/log.js", "dist/file-worker.js", "dist/walk-worker.js", "dist/types/index.d.ts", ...below("libs/engine", "assets")]],
    ["@satori/client", ["dist/index.js", "dist/types/index.d.ts", "README.md"]],
    ["@satori/contracts", ["dist/index.js", "dist/parsers.js", "dist/registries.js", "dist/schemas.js", "dist/validate.js", "dist/validate-output.js", "dist/types/index.d.ts", ...below("libs/contracts", "dist", "schemas")]],
    ["@satori/cli", ["bin/satori.js", "dist/main.js"]],
    ["@satori/bridge", ["dist/index.js", "skills/satori/SKILL.md", "README.md"]],
    ["@satori/mcp", ["bin/satori-mcp.js", "dist/main.js", "dist/app.cjs", "dist/http.js"]],
  ])("of %s holds what it reads when it runs", (name, files) => {
    expect(files.length).toBeGreaterThan(1);
    expect(archives.get(name)).toEqual(expect.arrayContaining([...files]));
  });

  test.each([...archives])("of %s holds no tests and no traces of the compiler", (_, files) => {
    expect(files.filter((path) => /\.(?:test|suite)\.|\/testing\/|\.map$|\.tsbuildinfo$|^src\//.test(path))).toEqual([]);
  });
});
