/** The history of a symbol on the command line, in repositories that git made. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.path("code");
const ids: Record<string, string> = {};
let satori: Cli;

function git(...args: string[]): string {
  return execFileSync("git", args, {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOME: workspace.folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.org",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.org",
      GIT_AUTHOR_DATE: "2026-01-31T10:00:00+0200",
    },
  }).toString();
}

function commit(subject: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) writeFile(join(root, file), text);
  git("add", "--all", ".");
  git("commit", "--quiet", "--allow-empty", "-m", subject);
  ids[subject] = git("rev-parse", "HEAD").trim().slice(0, 12);
}

const SEND = "def send(queue):\n    item = queue.first()\n    queue.remove(item)\n    return item\n";
const LOCKED = SEND.replace("    item", "    queue.lock()\n    item");
const TRACE =
  'Traceback (most recent call last):\n  File "/ci/app/new.py", line 2, in send\n    queue.lock()\n' +
  "AttributeError: no attribute lock\n";

beforeAll(async () => {
  writeFile(join(root, "README.md"), "code\n");
  git("init", "--quiet", "-b", "main");
  commit("made", { "app/old.py": SEND, "app/main.py": "def main():\n    return 1\n" });
  git("tag", "v1");
  commit("locked (#12)", { "app/old.py": LOCKED });
  rmSync(join(root, "app/old.py"));
  commit("moved", { "app/new.py": `# sends\n${LOCKED}` });
  satori = cliIn(workspace, root);
  expect(await satori(["index"])).toMatchObject({ code: 0 });
});
afterAll(() => workspace[Symbol.dispose]());

describe("log", () => {
  test("shows the commits of a symbol with their changed lines", async () => {
    const { stdout, stderr, code } = await satori(["log", "send"]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toBe(`send  app/new.py:2

${ids["moved"]}  2026-01-31  [moved] moved  Ada
    from send in app/old.py

${ids["locked (#12)"]}  2026-01-31  locked (#12)  Ada
    app/old.py:1
    @@ -1,3 +1,4 @@
     def send(queue):
    +    queue.lock()
         item = queue.first()
         queue.remove(item)

${ids["made"]}  2026-01-31  [created] made  Ada
    app/old.py:1
    @@ -0,0 +1,4 @@
    +def send(queue):
    +    item = queue.first()
    +    queue.remove(item)
    +    return item

3 commits changed send.
`);
  });

  test("takes FILE:NAME, FILE:LINE and a range, and answers as JSON", async () => {
    for (const symbol of ["app/new.py:send", "app/new.py:3"]) {
      const { envelope, code } = await satori.json("symbol_history", ["log", symbol, "--range", "v1..HEAD"]);
      expect(code).toBe(0);
      expect(envelope).toMatchObject({
        total: 2,
        commits: [{ change: "moved" }, { change: "modified", references: ["#12"] }],
        coverage: { ends: ["range"] },
      });
    }
  });

  test("sorts for a question", async () => {
    const { envelope } = await satori.json("symbol_history", ["log", "send", "--why", "why is it locked"]);
    expect(envelope).toMatchObject({ commits: [{ subject: "locked (#12)", score: 1 }, {}, {}] });
  });

  test("finds suspects of a trace in a file or on standard input", async () => {
    writeFile(workspace.path("trace.txt"), TRACE);
    const told = await satori(["log", "--trace", workspace.path("trace.txt")]);
    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(told.stdout).toContain("  1  app/new.py:2  send\n");
    expect(told.stdout).toContain("frame 1: changed send in app/new.py");
    const piped = await satori.shell(
      `${process.execPath} ${join(import.meta.dirname, "../../apps/cli/bin/satori.js")} log --trace - --range v1.. --json < ${workspace.path("trace.txt")}`,
    );
    expect(JSON.parse(piped.stdout)).toMatchObject({ status: "ok", coverage: { commits: 2 } });
  });

  test.each([
    [["log"], 2, "needs a symbol"],
    [["log", "send", "--trace", "x"], 2, "not both"],
    [["log", "send", "--limit", "51"], 2, "--limit"],
    [["log", "send", "--range", "v1...v2"], 2, "three dots"],
    [["log", "send", "--range", "-x..HEAD"], 2, "dash"],
    [["log", "send", "--range", "none..HEAD"], 1, "REF_NOT_FOUND"],
    [["log", "--trace", "no-such-file"], 1, "no-such-file"],
    [["log", "nobody"], 1, "not found"],
    [["log", "main"], 0, ""],
  ] as const)("%j ends with %i and says %j", async (args, code, said) => {
    const ended = await satori(args);
    expect(ended.code, ended.stderr).toBe(code);
    expect(ended.stderr).toContain(said);
  });

  test("explains that a folder is in no repository", async () => {
    const plain = workspace.path("plain");
    writeFile(join(plain, "a.py"), SEND);
    const { code, stderr } = await satori(["log", "send", "--path", plain]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("NOT_A_REPOSITORY")]);
  });

  test("explains that git is missing", async () => {
    const { code, stderr } = await satori(["log", "send"], { environment: { PATH: workspace.folder } });
    expect([code, stderr]).toEqual([1, expect.stringContaining("GIT_FAILED")]);
  });
});
