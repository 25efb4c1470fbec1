/** `satori hook`, run as coding agents run it, with the input that their documentation shows. */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CLI_BIN, type Cli, cliIn } from "../support/cli.ts";
import { environmentIn } from "../support/environment.ts";
import { type Workspace, createWorkspace } from "../support/workspace.ts";

let workspace: Workspace;
let satori: Cli;
let temporary: string;
beforeEach(() => {
  workspace = createWorkspace();
  satori = cliIn(workspace, workspace.tree("code", "//- a.ts\n"));
  temporary = workspace.tree("temporary", "//- x\n");
});
afterEach(() => workspace[Symbol.dispose]());

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a hook's command with the input on stdin; the input null leaves stdin open. */
function runHook(command: readonly string[], input: string | null, shell = false): Promise<Ended> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: workspace.path("code"),
    env: { ...environmentIn(workspace), TMPDIR: temporary, TEMP: temporary },
    shell,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
  // The program may end before it has read everything.
  child.stdin.on("error", () => undefined);
  if (input !== null) child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}
const hook = (client: string, input: unknown): Promise<Ended> =>
  runHook([process.execPath, CLI_BIN, "hook", client], JSON.stringify(input));

/** What Claude Code sends after a search. */
const claudeInput = (more: object = {}): object => ({
  session_id: "abc123",
  transcript_path: "/home/me/.claude/projects/x/00893aaf.jsonl",
  cwd: "/home/me/shop",
  permission_mode: "default",
  hook_event_name: "PostToolUse",
  tool_name: "Grep",
  tool_input: { pattern: "retry", output_mode: "content" },
  tool_response: { filenames: [] },
  tool_use_id: "toolu_01ABC123",
  duration_ms: 12,
  ...more,
});

/** Runs a hook five times, and returns its answers. */
async function fiveTimes(client: string, inputAt: (at: number) => object): Promise<object[]> {
  const answers: object[] = [];
  for (let at = 0; at < 5; at++) {
    const { code, stdout, stderr } = await hook(client, inputAt(at));
    expect([code, stderr]).toEqual([0, ""]);
    answers.push(JSON.parse(stdout) as object);
  }
  return answers;
}

describe("after five searches and reads in a row, the hook gives advice as the client documents it:", () => {
  const additionalContext = expect.stringMatching(/^Satori .+search_codebase.+$/) as string;

  test.each<[string, (at: number) => object, object]>([
    [
      "claude-code",
      (at) =>
        claudeInput(
          at % 2 === 0 ? {} : { tool_name: "Read", tool_input: { file_path: `/home/me/${at}.ts` } },
        ),
      { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } },
    ],
    [
      "codex",
      (at) => ({
        session_id: "thr_123",
        transcript_path: null,
        cwd: "/workspace",
        hook_event_name: "PostToolUse",
        model: "gpt-5.6",
        turn_id: "1",
        tool_name: "Bash",
        tool_use_id: "call_1",
        tool_input: { command: `rg -n "retry ${at}" src | head` },
        tool_response: "src/a.ts:1:retry",
      }),
      { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } },
    ],
    [
      "gemini",
      (at) => ({
        session_id: "s",
        transcript_path: "/t.json",
        cwd: "/workspace",
        hook_event_name: "AfterTool",
        timestamp: "2026-08-21T16:00:00.000Z",
        tool_name: "read_file",
        tool_input: { file_path: `src/${at}.ts` },
        tool_response: { llmContent: "x", returnDisplay: "x" },
      }),
      { hookSpecificOutput: { hookEventName: "AfterTool", additionalContext } },
    ],
    [
      "cursor",
      () => ({
        conversation_id: "c",
        generation_id: "g",
        hook_event_name: "postToolUse",
        cursor_version: "1.7.2",
        workspace_roots: ["/project"],
        tool_name: "Shell",
        tool_input: { command: "grep -rn retry ." },
        tool_output: '{"exitCode":0,"stdout":""}',
        tool_use_id: "abc123",
        cwd: "/project",
        duration: 54,
      }),
      { additional_context: additionalContext },
    ],
  ])("%s", async (client, inputAt, advice) => {
    expect(await fiveTimes(client, inputAt)).toEqual([{}, {}, {}, {}, advice]);
  });
});

test("sessions and sub-agents are counted apart, and a call of Satori starts again", async () => {
  const answers = await fiveTimes("claude-code", (at) =>
    claudeInput(at < 3 ? {} : { agent_id: "a4d2", agent_type: "Explore" }),
  );
  expect(answers).toEqual([{}, {}, {}, {}, {}]);
  await hook("claude-code", claudeInput({ tool_name: "mcp__satori__search_codebase", tool_input: {} }));
  expect(await fiveTimes("claude-code", () => claudeInput())).toEqual([
    {},
    {},
    {},
    {},
    { hookSpecificOutput: expect.anything() as object },
  ]);
});

test.each<[string, string | null]>([
  ["nothing", ""],
  ["text that is not JSON", "{ broken"],
  ["null", "null"],
  ["a list", "[1, 2]"],
  ["wrong types", '{"session_id":1,"tool_name":{},"tool_input":"x"}'],
  ["no session", '{"tool_name":"Grep","tool_input":{}}'],
  ["bytes that are not UTF-8", "\u0000\ufffd"],
  ["stdin that stays open", null],
])("%s on stdin gets an empty object and exit code 0", async (_, input) => {
  for (const client of ["claude-code", "nobody"])
    expect(await runHook([process.execPath, CLI_BIN, "hook", client], input)).toEqual({
      code: 0,
      stdout: "{}\n",
      stderr: "",
    });
});

test("writes nothing into the project, and only small files into a private folder", async () => {
  await hook("claude-code", claudeInput());
  expect(readdirSync(workspace.path("code"))).toEqual(["a.ts"]);
  const [folder = ""] = readdirSync(temporary).filter((name) => name.startsWith("satori-hook-"));
  const files = readdirSync(`${temporary}/${folder}`);
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
  expect(readFileSync(`${temporary}/${folder}/${files[0]}`, "utf8")).not.toContain("abc123");
});

test("a folder for its files that cannot be used costs the advice, not the agent", async () => {
  temporary = workspace.path("missing", "folder");
  expect(await hook("claude-code", claudeInput())).toEqual({ code: 0, stdout: "{}\n", stderr: "" });
});

test("the commands that setup writes start it", async () => {
  const commandsOf = async (client: string, name: string): Promise<Record<string, unknown>> => {
    await satori(["setup", client, "--only", "hook", "--write"]);
    const text = readFileSync(workspace.path("nobody", name), "utf8");
    const { hooks } = JSON.parse(text) as { hooks: Record<string, Record<string, unknown>[]> };
    const [entry = {}] = Object.values(hooks).flat();
    return (entry["hooks"] as Record<string, unknown>[] | undefined)?.[0] ?? entry;
  };
  const claude = await commandsOf("claude-code", ".claude/settings.json");
  expect(await runHook([String(claude["command"]), ...(claude["args"] as string[])], "{}")).toEqual({
    code: 0,
    stdout: "{}\n",
    stderr: "",
  });
  for (const [client, name] of [
    ["codex", ".codex/hooks.json"],
    ["cursor", ".cursor/hooks.json"],
    ["gemini", ".gemini/settings.json"],
  ] as const) {
    const { command } = await commandsOf(client, name);
    expect(await runHook([String(command)], "{}", true)).toEqual({ code: 0, stdout: "{}\n", stderr: "" });
  }
});
