/** Calls without `path`, and `file` beside it, over stdio and HTTP: the session's root, or a clear error. */
import { join } from "node:path";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliIn } from "../support/cli.ts";
import { startHttp } from "../support/http-server.ts";
import { startMcp } from "../support/mcp-process.ts";
import { createWorkspace } from "../support/workspace.ts";

const SHOP = `
  //- src/cart.ts
  export function addToCart(item: string): string {
    return price(item);
  }
  export function price(item: string): string {
    return item;
  }
  //- src/label.ts
  export function label(item: string): string {
    return item;
  }
`;
const workspace = createWorkspace();
const shop = workspace.tree("shop", SHOP);
const other = workspace.tree("other", "//- b.ts\nexport const b = 1;\n");
const closed = workspace.tree("closed", "//- c.ts\nexport const c = 1;\n");
const empty = workspace.tree("empty", "//- d.txt\nd\n");

beforeAll(async () => {
  for (const folder of [shop, other, closed])
    expect((await cliIn(workspace, folder)(["index"])).code).toBe(0);
});
afterAll(() => workspace[Symbol.dispose]());

interface Caller extends AsyncDisposable {
  call<Tool extends ToolName>(tool: Tool, args: Record<string, unknown>): Promise<ToolOutput<Tool>>;
}

/** Servers whose session has the given root, and may access the given folders besides. */
const TRANSPORTS: readonly [string, (root: string | null, others?: readonly string[]) => Promise<Caller>][] =
  [
    ["stdio", (root) => startMcp(workspace, { cwd: empty, args: root === null ? [] : ["--root", root] })],
    [
      "HTTP",
      (root, others = [shop, other]) =>
        startHttp(workspace, {
          roots: root === null ? others : [root, ...others],
          args: root === null ? [] : ["--root", root],
        }),
    ],
  ];

const CALLS: readonly [ToolName, Record<string, unknown>][] = [
  ["search_codebase", { query: "add to cart" }],
  ["file_outline", { file: "src/cart.ts" }],
  ["call_graph", { symbol: "price" }],
  ["read_file", { file: "src/cart.ts" }],
  ["read_file", { open_symbol: "price" }],
];

describe.each(TRANSPORTS)("over %s", (_, start) => {
  it("a call without a path works on the session's root, and says so", async () => {
    await using server = await start(shop);
    for (const [tool, args] of CALLS)
      expect(await server.call(tool, args), tool).toMatchObject({ status: "ok", path: shop });
    expect(await server.call("read_file", { open_symbol: "price", file: "src/cart.ts" })).toMatchObject({
      status: "ok",
      symbol: { symbolLabel: "price" },
    });
  });

  it("a session root without an index is named, with the call that indexes it", async () => {
    await using server = await start(empty);
    for (const [tool, args] of CALLS.filter(([name]) => name !== "read_file"))
      expect(await server.call(tool, args), tool).toMatchObject({
        status: "not_indexed",
        path: empty,
        hints: { create: { tool: "manage_index", args: { action: "create", path: empty } } },
      });
    expect(await server.call("read_file", { file: "d.txt" })).toMatchObject({
      status: "ok",
      path: empty,
      file: "d.txt",
      content: "d\n",
    });
  });

  it("without a session root, the codebases to choose from are named", async () => {
    await using server = await start(null);
    for (const [tool, args] of CALLS) {
      const answer = await server.call(tool, args);
      expect(answer, tool).toMatchObject({
        status: "error",
        error: { code: "INVALID_ARGUMENTS", details: [{ path: "path" }] },
      });
      expect(JSON.stringify(answer)).toContain(shop);
    }
  });

  it("manage_index always names its folder", async () => {
    await using server = await start(shop);
    expect(await server.call("manage_index", { action: "status" })).toMatchObject({
      error: { code: "INVALID_ARGUMENTS", details: [{ path: "path", message: "is required" }] },
    });
  });

  it("read_file takes a file of a codebase, and rejects those outside it", async () => {
    await using server = await start(shop);
    const file = "src/label.ts";
    for (const args of [{ file }, { path: shop, file }, { path: shop, file: join(shop, file) }])
      expect(await server.call("read_file", args)).toMatchObject({ status: "ok", path: shop, file });
    expect(await server.call("read_file", { path: join(shop, file), file })).toMatchObject({
      error: { code: "INVALID_ARGUMENTS", details: [{ path: "path" }] },
    });
    for (const outside of ["../closed/c.ts", join(closed, "c.ts"), "../../../../../../etc/passwd"])
      expect(await server.call("read_file", { file: outside })).toMatchObject({
        error: { code: "PATH_OUTSIDE_ROOTS", message: expect.stringContaining(`file ${outside} is outside`) },
      });
    expect(await server.call("read_file", {})).toMatchObject({
      error: { code: "INVALID_ARGUMENTS", details: [{ path: "path" }] },
    });
  });
});

describe("over HTTP, a call without a path", () => {
  it("learns nothing of codebases outside the allowed folders", async () => {
    await using server = await startHttp(workspace, { roots: [shop, other] });
    for (const [tool, args] of CALLS) {
      const text = JSON.stringify(await server.call(tool, args));
      expect(text).toContain(`${shop}, ${other}`.split(", ").sort().join(", "));
      expect(text).not.toContain(closed);
    }
  });

  it("works on the only codebase in the allowed folders", async () => {
    await using server = await startHttp(workspace, { roots: [shop, empty] });
    expect(await server.call("search_codebase", { query: "add to cart" })).toMatchObject({
      status: "ok",
      path: shop,
    });
  });
});
