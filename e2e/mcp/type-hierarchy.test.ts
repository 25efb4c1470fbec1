/** `type_hierarchy` over stdio: offered on request, as an envelope and as compact text, of any version. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cliIn } from "../support/cli.ts";
import { connectClient } from "../support/mcp-client.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.path("code");
const REVIEW = { args: ["--tools", "core,review"], cwd: root };
const STORE =
  "export interface Store { save(): void }\nexport class FileStore implements Store { save() {} }\n";

beforeAll(async () => {
  const git = (...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: workspace.folder, GIT_CONFIG_NOSYSTEM: "1" },
    });
  writeFile(join(root, "store.ts"), STORE);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "stores");
  writeFile(join(root, "store.ts"), `${STORE}export class Backup extends FileStore {}\n`);
  expect(await cliIn(workspace, root)(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

it("is offered in the set review only", async () => {
  const names = async (...args: string[]): Promise<string[]> => {
    await using server = await connectClient(workspace, { args, cwd: root });
    return (await server.client.listTools()).tools.map(({ name }) => name);
  };
  expect(await names()).not.toContain("type_hierarchy");
  expect(await names("--tools", "core,review")).toContain("type_hierarchy");
});

it("answers for the session's root without a path", async () => {
  await using server = await connectClient(workspace, REVIEW);
  expect(await server.call("type_hierarchy", { symbol: "Store" })).toMatchObject({
    status: "ok",
    found: { symbolLabel: "Store", file: "store.ts" },
    supertypes: [],
    subtypes: [
      { symbolLabel: "FileStore", distance: 1, links: [{ relation: "implements", confidence: "resolved" }] },
      { symbolLabel: "Backup", distance: 2, links: [{ relation: "extends" }] },
    ],
    coverage: { unresolvedBases: 0 },
  });
});

it("answers from a commit, and for the version of a session", async () => {
  await using server = await connectClient(workspace, {
    args: ["--tools", "core,scope,review"],
    cwd: root,
  });
  const ask = async (args: object): Promise<unknown> => {
    for (;;) {
      const answer = await server.call("type_hierarchy", { symbol: "Store", ...args });
      if (answer.status !== "not_ready") return answer;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const committed = {
    status: "ok",
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    subtypes: [{ symbolLabel: "FileStore" }],
  };
  expect(await ask({ ref: "HEAD" })).toMatchObject(committed);
  await server.call("set_scope", { commit: "HEAD" });
  expect(await ask({})).toMatchObject(committed);
});

it("rejects calls without a symbol, and values that it does not know", async () => {
  await using server = await connectClient(workspace, REVIEW);
  for (const [args, path] of [
    [{}, "symbolRef"],
    [{ symbol: "Store", symbolRef: { file: "store.ts", symbolId: "x" } }, "symbolRef"],
    [{ symbol: "Store", direction: "up" }, "direction"],
    [{ symbol: "Store", depth: 101 }, "depth"],
    [{ symbol: "Store", limit: 0 }, "limit"],
  ] as const) {
    expect(await server.call("type_hierarchy", args), path).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path }] },
    });
  }
});

it("says the same as text for models", async () => {
  await using server = await connectClient(workspace, {
    args: ["--tools", "core,review", "--answers", "text"],
    cwd: root,
  });
  const { content } = await server.client.callTool({
    name: "type_hierarchy",
    arguments: { symbol: "Store" },
  });
  const [{ text }] = content as [{ readonly text: string }];
  expect(text).toContain("type_hierarchy ok supertypes=0 subtypes=2");
  expect(text).toContain("└─ FileStore  implements  store.ts:2\n   └─ Backup  extends     store.ts:3");
  expect(text).toContain("Store has no known supertypes and 2 subtypes.");
});
