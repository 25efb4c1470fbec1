/**
 * The protocol's own conformance suite, as far as it asks for what this server offers: tools, over HTTP. The
 * other scenarios need tools of a name of their own, prompts, resources or logging.
 */
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PATIENCE_MS } from "../support/environment.ts";
import { startHttp } from "../support/http-server.ts";
import { installOnce, run } from "../../tools/installed.ts";
import { createWorkspace } from "../support/workspace.ts";

/** The last one that runs on Node.js 20. */
const SUITE = "@modelcontextprotocol/conformance@0.1.13";
const folder = await installOnce("conformance-0.1.13", (target) =>
  run("npm", ["install", "--prefix", target, "--no-save", "--no-audit", "--no-fund", "--silent", SUITE]),
);

describe.skipIf(folder === null)("the conformance suite", () => {
  it.each([
    "server-initialize",
    "ping",
    "tools-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
  ])("is passed: %s", async (scenario) => {
    const workspace = createWorkspace();
    onTestFinished(() => workspace[Symbol.dispose]());
    await using server = await startHttp(workspace);
    const suite = join(folder as string, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
    // Its exit code is 1 where a check fails; what it found is in the error then.
    const { stdout } = await run(
      process.execPath,
      [suite, "server", "--url", `${server.url}/mcp`, "--scenario", scenario],
      { cwd: workspace.folder, timeout: PATIENCE_MS },
    );
    expect(stdout).toMatch(/[1-9]\d* (?:passed|\/)|Passed: [1-9]/);
    expect(stdout).not.toMatch(/[1-9]\d* failed/);
  });
});
