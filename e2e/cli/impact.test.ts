/** `satori impact`: what it prints for people and programs, how changes can be named, and what it refuses. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import type { Finished } from "../support/process.ts";
import { commit, git } from "../support/repository.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree("shop", "//- README.md\n# Shop\n");
let satori: Cli;

const CART = `export class Cart {
  add(item: string): void {
    check(item);
  }
}

export function check(item: string): boolean {
  return item !== "";
}

export function drop(item: string): void {}
`;
const SHOP = `import { Cart, drop } from "./cart.ts";

export function checkout(item: string): void {
  new Cart().add(item);
}

export function main(): void {
  checkout("pen");
  drop("pen");
}
`;
const TEST = `import { test } from "vitest";
import { Cart } from "./cart.ts";

test("adds", () => {
  new Cart().add("pen");
});
`;
/** `Cart.add` takes another argument, and `drop` is gone. */
const CHANGED = CART.replace("add(item: string)", "add(item: string, count: number)").replace(
  /^export function drop.*\n/m,
  "",
);

beforeAll(async () => {
  commit(root, "v1", {
    "package.json": '{ "devDependencies": { "vitest": "^3.0.0" } }\n',
    "src/cart.ts": CART,
    "src/shop.ts": SHOP,
    "src/cart.test.ts": TEST,
  });
  git(root, "branch", "topic");
  git(root, "checkout", "--quiet", "topic");
  commit(root, "v2", { "src/cart.ts": CHANGED });
  git(root, "checkout", "--quiet", "main");
  commit(root, "v3", { "README.md": "# The shop\n" });
  satori = cliIn(workspace, root);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
});
beforeEach(() => void git(root, "checkout", "--quiet", "--force", "main"));
afterAll(() => workspace[Symbol.dispose]());

const impact = (...args: string[]): Promise<Finished> => satori(["impact", ...args]);

/** The standard output of a call that succeeds and has nothing to add. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await impact(...args);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("a change", () => {
  test("of the work tree is shown with what it affects, and the tests to run", async () => {
    writeFile(join(root, "src/cart.ts"), CHANGED);
    const text = await printed();
    expect(text).toContain("2 changed symbols (1 removed, 1 signature changed)");
    expect(text).toContain("  removed function drop  src/cart.ts:11");
    expect(text).toContain(
      "      before add(item: string): void\n      after  add(item: string, count: number)",
    );
    expect(text).toContain(
      "    checkout:3  calls Cart.add\n      4  too few arguments: new Cart().add(item);\n",
    );
    expect(text).toContain('    main:7  calls drop\n      9  no longer exists: drop("pen");\n');
    expect(text).toMatch(
      /\n {2}src\/cart\.test\.ts {2}reaches it in 1 step.*\n {2}\$ npx vitest run src\/cart\.test\.ts\n/,
    );
  });

  test("between commits is named as for diff, or since the common ancestor", async () => {
    const expected = await printed("v1..v2");
    expect(expected).toContain("no longer exists");
    expect(await printed("v1", "v2")).toBe(expected);
    expect(await printed("main...topic")).toBe(expected);
    expect(await printed("main...topic", "src")).toBe(expected);
    expect(await printed("v1..v3")).toContain("No symbol is changed in 1 changed file.");
    // Since v1, main has changed what topic has not.
    expect(await printed("v3..v2", "--json")).toContain('"changedFiles":2');
    expect(await printed("v3...v2", "--json")).toContain('"changedFiles":1');
  });

  test("can be planned", async () => {
    const text = await printed("--symbol", "src/cart.ts:drop:remove");
    expect(text).toContain("1 planned change (1 removed)");
    expect(text).toContain('no longer exists: drop("pen");');
    const inFolder = await satori(["impact", "--symbol", "cart.ts:check:body"], { cwd: join(root, "src") });
    expect(inFolder).toMatchObject({ code: 0, stdout: expect.stringContaining("function check  cart.ts:7") });
  });

  test("can be a diff, of a file or of standard input", async () => {
    const diff = git(root, "diff", "v1", "v2", "--", "src");
    const file = workspace.path("change.diff");
    writeFileSync(file, diff);
    const text = await printed("--diff", file);
    expect(text).toContain("  removed function drop  src/cart.ts:11");
    expect(await satori(["impact", "--diff", "-"], { input: diff })).toMatchObject({ code: 0, stdout: text });
  });

  test("is an envelope with --json", async () => {
    const { envelope } = await satori.json("change_impact", ["impact", "v1..v2"]);
    expect(envelope).toMatchObject({ status: "ok", source: "commits", counts: { removed: 1, misfits: 4 } });
  });

  test("is a comment with --markdown, and nothing if there is nothing to report", async () => {
    const text = await printed("v1..v2", "--markdown");
    expect(text).toMatch(/^<!-- satori-impact -->\n/);
    expect(text).toContain("- `src/shop.ts:4` too few arguments: `new Cart().add(item);`\n");
    expect(await impact("v1..v3", "--markdown")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^.+\n$/),
    });
  });
});

describe("tests to run", () => {
  test("are paths from the working directory, for a shell", async () => {
    expect(await printed("v1..v2", "--tests")).toBe("src/cart.test.ts\n");
    const line = 'cd src && echo run $(node "$BIN" impact v1..v2 --tests)';
    const { stdout } = await satori.shell(line, { environment: { BIN: satoriBin } });
    expect(stdout).toBe("run cart.test.ts\n");
  });

  test("are commands that run from the working directory", async () => {
    expect(await printed("v1..v2", "--test-commands")).toBe("npx vitest run src/cart.test.ts\n");
    const { stdout } = await satori(["impact", "v1..v2", "--test-commands"], { cwd: join(root, "src") });
    expect(stdout).toBe("(cd .. && npx vitest run src/cart.test.ts)\n");
  });

  test("with odd names end with NUL", async () => {
    const name = "src/new\nline 'cart'.test.ts";
    writeFile(join(root, name), TEST);
    git(root, "add", "--all");
    const files = async (...args: string[]) => (await impact("--tests", ...args)).stdout;
    expect((await files("--null")).split("\0")).toContain(name);
    expect((await files()).split("\n")).toContain(name.replace("\n", "␊"));
    git(root, "rm", "--quiet", "--force", name);
  });
});

const satoriBin = new URL("../../apps/cli/bin/satori.js", import.meta.url).pathname;

describe("--fail-on", () => {
  test.each([
    ["removed", 1, "--fail-on: 1 removed symbol\n"],
    ["signature,misfits", 1, "--fail-on: 1 changed signature, 4 misfits\n"],
    ["renamed", 0, ""],
  ])("%s ends with %i", async (reasons, code, stderr) => {
    const plain = await printed("v1..v2");
    expect(await impact("v1..v2", "--fail-on", reasons)).toMatchObject({ code, stderr, stdout: plain });
    expect(await impact("v1..v2", "--fail-on", reasons, "--json")).toMatchObject({ code, stderr: "" });
  });

  test("unreached finds functions without a test", async () => {
    writeFile(join(root, "src/shop.ts"), SHOP.replace('checkout("pen")', 'checkout("ink")'));
    expect(await impact("--fail-on", "unreached")).toMatchObject({
      code: 1,
      stderr: "--fail-on: 1 unreached function\n",
      stdout: expect.stringContaining("No test is known to reach:\n  function main  src/shop.ts:7\n"),
    });
  });
});

describe("refused are", () => {
  test.each([
    [["nothing"], 1, /^error REF_NOT_FOUND: base nothing: no such branch, tag or commit in .+\n$/],
    [["src"], 1, /^error REF_NOT_FOUND: .+ use satori impact --path src\.\n$/],
    [["nothing...HEAD"], 1, /^error REF_NOT_FOUND: base nothing: /],
    [["v1..v2..v3"], 2, /^error INVALID_ARGUMENTS: .*"v2\.\.v3", a range/],
    [["v1..v2", "src", "more"], 2, /^error INVALID_ARGUMENTS: too many operands: more\n$/],
    [["v1..v2", "--symbol", "drop"], 2, /^error INVALID_ARGUMENTS: versions and --symbol exclude each other/],
    [["--markdown", "--tests"], 2, /^error INVALID_ARGUMENTS: --markdown and --tests exclude each other/],
    [["--null"], 2, /^error INVALID_ARGUMENTS: --null needs --tests or --test-commands\n$/],
    [["--fail-on", "all"], 2, /^error INVALID_ARGUMENTS: --fail-on has "all", but takes removed, /],
    [["--depth", "11"], 2, /^error INVALID_ARGUMENTS: --depth must be <= 10, not 11\n$/],
    [["--diff", "none"], 1, /^error PATH_NOT_FOUND: --diff none cannot be read/],
    [["--symbol", "dropp"], 1, /^not found: .+ Use satori impact --symbol src\/cart\.ts:drop for it\.\n$/],
    [["--symbol", ""], 2, /^error INVALID_ARGUMENTS: --symbol is empty/],
  ])("%j", async (args, code, message) => {
    const ended = await impact(...args);
    expect(ended.stderr).toMatch(message);
    expect([ended.code, ended.stdout]).toEqual([code, ""]);
  });
});

test("a pager and colours are for terminals alone", async () => {
  writeFile(join(root, "src/cart.ts"), CHANGED);
  const { output } = await satori.onTerminal(["impact", "--no-pager"]);
  expect(output).toContain("\u001b[33mtoo few arguments: \u001b[0m");
  expect(readFileSync(join(root, "src/cart.ts"), "utf8")).toBe(CHANGED);
});
