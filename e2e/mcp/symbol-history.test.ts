/** `symbol_history` over stdio: offered on request, as an envelope and as compact text. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cliIn } from "../support/cli.ts";
import { connectClient } from "../support/mcp-client.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.path("code");
const REVIEW = { args: ["--tools", "core,review"], cwd: root };

beforeAll(async () => {
  const git = (...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: workspace.folder, GIT_CONFIG_NOSYSTEM: "1" },
    });
  writeFile(
    join(root, "a.ts"),
    "export function total(items: number[]): number {\n  return items.length;\n}\n",
  );
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "count (#1)");
  writeFile(
    join(root, "a.ts"),
    "export function total(items: number[]): number {\n  return items.reduce((sum, item) => sum + item, 0);\n}\n",
  );
  git("commit", "--quiet", "--all", "-m", "sum (#2)");
  expect(await cliIn(workspace, root)(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

it("is offered in the set review only", async () => {
  const names = async (...args: string[]): Promise<string[]> => {
    await using server = await connectClient(workspace, { args, cwd: root });
    return (await server.client.listTools()).tools.map(({ name }) => name);
  };
  expect(await names()).not.toContain("symbol_history");
  expect(await names("--tools", "core,review")).toContain("symbol_history");
});

it("answers for the session's root without a path", async () => {
  await using server = await connectClient(workspace, REVIEW);
  expect(await server.call("symbol_history", { symbol: "total" })).toMatchObject({
    status: "ok",
    commits: [
      { subject: "sum (#2)", references: ["#2"], change: "modified" },
      { subject: "count (#1)", change: "created" },
    ],
    total: 2,
  });
  expect(await server.call("symbol_history", { symbol: "nothing" })).toMatchObject({ status: "not_found" });
  expect(await server.call("symbol_history", { trace: "    at total (/app/code/a.ts:2:3)" })).toMatchObject({
    frames: [{ file: "a.ts", line: 2, symbolLabel: "total" }],
    suspects: [{ score: 1 }, {}],
    coverage: { commits: 2, complete: true },
  });
});

it("gives the same bytes for the same question, except for the time", async () => {
  await using server = await connectClient(workspace, REVIEW);
  const ask = async (): Promise<string> => {
    const { meta: _meta, ...answer } = await server.call("symbol_history", {
      symbol: "total",
      question: "why sum",
    });
    return JSON.stringify(answer);
  };
  expect(await ask()).toBe(await ask());
});

it("answers in compact text", async () => {
  await using server = await connectClient(workspace, {
    ...REVIEW,
    args: [...REVIEW.args, "--answers", "text"],
  });
  const { content } = await server.client.callTool({
    name: "symbol_history",
    arguments: { symbol: "total" },
  });
  const [{ text = "" } = {}] = content as { text?: string }[];
  expect(text).toMatch(/^satori\/1 symbol_history ok commits=2 /);
  expect(text).toContain("sum (#2)");
  expect(text).toContain("+  return items.reduce((sum, item) => sum + item, 0);");
});
