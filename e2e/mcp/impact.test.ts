/** `change_impact` over stdio: what is compared, bad input, and that nothing of a repository is run. */
import type { ChangeImpactOk, ToolResult } from "@satori/contracts";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliIn } from "../support/cli.ts";
import { type McpClient, connectClient } from "../support/mcp-client.ts";
import { git } from "../support/repository.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree(
  "shop",
  `//- src/cart.ts
export function total(prices: number[], tax: number): number {
  return prices.length * tax;
}
export function unusedAnywhere(): number {
  return 1;
}
//- src/shop.ts
import { total } from "./cart";
export function checkout(): number {
  return total([], 1);
}
//- src/cart.test.ts
import { expect, it } from "vitest";
import { checkout } from "./shop";
it("checks out", () => { expect(checkout()).toBe(0); });
//- package.json
{ "name": "shop", "private": true, "devDependencies": { "vitest": "3" } }
`,
);
const CART = join(root, "src", "cart.ts");
const PATCH =
  "--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -1,3 +1,3 @@\n" +
  "-export function total(prices: number[], tax: number): number {\n" +
  "+export function total(prices: number[], tax: number, more: number): number {\n" +
  "   return prices.length * tax;\n }\n";
const CHANGED = {
  counts: { signature_changed: 1, misfits: 1 },
  changed: [{ change: "signature_changed", symbol: "total", affected: 3 }],
  affected: [
    {
      file: "src/shop.ts",
      symbols: [
        { relation: "imports" },
        { symbol: "checkout", distance: 1, sites: [{ line: 3, misfit: "too_few_arguments" }] },
      ],
    },
    { file: "src/cart.test.ts" },
  ],
  tests: { files: [{ file: "src/cart.test.ts", functions: ["checks out"] }], unreached: [] },
};

let server: McpClient;
beforeAll(async () => {
  git(root, "init", "--quiet");
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "-m", "shop");
  expect(await cliIn(workspace, root)(["index"])).toMatchObject({ code: 0 });
  server = await connectClient(workspace, { args: ["--root", root, "--tools", "core,review"] });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

async function impact(args: object): Promise<Record<string, unknown>> {
  const call = { name: "change_impact", arguments: { ...args } };
  const { structuredContent } = (await server.client.callTool(call)) as ToolResult;
  return structuredContent as Record<string, unknown>;
}

describe("a change", () => {
  it("may be a diff, or files on disk, and has the same impact", async () => {
    const of = async (args: object): Promise<object> => {
      const { counts, changed, affected, tests } = (await impact(args)) as unknown as ChangeImpactOk;
      return { counts, changed, affected, tests };
    };
    const planned = await of({ diff: PATCH });
    expect(planned).toMatchObject(CHANGED);
    const text = "export function total(prices: number[], tax: number, more: number): number {\n";
    writeFile(
      CART,
      `${text}  return prices.length * tax;\n}\nexport function unusedAnywhere(): number {\n  return 1;\n}\n`,
    );
    expect(await of({})).toEqual(planned);
    expect(await of({ diff: PATCH })).toEqual(planned);
    git(root, "checkout", "--quiet", "--", ".");
    expect(await impact({})).toMatchObject({ status: "ok", changed: [], affected: [] });
  });

  it("may be planned, and says what is proven", async () => {
    const symbols = [{ symbol: "unusedAnywhere", change: "remove" }];
    expect(await impact({ symbols })).toMatchObject({
      source: "symbols",
      changed: [{ change: "removed", symbol: "unusedAnywhere", affected: 0 }],
    });
    const [used] = (
      (await impact({ symbols: [{ symbol: "total", change: "body" }] })) as unknown as ChangeImpactOk
    ).changed;
    expect(used).toMatchObject({ affected: 3 });
    expect(used?.proven).toBeUndefined();
    expect(await impact({ symbols: [{ symbol: "nowhere", change: "remove" }] })).toMatchObject({
      status: "not_found",
    });
  });
});

describe("bad input", () => {
  it.each([
    [{ base: "no-such-branch" }, "REF_NOT_FOUND", "no-such-branch"],
    [{ base: "HEAD", head: "--output=x" }, "INVALID_ARGUMENTS", "--output=x"],
    [{ base: "HEAD..HEAD" }, "INVALID_ARGUMENTS", "HEAD..HEAD"],
    [{ head: "HEAD" }, "INVALID_ARGUMENTS", "base"],
    [{ base: "HEAD", diff: PATCH }, "INVALID_ARGUMENTS", "diff"],
    [{ diff: PATCH.replace("prices.length * tax", "something else") }, "INVALID_ARGUMENTS", "src/cart.ts"],
    [{ diff: "not a diff" }, "INVALID_ARGUMENTS", "diff"],
  ])("%j is refused with its name", async (args, code, named) => {
    const answer = await impact(args);
    expect(answer).toMatchObject({ status: "error", error: { code } });
    expect(JSON.stringify(answer)).toContain(named);
  });

  it("runs nothing that a repository configures", async () => {
    const mark = join(workspace.folder, "was-run");
    const script = join(workspace.folder, "run.sh");
    writeFile(script, `#!/bin/sh\ntouch '${mark}'\ncat "$1" 2>/dev/null\n`);
    chmodSync(script, 0o755);
    writeFile(join(root, ".gitattributes"), "*.ts diff=evil filter=evil\n");
    for (const name of [
      "diff.external",
      "diff.evil.textconv",
      "filter.evil.smudge",
      "filter.evil.clean",
      "core.fsmonitor",
    ])
      git(root, "config", name, script);
    rmSync(mark, { force: true });
    expect(await impact({ base: "HEAD" })).toMatchObject({ status: "ok" });
    expect(await impact({})).toMatchObject({ status: "ok" });
    expect(existsSync(mark)).toBe(false);
  });
});
