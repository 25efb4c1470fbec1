/** The sub-agent that explores with Satori, in the format of each client. Pure. */
import { AGENT_DESCRIPTION, AGENT_NAME, EXPLORER, OWN_FILE_MARK } from "./texts.ts";

const NAME = `name: ${AGENT_NAME}`;
const DESCRIPTION = `description: ${JSON.stringify(AGENT_DESCRIPTION)}`;

/** Markdown with a header in YAML, as most clients expect it. */
function markdown(...header: readonly string[]): string {
  return `---\n${header.join("\n")}\n---\n\n<!-- ${OWN_FILE_MARK} -->\n\n${EXPLORER}`;
}

/**
 * For Claude Code. Its tools are those for reading, the shell, and all tools of the server.
 *
 * @param server prefix of the server's tools, such as `mcp__satori`
 */
export function claudeAgent(server: string): string {
  return markdown(NAME, DESCRIPTION, `tools: Read, Grep, Glob, Bash, ${server}`);
}

/** For Codex: a layer of configuration. Settings that it lacks are inherited. */
export function codexAgent(): string {
  return (
    `# ${OWN_FILE_MARK}\n` +
    `name = ${JSON.stringify(AGENT_NAME)}\n` +
    `description = ${JSON.stringify(AGENT_DESCRIPTION)}\n` +
    // Escapes have no meaning in this form of string.
    `developer_instructions = '''\n${EXPLORER}'''\n`
  );
}

/** For Cursor, which keeps it from editing files. */
export function cursorAgent(): string {
  return markdown(NAME, DESCRIPTION, "model: inherit", "readonly: true");
}

/**
 * For Gemini CLI.
 *
 * @param server name of the server
 */
export function geminiAgent(server: string): string {
  const builtIn = ["read_file", "grep_search", "glob", "list_directory", "run_shell_command"];
  const tools = [...builtIn, `mcp_${server}_*`].map((tool) => `  - ${tool}`);
  return markdown(NAME, DESCRIPTION, "kind: local", "tools:", ...tools);
}

/** For Antigravity. Without a list of tools, it has the default ones; a name that is wrong there stops it. */
export function antigravityAgent(): string {
  return markdown(NAME, DESCRIPTION, "mainAgent: false");
}

/** For Junie. Without lists of tools and servers, it has all of them; these two groups edit files. */
export function junieAgent(): string {
  return markdown(NAME, DESCRIPTION, 'disallowedTools: ["Write", "Edit"]');
}

/**
 * For Kiro. Its tools are those for reading, the shell, and all tools of the server.
 *
 * @param server name of the server
 */
export function kiroAgent(server: string): string {
  const tools = ["read", "shell", `@${server}`];
  // Versions disagree on whether an agent has the servers of `mcp.json` otherwise.
  return markdown(NAME, DESCRIPTION, `tools: ${JSON.stringify(tools)}`, "includeMcpJson: true");
}

/** For opencode and Kilo Code, where the name of the file is the agent's name. */
export function opencodeAgent(): string {
  return markdown(DESCRIPTION, "mode: subagent", "permission:", "  edit: deny");
}

/** For VS Code. Without a list of tools, the agent has the default ones. */
export function vscodeAgent(): string {
  return markdown(NAME, DESCRIPTION);
}
