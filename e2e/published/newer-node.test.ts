/** The built product on a newer Node.js: the same answers, and a start that is kept for the next one. */
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { cliIn } from "../support/cli.ts";
import { startMcp } from "../support/mcp-process.ts";
import { newerNode } from "../support/newer-node.ts";
import { SHOP } from "../support/shop.ts";
import { type Workspace, createWorkspace } from "../support/workspace.ts";

const newer = await newerNode();
const under = newer ?? [];

function newWorkspace(): Workspace {
  const workspace = createWorkspace();
  onTestFinished(() => workspace[Symbol.dispose]());
  return workspace;
}

describe.skipIf(newer === null)("on a newer Node.js", () => {
  test("the command line indexes and answers the same", async () => {
    const [older, newer] = [newWorkspace(), newWorkspace()];
    const root = older.tree("shop", SHOP);
    const [ours, theirs] = [cliIn(older, root), cliIn(newer, root)];
    expect(await ours(["index"])).toMatchObject({ code: 0 });
    expect(await theirs(["index"], { under })).toMatchObject({ code: 0, stderr: "" });
    for (const args of [
      ["search", "retry a delivery"],
      ["outline", "src/retry.ts"],
      ["callers", "scheduleRetry"],
      ["grep", "retry"],
      ["paths"],
    ]) {
      expect(await theirs(args, { under }), args.join(" ")).toEqual(await ours(args));
    }
    // Each can go on with what the other has made.
    expect(await theirs(["sync"])).toMatchObject({ code: 0 });
    expect(await ours(["sync"], { under })).toMatchObject({ code: 0 });
  });

  test("what was compiled is kept in a home that is there, and in none that others may write", async () => {
    const workspace = newWorkspace();
    const satori = cliIn(workspace, workspace.tree("shop", SHOP));
    const kept = join(workspace.home, "compiled");
    await satori(["index"], { under });
    expect(existsSync(kept)).toBe(false);
    chmodSync(workspace.home, 0o777);
    expect(await satori(["search", "retry"], { under })).toMatchObject({ code: 0 });
    expect(existsSync(kept)).toBe(false);
    chmodSync(workspace.home, 0o755);
    expect(await satori(["search", "retry"], { under })).toMatchObject({ code: 0 });
    expect(existsSync(kept)).toBe(true);
    expect(await satori(["search", "retry"], { under })).toMatchObject({ code: 0 });
  });

  test("the server lists the same tools, and answers", async () => {
    const workspace = newWorkspace();
    const root = workspace.tree("shop", SHOP);
    expect(await cliIn(workspace, root)(["index"])).toMatchObject({ code: 0 });
    // With a home of its own: whoever runs this may be a newer one as well.
    await using ours = await startMcp(newWorkspace(), { cwd: root });
    const expected = await ours.request("tools/list");
    const kept = join(workspace.home, "compiled");
    // The first one compiles, the second one takes what the first has kept.
    for (const isKept of [false, true]) {
      expect(existsSync(kept)).toBe(isKept);
      await using theirs = await startMcp(workspace, { cwd: root, under });
      expect(await theirs.request("tools/list")).toEqual(expected);
      expect(
        await theirs.call("search_codebase", { path: root, query: "retry a delivery", limit: 1 }),
      ).toMatchObject({ status: "ok", results: [{}] });
      await theirs.end();
    }
  });
});
