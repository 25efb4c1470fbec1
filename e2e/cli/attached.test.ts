/** Commands are answered by the local process, if it runs: with the same answers, and sooner. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { SHARED } from "../support/environment.ts";
import { endLocalProcesses, localProcess } from "../support/local-process.ts";
import { type McpProcess, startMcp } from "../support/mcp-process.ts";
import { SHOP } from "../support/shop.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const shop = workspace.tree("shop", SHOP);
const environment = { ...SHARED, SATORI_LOG_LEVEL: "info" };
const attached = cliIn(workspace, shop, environment);
const alone = cliIn(workspace, shop, { SATORI_STANDALONE: "1" });
let server: McpProcess;
beforeAll(async () => {
  expect((await alone(["index"])).code).toBe(0);
  server = await startMcp(workspace, { cwd: shop, environment });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await endLocalProcesses(workspace);
  workspace[Symbol.dispose]();
});

/** Tools that the local process has answered so far. */
function answeredByProcess(): readonly string[] {
  const folder = join(workspace.home, "sockets");
  const logs = readdirSync(folder).filter((name) => name.endsWith(".log"));
  return logs
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .flatMap((line) =>
      line.includes('"tool_answered"') ? [(JSON.parse(line) as { tool: string }).tool] : [],
    );
}

const answerOf = async (cli: Cli, args: readonly string[]): Promise<unknown> => {
  const { code, stdout } = await cli([...args, "--json"]);
  const {
    meta: _meta,
    freshnessDecision: _freshness,
    ...answer
  } = JSON.parse(stdout) as Record<string, unknown>;
  return { code, answer };
};

describe("a command", () => {
  it.each<[string, readonly string[]]>([
    ["search_codebase", ["search", "parcel"]],
    ["search_codebase", ["search", "parcel", "--raw", "--limit", "3"]],
    ["search_codebase", ["search", "nothingIsCalledLikeThis"]],
    ["search_codebase", ["context", "parcel"]],
    ["list_codebases", ["list"]],
  ])("gets the same from the process: %s %j", async (tool, args) => {
    const before = answeredByProcess().length;
    const shared = await answerOf(attached, args);
    expect(answeredByProcess().slice(before)).toEqual([tool]);
    expect(shared).toEqual(await answerOf(alone, args));
  });

  it("shows people the same", async () => {
    const [shared, own] = [await attached(["search", "parcel"]), await alone(["search", "parcel"])];
    expect([shared.code, shared.stdout, shared.stderr]).toEqual([own.code, own.stdout, own.stderr]);
  });

  it("sees what was saved a moment ago", async () => {
    for (const word of ["firstEdit", "secondEdit"]) {
      writeFileSync(join(shop, "edited.ts"), `export function ${word}(): void {}\n`);
      const { stdout } = await attached(["search", word, "--json"]);
      expect(stdout).toContain(`"symbolLabel":"${word}"`);
    }
  });

  it("syncs what was saved a moment ago", async () => {
    const before = answeredByProcess().length;
    writeFileSync(join(shop, "synced.ts"), "export const syncedParcel = 1;\n");
    const { code, stdout } = await attached(["sync", "--json"]);
    expect(code).toBe(0);
    // The process's watch may have been first.
    const { stats } = JSON.parse(stdout) as { readonly stats: { readonly modified: number } };
    expect(stats.modified).toBe(0);
    expect(answeredByProcess().slice(before)).toEqual(["manage_index"]);
    expect((await alone(["search", "syncedParcel"])).stdout).toContain("synced.ts");
  });

  it("indexes a codebase that has no index, by itself", async () => {
    const fresh = workspace.tree("fresh", "//- .git/HEAD\n//- a.ts\nexport const aParcel = 1;\n");
    const { code, stdout } = await cliIn(workspace, fresh, environment)(["search", "aParcel", "--json"]);
    expect(code).toBe(0);
    expect(stdout).toContain('"status":"ok"');
  });

  it("answers by itself where the process does not, or has other settings", async () => {
    const before = answeredByProcess().length;
    const other = cliIn(workspace, shop, { ...environment, SATORI_MAX_FILE_BYTES: "4096" });
    expect((await other(["search", "parcel"])).code).toBe(0);
    const { pid } = localProcess(workspace);
    process.kill(pid, "SIGSTOP");
    expect((await attached(["search", "parcel"])).code).toBe(0);
    process.kill(pid, "SIGCONT");
    expect(answeredByProcess()).toHaveLength(before);
  });

  it("says what is wrong with its arguments as ever", async () => {
    const args = ["search", "parcel", "--limit", "900"];
    expect(await answerOf(attached, args)).toEqual(await answerOf(alone, args));
  });
});
