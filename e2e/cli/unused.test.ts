/** `satori unused`: what it prints, its exit codes, and what it refuses. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree(
  "shop",
  `//- package.json
{ "name": "shop", "exports": "./src/index.ts" }
//- src/index.ts
export { total } from "./cart";
export function open() {}
//- src/cart.ts
export function total() { return add(1); }
function add(item: number) { return item; }
export function forgotten() { return 2; }
`,
);
let satori: Cli;

beforeAll(() => {
  satori = cliIn(workspace, root);
});
afterAll(() => workspace[Symbol.dispose]());

test("unused symbols are listed below their files, and the others are counted", async () => {
  const { code, stdout, stderr } = await satori(["unused"]);
  expect([code, stdout]).toEqual([
    0,
    "src/cart.ts\n  3  function forgotten\n\n" +
      "Of 4 symbols, 1 is unused, and 1 more without known users may be alive.\n",
  ]);
  expect(stderr).toContain("1 symbol may be alive: add --possibly to see why");
});

test("those that may be alive are listed with their reasons", async () => {
  const { stdout } = await satori(["unused", "--possibly"]);
  expect(stdout).toContain(
    "may be alive:\n\nsrc/index.ts\n  2  function open  exported: Its file is an entry of its package.\n",
  );
});

test("--fail makes unused symbols an exit code, and a folder without any is none", async () => {
  expect((await satori(["unused", "--fail"])).code).toBe(1);
  expect((await satori(["unused", "--fail", "src/index.ts"])).code).toBe(0);
  expect((await satori(["unused", "--fail", "src/cart.ts"])).code).toBe(1);
});

test("a folder or file limits the list to its symbols, from any working directory", async () => {
  const listed = "src/cart.ts\n  3  function forgotten\n\nOf 3 symbols, 1 is unused, and 0 more";
  const elsewhere = [workspace.path("shop", "src", "cart.ts"), "--path", workspace.folder];
  for (const args of [["src/cart.ts"], ["cart.ts", "--path", "src"], elsewhere])
    expect((await satori(["unused", ...args])).stdout).toContain(listed);
});

test("--json prints the envelope", async () => {
  const { stdout } = await satori(["unused", "--json", "--kind", "function"]);
  expect(JSON.parse(stdout)).toMatchObject({
    tool: "unused_symbols",
    status: "ok",
    counts: { symbols: 4, unused: 1, possibly: 1 },
  });
});

test("an unknown kind is refused with its value and those that exist", async () => {
  const { code, stderr } = await satori(["unused", "--kind", "widget"]);
  expect(code).toBe(2);
  expect(stderr).toContain("function");
});
