/** satori completion: the scripts, run by the shells that they are for, where those are installed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { TOOL_NAMES } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { committed, git } from "../../libs/engine/src/testing/trees/git.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { run } from "../support/process.ts";
import { createWorkspace } from "../support/workspace.ts";

const workspace = createWorkspace();
const root = workspace.tree("code", "//- my file.ts\n//- mine.ts\n//- other.ts\n");
let satori: Cli;
beforeAll(() => {
  satori = cliIn(workspace, root);
  committed(root);
  for (const branch of ["topic", "v1/fix", "$(touch${IFS}run)"]) git(root, "branch", branch);
  git(root, "tag", "v1");
});
afterAll(() => workspace[Symbol.dispose]());

/** What a shell offers for a line that ends at the cursor, ascending. */
type Complete = (line: string) => Promise<readonly string[]>;

const hasShell = (name: string): boolean => spawnSync(name, ["-c", "exit 0"]).status === 0;

/** By shell, each printed once. */
const scripts = new Map<string, Promise<string>>();
function scriptOf(shell: string): Promise<string> {
  const script = scripts.get(shell) ?? satori(["completion", shell]).then(({ stdout }) => stdout);
  scripts.set(shell, script);
  return script;
}

async function linesOf(command: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr, code } = await run(command, { cwd: root, environment: { HOME: workspace.folder } });
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  return [...new Set(stdout.split("\n").filter((line) => line !== ""))].sort();
}

/** bash cuts words at = as well. */
const bash: Complete = async (line) => {
  const words = line.split(/(=)| /).filter((word) => word !== undefined);
  const script =
    `${await scriptOf("bash")}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); ` +
    `COMP_CWORD=${words.length - 1}\n_satori 2>/dev/null\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf(["bash", "--norc", "-c", script]);
};

/**
 * The functions of its completion system are there only while a line is edited; these tell what they are
 * given.
 */
const zsh: Complete = async (line) => {
  const words = line.split(" ");
  const current = (words.at(-1) ?? "").replace(/^--[^=]*=/, "");
  const doubles =
    "compdef() { :; }; compset() { :; }; _files() { print -rl -- *; }; compadd() { shift; local word; " +
    `for word in "$@"; do [[ "$word" == "$wanted"* ]] && print -r -- "$word"; done; return 0; }`;
  return linesOf([
    "zsh",
    "-f",
    "-c",
    `${doubles}\nwanted='${current}'\n${await scriptOf("zsh")}\nwords=(${words.map((word) => `'${word}'`).join(" ")}); ` +
      `CURRENT=${words.length}\n_satori`,
  ]);
};

const fish: Complete = async (line) => {
  const offered = await linesOf([
    "fish",
    "--no-config",
    "-c",
    `${await scriptOf("fish")}\ncomplete -C '${line}'`,
  ]);
  return offered.map((one) => (one.split("\t")[0] as string).replace(/^--[^=]*=(?=.)/, ""));
};

describe.each<[string, Complete]>([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
])("in %s", (shell, complete) => {
  const check = async (line: string, expected: readonly string[]): Promise<void> =>
    expect(await complete(line), line).toEqual([...expected].sort());

  test.runIf(hasShell(shell))("commands are completed, on both levels", async () => {
    expect(await complete("satori ")).toEqual(
      expect.arrayContaining(["search", "doctor", "setup", "tool", "help"]),
    );
    await check("satori sea", ["search"]);
    await check("satori tool ", ["call"]);
    await check("satori --json rei", ["reindex"]);
    await check("satori help sea", ["search"]);
  });

  test.runIf(hasShell(shell))(
    "options of the command are completed, and values that are a closed set",
    async () => {
      await check("satori search words --gro", ["--group-by"]);
      await check("satori search --scope ", ["docs", "mixed", "runtime"]);
      await check("satori search --scope=d", ["docs"]);
      await check("satori --path . setup --scope ", ["project", "user"]);
      await check("satori setup co", ["codex", "copilot"]);
      await check("satori grep --lang typesc", ["typescript"]);
      await check("satori paths -t typesc", ["typescript"]);
      await check("satori grep -A ", []);
      await check("satori serve --tools=wo", ["workspace"]);
      await check("satori callers x -", [
        "--at",
        "--depth",
        "--help",
        "--json",
        "--limit",
        "--no-color",
        "--no-pager",
        "--path",
        "--quiet",
        "--server",
      ]);
      await check("satori tool call ", TOOL_NAMES);
      await check("satori completion ", ["bash", "fish", "powershell", "zsh"]);
    },
  );

  test.runIf(hasShell(shell))(
    "branches and tags are completed, but none that a shell would run",
    async () => {
      await check("satori read mine.ts --at v", ["v1", "v1/fix"]);
      await check("satori status --at=topic", ["topic"]);
      const all = await complete("satori search --at ");
      expect(all).toEqual(expect.arrayContaining(["main", "topic", "v1"]));
      if (shell !== "fish") expect(all.join("\n")).not.toContain("$");
      expect(existsSync(`${root}/run`)).toBe(false);
    },
  );

  test.runIf(hasShell(shell))("files are completed where files are meant", async () => {
    expect(await complete("satori read ")).toEqual(expect.arrayContaining(["mine.ts", "other.ts"]));
    expect(await complete("satori callers ")).toEqual(expect.arrayContaining(["mine.ts"]));
    expect(await complete("satori search --path ")).toEqual(expect.arrayContaining(["mine.ts"]));
    await check("satori search --limit ", []);
  });
});

test("every shell has a script, which begins with how it is loaded; another shell is an error", async () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { stdout, stderr, code } = await satori(["completion", shell]);
    expect({ stderr, code }, shell).toEqual({ stderr: "", code: 0 });
    expect(stdout.split("\n").slice(0, 2).join("\n")).toContain(`satori completion ${shell}`);
  }
  expect(await satori(["completion", "tcsh"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("INVALID_ARGUMENTS"),
  });
});

test("the script for PowerShell offers each command, its options and their values, with quotes closed", async () => {
  const script = await scriptOf("powershell");
  expect(script).toContain("'search:--scope' = @('runtime', 'mixed', 'docs')");
  expect(script).toMatch(/'grep:-t' = @\(.*'go'.*\)/);
  for (const line of script.split("\n").filter((text) => text.includes("@(")))
    expect((line.match(/'/g) ?? []).length % 2, line).toBe(0);
});
