/** The inspector of the protocol, as a command: lists and calls tools in each form of answers. */
import { join } from "node:path";
import { ANSWER_FORMS, CORE_TOOLS, type ToolResult, parseEnvelope, textsOf } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../tools/installed.ts";
import { cliIn } from "../support/cli.ts";
import { PATIENCE_MS } from "../support/environment.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { newerNode } from "../support/newer-node.ts";
import { installPackage } from "../support/npm-package.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

/** It needs a newer Node.js than the oldest one that Satori supports. */
const node = await newerNode();
const folder =
  node && (await installPackage("inspector", { name: "@modelcontextprotocol/inspector", version: "2.12.0" }));

const workspace = createWorkspace();
const root = workspace.tree("shop", SHOP);
beforeAll(async () => void (await cliIn(workspace, root)(["index"])));
afterAll(() => workspace[Symbol.dispose]());

async function inspect(form: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const [command = "", ...under] = node ?? [];
  const script = join(String(folder), "clients/launcher/build/index.js");
  const server = [process.execPath, MCP_BIN, "--root", root, "--answers", form];
  const { stdout } = await run(
    command,
    // The prefix replaces the Node.js that it is given.
    [...under, process.execPath, script, "--cli", ...server, "-e", `SATORI_HOME=${workspace.home}`, ...args],
    { timeout: PATIENCE_MS, env: { ...process.env, HOME: workspace.folder } },
  );
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe.skipIf(folder === null).each(ANSWER_FORMS)("a server that answers in the form %s", (form) => {
  it("has its tools listed", async () => {
    const { tools } = (await inspect(form, "--method", "tools/list")) as {
      tools: readonly { readonly name: string; readonly outputSchema?: object }[];
    };
    expect(tools.map(({ name }) => name)).toEqual([...CORE_TOOLS]);
    expect(tools.some(({ outputSchema }) => outputSchema !== undefined)).toBe(form !== "text");
  });

  it("has its tools called", async () => {
    const call = ["--method", "tools/call", "--tool-name", "search_codebase", "--tool-arg"];
    const result = (await inspect(form, ...call, `path=${root}`, "query=scheduleRetry")) as ToolResult;
    expect(result).toMatchObject({ isError: false });
    expect(result.structuredContent === undefined).toBe(form === "text");
    if (form === "text")
      expect(parseEnvelope(result)).toMatchObject({
        header: { tool: "search_codebase", effectiveRoot: root },
        body: expect.stringContaining("src/retry.ts"),
      });
    else expect(result.structuredContent).toMatchObject({ tool: "search_codebase", status: "ok" });
    expect(textsOf(result)[0]?.startsWith("{")).toBe(form === "both");
  });
});
