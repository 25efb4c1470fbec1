/** `--at`: commands about a branch, a tag or a commit, without a checkout. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { committed, git as runGit } from "../../libs/engine/src/testing/trees/git.ts";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { startHttp } from "../support/http-server.ts";
import { isIndexing } from "../support/index-folder.ts";
import { MCP_BIN } from "../support/mcp-process.ts";
import { hasTerminal } from "../support/terminal.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree(
  "shop",
  "//- src/store.ts\n/** Opens the store. */\nexport function openStore(path: string): string {\n  return path;\n}\n" +
    "//- src/main.ts\nimport { openStore } from './store.ts';\nexport function main(): void {\n  openStore('x');\n}\n" +
    "//- src/twins.ts\nexport class A { twin() {} }\nexport class B { twin() {} }\n" +
    "//- gone/old.py\ndef forgotten():\n    return 1\n",
);
const git = (...args: string[]): string => runGit(root, ...args).trim();
let satori: Cli;
/** The tag `v1`: has a folder and a function that the disk no longer has. */
let first = "";
beforeAll(() => {
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "first");
  git("tag", "v1");
  first = git("rev-parse", "v1");
  rmSync(workspace.path("shop", "gone"), { recursive: true });
  writeFile(
    workspace.path("shop", "src", "store.ts"),
    "export function openBase(): number {\n  return 2;\n}\n",
  );
  git("commit", "-q", "-a", "-m", "second");
  // A branch and a tag of one name, which are different commits.
  git("tag", "twice");
  git("branch", "twice", "v1");
  satori = cliIn(workspace, root);
});
afterAll(() => workspace[Symbol.dispose]());

const line = (): string => `commit ${first.slice(0, 12)}\n`;
const next = (): string => ` --at ${first.slice(0, 12)}`;

describe("with --at", () => {
  test("plain lines need no index, and in a pipe they are the file's text alone", async () => {
    expect(await satori(["read", "gone/old.py", "--at", "v1"])).toMatchObject({
      code: 0,
      stdout: "def forgotten():\n    return 1\n",
      stderr: line(),
    });
    expect(await satori(["list"])).toMatchObject({
      stdout: expect.stringContaining("No codebase is indexed"),
    });
  });

  test("the first use indexes the folder, then the commit, and both stay", async () => {
    expect(await satori(["search", "--at", "v1", "opens the store", "--quiet"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^src\/store\.ts:1-4 {2}openStore\n/),
      stderr: "",
    });
    // Found on disk and nowhere else.
    expect((await satori(["search", "openBase"])).stdout).toContain("openBase");
    expect((await satori(["search", "openBase", "--at", "v1"])).stdout).not.toContain("openBase");
  });

  test.each([
    [["search", "forgotten"], /^gone\/old\.py:1-2 {2}forgotten\n/],
    [["search", "forgotten", "--path", "gone"], /^gone\/old\.py:1-2 {2}forgotten\n/],
    [["context", "forgotten"], /^## `gone\/old\.py:1-2` `forgotten` \(entry\)/],
    [["outline", "gone/old.py"], /^function forgotten {2}1-2\n$/],
    [["outline", "src/store.ts:3"], /^function openStore {2}2-4 {2}Opens the store\.\n$/],
    [["callers", "openStore"], /\n└─ main {2}src\/main\.ts:2\n/],
    [["callers", "src/store.ts:openStore"], /\n└─ main {2}src\/main\.ts:2\n/],
    [["callees", "src/main.ts:3"], /\n└─ openStore {2}src\/store\.ts:2\n/],
    [["callers", "gone/old.py:forgotten"], /^forgotten {2}gone\/old\.py:1\n/],
    [["read", "--symbol", "forgotten"], /^def forgotten\(\):\n {4}return 1\n$/],
    [["read", "gone/old.py:2"], /^ {4}return 1\n$/],
    [["read", "gone/old.py", "--annotated"], /\n\nfunction forgotten {2}1-2\n$/],
    [["status"], /^commit [0-9a-f]{12} of .*shop\n4 files, /],
  ])("%j answers from the commit, and says which it is", async (args, expected) => {
    const answer = await satori([...args, "--at", "v1"]);
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringMatching(expected) });
    expect(answer.stderr.split(line())).toHaveLength(2);
    const { stdout } = await satori([...args, "--at", "v1", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ status: "ok", commit: first });
  });

  test("the commands that an answer proposes are about the same commit", async () => {
    const { stdout, stderr } = await satori(["read", "--symbol", "twin", "--at", "v1"]);
    expect(stderr).toContain(`satori read --symbol ID${next()} opens the one`);
    const [id = ""] = /sym_\w+/.exec(stdout) ?? [];
    expect(await satori(["read", "--symbol", id, ...next().trim().split(" ")])).toMatchObject({ code: 0 });
    const { stderr: unknown } = await satori(["callers", "openStores", "--at", "v1"]);
    expect(unknown).toContain(`satori callers src/store.ts:openStore${next()} for it.`);
    expect(unknown).toContain(`This is about commit ${first.slice(0, 12)}.`);
    const context = await satori(["context", "openStore main", "--at", "v1", "--max-tokens", "100"]);
    const commands = context.stdout.match(/`satori [^`]+`/g) ?? [];
    for (const command of commands) expect(command).toContain(next());
  });

  test.each([
    [
      ["search", "a", "--at", "nowhere"],
      1,
      /^error REF_NOT_FOUND: --at nowhere: no such branch.*git branch --all/,
    ],
    [
      ["read", "src/main.ts", "--at", "twice"],
      1,
      /^error REF_AMBIGUOUS: --at twice is .*refs\/heads\/twice, .*full name/,
    ],
    [
      ["callers", "main", "--at", "--output=/tmp/x"],
      2,
      /^error INVALID_ARGUMENTS: --at is "--output=.*a dash/,
    ],
    [
      ["outline", "src/main.ts", "--at", "v1..main"],
      2,
      /^error INVALID_ARGUMENTS: --at is "v1\.\.main", a range/,
    ],
    [["status", "--at", ""], 2, /^error INVALID_ARGUMENTS: --at is "", which names nothing/],
    [
      ["search", "a", "--at", "v1\n-x"],
      2,
      /^error INVALID_ARGUMENTS: --at is "v1\\n-x", which has a character/,
    ],
    [["search", "a", "--at", "x".repeat(1_001)], 2, /^error INVALID_ARGUMENTS: --at /],
    [["search", "a", "--at"], 2, /^error INVALID_ARGUMENTS: option '--at <ref>' argument missing/],
    [["sync", "--at", "v1"], 2, /^error INVALID_ARGUMENTS: unknown option '--at'/],
    [
      ["outline", "src", "--at", "v1"],
      2,
      /^error INVALID_ARGUMENTS: --at outlines files, not folders such as src/,
    ],
    [
      ["read", "src/none.ts", "--at", "v1"],
      1,
      /^error PATH_NOT_FOUND: .*none\.ts does not exist in [0-9a-f]{12}/,
    ],
    [
      ["outline", "none.ts", "--at", "v1"],
      1,
      /^not found: none\.ts is not in the index.* commit [0-9a-f]{12}\.\n$/,
    ],
  ])("%j ends with %i and says what to do", async (args, code, expected) => {
    const ended = await satori(args);
    expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(expected) });
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a folder without a repository has no versions, and is not indexed to find that out", async () => {
    const plain = cliIn(workspace, workspace.tree("plain", "//- a.ts\nexport const a = 1;\n"));
    for (const args of [["search", "a"], ["read", "a.ts"], ["status"]])
      expect(await plain([...args, "--at", "main"])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^error NOT_A_REPOSITORY: .*plain is not in a git repository\. Pass a folder/,
        ),
      });
    expect((await plain(["list"])).stdout).not.toContain("plain");
  });

  test("a work tree shares what is indexed, and has versions of its own", async () => {
    git("worktree", "add", "-q", "--detach", workspace.path("tree"), "v1");
    const there = cliIn(workspace, workspace.path("tree"));
    expect(await there(["search", "openBase", "--at", "main"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^src\/store\.ts:1-3 {2}openBase\n/),
    });
    const { envelope } = await satori.json("list_codebases", ["list"]);
    const entries = envelope.status === "ok" ? envelope.codebases.ready : [];
    expect(entries.map(({ path, versions = [] }) => [path, versions.map(({ commit }) => commit)])).toEqual([
      [root, [first]],
      [workspace.path("tree"), [git("rev-parse", "main")]],
    ]);
  });

  test("list shows versions below their codebase, and clear removes one", async () => {
    const { stdout } = await satori(["list"]);
    expect(stdout).toMatch(
      RegExp(
        `\\n${root} +(?:indexed|sync_completed) .*\\n {2}at ${first.slice(0, 12)} +indexed +\\d+ KiB +last used \\d{4}-`,
      ),
    );
    const cleared = `The index of commit ${first.slice(0, 12)} of ${root} was removed.\n`;
    expect(await satori(["clear", "--at", "v1"])).toMatchObject({ code: 0, stdout: cleared });
    expect(await satori(["clear", "--at", "v1"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "there is nothing to remove. `satori list` shows which versions are kept.",
      ),
    });
    expect(await satori(["status", "--at", "v1"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the first satori search with --at indexes it."),
    });
    expect((await satori(["status"])).code).toBe(0);
  });

  test("tool call waits for the commit as well", async () => {
    const args = JSON.stringify({ path: ".", file: "gone/old.py", ref: "v1" });
    const { stdout, code } = await satori(["tool", "call", "file_outline", args]);
    expect({ ...(JSON.parse(stdout) as object), code }).toMatchObject({
      status: "ok",
      commit: first,
      code: 0,
    });
  });
});

describe("a server", () => {
  test("that is started for the command, or runs, answers from a commit", async () => {
    using own = createWorkspace();
    const there = cliIn(own, root);
    const command = `"${process.execPath}" "${MCP_BIN}"`;
    await using server = await startHttp(own, { roots: [root] });
    for (const at of [command, `${server.url}/mcp`]) {
      const ended = await there(["outline", "gone/old.py", "--at", "v1", "--server", at]);
      expect(ended).toMatchObject({ code: 0, stdout: "function forgotten  1-2\n", stderr: line() });
      expect(await there(["clear", "--at", "v1", "--server", at])).toMatchObject({ code: 0 });
    }
  });
});

describe("a first use", () => {
  /** A repository whose only commit takes a while to index, though its work tree has one file. */
  function largeCommit(own: ReturnType<typeof createWorkspace>): Cli {
    const large = writeManyModules(own.path("large"), 600);
    runGit(committed(large), "tag", "many");
    runGit(large, "rm", "-q", "-r", ".");
    writeFile(own.path("large", "one.ts"), "export const one = 1;\n");
    return cliIn(own, large);
  }

  test("that is interrupted cancels the commit's run, and the next one goes on", async () => {
    using own = createWorkspace();
    const there = largeCommit(own);
    expect((await there(["index"])).code).toBe(0);
    const { child, finished } = there.start(["search", "parcel", "--at", "many"]);
    await until("the run has begun", () => isIndexing(own.home, child.pid));
    child.kill("SIGINT");
    expect(await finished).toMatchObject({
      code: 130,
      stdout: "",
      stderr: expect.stringMatching(
        /^cancelled: Indexing of commit [0-9a-f]{12} of .*large was cancelled; nothing/,
      ),
    });
    expect(await there(["search", "one"])).toMatchObject({ code: 0 });
    expect(await there(["search", "parcel", "--at", "many"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Parcel"),
    });
  });

  test.skipIf(!hasTerminal)("shows its progress on a terminal", async () => {
    using own = createWorkspace();
    const there = largeCommit(own);
    expect((await there(["index"])).code).toBe(0);
    const { shown } = await there.onTerminal(["search", "sendParcel7", "--at", "many", "--no-pager"]);
    expect(shown).toMatch(/indexed 600 files, [\d,]+ chunks in /);
    expect(shown).toMatch(/commit [0-9a-f]{12}/);
  });
});
