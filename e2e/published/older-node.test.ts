/**
 * What the built product says on a Node.js that is too old for it. None is there in tests: a preloaded script
 * says that this one is.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CLI_BIN } from "../support/cli.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { run } from "../support/process.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const { engines } = JSON.parse(
  readFileSync(new URL("../../apps/cli/package.json", import.meta.url), "utf8"),
) as { readonly engines: { readonly node: string } };
const needed = engines.node.replace(/^>=/, "");

describe.each([
  ["satori", CLI_BIN],
  ["satori-mcp", MCP_BIN],
])("%s", (name, bin) => {
  const versionOn = async (version: string): ReturnType<typeof run> => {
    using workspace = createWorkspace();
    const fake = workspace.path("fake.cjs");
    writeFile(fake, `Object.defineProperty(process, "version", { value: "v${version}" });\n`);
    return await run([process.execPath, "--require", fake, bin, "--version"], { cwd: workspace.folder });
  };

  test.each(["16.20.2", "18.20.8", "20.18.3"])("says in a line that %s is too old", async (version) => {
    expect(await versionOn(version)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `${name} needs Node.js ${needed} or newer; this is ${version}\n`,
    });
  });

  test.each([`${needed}.0`, "21.0.0", "22.12.0", "30.1.0"])("runs on %s", async (version) => {
    expect(await versionOn(version)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: "",
    });
  });
});
