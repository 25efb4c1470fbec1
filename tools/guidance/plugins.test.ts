/** The plugins match the schemas that their clients document, and what they name exists. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { pluginFiles } from "./plugin-files.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PLUGINS = join(ROOT, "plugins");

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const jsonOf = (path: string): unknown => JSON.parse(textOf(path));
const version = (jsonOf("apps/cli/package.json") as { version: string }).version;

it("the committed files are those that are generated", () => {
  for (const [path, text] of pluginFiles({ version })) expect(textOf(path), path).toBe(text);
});

it.each([
  [".claude-plugin/marketplace.json", "claude-marketplace"],
  ["claude-code/.claude-plugin/plugin.json", "claude-plugin"],
  ["claude-code/.mcp.json", "claude-mcp"],
  ["claude-code/hooks/hooks.json", "hooks"],
  [".agents/plugins/marketplace.json", "codex-marketplace"],
  ["codex/.codex-plugin/plugin.json", "codex-plugin"],
  ["codex/.mcp.json", "codex-mcp"],
  ["codex/hooks/hooks.json", "hooks"],
])("%s matches its schema", (path, schema) => {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    formats: { regex: (text: string) => RegExp(text).source === text },
  });
  const isValid = ajv.compile(jsonOf(`tools/guidance/schemas/${schema}.schema.json`) as object);
  isValid(jsonOf(`plugins/${path}`));
  expect(isValid.errors).toBeNull();
  // A schema that takes anything would prove nothing.
  expect(isValid({ unknown: 1, ...(jsonOf(`plugins/${path}`) as object) })).toBe(false);
});

describe("what the files name exists", () => {
  it("the marketplaces name the folders of the plugins", () => {
    const sourceOf = (file: string): unknown =>
      (jsonOf(`plugins/${file}`) as { plugins: { source: unknown }[] }).plugins.map(({ source }) => source);
    expect(sourceOf(".claude-plugin/marketplace.json")).toEqual(["./claude-code"]);
    expect(sourceOf(".agents/plugins/marketplace.json")).toEqual([{ source: "local", path: "./codex" }]);
    for (const folder of ["claude-code", "codex"])
      expect(statSync(join(PLUGINS, folder)).isDirectory()).toBe(true);
  });

  it("the manifest of Codex names the files of its plugin", () => {
    const manifest = jsonOf("plugins/codex/.codex-plugin/plugin.json") as Record<string, unknown>;
    for (const key of ["skills", "mcpServers", "hooks"])
      expect(existsSync(join(PLUGINS, "codex", String(manifest[key]))), key).toBe(true);
  });

  it("commands are programs of our packages, found on the PATH", () => {
    const programs = ["cli", "mcp"].flatMap((app) =>
      Object.keys((jsonOf(`apps/${app}/package.json`) as { bin: object }).bin),
    );
    const commands = [...pluginFiles({ version })].flatMap(([, text]) =>
      [...text.matchAll(/"command": "([^" ]+)/g)].map(([, command = ""]) => command),
    );
    expect(commands.length).toBeGreaterThanOrEqual(4);
    for (const command of commands) expect(programs).toContain(command);
  });
});
