/**
 * The linter enforces the module boundaries: it rejects imports that violate them, and accepts all others.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { ESLint } from "eslint";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ROOT } from "./steps.ts";

const GRAPH_FOLDER = mkdtempSync(join(tmpdir(), "satori-graph-"));
const BOUNDARIES = "@nx/enforce-module-boundaries";
const ENGINE_FOLDERS = "no-restricted-imports";
let eslint: ESLint;

beforeAll(async () => {
  // Without a project graph the rule rejects nothing. This graph is built from the current tree, separately
  // from those of other processes.
  vi.stubEnv("NX_DAEMON", "false").stubEnv("NX_WORKSPACE_DATA_DIRECTORY", GRAPH_FOLDER);
  const { createProjectGraphAsync } = await import("nx/src/devkit-exports.js");
  await createProjectGraphAsync({ exitOnError: false });
  eslint = new ESLint({ cwd: ROOT });
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(GRAPH_FOLDER, { recursive: true, force: true });
});

/** The rules that reject an import, or any other text, in a file of this name. */
async function refusals(file: string, imported: string): Promise<(string | null)[]> {
  const text = imported.includes("(")
    ? imported
    : `import { thing } from "${imported}";\nexport { thing };\n`;
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, file) });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

function scopeOf(folder: string): string {
  const [parent = "", name = ""] = folder.split("/");
  if (parent === "clients") return "client";
  return parent === "apps" && !["bridge", "console"].includes(name) ? "app" : name;
}

describe("a package", () => {
  it.each([
    ["libs/contracts/src/a.ts", "@satori/sidecar"],
    ["libs/contracts/src/a.ts", "@satori/engine"],
    ["libs/contracts/src/tools/a.ts", "@satori/cli"],
    ["libs/sidecar/src/a.ts", "@satori/engine"],
    ["libs/sidecar/src/languages/a.test.ts", "@satori/engine"],
    ["libs/sidecar/src/a.ts", "@satori/mcp"],
    ["libs/engine/src/a.ts", "@satori/cli"],
    ["libs/engine/src/search/a.ts", "@satori/mcp"],
    ["libs/render/src/a.ts", "@satori/engine"],
    ["libs/render/src/a.ts", "@satori/cli"],
    ["libs/engine/src/a.ts", "@satori/render"],
    ["apps/bridge/src/a.ts", "@satori/render"],
    ["clients/typescript/src/a.ts", "@satori/engine"],
    ["libs/contracts/src/a.ts", "@satori/client"],
    ["libs/engine/src/a.ts", "@satori/client"],
    ["apps/cli/src/a.ts", "@satori/mcp"],
    ["apps/mcp/src/a.ts", "@satori/cli"],
    ["apps/mcp/src/a.ts", "@satori/sidecar"],
    ["apps/bridge/src/a.ts", "@satori/engine"],
    ["apps/bridge/src/a.ts", "@satori/mcp"],
    ["apps/console/src/a.ts", "@satori/engine"],
    ["apps/console/src/views/a.tsx", "@satori/engine"],
  ])("%s may not import %s", async (file, imported) => {
    expect(await refusals(file, imported)).toEqual([BOUNDARIES]);
  });

  it.each([
    ["libs/contracts/src/a.ts", "../../engine/src/index.ts"],
    ["libs/sidecar/src/a.ts", "../../engine/src/limits.ts"],
    ["libs/engine/src/a.ts", "../../sidecar/src/analyze.ts"],
    ["libs/engine/src/a.ts", "../../../apps/cli/src/main.ts"],
    ["apps/cli/src/a.ts", "../../mcp/src/flags.ts"],
    ["libs/engine/src/a.ts", "../../../e2e/support/process.ts"],
  ])("%s may not reach around the names of packages: %s", async (file, imported) => {
    expect(await refusals(file, imported)).toEqual([BOUNDARIES]);
  });

  it.each([
    ["libs/sidecar/src/a.ts", "@satori/contracts"],
    ["libs/engine/src/a.ts", "@satori/contracts"],
    ["libs/engine/src/a.ts", "@satori/sidecar"],
    ["libs/engine/src/sync/a.ts", "../store/store.ts"],
    ["apps/cli/src/a.ts", "@satori/contracts"],
    ["apps/cli/src/a.ts", "@satori/engine"],
    ["libs/render/src/a.ts", "@satori/contracts"],
    ["apps/cli/src/a.ts", "@satori/render"],
    ["apps/mcp/src/a.ts", "@satori/render"],
    ["apps/mcp/src/a.ts", "@satori/engine/config"],
    ["apps/mcp/src/calls/a.ts", "../limits.ts"],
    ["apps/bridge/src/a.ts", "@satori/client"],
    ["apps/bridge/src/a.ts", "@satori/contracts"],
    ["apps/console/src/views/a.tsx", "@satori/client"],
  ])("%s may import %s", async (file, imported) => {
    expect(await refusals(file, imported)).toEqual([]);
  });

  it("is refused what it loads later as well", async () => {
    expect(
      await refusals("apps/cli/src/a.ts", 'export const other = await import("@satori/mcp");\n'),
    ).toEqual([BOUNDARIES]);
    expect(
      await refusals("apps/cli/src/a.ts", 'export const engine = await import("@satori/engine");\n'),
    ).toEqual([]);
  });

  it("has a scope, and a target that asks the rule about its sources", () => {
    const folders = ["libs", "clients", "apps"].flatMap((parent) =>
      readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`),
    );
    for (const folder of folders.filter((one) => one !== "clients/python")) {
      const { nx } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as { nx?: unknown };
      const scope = scopeOf(folder);
      expect(nx, folder).toMatchObject({
        tags: [`scope:${scope}`],
        targets: { boundaries: { options: { command: `eslint --max-warnings 0 ${folder}/src` } } },
      });
    }
  });
});

describe("a folder of the engine", () => {
  it.each([
    ["search/a.ts", "../scan/walk.ts"],
    ["sync/a.ts", "../search/rank.ts"],
    ["store/sqlite/a.ts", "../../scan/walk.ts"],
    ["embed/a.ts", "../store/store.ts"],
    ["embed/a.ts", "../rerank/reranker.ts"],
    ["rerank/a.ts", "../search/rank.ts"],
    ["http/a.ts", "../rerank/reranker.ts"],
    ["sync/a.ts", "../rerank/reranker.ts"],
    ["model/a.ts", "../ignore/policy.ts"],
  ])("%s may not see %s", async (file, imported) => {
    expect(await refusals(`libs/engine/src/${file}`, imported)).toEqual([ENGINE_FOLDERS]);
  });

  it.each([
    ["search/a.ts", "../store/store.ts"],
    ["sync/a.ts", "../embed/embedder.ts"],
    ["store/sqlite/a.ts", "../../model/run.ts"],
    ["embed/a.ts", "../vectors/quantize.ts"],
    ["search/a.ts", "../rerank/reranker.ts"],
    ["rerank/a.ts", "../http/retry.ts"],
  ])("%s may see %s", async (file, imported) => {
    expect(await refusals(`libs/engine/src/${file}`, imported)).toEqual([]);
  });
});

describe("folders of the engine", () => {
  const SOURCES = "libs/engine/src";
  const files = readdirSync(join(ROOT, SOURCES), { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  /** Folders that a folder imports from; imports of tests and suites do not count. */
  const seen = new Map<string, Set<string>>();
  for (const file of files.filter(
    (name) =>
      name.includes("/") && name.endsWith(".ts") && !/\.(?:test|suite)\.ts$|(?:^|\/)testing\//.test(name),
  )) {
    for (const [, imported = ""] of readFileSync(join(ROOT, SOURCES, file), "utf8").matchAll(
      / from "(\.[^"]+)";/g,
    )) {
      const [from, to] = [file, posix.join(posix.dirname(file), imported)].map(
        (path) => path.split("/")[0] ?? "",
      ) as [string, string];
      if (from !== to && !to.endsWith(".ts")) seen.set(from, (seen.get(from) ?? new Set()).add(to));
    }
  }

  /** A path from a folder back to itself; null if there is none. */
  function wayBack(
    folder: string,
    way: readonly string[] = [folder],
    met = new Set<string>(),
  ): readonly string[] | null {
    for (const next of seen.get(way.at(-1) as string) ?? []) {
      if (next === folder) return [...way, next];
      if (met.has(next)) continue;
      const found = wayBack(folder, [...way, next], met.add(next));
      if (found) return found;
    }
    return null;
  }

  it("see each other in one direction: each can be read without those that need it", () => {
    expect(seen.size).toBeGreaterThan(15);
    expect([...seen.keys()].flatMap((folder) => wayBack(folder)?.join(" → ") ?? [])).toEqual([]);
  });
});
