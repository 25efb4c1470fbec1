/** The hook that runs `satori hook` after searches, reads and shell commands, for each client. Pure. */
import { shellWord } from "../../words.ts";

/** The form of a hook in a client's file. */
export interface HookEntry {
  /** Keys to the list of hooks of the event. */
  readonly path: readonly string[];
  /** Properties that the file needs besides. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** @param command the program and its arguments */
  readonly hook: (command: readonly string[]) => object;
}

/** Long enough for a slow machine; the hook itself gives up after 2 s. */
const TIMEOUT_SECONDS = 10;
/** Calls of these end a row of searches and reads. */
const SATORI_TOOLS = "search_codebase|file_outline|call_graph";
const MCP_MATCHER = `^mcp_.*(?:${SATORI_TOOLS})$`;

const shell = (command: readonly string[]): string => command.map(shellWord).join(" ");

/**
 * Claude Code. A program with a path is started without a shell; one that is found by its name needs a shell,
 * because on Windows it is a script.
 */
export const claudeHook: HookEntry = {
  path: ["hooks", "PostToolUse"],
  hook: ([program = "", ...args]) => ({
    matcher: `^(?:Grep|Glob|Read|Bash)$|${MCP_MATCHER}`,
    hooks: [
      {
        type: "command",
        ...(/[/\\]/.test(program) ? { command: program, args } : { command: shell([program, ...args]) }),
        timeout: TIMEOUT_SECONDS,
      },
    ],
  }),
};

/** Codex, whose agent searches and reads with shell commands. */
export const codexHook: HookEntry = {
  path: ["hooks", "PostToolUse"],
  hook: (command) => ({
    matcher: `^Bash$|${MCP_MATCHER}`,
    hooks: [{ type: "command", command: shell(command), timeout: TIMEOUT_SECONDS }],
  }),
};

export const cursorHook: HookEntry = {
  path: ["hooks", "postToolUse"],
  base: { version: 1 },
  hook: (command) => ({
    command: shell(command),
    matcher: `Shell|Read|Grep|MCP:(?:${SATORI_TOOLS})`,
    timeout: TIMEOUT_SECONDS,
  }),
};

export const geminiHook: HookEntry = {
  path: ["hooks", "AfterTool"],
  hook: (command) => ({
    matcher:
      "^(?:grep_search|search_file_content|glob|read_file|read_many_files|run_shell_command)$|" + MCP_MATCHER,
    hooks: [{ name: "satori", type: "command", command: shell(command), timeout: TIMEOUT_SECONDS * 1_000 }],
  }),
};

/** Whether setup wrote a hook, of whatever version, for whatever installation. */
export function isOwnHook(hook: unknown): boolean {
  return commandsIn(hook).some((command) => /\bsatori(?:\.js)?['"]? hook [\w-]+$/.test(command));
}

/** The command lines in a hook. */
function commandsIn(hook: unknown): string[] {
  if (typeof hook !== "object" || hook === null) return [];
  const { hooks, command, args } = hook as Readonly<Record<string, unknown>>;
  return [
    ...(typeof command === "string" ? [[command, ...(Array.isArray(args) ? args : [])].join(" ")] : []),
    ...(Array.isArray(hooks) ? hooks.flatMap(commandsIn) : []),
  ];
}
