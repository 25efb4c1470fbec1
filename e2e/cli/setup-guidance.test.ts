/** What `satori setup` writes besides the server: instructions, skills, sub-agents, hooks. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Cli, cliIn } from "../support/cli.ts";
import { type Workspace, createWorkspace, writeFile } from "../support/workspace.ts";

let workspace: Workspace;
let satori: Cli;
let user: (...names: string[]) => string;
let project: (...names: string[]) => string;
beforeEach(() => {
  workspace = createWorkspace();
  satori = cliIn(workspace, workspace.tree("code", "//- .git/HEAD\n//- sub/a.ts\n"));
  user = (...names) => workspace.path("nobody", ...names);
  project = (...names) => workspace.path("code", ...names);
});
afterEach(() => workspace[Symbol.dispose]());

interface ReportedFile {
  readonly file: string;
  readonly parts: readonly string[];
  readonly action: string;
  readonly backup: string | null;
  readonly diff: readonly string[];
}

const filesOf = async (args: readonly string[]): Promise<readonly ReportedFile[]> => {
  const { stdout } = await satori(["setup", ...args, "--json"]);
  return (JSON.parse(stdout) as { files: ReportedFile[] }).files;
};
/** Paths of all files in a folder, relative to it, without git's. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory() && !entry.parentPath.endsWith(".git"))
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .sort()
    : [];

describe("satori setup", () => {
  test("shows all parts in one diff, writes them together, and has nothing to do then", async () => {
    const shown = await satori(["setup", "claude-code"]);
    const files = [
      ".claude.json",
      ".claude/CLAUDE.md",
      ".claude/skills/satori/SKILL.md",
      ".claude/agents/satori-explorer.md",
      ".claude/settings.json",
    ].map((name) => user(name));
    expect(shown.stdout.match(/^\+{3} .+$/gm)).toEqual(files.map((file) => `+++ ${file}`));
    expect(shown.stdout).toContain("+<!-- satori:begin claude-code -->");
    expect(filesIn(user())).toEqual([]);
    expect(await satori(["setup", "claude-code", "--write"])).toMatchObject({
      code: 0,
      stdout: files.map((file) => `Created ${file}.\n`).join(""),
    });
    const again = await satori(["setup", "claude-code", "--write"]);
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toBe(
      `${files[0]} already has the entry.\n` +
        files
          .slice(1)
          .map((file) => `${file} is up to date.\n`)
          .join(""),
    );
    expect(filesIn(user())).toHaveLength(files.length);
  });

  test("lists the files with their parts and what happens to them", async () => {
    expect((await filesOf(["gemini"])).map(({ file, parts, action }) => [file, parts, action])).toEqual([
      [user(".gemini/settings.json"), ["server", "hook"], "create"],
      [user(".gemini/GEMINI.md"), ["instructions"], "create"],
      [user(".gemini/skills/satori/SKILL.md"), ["skill"], "create"],
      [user(".gemini/agents/satori-explorer.md"), ["agent"], "create"],
    ]);
  });

  test.each([
    ..."claude-code codex cursor vscode gemini opencode pi copilot".split(" "),
    ..."junie zed kilo kiro antigravity".split(" "),
  ])("%s: --remove restores a project as it was", async (client) => {
    writeFile(project("AGENTS.md"), "# Rules\r\nuse tabs");
    await satori(["setup", client, "--scope", "project", "--command", "satori-mcp", "--write"]);
    expect(filesIn(project()).length).toBeGreaterThan(2);
    await satori(["setup", client, "--scope", "project", "--remove", "--write"]);
    expect(filesIn(project())).toEqual(["AGENTS.md", "sub/a.ts"]);
    expect(readFileSync(project("AGENTS.md"), "utf8")).toBe("# Rules\r\nuse tabs");
  });

  test("keeps a file that several clients read until the last of them is removed", async () => {
    const parts = ["--scope", "project", "--only", "instructions,skill", "--write"];
    for (const client of ["zed", "antigravity", "codex"]) await satori(["setup", client, ...parts]);
    const shared = [".agents/skills/satori/SKILL.md", "AGENTS.md"];
    expect(filesIn(project())).toEqual([...shared, "sub/a.ts"]);
    for (const client of ["codex", "zed"]) await satori(["setup", client, "--remove", ...parts]);
    expect(filesIn(project())).toEqual([...shared, "sub/a.ts"]);
    await satori(["setup", "antigravity", "--remove", ...parts]);
    expect(filesIn(project())).toEqual(["sub/a.ts"]);
  });

  test("leaves parts out", async () => {
    expect(await satori(["setup", "codex", "--only", "instructions,skill", "--write"])).toMatchObject({
      // Without a server, there is none to look for in the client.
      stderr: "then: restart the client\n",
    });
    expect(filesIn(user())).toEqual([".agents/skills/satori/SKILL.md", ".codex/AGENTS.md"]);
    await satori(["setup", "codex", "--remove", "--only", "skill", "--write"]);
    expect(filesIn(user())).toEqual([".codex/AGENTS.md"]);
    await satori(["setup", "cursor", "--without", "server,hook", "--write"]);
    expect(filesIn(user())).toEqual([
      ".codex/AGENTS.md",
      ".cursor/agents/satori-explorer.md",
      ".cursor/skills/satori/SKILL.md",
    ]);
    expect(await satori(["setup", "pi", "--only", "hook"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "error INVALID_ARGUMENTS: pi documents no file for the part hook in the scope user; it has " +
        "server, instructions, skill\n",
    });
  });

  test.each([
    [".codex/hooks.json", "{ broken", "cannot be parsed"],
    [".codex/AGENTS.md", "<!-- satori:begin codex -->\nmine\n", "has damaged markers of Satori on line 1"],
    [".codex/agents/satori-explorer.toml", 'name = "mine"\n', "exists, and was not written by setup"],
  ])("writes nothing at all if one file cannot be edited: %s", async (name, text, reason) => {
    writeFile(user(name), text);
    expect(await satori(["setup", "codex", "--write"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`^error CLIENT_CONFIG_INVALID: .+${reason}.+\n$`)),
    });
    expect(filesIn(user())).toEqual([name]);
    expect(readFileSync(user(name), "utf8")).toBe(text);
  });

  test("a file with the server and the hook is restored from its backup", async () => {
    const file = user(".gemini/settings.json");
    const before = '{\n  // mine\n  "theme": "dark",\n  "mcpServers": {}\n}';
    writeFile(file, before);
    await satori(["setup", "gemini", "--write"]);
    expect(readFileSync(file, "utf8")).toContain("AfterTool");
    expect((await satori(["setup", "gemini", "--remove", "--write"])).stderr).toContain("restored from ");
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(filesIn(user())).toEqual([".gemini/settings.json"]);
  });

  test("says what a hook needs: a program on the PATH of everyone, or the user's trust", async () => {
    const { stderr } = await satori(["setup", "codex", "--scope", "project"]);
    expect(stderr).toContain("the hook runs satori by its name");
    expect(stderr).toContain("Codex runs the hook once you trust it with /hooks\n");
    expect((await satori(["setup", "codex"])).stderr).not.toContain("by its name");
  });
});
