/** `satori diff`: what it prints, how versions can be named, and what it refuses. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { commit } from "../support/repository.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree("shop", "//- README.md\n# Shop\n");
let satori: Cli;

beforeAll(() => {
  commit(root, "v1", {
    "src/cart.ts":
      "export function add(item: string): void {}\nexport function drop(item: string): void {}\n",
    "src/price.py": "def total(items):\n    return sum(item.price for item in items)\n",
    "lib/a.go": "package lib\n\nfunc Open() {}\n",
  });
  commit(root, "v2", {
    "src/cart.ts": "export function add(item: string, count: number): void {}\nfunction inner(): void {}\n",
    "lib/a.go": "package lib\n\nfunc Open() {}\n\nfunc Close() {}\n",
  });
  satori = cliIn(workspace, root);
});
afterAll(() => workspace[Symbol.dispose]());

/** The standard output of a call that succeeds. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await satori(["diff", ...args]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("two versions", () => {
  test("are compared as Markdown, without an index", async () => {
    const text = await printed("v1..v2");
    expect(text.replace(/\([0-9a-f]{9}\)/g, "(ID)")).toBe(`# \`v1\` (ID) → \`v2\` (ID)

3 public changes (1 removed, 1 changed, 1 added); 1 internal change.

## \`lib\`

- Added function **\`Close\`** (\`lib/a.go:5\`)
  - \`func Close()\`

## \`src/cart.ts\`

- Removed function **\`drop\`** (line 2)
  - \`function drop(item: string): void\`
- Changed function **\`add\`** (line 1)
  - before: \`function add(item: string): void\`
  - after: \`function add(item: string, count: number): void\`
- Added function **\`inner\`** (line 2, internal)
  - \`function inner(): void\`
`);
    expect((await satori(["list"])).stdout).not.toContain(root);
  });

  test("can be named in three ways, from any folder of the repository", async () => {
    const expected = await printed("v1..HEAD");
    expect(await printed("v1", "HEAD")).toBe(expected);
    expect(await printed("v1..")).toBe(expected);
    expect(await printed("v1", "--path", join(root, "src"))).toBe(expected);
    expect((await printed("v1", "v2", "src")).match(/^## .*/gm)).toEqual(["## `src/cart.ts`"]);
    expect((await printed("v1..v2", "lib")).match(/^## .*/gm)).toEqual(["## `lib`"]);
    expect(await printed("v2..v1")).toContain("Added function **`drop`**");
    expect(await printed("v2")).toContain("No declaration has changed.");
  });

  test("have public changes alone with --public, and an envelope with --json", async () => {
    expect(await printed("v1..v2", "--public")).not.toContain("inner");
    const envelope = JSON.parse(await printed("v1..v2", "--json", "--limit", "1")) as object;
    expect(envelope).toMatchObject({
      tool: "compare_versions",
      status: "ok",
      warnings: ["OUTPUT_TRUNCATED"],
      counts: { removed: 1, renamed: 0, signature_changed: 1, moved: 0, added: 2 },
      truncated: true,
    });
    expect((await satori(["diff", "v1..v2", "--limit", "1"])).stderr).toContain("raise --limit");
  });

  test("are those of the commits: what is in the work tree does not count, and is left alone", async () => {
    writeFile(join(root, "src/cart.ts"), "export const uncommitted = 1;\n");
    expect(await printed("v1..v2")).toContain("**`drop`**");
  });
});

describe("refused are", () => {
  test.each([
    [["nothing"], 1, /^error REF_NOT_FOUND: base nothing: no such branch, tag or commit in .+\n$/],
    [["v1...v2"], 2, /^error INVALID_ARGUMENTS: v1\.\.\.v2: pass two versions, .+git merge-base v1 v2/],
    [["v1..v2..v3"], 2, /^error INVALID_ARGUMENTS: .*"v2\.\.v3", a range/],
    [["v1..v2", "src", "more"], 2, /^error INVALID_ARGUMENTS: too many operands: more\n$/],
    [["--", "--output=x"], 2, /^error INVALID_ARGUMENTS: the base is "--output=x", which starts with a dash/],
    [["a\nb"], 2, /^error INVALID_ARGUMENTS: .+\n$/],
    [["v1", "--cached"], 2, /only commits are compared/],
    [["v1..v2", "none"], 1, /^error PATH_NOT_FOUND: /],
    [[], 2, /^error INVALID_ARGUMENTS: missing required argument/],
  ])("%j", async (args, code, message) => {
    const ended = await satori(["diff", ...args]);
    expect(ended.stderr).toMatch(message);
    expect([ended.code, ended.stdout]).toEqual([code, ""]);
  });

  test("folders without a repository", async () => {
    const plain = workspace.tree("plain", "//- a.ts\nexport const a = 1;\n");
    expect(await cliIn(workspace, plain)(["diff", "HEAD"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error NOT_A_REPOSITORY: .+ is not in a git repository\. .+\n$/),
    });
  });
});
